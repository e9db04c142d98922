// Package cgroup puts programs into control groups of Linux, version 1 or 2: it finds the group of
// this process, makes groups below it, and limits and measures what is in them.
package cgroup

import (
	"bytes"
	"errors"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// A Group is the control group of a runner's programs, as the helper sees it: an open directory
// for each part. In version 2 of control groups all parts are one directory.
//
// cgroup.kill is not used: since Linux 6.14 a process that is started in a group after a
// cgroup.kill ends at once.
type Group [Parts]node

// A Part is one of the things that a control group does for us.
type Part int

const (
	Memory Part = iota
	Processes
	CPU
	Parts // how many parts there are
)

// controllers has the kernel's controller of each part.
var controllers = [Parts]string{"memory", "pids", "cpuacct"}

// A node is a directory of a control group. The zero value is none.
type node struct {
	Dir int // file descriptor, never 0; before Receive an index of Dirs.Files, from 1
	V2  bool
}

// Receive sets the file descriptors of Dirs.Files, which a helper has received.
func (c *Group) Receive(files []int) {
	for p, n := range c {
		if n.Dir > 0 {
			c[p].Dir = files[n.Dir-1]
		}
	}
}

// Has reports whether the group has a part.
func (c *Group) Has(p Part) bool { return c[p].Dir != 0 }

// InVersion2 reports whether programs must Enter the group.
func (c *Group) InVersion2() bool { return c.unified().Dir != 0 }

// Join moves this thread, and the processes that it starts from now on, into the directories of
// version 1. That is quick, and enough: our memory is counted in the group of our other threads.
func (c *Group) Join() error {
	for _, n := range c {
		if n.Dir == 0 || n.V2 {
			continue
		}
		if err := n.write("tasks", "0"); err != nil {
			return err
		}
	}
	return nil
}

// Enter moves a process into the directory of version 2, which takes no single threads.
// clone3 could start a process there, but needs Linux 5.7, and the filter refuses it: its flags
// are in memory, which a filter cannot see.
func (c *Group) Enter(pid int) error {
	if n := c.unified(); n.Dir != 0 {
		return n.write("cgroup.procs", strconv.Itoa(pid))
	}
	return nil
}

// unified returns the directory of version 2.
func (c *Group) unified() node {
	for _, n := range c {
		if n.V2 {
			return n
		}
	}
	return node{}
}

// Limit sets the kernel's limits of the group; 0 means none. tasks counts threads, too. The limit
// of memory is KernelMemory higher, because the kernel also counts its own memory: the helper
// compares what the run takes with the exact limit.
func (c *Group) Limit(tasks int, memory int64) error {
	var err error
	text := "max"
	if tasks > 0 {
		text = strconv.Itoa(tasks)
	}
	if n := c[Processes]; n.Dir != 0 {
		err = n.write("pids.max", text)
	}
	if n := c[Memory]; n.Dir != 0 {
		n.settle()
		busy := n.limitMemory(memory)
		for deadline := time.Now().Add(busyTime); busy == unix.EBUSY && time.Now().Before(deadline); {
			time.Sleep(time.Millisecond)
			busy = n.limitMemory(memory)
		}
		err = errors.Join(err, busy)
	}
	return err
}

// busyTime is how long the kernel may take to free the scratch directory of the program before: a
// limit of memory cannot be lower than what is in use.
const busyTime = 5 * time.Second

// KernelMemory is how many bytes a group may have beyond the memory limit of a run.
const KernelMemory = 16 << 20

// settle waits until the group no longer counts the page tables of the program before, which the
// kernel frees some time after the end of a process. In version 1 the number has the kernel's
// caches of files, too, which stay: so settle ends once the number has not fallen for 20 ms.
func (n node) settle() {
	name, key := "memory.kmem.usage_in_bytes", ""
	if n.V2 {
		name, key = "memory.stat", "pagetables "
	}
	least := n.read(name, key)
	for waited := 0; least >= KernelMemory/2 && waited < 20; waited++ {
		time.Sleep(time.Millisecond)
		if now := n.read(name, key); now < least {
			least, waited = now, 0
		}
	}
}

// limitMemory sets the limit of memory, in bytes; 0 means none.
func (n node) limitMemory(limit int64) error {
	if n.V2 {
		swap, memory := "max", "max"
		if limit > 0 {
			swap, memory = "0", strconv.FormatInt(limit+KernelMemory, 10)
		}
		n.write("memory.swap.max", swap) // the file is missing if there is no swap
		return n.write("memory.max", memory)
	}
	// The limit that includes swap must never be lower than the other limit.
	n.write("memory.memsw.limit_in_bytes", "-1")
	if limit <= 0 {
		n.write("memory.kmem.tcp.limit_in_bytes", "-1")
		return n.write("memory.limit_in_bytes", "-1")
	}
	text := strconv.FormatInt(limit+KernelMemory, 10)
	err := n.write("memory.limit_in_bytes", text)
	// Some kernels do not count how often the limit with swap is reached: so it is higher, see Full.
	const more = 1 << 20
	n.write("memory.memsw.limit_in_bytes", strconv.FormatInt(limit+KernelMemory+more, 10))
	n.write("memory.kmem.tcp.limit_in_bytes", text) // buffers of TCP have a limit of their own
	return err
}

// Hold stops the processes of the group, so that they start no others, or lets them go on.
// Processes can be started again after the next call of Limit.
func (c *Group) Hold(stop bool) {
	if n := c[Processes]; n.Dir != 0 && stop {
		n.write("pids.max", "0")
	}
	if n := c.unified(); n.Dir != 0 {
		n.write("cgroup.freeze", map[bool]string{true: "1", false: "0"}[stop])
	}
}

// CPU returns the CPU time of all processes that have ever been in the group.
func (c *Group) CPU() time.Duration {
	switch n := c[CPU]; {
	case n.Dir == 0:
		return 0
	case n.V2:
		return time.Duration(n.read("cpu.stat", "usage_usec ")) * time.Microsecond
	default:
		return time.Duration(n.read("cpuacct.usage", ""))
	}
}

// Memory returns how many bytes of pages the group's processes have for themselves, also those that
// are swapped out, and how many of files in memory, such as those of tmpfs, and of shared memory.
// The kernel's own memory for them does not count: most of that is names and inodes of files that
// they have looked up, which it would give back. In version 1 the groups below count, too.
func (c *Group) Memory() (own, files int64) {
	n := c[Memory]
	if n.Dir == 0 {
		return 0, 0
	}
	stat := text(n.Dir, "memory.stat")
	if n.V2 { // limitMemory forbids swap
		return numberAfter(stat, "anon "), numberAfter(stat, "shmem ")
	}
	own = numberAfter(stat, "total_rss ") + numberAfter(stat, "total_swap ")
	return own, numberAfter(stat, "total_shmem ")
}

// Full returns how often the group has reached its limit of memory. Version 2 counts only when the
// kernel then has to kill a process, version 1 also when it takes page cache back.
func (c *Group) Full() int64 {
	switch n := c[Memory]; {
	case n.Dir == 0:
		return 0
	case n.V2:
		return n.read("memory.events", "oom ")
	default:
		return n.read("memory.failcnt", "") + n.read("memory.memsw.failcnt", "")
	}
}

// Killed returns how many processes of the group the kernel has killed for want of memory, of the
// group, of one above it, or of the machine.
func (c *Group) Killed() int64 {
	switch n := c[Memory]; {
	case n.Dir == 0:
		return 0
	case n.V2:
		return n.read("memory.events", "oom_kill ")
	default:
		return n.read("memory.oom_control", "oom_kill ")
	}
}

// Refused returns how many processes and threads the limit of their number has refused the group.
func (c *Group) Refused() int64 {
	if n := c[Processes]; n.Dir != 0 {
		return n.read("pids.events", "max ")
	}
	return 0
}

// Processes returns how many processes have threads in the group, at most as many as the kernel
// lists at once: some 800.
func (c *Group) Processes() int {
	n := c[Processes]
	if n.Dir == 0 {
		return 0
	}
	return bytes.Count(text(n.Dir, "cgroup.procs"), []byte("\n"))
}

// write writes to a file of the group.
func (n node) write(name, value string) error { return write(n.Dir, name, value) }

// write writes to a file in a directory.
func write(dir int, name, value string) error {
	fd, err := unix.Openat(dir, name, unix.O_WRONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	_, err = unix.Write(fd, []byte(value))
	return err
}

// read returns the number after a key in a file of the group, or 0.
func (n node) read(name, key string) int64 { return read(n.Dir, name, key) }

// read returns the number after a key in a file in a directory, or 0.
func read(dir int, name, key string) int64 { return numberAfter(text(dir, name), key) }

// text returns the beginning of a file in a directory, or nothing.
func text(dir int, name string) []byte {
	fd, err := unix.Openat(dir, name, unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil
	}
	defer unix.Close(fd)
	buf := make([]byte, 4096)
	size, _ := unix.Read(fd, buf)
	return buf[:max(size, 0)]
}

// numberAfter returns the number after a key at the start of a line, or 0.
func numberAfter(text []byte, key string) int64 {
	for line := range bytes.Lines(text) {
		if value, ok := bytes.CutPrefix(line, []byte(key)); ok {
			number, _ := strconv.ParseInt(string(bytes.TrimSpace(value)), 10, 64)
			return number
		}
	}
	return 0
}
