package report

import (
	"bufio"
	"cmp"
	"encoding/json"
	"path/filepath"

	"tilejudge/judge"
)

// An ojCase is a case as oj test --log-file writes it. The statuses are oj's, except that a run
// that took too long is TLE: oj itself says WA.
// https://github.com/online-judge-tools/oj, onlinejudge_command/subcommand/test.py
type ojCase struct {
	Status   string   `json:"status"`
	Testcase ojFiles  `json:"testcase"`
	Output   string   `json:"output"`
	Exitcode *int     `json:"exitcode"` // null: the judge stopped the program
	Elapsed  float64  `json:"elapsed"`  // seconds
	Memory   *float64 `json:"memory"`   // units of 1000 KiB: oj divides the KiB of GNU time by 1000
}

// ojStatuses has the statuses of verdicts that oj does not know. If a checker fails, oj says WA.
// It skips no cases.
var ojStatuses = map[judge.Verdict]judge.Verdict{
	judge.PE: judge.WA, judge.JE: judge.WA, judge.OLE: judge.RE, judge.CE: judge.RE,
}

func ojStatus(v judge.Verdict) string { return cmp.Or(ojStatuses[v], v).String() }

type ojFiles struct {
	Name   string `json:"name"`
	Input  string `json:"input"`            // absolute path
	Output string `json:"output,omitempty"` // absolute path
}

// signals has Linux's numbers of signals. If a signal ended a program, oj's exit code is the
// negative number of the signal.
var signals = map[string]int{
	"SIGHUP": 1, "SIGINT": 2, "SIGQUIT": 3, "SIGILL": 4, "SIGTRAP": 5, "SIGABRT": 6, "SIGBUS": 7,
	"SIGFPE": 8, "SIGKILL": 9, "SIGUSR1": 10, "SIGSEGV": 11, "SIGUSR2": 12, "SIGPIPE": 13,
	"SIGALRM": 14, "SIGTERM": 15, "SIGXCPU": 24, "SIGXFSZ": 25, "SIGSYS": 31,
}

// ojLog writes one JSON array.
type ojLog struct {
	printer
	before string // text before the next case: "[" or ","
}

func newOJ(w *bufio.Writer, o Options) Reporter { return &ojLog{printer{w, o}, "["} }

// Wants reports whether oj has a status for a verdict.
func (l *ojLog) Wants(v judge.Verdict) bool { return v != judge.SK }

func (l *ojLog) Case(r *judge.Result) error {
	if !l.Wants(r.Verdict) {
		return nil
	}
	c := ojCase{Status: ojStatus(r.Verdict), Testcase: ojFiles{Name: r.Name}}
	var err error
	if c.Testcase.Input, err = absolute(r.File); err != nil {
		return err
	}
	if c.Testcase.Output, err = absolute(r.Answer); err != nil {
		return err
	}
	if u := r.Run; u != nil {
		c.Output, c.Elapsed = u.Head, u.Wall.Seconds()
		c.Exitcode = ojExit(r.Verdict, u)
		if u.Memory > 0 {
			megabytes := float64(u.Memory) / 1024 / 1000
			c.Memory = &megabytes
		}
	}
	return l.append(&c)
}

// append writes the next element of the array.
func (l *ojLog) append(c *ojCase) error {
	line, err := json.Marshal(c)
	if err != nil {
		return err
	}
	l.WriteString(l.before + "\n")
	l.Write(printable(line))
	l.before = ","
	return l.written()
}

// ojExit returns the exit code as Python's subprocess reports it, or nil if there is none.
func ojExit(v judge.Verdict, u *judge.Usage) *int {
	code := u.Exit
	if u.Signal != "" {
		code = -signals[u.Signal]
	}
	if v == judge.TLE || u.Signal != "" && code == 0 {
		return nil
	}
	return &code
}

// absolute returns the absolute path of a file, or "" for "".
func absolute(name string) (string, error) {
	if name == "" {
		return "", nil
	}
	return filepath.Abs(name)
}

func (l *ojLog) Close(s Summary) error {
	if s.Stopped != "" { // the array has no other place for the reason
		err := l.append(&ojCase{
			Status:   ojStatus(judge.JE),
			Testcase: ojFiles{Name: "stopped: " + judge.Plain(s.Stopped, lineLetters)},
		})
		if err != nil {
			return err
		}
	}
	if l.before == "[" {
		l.WriteString("[")
	}
	l.WriteString("\n]\n")
	return l.Flush()
}
