package tasks

import (
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"tilejudge/judge/judgetest/lack"
	"tilejudge/judge/program/sandbox/cgroup"
)

// Programs get no more tasks than the system leaves them and us, and enough to run.
func TestTake(t *testing.T) {
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NPROC, &limit); err != nil {
		t.Fatal(err)
	}
	if room, ok := cgroup.RoomForTasks(); ok && room < 2000 {
		lack.Skip(t, "room for processes", "the control group has a limit")
	}
	before := limit.Cur
	defer func() {
		limit.Cur = before
		unix.Setrlimit(unix.RLIMIT_NPROC, &limit)
	}()
	for _, tt := range []struct {
		left, runners int
		want          string // the error has it; "": there is none
	}{
		{1100, 1, ""}, {1100, 3, ""}, {100, 1, ""},
		{1100, 40, "for 40 programs at a time: run 23 at most (-j 23), see ulimit -u"},
		{100, 2, "run 1 at most (-j 1)"},
		{30, 1, "for a program: see ulimit -u"}, {30, 2, "for a program: see ulimit -u"},
	} {
		limit.Cur = uint64(limited() + tt.left)
		if err := unix.Setrlimit(unix.RLIMIT_NPROC, &limit); err != nil {
			lack.Skip(t, "room for processes", err)
		}
		accepted.Store(0)
		s, err := Take(tt.runners)
		switch {
		case tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)):
			t.Errorf("%d tasks, %d runners: %v, want %q", tt.left, tt.runners, err, tt.want)
		case tt.want == "" && err != nil:
			t.Errorf("%d tasks, %d runners: %v", tt.left, tt.runners, err)
		case tt.want == "" && (s.room < least*tt.runners || s.room > tt.left-helper*tt.runners):
			t.Errorf("%d tasks, %d runners: room for %d", tt.left, tt.runners, s.room)
		}
	}
}
