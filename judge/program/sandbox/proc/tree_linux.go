package proc

import (
	"iter"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Descendants yields the process IDs, as in /proc, of the descendants of a process, which may be
// "self".
func Descendants(root string) iter.Seq[string] {
	if _, err := os.Stat("/proc/thread-self/children"); err != nil {
		return slices.Values(scan(root))
	}
	return func(yield func(string) bool) {
		parents := []string{root}
		for len(parents) > 0 {
			parent := parents[len(parents)-1]
			parents = parents[:len(parents)-1]
			threads, _ := os.ReadDir("/proc/" + parent + "/task")
			for _, thread := range threads {
				text, _ := os.ReadFile("/proc/" + parent + "/task/" + thread.Name() + "/children")
				for child := range strings.FieldsSeq(string(text)) {
					if !yield(child) {
						return
					}
					parents = append(parents, child)
				}
			}
		}
	}
}

// scan returns the same on kernels that do not list children.
func scan(root string) []string {
	children := make(map[string][]string)
	entries, _ := os.ReadDir("/proc")
	for _, e := range entries {
		if s, ok := ReadStat(e.Name()); ok {
			children[s.Parent] = append(children[s.Parent], e.Name())
		}
	}
	if root == "self" {
		root, _ = os.Readlink("/proc/self")
	}
	all := children[root]
	for i := 0; i < len(all); i++ {
		all = append(all, children[all[i]]...)
	}
	return all
}

// Waits returns how long each living thread of our descendants has waited for a processor, since it
// began.
func Waits() map[string]time.Duration {
	all := make(map[string]time.Duration)
	for pid := range Descendants("self") {
		threads, _ := os.ReadDir("/proc/" + pid + "/task")
		for _, thread := range threads {
			text, _ := os.ReadFile("/proc/" + pid + "/task/" + thread.Name() + "/schedstat")
			if fields := strings.Fields(string(text)); len(fields) > 1 { // the kernel may have no such file
				n, _ := strconv.ParseInt(fields[1], 10, 64)
				all[thread.Name()] = time.Duration(n)
			}
		}
	}
	return all
}

// ShowsOuter reports whether /proc shows the process IDs of another namespace than ours.
func ShowsOuter() bool {
	self, _ := os.Readlink("/proc/self")
	return self != strconv.Itoa(os.Getpid())
}
