package scratch

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"testing"
)

// left returns the names of the files in a directory.
func left(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// Sweep removes what a dead process has left, and nothing else.
func TestSweep(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there are no locks for directories")
	}
	temp := filepath.Join(t.TempDir(), `[a]*\`)
	if err := os.Mkdir(temp, 0o777); err != nil {
		t.Fatal(err)
	}
	t.Setenv("TMPDIR", temp)
	alive, err := New("run")
	if err != nil {
		t.Fatal(err)
	}
	dead, err := New("run")
	if err != nil {
		t.Fatal(err)
	}
	dead.lock.Close() // as the end of a process does
	if err := os.MkdirAll(filepath.Join(dead.Path, "a", "b"), 0o777); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"tilejudge-run-2026", "tilejudge-batch-1"} { // a user's own
		if err := os.Mkdir(filepath.Join(temp, dir), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	elsewhere := t.TempDir()
	if err := os.WriteFile(filepath.Join(elsewhere, marker), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(elsewhere, filepath.Join(temp, "tilejudge-run-link")); err != nil {
		t.Fatal(err)
	}
	Sweep()
	want := []string{
		filepath.Base(alive.Path), "tilejudge-batch-1", "tilejudge-run-2026", "tilejudge-run-link",
	}
	slices.Sort(want)
	if got := left(t, temp); !slices.Equal(got, want) {
		t.Errorf("Sweep left %q, want %q", got, want)
	}
	if got := left(t, elsewhere); len(got) != 1 {
		t.Errorf("Sweep followed a link: %q", got)
	}
	if err := alive.Remove(); err != nil {
		t.Error(err)
	}
}

// Sweep removes what is left if a process is killed while it removes its directory.
func TestSweepAfterKill(t *testing.T) {
	const folders, files = 10, 200
	if os.Getenv("SCRATCH_REMOVE") != "" {
		d, err := New("run")
		for i := range folders * files {
			if err == nil {
				err = os.MkdirAll(filepath.Join(d.Path, fmt.Sprint(i%folders), fmt.Sprint(i)), 0o777)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		fmt.Println(d.Path)
		t.Fatal(d.Remove())
	}
	if runtime.GOOS == "windows" {
		t.Skip("there are no locks for directories")
	}
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	remover := exec.Command(os.Args[0], "-test.run=^TestSweepAfterKill$")
	remover.Env = append(os.Environ(), "SCRATCH_REMOVE=1")
	out, err := remover.StdoutPipe()
	if err == nil {
		err = remover.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	dir := ""
	if _, err := fmt.Fscanln(out, &dir); err != nil {
		t.Fatal(err)
	}
	for {
		entries, err := os.ReadDir(dir)
		if err != nil || len(entries) <= folders/2 {
			break
		}
	}
	remover.Process.Kill()
	remover.Wait()
	if _, err := os.Lstat(dir); err != nil {
		t.Logf("%v: killed too late", err)
	}
	Sweep()
	if names := left(t, temp); len(names) > 0 {
		t.Errorf("Sweep left %q", names)
	}
}

// Directories that are made while others sweep stay until they are removed.
func TestSweepRaces(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	done := make(chan bool)
	var sweepers, owners sync.WaitGroup
	for range 2 {
		sweepers.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
					Sweep()
				}
			}
		})
		owners.Go(func() {
			for range 100 {
				d, err := New("run")
				if err != nil {
					t.Error(err)
					return
				}
				if _, err := os.Stat(filepath.Join(d.Path, marker)); err != nil {
					t.Error(err)
				}
				if err := d.Remove(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	owners.Wait()
	close(done)
	sweepers.Wait()
	if names := left(t, temp); len(names) > 0 {
		t.Errorf("%q are left", names)
	}
}
