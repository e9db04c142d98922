// Package means lists the mechanisms of the system that protect against programs, and says what
// programs can do in spite of those that are in force.
package means

import (
	"slices"
	"strings"
)

// A Means is a mechanism of the system that protects against programs.
type Means struct {
	Name     string `json:"name"`
	InForce  bool   `json:"in_force"`
	Protects string `json:"protects"`          // what a program, "it", cannot do or hide
	Missing  string `json:"missing,omitempty"` // why the means is not in force
	Sandbox  bool   `json:"sandbox"`           // the means is part of the sandbox, not only of limits
}

// The names of the means.
const (
	User       = "user namespace"
	Process    = "process namespace"
	Root       = "own root"
	Proc       = "own /proc"
	Owner      = "own user"
	Landlock   = "Landlock"
	Signals    = "Landlock of signals"
	Nesting    = "no new namespaces"
	Network    = "network namespace"
	IPC        = "IPC namespace"
	Names      = "own host name"
	Privileges = "no privileges"
	Cgroup     = "control group"
	Memory     = "cgroup memory limit"
	Processes  = "cgroup process limit"
	Subreaper  = "sub-reaper"
	Filter     = "system call filter"
	Limits     = "limits before start"
)

// all lists the means in the order of a report.
var all = List{
	{Name: User, Sandbox: true,
		Protects: "a program has no rights outside the sandbox, even if the judge is root"},
	{Name: Owner, Sandbox: true,
		Protects: "it is not your user, and cannot read what only you may read"},
	{Name: Process, Sandbox: true,
		Protects: "it cannot signal other processes; all its processes end with the judge"},
	{Name: Proc, Sandbox: true,
		Protects: "it cannot see other processes"},
	{Name: Root, Sandbox: true,
		Protects: "it sees only its own files and the system's, and writes only to a scratch directory"},
	{Name: Network, Sandbox: true,
		Protects: "it cannot reach the network, not even this machine"},
	{Name: IPC, Sandbox: true,
		Protects: "it cannot leave shared memory or message queues behind"},
	{Name: Names, Sandbox: true,
		Protects: "it does not see the names of the machine and of the judge's control group"},
	{Name: Privileges, Sandbox: true,
		Protects: "it cannot gain rights through set-user-ID programs, or use root's"},
	{Name: Filter, Sandbox: true,
		Protects: "it makes only system calls that programs need, and connects to no server"},
	{Name: Nesting, Sandbox: true,
		Protects: "it cannot make namespaces, in which kernels have had many flaws"},
	{Name: Landlock,
		Protects: "it opens no files but its own, the system's and scratch files, as a second lock"},
	{Name: Signals,
		Protects: "it cannot signal processes that it has not started"},
	{Name: Limits,
		Protects: "it cannot raise its limits of time and file size before they are fixed"},
	{Name: Cgroup,
		Protects: "its CPU time counts even if no process waits for its children"},
	{Name: Memory,
		Protects: "it cannot exceed its memory limit between two measurements"},
	{Name: Processes,
		Protects: "it cannot exceed its limit of processes many times over between two measurements"},
	{Name: Subreaper,
		Protects: "a process that leaves its group or loses its parent is found and ended"},
}

// A List says of all means whether they are in force.
type List []Means

// Report returns all means. A means that is a key of missing is not in force, for the reason that
// is the value.
func Report(missing map[string]string) List {
	list := slices.Clone(all)
	for i := range list {
		m := &list[i]
		m.Missing = missing[m.Name]
		m.InForce = m.Missing == ""
	}
	return list
}

// Missing lists the parts of the sandbox that are missing: those that have the same reason
// together, with the reason.
func (l List) Missing() (missing []string) {
	var reasons []string
	for _, m := range l {
		if !m.Sandbox || m.InForce {
			continue
		}
		i := slices.Index(reasons, m.Missing)
		if i < 0 {
			reasons, missing = append(reasons, m.Missing), append(missing, m.Name)
		} else {
			missing[i] += ", " + m.Name
		}
	}
	for i, reason := range reasons {
		missing[i] += " (" + reason + ")"
	}
	return missing
}

// Degraded lists the missing parts of which a user should know at each run. In a user namespace,
// a user of the program's own is not among them: it adds little there, and most systems do not let
// ordinary users have one. Landlock is one where it has to stand in for a namespace.
func (l List) Degraded() []string {
	parts := slices.Clone(l)
	for i := range parts {
		switch m := &parts[i]; m.Name {
		case Owner:
			m.Sandbox = !l.anyInForce(User)
		case Landlock:
			m.Sandbox = !l.anyInForce(Root)
		case Signals:
			m.Sandbox = !l.anyInForce(Process)
		}
	}
	return parts.Missing()
}

