package cgroup

import (
	"os"
	"testing"
)

// Only outputs of earlier runs are kept in memory, as long as the group still counts them, whatever
// the kernel frees late.
func TestKept(t *testing.T) {
	dir, err := os.MkdirTemp("/dev/shm", "tilejudge-test-")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	const output, late = 1 << 20, 1 << 30
	var f Files
	for i, tt := range []struct {
		left, want int64 // at the end of the run, without its output; kept in the next
	}{
		{0, output}, {output, 2 * output}, {2*output + late, 3 * output}, {output, 2 * output},
		{late, 3 * output},
	} {
		stdout, err := os.CreateTemp(dir, "")
		if err != nil {
			t.Fatal(err)
		}
		defer stdout.Close()
		stderr, err := os.Open(os.DevNull)
		if err != nil {
			t.Fatal(err)
		}
		defer stderr.Close()
		f.Begin(int(stdout.Fd()), int(stderr.Fd()))
		if _, err := stdout.Write(make([]byte, output)); err != nil || f.Written() != output {
			t.Fatalf("%d bytes are written, %v, want %d", f.Written(), err, output)
		}
		f.End(tt.left+output, false)
		if f.Begin(int(stdout.Fd()), int(stderr.Fd())); f.Kept != tt.want {
			t.Errorf("run %d: %d bytes are kept, want %d", i, f.Kept, tt.want)
		}
	}
}
