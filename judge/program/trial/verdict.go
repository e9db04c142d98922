package trial

import (
	"bytes"
	"fmt"
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
	}
	switch {
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

// hints returns what may explain a failed run: a memory peak just below the limit, since a program
// may exit when an allocation fails; a line of standard error; a file that the program does not see
// in the sandbox.
func (t *Trial) hints(r *sandbox.Result) (text string) {
	if limit := t.Limits.Memory; limit > 0 && r.Memory > limit/10*9 {
		text = fmt.Sprintf("; perhaps MLE: %s of %s",
			humanize.IBytes(uint64(r.Memory)), humanize.IBytes(uint64(limit)))
	}
	const maxLine = 100 // letters
	if line := reason(r.Stderr); line != "" {
		text += "; stderr: " + judge.Plain(line, maxLine)
	}
	if r.Unseen != "" {
		text += fmt.Sprintf("; in the sandbox it does not see %s: see --mount", r.Unseen)
	}
	return text
}

// reason returns the last line of standard error, without the callers that Java and JavaScript list
// after it, which are indented, and Node's version.
func reason(stderr []byte) (last string) {
	for line := range bytes.Lines(bytes.TrimSpace(stderr)) {
		if last == "" || !bytes.ContainsAny(line[:1], " \t\r\n") &&
			!bytes.HasPrefix(line, []byte("Node.js v")) {
			last = string(bytes.TrimSpace(line))
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