// Incomplete says which parts of the sandbox are missing, as Missing or Degraded list them.
func Incomplete(missing []string) string {
	return "the sandbox is not complete: these parts are missing: " + strings.Join(missing, ", ") +
		"; see doctor"
}

// A Way says how programs are ended or measured.
type Way struct {
	What string `json:"what"` // "ended", or the quantity that is measured
	How  string `json:"how"`
}

// Ways says how programs are ended and measured with the means that are in force.
func (l List) Ways() (found []Way) {
	for _, w := range ways {
		known := slices.ContainsFunc(found, func(f Way) bool { return f.What == w.What })
		if !known && (w.needs == "" || l.anyInForce(w.needs)) {
			found = append(found, w.Way)
		}
	}
	return found
}

// ways lists the best way of each What first, with the means that it needs.
var ways = []struct {
	Way
	needs string
}{
	{Way{"ended", "by one signal to all processes in the process namespace"}, Process},
	{Way{"ended", "by one signal to all processes that Landlock confines with the program"},
		Signals},
	{Way{"ended", "by killing all descendants, which can start no others, until none is left"},
		Processes},
	{Way{"ended", "by killing all descendants, until none is left"}, Subreaper},
	{Way{"ended", "by a signal to the process group, or only to the program on Windows"}, ""},
	{Way{"CPU time", "of the control group, measured every 10 ms"}, Cgroup},
	{Way{"CPU time", "of living and reaped processes, measured every 10 ms"}, Subreaper},
	{Way{"CPU time", "of the program, measured at its end"}, ""},
	{Way{"memory", "limited by the control group; peaks and sum read every 10 ms"}, Memory},
	{Way{"memory", "peak of each process and sum of all, measured every 10 ms"}, Subreaper},
	{Way{"memory", "peak of the program, measured at its end; unknown on Windows"}, ""},
	{Way{"processes", "limited by the control group, and counted every 10 ms"}, Processes},
	{Way{"processes", "counted every 10 ms"}, Subreaper},
	{Way{"processes", "not limited"}, ""},
}

// Gaps says what programs can do in spite of the means that are in force, in a line for each.
func (l List) Gaps() []string {
	var lines []string
	for _, gap := range gaps {
		if !l.anyInForce(gap.unless...) {
			lines = append(lines, gap.text)
		}
	}
	return lines
}

// Refusals says what honest programs may need, and cannot have because of the means that are in
// force, in a line for each.
func (l List) Refusals() []string {
	var lines []string
	for _, r := range refusals {
		if l.anyInForce(r.by) && !l.anyInForce(r.unless...) {
			lines = append(lines, r.text)
		}
	}
	return lines
}

// anyInForce reports whether one of some means is in force.
func (l List) anyInForce(names ...string) bool {
	return slices.ContainsFunc(l, func(m Means) bool {
		return m.InForce && slices.Contains(names, m.Name)
	})
}

