package tasks

import (
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// Programs get no more tasks than are left without ours and those of helpers, and enough to run.
func TestDivide(t *testing.T) {
	for _, tt := range []struct {
		left, runners, accepted int
		room                    int
		fault                   string
	}{
		{1100, 1, 0, 1020, ""}, {1100, 3, 0, 988, ""}, {100, 1, 0, 32, ""}, {56, 1, 0, 32, ""},
		{164, 2, 0, 68, ""}, {160, 2, 0, 64, ""},
		{1100, 40, 0, 0, "for 40 programs at a time: run 21 at most (-j 21), see ulimit -u"},
		{159, 2, 0, 0, "run 1 at most (-j 1)"},
		{55, 1, 0, 0, "for a program: see ulimit -u"}, {55, 2, 0, 0, "for a program: see ulimit -u"},
		{140, 2, 2, 64, ""}, {40, 1, 2, 32, ""}, {140, 3, 2, 0, "run 2 at most (-j 2)"},
	} {
		room, err := divide(tt.left, tt.runners, tt.accepted)
		if err == nil && tt.fault != "" || err != nil &&
			(tt.fault == "" || !strings.Contains(err.Error(), tt.fault)) || room != tt.room {
			t.Errorf("%d tasks, %d runners, %d accepted: room %d, %v, want %d, %q", tt.left, tt.runners,
				tt.accepted, room, err, tt.room, tt.fault)
		}
	}
}

// The limit of our user's processes is one of the system's.
func TestTake(t *testing.T) {
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NPROC, &limit); err != nil {
		t.Fatal(err)
	}
	low := limit
	low.Cur = min(low.Max, uint64(limited()+20)) // for threads of this process
	if err := unix.Setrlimit(unix.RLIMIT_NPROC, &low); err != nil {
		t.Fatal(err)
	}
	_, err := Take(1)
	unix.Setrlimit(unix.RLIMIT_NPROC, &limit)
	if err == nil {
		t.Error("no error for a program if there may be 20 tasks more, want one")
	}
}
