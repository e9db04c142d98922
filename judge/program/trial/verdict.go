package trial

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/dustin/go-humanize"

	"tilejudge/judge"
	"tilejudge/judge/program/sandbox"
)

// verdict returns the verdict on how a run ended, and the reason. It is AC if the
// program exited with status 0 within its limits.
func (t *Trial) verdict(r *sandbox.Result) (judge.Verdict, string) {
	switch r.Exceeded {
	case sandbox.CPU:
		return judge.TLE, fmt.Sprintf("limit %s of CPU", seconds(t.Limits.CPU))
	case sandbox.Wall:
		return judge.TLE, fmt.Sprintf("limit %s of wall time, in which it used %s of CPU",
			seconds(t.Limits.Wall), seconds(r.CPU.Round(time.Millisecond)))
	case sandbox.Memory:
		return judge.MLE, "limit " + humanize.IBytes(uint64(t.Limits.Memory))
	case sandbox.Output:
		return judge.OLE, "limit " + humanize.IBytes(uint64(t.Limits.Output))
	case sandbox.Scratch:
		return judge.OLE, "limit " + humanize.IBytes(sandbox.MaxScratch) + " of files"
	case sandbox.Files:
		return judge.OLE, "limit " + humanize.Comma(sandbox.MaxFiles) + " files"
	case sandbox.Processes:
		return judge.RE, fmt.Sprintf("more than %d processes", t.Limits.Processes)
	case sandbox.Tasks:
		return judge.RE, "more processes and threads than the system's limits leave it: see ulimit -u" +
			" and pids.max, or run fewer programs at a time"
	}
	switch {
	case t.Limits.Memory > 0 && heapIsFull(r):
		return judge.MLE, "the heap is full; limit " + humanize.IBytes(uint64(t.Limits.Memory))
	case r.HelperKilled:
		return judge.RE, "the program ended the process that measures it, or memory ran out"
	case r.Signal != "":
		return judge.RE, signal(r.Signal) + t.hints(r)
	case r.Exit != 0:
		return judge.RE, fmt.Sprintf("exit status %d", r.Exit) + t.hints(r)
	default:
		return judge.AC, ""
	}
}

// heapIsFull reports whether Java, with the option ExitOnOutOfMemoryError, or Node has ended a
// program for that.
func heapIsFull(r *sandbox.Result) bool {
	says := func(words string) bool { return bytes.Contains(r.Stderr, []byte(words)) }
	const aborted = 128 + 6 // by a shell's count
	return r.Exit != 0 && says("Terminating due to java.lang.OutOfMemoryError") ||
		(r.Signal != "" || r.Exit == aborted) &&
			says("Allocation failed - JavaScript heap out of memory")
}

// hints returns what may explain a run that failed or gave no output: a memory peak just below the
// limit, since a program may exit when an allocation fails; a line of standard error; the limit of
// output, if the program speaks of a file too large; what ends programs of 32 bits; a file that the
// program does not see in the sandbox.
func (t *Trial) hints(r *sandbox.Result) (text string) {
	if limit := t.Limits.Memory; limit > 0 && r.Memory > limit/10*9 {
		text = fmt.Sprintf("; perhaps MLE: %s of %s",
			humanize.IBytes(uint64(r.Memory)), humanize.IBytes(uint64(limit)))
	}
	const maxLine = 100 // letters
	if line := reason(r.Stderr); line != "" {
		text += "; stderr: " + judge.Plain(line, maxLine)
	}
	if bytes.Contains(bytes.ToLower(r.Stderr), []byte("file too large")) { // EFBIG
		text += "; --output-limit holds for each file that a program writes"
	}
	if r.Signal == "SIGSYS" {
		text += "; perhaps it is a program of 32 bits, which the sandbox does not run"
	}
	if r.Unseen != "" {
		text += fmt.Sprintf("; in the sandbox it does not see %s: see --mount", r.Unseen)
	}
	return text
}

// causes finds the line that says why a program failed, in the messages of those languages that
// write more lines after it, such as the callers or the line of the source.
var causes = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)` + strings.Join([]string{
		// Go, which also has fatal errors, as Node, OCaml, PHP and Python have
		`^panic: .*`,
		`^(?i:(?:php )?fatal (?:python )?error: ).*`,
		// Rust: the place, then the text
		`panicked at .*(?:[^:]$|:\n.*)`,
		// Node
		`^(?:\w+Error \[\w+\]|Error: Cannot find module).*`,
		// Ruby, without the directory of the source
		`[^/\n]*:\d+:in .* \(\S+\)`,
		// Lua
		`^lua\S*: .*`,
		// C and C++
		`^SUMMARY: (?:Address|Leak|Memory|Thread)Sanitizer: .*`,
	}, "|"))
})

// remarks are the beginnings of lines after the one that says why a program failed.
var remarks = []string{
	"}",
	"(Use `node ",
	"Node.js v",
	"BEGIN failed--", // Perl
	"SUMMARY: UndefinedBehaviorSanitizer",
}

// reason returns the line of standard error that says why a program failed. If no message in it is
// known, that is the last line, without remarks and without the callers that Java and JavaScript
// list, which are indented.
func reason(stderr []byte) (last string) {
	if cause := causes().Find(stderr); cause != nil {
		return strings.ReplaceAll(string(bytes.TrimSpace(cause)), "\n", " ")
	}
	for line := range strings.Lines(strings.TrimSpace(string(stderr))) {
		isRemark := func(start string) bool { return strings.HasPrefix(line, start) }
		if last == "" ||
			!strings.ContainsAny(line[:1], " \t\r\n") && !slices.ContainsFunc(remarks, isRemark) {
			last = strings.TrimSpace(line)
		}
	}
	return last
}

// seconds returns a time as "1.5 s".
func seconds(d time.Duration) string { return fmt.Sprintf("%g s", float64(d)/1e9) }

// usage returns what a run took, or for each quantity the maximum of this run and the runs before.
func usage(r *sandbox.Result, before *judge.Usage) *judge.Usage {
	u := &judge.Usage{
		CPU: r.CPU, Wall: r.Wall, Memory: r.Memory, Output: r.Output,
		Exit: r.Exit, Signal: r.Signal,
	}
	if before != nil {
		u.CPU, u.Wall = max(u.CPU, before.CPU), max(u.Wall, before.Wall)
		u.Memory, u.Output = max(u.Memory, before.Memory), max(u.Output, before.Output)
		u.Head = before.Head
	}
	return u
}
