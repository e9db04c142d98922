package sandbox

import "slices"

// A Means is something of the system that protects from programs.
type Means struct {
	Name     string `json:"name"`
	InForce  bool   `json:"in_force"`
	Protects string `json:"protects"`          // what "it", a program, cannot do or hide
	Missing  string `json:"missing,omitempty"` // why it is not in force
	Sandbox  bool   `json:"sandbox"`           // not only limits depend on it
}

// The names of the means.
const (
	MeansUser       = "user namespace"
	MeansProcess    = "process namespace"
	MeansFiles      = "read-only files"
	MeansNetwork    = "network namespace"
	MeansIPC        = "IPC namespace"
	MeansPrivileges = "no privileges"
	MeansCgroup     = "cgroup v2"
	MeansMemory     = "cgroup memory limit"
	MeansProcesses  = "cgroup process limit"
	MeansSubreaper  = "sub-reaper"
)

// allMeans lists the means in the order of a report.
var allMeans = []Means{
	{Name: MeansUser, Sandbox: true,
		Protects: "a program has no rights over anything outside, even if the judge is root"},
	{Name: MeansProcess, Sandbox: true,
		Protects: "it cannot see or signal others; all of it ends at once, or with the judge"},
	{Name: MeansFiles, Sandbox: true,
		Protects: "it cannot write outside its scratch directory, or use devices and /run"},
	{Name: MeansNetwork, Sandbox: true,
		Protects: "it cannot reach the network, not even this machine"},
	{Name: MeansIPC, Sandbox: true,
		Protects: "it cannot leave shared memory or message queues behind"},
	{Name: MeansPrivileges, Sandbox: true,
		Protects: "it cannot gain rights by set-user-ID programs, or use root's"},
	{Name: MeansCgroup,
		Protects: "its CPU time counts even if nobody waits for the end of a process"},
	{Name: MeansMemory,
		Protects: "it cannot exceed its memory between two looks"},
	{Name: MeansProcesses,
		Protects: "it cannot exceed its number of processes between two looks"},
	{Name: MeansSubreaper,
		Protects: "a process that leaves its group or loses its parent is found and ended"},
}

// report returns the means; missing says why one is not in force, and what it
// does not name is.
func report(missing map[string]string) []Means {
	means := slices.Clone(allMeans)
	for i := range means {
		m := &means[i]
		m.Missing = missing[m.Name]
		m.InForce = m.Missing == ""
	}
	return means
}

// Degraded says which parts of the sandbox are missing, and why.
func Degraded(means []Means) (missing []string) {
	for _, m := range means {
		if m.Sandbox && !m.InForce {
			missing = append(missing, m.Name+" ("+m.Missing+")")
		}
	}
	return missing
}

// A Way is how something is done with the means that are in force.
type Way struct {
	What string `json:"what"`
	How  string `json:"how"`
}

// Ways says how programs are ended and limited.
func Ways(means []Means) (found []Way) {
	for _, w := range ways {
		inForce := w.needs == "" || slices.ContainsFunc(means, func(m Means) bool {
			return m.InForce && m.Name == w.needs
		})
		done := slices.ContainsFunc(found, func(f Way) bool { return f.What == w.What })
		if inForce && !done {
			found = append(found, w.Way)
		}
	}
	return found
}

// ways lists, for each thing to do, the best way first.
var ways = []struct {
	Way
	needs string
}{
	{Way{"ended", "by one signal to all of the process namespace"}, MeansProcess},
	{Way{"ended", "by signals to all descendants, frozen, until none is left"}, MeansCgroup},
	{Way{"ended", "by signals to all descendants, until none is left"}, MeansSubreaper},
	{Way{"ended", "by a signal to the process group, or to the program alone on Windows"}, ""},
	{Way{"CPU time", "as the control group counts it, every 10 ms"}, MeansCgroup},
	{Way{"CPU time", "of processes that live or were waited for, every 10 ms"}, MeansSubreaper},
	{Way{"CPU time", "of the program, at its end"}, ""},
	{Way{"memory", "the control group's limit; peaks, and their sum every 10 ms"}, MeansMemory},
	{Way{"memory", "peak of each process, and their sum every 10 ms"}, MeansSubreaper},
	{Way{"memory", "peak of the program, at its end; not known on Windows"}, ""},
	{Way{"processes", "the control group's limit, and counted every 10 ms"}, MeansProcesses},
	{Way{"processes", "counted every 10 ms"}, MeansSubreaper},
	{Way{"processes", "no limit"}, ""},
}

// Gaps says what programs can do in spite of the means that are in force, a
// line each.
func Gaps(means []Means) []string {
	var lines []string
	for _, gap := range gaps {
		covered := slices.ContainsFunc(means, func(m Means) bool {
			return m.InForce && slices.Contains(gap.unless, m.Name)
		})
		if !covered {
			lines = append(lines, gap.text)
		}
	}
	return lines
}

// gaps are open unless one of the means is in force.
var gaps = []struct {
	unless []string
	text   string
}{
	{nil, "a flaw of the kernel that lets a program out: this is no boundary against malware"},
	{nil, "reading: a program reads what you can read, expected answers among them"},
	{nil, "timing: programs share caches, memory bandwidth and disks with all else that runs"},
	{[]string{MeansFiles}, "writing: a program writes what you can, and talks to local services"},
	{[]string{MeansNetwork}, "network: a program reaches whatever you reach"},
	{[]string{MeansProcess}, "signals: a program sees all processes, and can end yours and the judge"},
	{[]string{MeansProcess, MeansCgroup, MeansSubreaper},
		"leftovers: a process that leaves its process group stays"},
	{[]string{MeansCgroup},
		"CPU time of a process whose parent ignores its end (SIGCHLD) counts only while it lives"},
	{[]string{MeansMemory},
		"memory: a program may exceed its limit for some 10 ms, by what it can touch in that time"},
	{[]string{MeansProcesses},
		"processes: a fork bomb may exceed its limit for some 10 ms, by what it can fork in that time"},
}