// refusals lists what is refused, each with the means that refuses it, and those that make that
// needless: one of them is enough.
var refusals = []struct {
	by     string
	unless []string
	text   string
}{
	{Filter, nil,
		"servers: local sockets, which Python's multiprocessing needs for managers and for the start" +
			" method forkserver, the default since 3.14: the method fork needs none"},
	{Filter, nil, "shared memory, semaphores and message queues of System V, and message queues of" +
		" POSIX; inotify, which Java's WatchService and Node's fs.watch need; pseudo terminals;" +
		" the list of network devices, such as networkInterfaces of Node returns"},
	{Filter, nil,
		"sessions: setsid, and so Python's start_new_session, unless --policy allows it"},
	{Privileges, nil, "directory: a program's working directory has at most 1,024 of the files" +
		" beside it, and those that its arguments name: the others it finds where they are"},
	{Privileges, nil, "environment: variables of the judge besides PATH, such as LD_LIBRARY_PATH," +
		" JAVA_HOME or PYTHONPATH: env sets them for a command"},
	{Owner, nil, "toolchains of PATH in directories that others may not search, such as homes: chmod" +
		" o+x lets them"},
	{Filter, nil, "programs of 32 bits: their first system call ends them (signal 31)"},
	{Privileges, nil, "output: it is a file: who opens /dev/stdout anew, as Node's writeFileSync" +
		" does each time, begins at its beginning, and overwrites what was printed"},
	{Privileges, nil, "workers: those of Node cannot be given process.execArgv, which has the" +
		" options of the heap, nor resourceLimits, before which these come"},
	{Filter, nil, "tracing: LeakSanitizer, which is part of AddressSanitizer, is switched off"},
	{Filter, nil, "locks: flock and fcntl succeed and lock nothing: processes of a program do not" +
		" keep each other out of a file, such as a database of SQLite"},
	{Filter, []string{Process}, "clocks: the CPU time of a process by its number, even by its own," +
		" as clock_getcpuclockid(getpid(), ...) asks for it"},
	{Filter, []string{Root, Owner}, "modes: chmod, chown and utime succeed and do nothing, even for" +
		" a file that does not exist; utime without times fails, so that a program creates the file. A" +
		" program cannot make another program and start it, unless it writes that over a file that may" +
		" be run"},
	{Filter, []string{Memory},
		"memory: shared memory that is no file, such as that of Python's mmap.mmap(-1, n);" +
			" memfd_create, splice, sendfile, robust mutexes; huge pages, which some find faster; over 128" +
			" open files"},
	{Filter, []string{Memory},
		"forks: memory that a child has in common with its parent counts for each: a table of 100" +
			" MiB counts as 900 MiB if eight children use it, or are about to run other programs"},
	{Filter, []string{Memory},
		"datagrams: with --network, the calls sendmsg and sendmmsg, with which Node sends UDP"},
	{Memory, nil, "memory: files in the scratch directory and in /tmp count as memory"},
	{Memory, nil, "descriptors: over 256 open files"},
	{Subreaper, nil, "connections: with --network, each socket above some 190 counts as 256 KiB of" +
		" memory, as much as the kernel may keep in its buffers"},
	{Limits, nil, "signals: one that a program ignores can interrupt epoll_wait and" +
		" sigtimedwait, until the program has its first child"},
	{Landlock, []string{Root}, "truncation: before Linux 6.2, calls that truncate a file by its" +
		" name, such as Python's os.truncate and resize_file of C++"},
	{Limits, nil, "stack: it has at most a 16th of the judge's limit of addresses or of data (ulimit" +
		" -v, -d), the lower one, but 8 MiB at least"},
	{Landlock, []string{Root}, "settings: files of /etc that are not listed below are there, but" +
		" cannot be opened, such as /etc/passwd: the program's user has no name"},
	{Landlock, []string{Root},
		"files: /tmp, /var/tmp and /dev/shm: TMPDIR names a directory for temporary files (Java needs" +
			" -Djava.io.tmpdir), but semaphores and shared memory with names, such as those of" +
			" Python's multiprocessing, fail; and to list /, /proc/self/fd and /proc, as Java's" +
			" ProcessHandle does"},
}

