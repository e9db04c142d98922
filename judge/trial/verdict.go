package trial

import (
	"bytes"
	"fmt"
	"time"

	"github.com/dustin/go-humanize"

	"tilejudge/judge"
	"tilejudge/judge/sandbox"
)

// verdict returns the verdict on how a run ended, and why. It is AC if the
// program ended by itself and well.
func (t *Trial) verdict(r *sandbox.Result) (judge.Verdict, string) {
	switch r.Exceeded {
	case sandbox.CPU:
		return judge.TLE, fmt.Sprintf("limit %s of CPU", seconds(t.Limits.CPU))
	case sandbox.Wall:
		return judge.TLE, fmt.Sprintf("limit %s of wall time", seconds(t.Limits.Wall))
	case sandbox.Memory:
		return judge.MLE, "limit " + humanize.IBytes(uint64(t.Limits.Memory))
	case sandbox.Output:
		return judge.OLE, "limit " + humanize.IBytes(uint64(t.Limits.Output))
	case sandbox.Processes:
		return judge.RE, fmt.Sprintf("more than %d processes", t.Limits.Processes)
	}
	switch {
	case r.Signal != "":
		return judge.RE, signal(r.Signal) + t.hints(r)
	case r.Exit != 0:
		return judge.RE, fmt.Sprintf("exit status %d", r.Exit) + t.hints(r)
	default:
		return judge.AC, ""
	}
}

// hints says what may have to do with the end of a run: nearly all the memory
// that it may have, for a failed allocation comes before the limit is exceeded,
// and the last words of the program.
func (t *Trial) hints(r *sandbox.Result) (text string) {
	if limit := t.Limits.Memory; limit > 0 && r.Memory > limit/10*9 {
		text = fmt.Sprintf("; perhaps MLE: %s of %s", humanize.IBytes(uint64(r.Memory)), humanize.IBytes(uint64(limit)))
	}
	const limit = 100
	words := bytes.TrimSpace(r.Stderr)
	words = words[bytes.LastIndexByte(words, '\n')+1:]
	if len(words) > 0 {
		text += fmt.Sprintf("; stderr: %.*s", limit, bytes.ToValidUTF8(words, []byte("?")))
	}
	return text
}

// seconds returns a time as "1.5 s".
func seconds(d time.Duration) string { return fmt.Sprintf("%g s", d.Seconds()) }

// usage returns what a run took, or if more, what those before it did.
func usage(r *sandbox.Result, before *judge.Usage) *judge.Usage {
	u := &judge.Usage{
		CPU: r.CPU, Wall: r.Wall, Memory: r.Memory, Output: r.Output, Exit: r.Exit, Signal: r.Signal,
	}
	if before != nil {
		u.CPU, u.Wall = max(u.CPU, before.CPU), max(u.Wall, before.Wall)
		u.Memory, u.Output = max(u.Memory, before.Memory), max(u.Output, before.Output)
		u.Head = before.Head
	}
	return u
}
