package tasks

import (
	"errors"
	"os"
	"testing"

	"golang.org/x/sys/unix"

	"tilejudge/judge/program/sandbox/proc"
)

// Programs get no more tasks than the system leaves them and us.
func TestTake(t *testing.T) {
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NPROC, &limit); err != nil {
		t.Fatal(err)
	}
	before := limit.Cur
	limit.Cur = min(limit.Max, uint64(proc.UserTasks(os.Geteuid())+spare+1000))
	if err := unix.Setrlimit(unix.RLIMIT_NPROC, &limit); err != nil {
		t.Fatal(err)
	}
	one, err1 := Take(1)
	three, err3 := Take(3)
	_, err := Take(40)
	limit.Cur = before
	unix.Setrlimit(unix.RLIMIT_NPROC, &limit)
	if errors.Join(err1, err3) != nil {
		t.Fatal(err1, err3)
	}
	if one.room < 32 || one.room > 1400 || three.room < 96 || three.room > one.room {
		t.Errorf("room for %d tasks, with three runners %d, want some 990 and 960", one.room, three.room)
	}
	if err == nil {
		t.Error("no error for 40 runners, want one")
	}
}
