package tables

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"
)

// childDir is the environment variable that makes the test binary a builder.
const childDir = "TABLES_TEST_BUILD"

func TestMain(m *testing.M) {
	if dir := os.Getenv(childDir); dir != "" {
		buildForEver(dir)
	}
	os.Exit(m.Run())
}

// buildForEver prints a line when a build has begun, and never finishes it.
func buildForEver(dir string) {
	spec := testSpec()
	spec.Build = func(ctx context.Context, _ []byte, _ func(done, total int64)) error {
		fmt.Println("building")
		time.Sleep(time.Hour)
		return nil
	}
	_, err := New(dir).Build(context.Background(), spec, BuildOptions{})
	fmt.Println(err)
	os.Exit(1)
}

// startBuilder starts a process that builds, and waits until it does.
func startBuilder(t *testing.T, dir string) *os.Process {
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe)
	cmd.Env = append(os.Environ(), childDir+"="+dir)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() })
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "building\n" {
		t.Fatalf("the builder says %q, %v", line, err)
	}
	return cmd.Process
}

// An intact table is built again only with Force; an old or broken one always is.
func TestBuildAgain(t *testing.T) {
	spec := testSpec()
	dir := built(t, spec)
	build := func(spec *Spec, o BuildOptions) bool {
		started := 0
		o.Starting = func() { started++ }
		ok, err := New(dir).Build(t.Context(), spec, o)
		if err != nil || ok != (started == 1) {
			t.Fatalf("Build: %v, %v after %d starts", ok, err, started)
		}
		return ok
	}
	if build(spec, BuildOptions{}) {
		t.Error("a good table was built again")
	}
	var done, total int64
	if !build(spec, BuildOptions{Force: true, Progress: func(d, t int64) { done, total = d, t }}) {
		t.Error("not built on demand")
	}
	if done != 1 || total != 1 {
		t.Errorf("the progress is %d of %d", done, total)
	}
	newer := testSpec()
	newer.Version++
	if !build(newer, BuildOptions{}) {
		t.Error("an old version was not built again")
	}
	f, err := os.OpenFile(New(dir).File(spec), os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	flip(t, f, 8*spec.Size)
	if !build(newer, BuildOptions{}) {
		t.Error("a broken table was not built again")
	}
	if err := New(dir).Verify(t.Context(), newer); err != nil {
		t.Errorf("Verify: %v", err)
	}
}

// A build that fails, in whatever way, leaves the files that were there before.
func TestFailedBuild(t *testing.T) {
	boom := errors.New("boom")
	ctx, cancel := context.WithCancel(t.Context())
	fails := map[string]func(ctx context.Context, to []byte,
		progress func(done, total int64)) error{
		"error": func(context.Context, []byte, func(done, total int64)) error { return boom },
		"panic": func(context.Context, []byte, func(done, total int64)) error { panic(boom) },
		"interrupt": func(ctx context.Context, _ []byte, _ func(done, total int64)) error {
			cancel()
			return nil // although ctx has ended
		},
	}
	empty, spec := t.TempDir(), testSpec()
	full := built(t, spec)
	for name, build := range fails {
		spec := testSpec()
		spec.Build = build
		for _, dir := range []string{empty, full} {
			func() {
				defer func() {
					if fault := recover(); fault != nil && fault != boom {
						t.Error(fault)
					}
				}()
				ok, err := New(dir).Build(ctx, spec, BuildOptions{Force: true})
				if ok || !errors.Is(err, boom) && !errors.Is(err, context.Canceled) {
					t.Errorf("%s: %v, %v", name, ok, err)
				}
			}()
		}
		if name == "interrupt" {
			ctx, cancel = context.WithCancel(t.Context())
		}
	}
	cancel()
	if names := left(t, empty); len(names) > 0 {
		t.Errorf("failed builds leave %q", names)
	}
	if names := left(t, full); !slices.Equal(names, []string{"test.table"}) {
		t.Errorf("failed builds leave %q", names)
	}
	if err := New(full).Verify(t.Context(), spec); err != nil {
		t.Errorf("the table that was there: %v", err)
	}
}

// A build that needs too much disk space or memory fails before it starts.
func TestSuffices(t *testing.T) {
	spec := testSpec()
	spec.Memory = 1 << 60
	spec.Build = nil // never called
	s := New(t.TempDir())
	ok, err := s.Build(t.Context(), spec, BuildOptions{})
	if ok || err == nil || !strings.Contains(err.Error(),
		"needs 1.0 EiB of memory, and the limit is ") {
		t.Errorf("Build: %v, %v", ok, err)
	}
	h := newHeader(spec)
	h.data = 1 << 60
	err = s.suffices(spec, h)
	if err == nil || !strings.Contains(err.Error(),
		"the table test needs 1.0 EiB on the disk of "+s.dir) {
		t.Errorf("suffices: %v", err)
	}
}

// A builder waits for another one and then has nothing to do. With NoWait it fails.
func TestTwoBuilders(t *testing.T) {
	dir, spec := t.TempDir(), testSpec()
	slow := testSpec()
	begun, end := make(chan bool), make(chan bool)
	slow.Build = func(ctx context.Context, to []byte, progress func(done, total int64)) error {
		begun <- true
		<-end
		return spec.Build(ctx, to, progress)
	}
	first := make(chan error)
	go func() {
		_, err := New(dir).Build(t.Context(), slow, BuildOptions{})
		first <- err
	}()
	<-begun
	who := fmt.Sprintf("process %d, which builds test", os.Getpid())
	ok, err := New(dir).Build(t.Context(), spec, BuildOptions{NoWait: true})
	if ok || !errors.Is(err, ErrBusy) || !strings.Contains(err.Error(), who) {
		t.Errorf("without waiting: %v, %v", ok, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ok, err = New(dir).Build(ctx, spec, BuildOptions{Waiting: func(string) { cancel() }})
	if ok || !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted while waiting: %v, %v", ok, err)
	}
	ok, err = New(dir).Build(t.Context(), spec, BuildOptions{Waiting: func(by string) {
		if by != who {
			t.Errorf("waits for %q, want %q", by, who)
		}
		end <- true
	}})
	if ok || err != nil {
		t.Errorf("after waiting: %v, %v", ok, err)
	}
	if err := <-first; err != nil {
		t.Errorf("the first: %v", err)
	}
	if err := New(dir).Verify(t.Context(), spec); err != nil {
		t.Errorf("Verify: %v", err)
	}
}

// The file that a killed builder leaves is not taken for a table. Sweep or the next build
// removes it, but not the files of other programs.
func TestKilledBuilder(t *testing.T) {
	dir, spec := t.TempDir(), testSpec()
	notes := New(dir).File(spec) + "-notes.tmp"
	if err := os.WriteFile(notes, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	builder := startBuilder(t, dir)
	if err := New(dir).Sweep(); err != nil || len(left(t, dir)) != 2 {
		t.Errorf("Sweep beside a builder: %v, and it leaves %q", err, left(t, dir))
	}
	_, err := New(dir).Build(t.Context(), spec, BuildOptions{NoWait: true})
	who := fmt.Sprintf("process %d, which builds test", builder.Pid)
	if !errors.Is(err, ErrBusy) || !strings.Contains(err.Error(), who) {
		t.Errorf("beside another process: %v", err)
	}
	if err := builder.Kill(); err != nil {
		t.Fatal(err)
	}
	builder.Wait()
	if names := left(t, dir); len(names) != 2 {
		t.Errorf("after the kill there are %q", names)
	}
	if err := New(dir).Sweep(); err != nil || len(left(t, dir)) != 1 {
		t.Errorf("Sweep: %v, and it leaves %q", err, left(t, dir))
	}
	if err := os.WriteFile(temporaryName(New(dir).File(spec)), wanted(t, spec), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := New(dir).Open(spec); err != ErrAbsent {
		t.Errorf("Open after the kill: %v", err)
	}
	if ok, err := New(dir).Build(t.Context(), spec, BuildOptions{NoWait: true}); !ok || err != nil {
		t.Errorf("Build after the kill: %v, %v", ok, err)
	}
	if names := left(t, dir); !slices.Equal(names, []string{"test.table", "test.table-notes.tmp"}) {
		t.Errorf("after the next build there are %q", names)
	}
	if _, err := open(t, New(dir), spec); err != nil {
		t.Errorf("Open: %v", err)
	}
}