// gaps lists the weaknesses, each with the means that remove it.
var gaps = []struct {
	unless []string
	text   string
}{
	{nil, "kernel: a program can escape through a flaw of the kernel; this does not stop malware"},
	{nil, "reading: a program can read the system's files and its own: see below, and run --help"},
	{nil, "solvers: a program can run those in PATH, such as another version of tilejudge that has" +
		" another name"},
	{nil, "timing: a program shares caches, memory bandwidth, disks and the kernel's counters with" +
		" all other processes: so programs that run at the same time can talk to each other, and one" +
		" can slow down others several times"},
	{nil, "locks: a program that asks who has locked a file that it sees learns of processes outside"},
	{nil, "owners: a process outside that can write beside a command's program, such as one of the" +
		" program's owner, can solve puzzles for it: judge a copy, as --programs does"},
	{nil, "second paths: what a program must not see is hidden by its path: the program can read it" +
		" if it is among the program's own files, too, by hard links or bind mounts, or if the file" +
		" system ignores case and --cases does not spell the path as the directories do"},
	{nil, "renaming: others who can rename what is in TMPDIR, or above it, can change what is" +
		" judged, and what the judge writes and removes; where programs and hand-ins lie they can take" +
		" each other's places, and yours: such directories should be yours, or root's and sticky" +
		" (chmod +t)"},
	{nil, "temporary files: a program in whose directory another judge of yours has its TMPDIR can" +
		" read what that judge writes there"},
	{[]string{Root, Landlock},
		"cheating: a program can read what you can, such as expected answers and others' output"},
	{[]string{Root, Landlock},
		"writing: a program can write what you can, and talk to local services"},
	{[]string{Root},
		"guessing: a program can find out whether there is a file, its size and times, and which" +
			" files are hidden beside its own"},
	{[]string{Owner},
		"files: a program can read even those of its files that only you may read"},
	{[]string{Owner},
		"your user: a program can use up what the kernel grants you, such as watched files: then" +
			" other programs that you start meanwhile may fail"},
	{[]string{Network, Filter}, "network: a program can reach whatever you can reach"},
	{[]string{Network},
		"connections: a program can see in /proc/net with whom this machine is connected"},
	{[]string{Filter},
		"sockets: a program can connect to your servers' local sockets, and so escape"},
	{[]string{Process, Owner, Signals},
		"signals: a program can end your processes and the judge"},
	{nil, "paths: a program can read in /proc/self/mountinfo where its files are on their disks"},
	{[]string{Root}, "times: a program can see when files of the system, and its own, were last" +
		" read: so it can leave word for those that run later"},
	{[]string{Names},
		"names: a program can see the names of the machine and of the judge's control group"},
	{[]string{Proc}, "processes: a program can see all processes and their arguments"},
	{[]string{Nesting}, "namespaces: a program can make some, and so use more of the kernel"},
	{[]string{Process, Cgroup, Subreaper},
		"leftovers: a process that leaves its process group is not ended"},
	{nil, "time: a thread that reads a long file of /proc, as pagemap or one of 60,000 mappings with" +
		" long names, keeps a processor for seconds or minutes if the kernel cannot be preempted: it" +
		" ends late, and others, as the judge, wait"},
	{nil, "time: with -j above 1, a program that exceeds its limit of time runs again, and can know" +
		" by what is in the cache of files what it has computed before: so it can take twice the limit"},
	{nil, "time: if the judge and the program are stopped together, as docker pause does, that" +
		" counts as wall time"},
	{nil, "directories: hundreds of threads that queue for one that others need, such as /usr/lib," +
		" keep it from them for seconds, which do not count as wall time of programs"},
	{[]string{Cgroup},
		"CPU time: a process whose parent ignores SIGCHLD counts only while it lives"},
	{[]string{Process}, "processes: those of a program go on if the judge and its helper are killed" +
		" at the same time"},
	{[]string{Limits},
		"limits: a program that is quick can raise its limits of file size and CPU time"},
	{[]string{Memory},
		"memory: its limit is measured, every 10 ms, and later if the processors are busy: until then" +
			" a program can exceed it by hundreds of MiB, and by GiB with threads that read a file in" +
			" memory or /proc/self/pagemap: such a call sees no signal. One that is made to hide memory," +
			" as in processes that have ended while others read them, can exceed it unseen:" +
			" judge strangers' programs where a control group limits memory"},
	{[]string{Memory},
		"memory: the kernel's notes on ranges of pages and on watched files do not count, some 20 MiB" +
			" for each process and each one that it descends from, nor do 48 MiB of buffers of pipes" +
			" and sockets; a program that may not be read is refused, or counts as if all its buffers" +
			" were full if another starts it"},
	{[]string{Memory}, "memory: files in the scratch directory do not count, up to 512 MiB, nor do" +
		" standard error and, where TMPDIR is on btrfs, standard output, which are in memory, up to the" +
		" limit of output each"},
	{[]string{Root},
		"disk: open files whose names are removed do not count: for each process some 120" +
			" times the limit of output"},
	{nil, "memory: no group counts all memory that the kernel uses for a program: the kernel takes" +
		" blocks, frees some late, and keeps a block while one piece of it is in use: a program that is" +
		" made for that can have some four times its limit"},
	{nil, "memory: if the machine, or a control group that the judge is in, has less memory than the" +
		" limits of the programs that run at once, one can take what others need: these are then JE, RE" +
		" or MLE"},
	{nil, "memory: where TMPDIR is in memory, or on btrfs, a group allows a program as much more as" +
		" the limit of output: of the kernel's memory, such as buffers of sockets, and of its own until" +
		" it is measured"},
	{[]string{Root}, "disk: on btrfs, which keeps a piece of a file as long as one page of it is in" +
		" use, a program can fill the disk of TMPDIR, though its files are short"},
	{nil, "disk: where TMPDIR has less room than the limits of output of the programs that run at" +
		" once, and 256 MiB for each, and 512 MiB for a compiler, or others can fill it, runs are JE:" +
		" give the judge a TMPDIR of its own"},
	{nil, "processes: judges that share a tight limit of processes and threads, as a user's (ulimit" +
		" -u) or a control group's (pids.max), can lack those that programs of another judge take: give" +
		" each judge a limit of its own"},
	{[]string{Processes},
		"processes: a program can exceed its limit until it is measured; one that has root's user" +
			" can go on until the machine has no process numbers left, which ends the judge: limit the" +
			" container (docker run --pids-limit), start the judge as another user, or give it the" +
			" rights to give programs a user of their own: CAP_SETUID, CAP_SETGID, CAP_CHOWN, CAP_KILL," +
			" CAP_DAC_OVERRIDE and CAP_FOWNER"},
}
