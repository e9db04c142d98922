package proc

import (
	"bytes"
	"iter"
	"os"
	"slices"
	"strconv"
	"strings"
)

// Visit calls look once with the process ID of each of our descendants, until one call says that
// this is enough. A process that ends may leave its memory and its files to one that has begun
// since. So if look does not find each of them alive, Visit lists them again, and calls look for
// the new ones, the newest first: it may be the next to end. Visit returns the last list.
func Visit(look func(pid string, again bool) (alive, enough bool)) (last []string) {
	const most = 4 // lists
	seen := make(map[string]bool)
	for i := range most {
		list, all := Descendants("self"), true
		if i > 0 {
			list = newestFirst
		}
		last = last[:0]
		for pid := range list { // look comes first, since the list may grow faster than we read it
			last = append(last, pid)
			if seen[pid] {
				continue
			}
			seen[pid] = true
			alive, enough := look(pid, i > 0)
			if enough {
				return last
			}
			all = all && alive
		}
		if all {
			break
		}
	}
	return last
}

// newestFirst yields our descendants, at most as many as we can list before they are far more.
func newestFirst(yield func(string) bool) {
	const most = 1000
	var pids []string
	for pid := range Descendants("self") {
		if pids = append(pids, pid); len(pids) == most {
			break
		}
	}
	for _, pid := range slices.Backward(pids) {
		if !yield(pid) {
			return
		}
	}
}

// Descendants yields the process IDs, as in /proc, of the descendants of a process, which may be
// "self". One that has ended meanwhile may have given its ID to a stranger: those that seem to be
// its children are left out.
func Descendants(root string) iter.Seq[string] {
	if root == "self" && os.Getpid() == 1 && !ShowsOuter() {
		return others
	}
	if _, err := os.Stat("/proc/thread-self/children"); err != nil {
		return slices.Values(scan(root))
	}
	return func(yield func(string) bool) {
		parents, seen := []string{root}, map[string]bool{RealID(root): true}
		for len(parents) > 0 {
			parent := parents[len(parents)-1]
			parents = parents[:len(parents)-1]
			children := childrenOf(parent)
			if len(children) > 0 && parent != root && !isChild(parent, seen) {
				continue
			}
			for _, child := range children {
				if seen[child] { // another thread has it now
					continue
				}
				if seen[child] = true; !yield(child) {
					return
				}
				parents = append(parents, child)
			}
		}
	}
}

// Listed yields our descendants as Descendants does, but once all are known: one that ends leaves
// its children to others. IDs that strangers have by then are left out.
func Listed(yield func(string) bool) {
	all, ours := slices.Collect(Descendants("self")), map[string]bool{RealID("self"): true}
	for _, pid := range all {
		ours[pid] = true
	}
	for _, pid := range all {
		if isChild(pid, ours) && !yield(pid) {
			return
		}
	}
}

// isChild reports whether a process lives, and is a child of one of some others.
func isChild(pid string, parents map[string]bool) bool {
	s, _ := ReadStat(pid)
	return parents[s.Parent]
}

// RealID returns the ID of a process, which may be "self", as a number in letters.
func RealID(pid string) string {
	if pid == "self" {
		pid, _ = os.Readlink("/proc/self")
	}
	return pid
}

// others yields all processes of a process namespace but the first one: they descend from that.
func others(yield func(string) bool) {
	names, _ := list("/proc")
	for _, name := range names {
		if n, _ := strconv.Atoi(name); n > 1 && !yield(name) {
			return
		}
	}
}

// childrenOf returns the children of all threads of a process. One that ends leaves its children to
// another thread, maybe to one that has begun since: then it looks again.
func childrenOf(pid string) (children []string) {
	const tries = 8
	for range tries {
		missed := false
		threads := threadsOf(pid)
		for _, thread := range slices.Backward(threads) { // the newest one has most of them then
			text, err := read("/proc/" + pid + "/task/" + thread + "/children")
			missed = missed || err != nil
			children = append(children, strings.Fields(string(text))...)
		}
		if !missed || len(threads) < 2 {
			break
		}
	}
	return children
}

// scan finds what Descendants yields, on kernels that do not list children.
func scan(root string) []string {
	children := make(map[string][]string)
	names, _ := list("/proc")
	for _, name := range names {
		if s, ok := ReadStat(name); ok {
			children[s.Parent] = append(children[s.Parent], name)
		}
	}
	all := children[RealID(root)]
	for i := 0; i < len(all); i++ {
		all = append(all, children[all[i]]...)
	}
	return all
}

// OurID returns our ID of a process in /proc, or 0. outer is what ShowsOuter says: then our ID is
// the one that the process has in the innermost of its process namespaces.
func OurID(pid string, outer bool) int {
	if outer {
		text, _ := read("/proc/" + pid + "/status")
		_, text, _ = bytes.Cut(text, []byte("\nNSpid:"))
		text, _, _ = bytes.Cut(text, []byte("\n"))
		pid = string(text[bytes.LastIndexByte(text, '\t')+1:])
	}
	n, _ := strconv.Atoi(pid)
	return n
}

// ShowsOuter reports whether /proc shows the process IDs of another namespace than ours.
func ShowsOuter() bool {
	return RealID("self") != strconv.Itoa(os.Getpid())
}
