package sandbox

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"
)

// Processes are found on kernels that list children and on those that do not.
func TestDescendants(t *testing.T) {
	cmd := exec.Command("/bin/sh", "-c", "sleep 9 & echo; wait")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	out.Read(make([]byte, 1)) // now there are two
	found, scanned := descendants(), scan()
	slices.Sort(found)
	slices.Sort(scanned)
	if len(found) < 2 || !slices.Equal(found, scanned) {
		t.Errorf("descendants %v, by scanning %v, want the same two", found, scanned)
	}
	if !slices.Contains(found, strconv.Itoa(cmd.Process.Pid)) {
		t.Errorf("descendants %v, want %d among them", found, cmd.Process.Pid)
	}
	if seen := look(); seen.processes != len(found) || seen.peak < 100<<10 || seen.memory < 50<<10 {
		t.Errorf("look: %+v, want %d processes that have some memory", seen, len(found))
	}
	for _, pid := range found {
		n, _ := strconv.Atoi(pid)
		p, _ := os.FindProcess(n)
		p.Kill()
	}
	cmd.Wait()
}

// The files of a group are read and written as the kernel has them.
func TestCgroup(t *testing.T) {
	path := t.TempDir()
	for name, text := range map[string]string{
		"cpu.stat":      "usage_usec 1500\nuser_usec 1000\nsystem_usec 500\n",
		"memory.events": "low 0\nhigh 0\nmax 17\noom 3\noom_kill 2\noom_group_kill 1\n",
		"memory.max":    "", "memory.swap.max": "", "pids.max": "", "cgroup.freeze": "",
	} {
		if err := os.WriteFile(filepath.Join(path, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	dir, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer dir.Close()
	c := cgroup(dir.Fd())
	if got := c.cpu(); got != 1500*time.Microsecond {
		t.Errorf("CPU time %v", got)
	}
	if got := c.killed(); got != 2 {
		t.Errorf("%d processes killed for want of memory, want 2", got)
	}
	c.limit(Limits{Memory: 64 << 20, Processes: 10})
	c.freeze(true)
	for name, want := range map[string]string{
		"memory.max": "83886080", "memory.swap.max": "0", "pids.max": "104", "cgroup.freeze": "1",
	} {
		if got, err := os.ReadFile(filepath.Join(path, name)); string(got) != want {
			t.Errorf("%s: %q, %v, want %q", name, got, err, want)
		}
	}
	if noCgroup.cpu() != 0 || noCgroup.killed() != 0 {
		t.Error("no group has taken something")
	}
	noCgroup.limit(Limits{})
	noCgroup.freeze(true)
}
