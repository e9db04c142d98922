package batching_test

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// pids returns the processes of the system.
func pids() (all []int) {
	entries, _ := os.ReadDir("/proc")
	for _, e := range entries {
		if pid, err := strconv.Atoi(e.Name()); err == nil {
			all = append(all, pid)
		}
	}
	return all
}

// environment returns the variables that a process was started with.
func environment(pid int) []string { return strings.Split(ofProcess(pid, "environ"), "\x00") }

// parentOf returns the parent of a process.
func parentOf(pid int) (parent int) {
	_, rest, _ := strings.Cut(ofProcess(pid, "stat"), ") ")
	var state string
	fmt.Sscan(rest, &state, &parent)
	return parent
}

func cmdline(pid int) string { return ofProcess(pid, "cmdline") }

// ofProcess returns a file about a process, or "" if it has ended.
func ofProcess(pid int, name string) string {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/%s", pid, name))
	return string(text)
}
