package cgroup

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/sourcegraph/conc"

	"tilejudge/judge/judgetest/lack"
)

// Where no directory can be made, as in the session of an ordinary user, each part says why.
func TestMakeNowhere(t *testing.T) {
	nowhere := &home{path: filepath.Join(t.TempDir(), "none")}
	d := &Dirs{v2: [Parts]bool{true, true, true}, home: nowhere}
	for p := range d.own {
		d.own[p] = d.home.path
	}
	g, faults := d.Make(0)
	for p, err := range faults {
		if !errors.Is(err, fs.ErrNotExist) || g.Has(Part(p)) {
			t.Errorf("part %d: %v, %v, want no part and no directory", p, g[p], err)
		}
	}
}

// systemd moves a process into a scope, whose groups get the controllers.
func TestScope(t *testing.T) {
	program := exec.Command("sleep", "60")
	if err := program.Start(); err != nil {
		t.Fatal(err)
	}
	defer program.Wait()
	defer program.Process.Kill()
	h, err := newScope(program.Process.Pid, []string{"memory", "pids"})
	if h == nil {
		lack.Skip(t, "systemd", cmp.Or(err, errors.New("it does not run")))
	}
	d := &Dirs{v2: [Parts]bool{true, true, true}, home: h}
	for p := range d.own {
		d.own[p] = h.path
	}
	g, faults := d.Make(0)
	if err := errors.Join(faults[:]...); err != nil || len(d.Files) != 1 {
		t.Fatalf("%v, %d directories", err, len(d.Files))
	}
	g.Receive([]int{int(d.Files[0].Fd())})
	if err := errors.Join(g.Limit(9, 64<<20), g.Enter(program.Process.Pid)); err != nil {
		t.Error(err)
	}
	if got := processes(d.Files[0].Name()); len(got) != 1 || got[0] != program.Process.Pid {
		t.Errorf("processes %v are in the group, want %d", got, program.Process.Pid)
	}
	if got := g[Memory].read("memory.max", ""); got != 64<<20+KernelMemory {
		t.Errorf("limit of memory %d", got)
	}
	d.Remove() // kills the program
	if err := program.Wait(); err == nil {
		t.Error("the program lives on")
	}
}

// Several judges may make groups at once, and remove those of judges that have ended: never one
// that has just been made.
func TestMakeAtOnce(t *testing.T) {
	own := t.TempDir()
	var judges conc.WaitGroup
	for range 8 {
		judges.Go(func() {
			for range 200 {
				d := new(Dirs)
				if err := d.add(own); err != nil {
					t.Error(err)
					return
				}
				name := d.Files[0].Name()
				runtime.Gosched() // here another judge may remove it
				if _, err := os.Stat(name); err != nil {
					t.Error(err)
				}
				if err := os.Remove(name); err != nil {
					t.Error(err)
				}
				d.Files[0].Close()
			}
		})
	}
	judges.Wait()
}

// The least room counts, of a group and of those above it: the process may have moved into a group
// that has no limit.
func TestRoomAbove(t *testing.T) {
	top := t.TempDir()
	leaf := filepath.Join(top, "judge", "tilejudge-group-1")
	if err := os.MkdirAll(leaf, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"pids.max": "max\n", "pids.current": "7\n",
		"../pids.max": "200\n", "../pids.current": "40\n",
	} {
		if err := os.WriteFile(filepath.Join(leaf, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for group, want := range map[string]int{leaf: 160, filepath.Dir(leaf): 160} {
		if room, ok := roomAbove(group); room != want || !ok {
			t.Errorf("%s: %d, %t", group, room, ok)
		}
	}
	if _, ok := roomAbove(top); ok {
		t.Error("a group without a limit has one")
	}
}
