package cgroup

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// The files of a group are read and written in the kernel's form, in both versions.
func TestGroup(t *testing.T) {
	for _, tt := range []struct {
		name           string
		v2             bool
		full           int64
		files, limited map[string]string
	}{
		{"version 2", true, 3, map[string]string{
			"cpu.stat":      "usage_usec 1500\nuser_usec 1000\nsystem_usec 500\n",
			"memory.events": "low 0\nhigh 0\nmax 17\noom 3\noom_kill 2\noom_group_kill 1\n",
			"memory.stat":   "anon 8000\nfile 325\nshmem 5\n",
			"memory.max":    "", "memory.swap.max": "", "pids.max": "", "cgroup.freeze": "",
			"cgroup.procs": "7\n8\n", "pids.events": "max 7\n",
		}, map[string]string{
			"memory.max": "83886080", "memory.swap.max": "0", "pids.max": "104",
			"cgroup.freeze": "", "cgroup.procs": "428\n",
		}},
		{"version 1", false, 41, map[string]string{
			"cpuacct.usage":      "1500000\n",
			"memory.oom_control": "oom_kill_disable 0\nunder_oom 0\noom_kill 2\n",
			"memory.stat": "rss 1\ntotal_cache 325\ntotal_rss 7000\n" +
				"total_swap 1000\ntotal_shmem 5\n",
			"memory.limit_in_bytes": "", "memory.memsw.limit_in_bytes": "", "pids.max": "",
			"tasks": "", "pids.events": "max 7\n", "cgroup.procs": "7\n8\n",
			"memory.failcnt": "38\n", "memory.memsw.failcnt": "3\n",
		}, map[string]string{
			"memory.limit_in_bytes": "83886080", "memory.memsw.limit_in_bytes": "84934656",
			"pids.max": "104", "tasks": "0",
		}},
	} {
		path := t.TempDir()
		for name, text := range tt.files {
			if err := os.WriteFile(filepath.Join(path, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		var c Group
		for p := range c {
			dir, err := os.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			defer dir.Close()
			c[p] = node{int(dir.Fd()), tt.v2}
		}
		if got := c.CPU(); got != 1500*time.Microsecond {
			t.Errorf("%s: CPU time %v", tt.name, got)
		}
		if own, files := c.Memory(); own != 8000 || files != 5 {
			t.Errorf("%s: %d bytes, %d of files in memory, want 8000 and 5", tt.name, own, files)
		}
		if got := c.Killed(); got != 2 {
			t.Errorf("%s: %d processes killed when out of memory, want 2", tt.name, got)
		}
		if got := c.Refused(); got != 7 {
			t.Errorf("%s: %d processes refused, want 7", tt.name, got)
		}
		if got := c.Processes(); got != 2 {
			t.Errorf("%s: %d processes, want 2", tt.name, got)
		}
		if err := errors.Join(c.Limit(104, 64<<20), c.Join(), c.Enter(42)); err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		if got := c.Full(); got != tt.full {
			t.Errorf("%s: full %d times, want %d", tt.name, got, tt.full)
		}
		for name, want := range tt.limited {
			got, err := os.ReadFile(filepath.Join(path, name))
			if err != nil || string(got) != want {
				t.Errorf("%s: %s: %q, %v, want %q", tt.name, name, got, err, want)
			}
		}
	}
	var none Group
	none.Hold(true)
	err := none.Limit(0, 1)
	if err != nil || none.CPU() != 0 || none.Killed() != 0 || none.Refused() != 0 ||
		none.Processes() != 0 || none.Full() != 0 {
		t.Errorf("no group: %v, or it has used something", err)
	}
}
