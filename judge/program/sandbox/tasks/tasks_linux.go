// Package tasks shares out the processes and threads that the system's limits leave: the kernel
// counts both as tasks.
package tasks

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync/atomic"

	"golang.org/x/sys/unix"

	"tilejudge/judge/program/sandbox/cgroup"
	"tilejudge/judge/program/sandbox/proc"
)

// Helper is how many threads a helper has while a program runs, or one more. It makes them before,
// because the Go runtime ends a process that gets no thread.
const Helper = 16

// Of the tasks that the system leaves, spare are for this process, and Helper more for each helper.
// A program needs least: Java and Node have some 20 threads. For one program at a time, few are
// enough for this process.
const spare, few, least = 64, 8, 32

// A Limit says how many tasks a program may have, how many our user may have, those of all programs
// included (0: enough), and how many runners run programs at once.
type Limit struct{ Program, User, Runners int }

// A Share is what the programs of one runner may have.
type Share struct {
	Limit Limit
	begun bool
}

// helpers is how many there are: their tasks are taken already. accepted is how many runners there
// was room for: as many are accepted again later, when this process may have more threads.
var helpers, accepted atomic.Int32

// Take returns the share of one of some runners. It is an error if the system's limits leave too
// little for all of them.
func Take(runners int) (*Share, error) {
	const enough = 16 << 10 // for each runner
	left := enough * runners
	var limit unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_NPROC, &limit) == nil && limit.Cur < uint64(left) {
		left = int(limit.Cur) - limited()
	}
	if room, ok := cgroup.RoomForTasks(); ok {
		left = min(left, room)
	}
	s := &Share{Limit: Limit{Runners: runners}}
	if left >= enough*runners {
		return s, nil
	}
	left += Helper * int(helpers.Load())
	room, err := divide(left, runners, int(accepted.Load()))
	if err != nil {
		return nil, err
	}
	accepted.Store(max(accepted.Load(), int32(runners)))
	s.Limit.Program = room / runners
	s.Limit.User = room + proc.UserTasks(os.Geteuid()) + Helper*max(runners-int(helpers.Load()), 0)
	return s, nil
}

// divide returns how many of the tasks that are left, with those of all helpers, are for the
// programs of some runners. As many runners as were accepted before are accepted again.
func divide(left, runners, accepted int) (room int, err error) {
	const each = Helper + least
	left = max(left-spare, min(left-few, each), each*min(accepted, runners))
	switch n := left / each; {
	case n < 1:
		return 0, errors.New("the system's limits leave too few processes and threads for a program:" +
			" see ulimit -u and pids.max")
	case n < runners:
		return 0, fmt.Errorf("the system's limits leave too few processes and threads for %d programs"+
			" at a time: run %d at most (-j %d), see ulimit -u and pids.max", runners, n, n)
	}
	return left - Helper*runners, nil
}

// limited returns how many tasks of our user the kernel's limit counts. It does not limit root, in
// whose user namespace all users are.
func limited() int {
	users, _ := os.ReadFile("/proc/self/uid_map")
	all := []string{"0", "0", "4294967295"}
	if os.Geteuid() == 0 && slices.Equal(strings.Fields(string(users)), all) {
		return 0
	}
	return proc.UserTasks(os.Geteuid())
}

// Begin notes that the runner has begun: its helper's tasks are taken.
func (s *Share) Begin() {
	s.begun = true
	helpers.Add(1)
}

// End gives the share back.
func (s *Share) End() {
	if s.begun {
		s.begun = false
		helpers.Add(-1)
	}
}

// CountsNamespace reports whether the kernel's limit of a user's tasks counts those of a user
// namespace alone, as it does since Linux 5.14.
func CountsNamespace() bool {
	var name unix.Utsname
	var major, minor int
	unix.Uname(&name)
	fmt.Sscanf(unix.ByteSliceToString(name.Release[:]), "%d.%d", &major, &minor)
	return major > 5 || major == 5 && minor >= 14
}

// Most returns how many tasks the kernel allows a program, or its group, if the program may have n
// processes. The helper compares their number with the exact limit.
func Most(n int) int {
	const most = 1 << 22 // that the kernel has numbers for
	return min(4*min(n, most)+64, most)
}
