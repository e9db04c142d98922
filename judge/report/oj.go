package report

import (
	"bufio"
	"encoding/json"
	"path/filepath"

	"tilejudge/judge"
)

// An ojCase is what oj test --log-file writes of a case. The status is the true
// verdict: oj has no PE, OLE, JE and SK, and says WA of a run that took too long.
// https://github.com/online-judge-tools/oj, onlinejudge_command/subcommand/test.py
type ojCase struct {
	Status   string   `json:"status"`
	Testcase ojFiles  `json:"testcase"`
	Output   string   `json:"output"`
	Exitcode *int     `json:"exitcode"` // null: it was stopped
	Elapsed  float64  `json:"elapsed"`  // seconds
	Memory   *float64 `json:"memory"`   // units of 1000 KiB, as GNU time's figure becomes in oj
}

type ojFiles struct {
	Name   string `json:"name"`
	Input  string `json:"input"`            // absolute
	Output string `json:"output,omitempty"` // absolute
}

// signals are numbers as on Linux. A program that one ends has the negative
// number for an exit code.
var signals = map[string]int{
	"SIGHUP": 1, "SIGINT": 2, "SIGQUIT": 3, "SIGILL": 4, "SIGTRAP": 5, "SIGABRT": 6, "SIGBUS": 7,
	"SIGFPE": 8, "SIGKILL": 9, "SIGUSR1": 10, "SIGSEGV": 11, "SIGUSR2": 12, "SIGPIPE": 13,
	"SIGALRM": 14, "SIGTERM": 15, "SIGXCPU": 24, "SIGXFSZ": 25, "SIGSYS": 31,
}

// ojLog writes one array.
type ojLog struct {
	printer
	before string // what comes before the next case
}

func newOJ(w *bufio.Writer, o Options) Reporter { return &ojLog{printer{w, o}, "["} }

func (l *ojLog) Case(r *judge.Result) error {
	c := ojCase{Status: r.Verdict.String(), Testcase: ojFiles{Name: r.Name}}
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
	line, err := json.Marshal(&c)
	if err != nil {
		return err
	}
	l.WriteString(l.before + "\n")
	l.Write(line)
	l.before = ","
	return l.written()
}

// ojExit returns the exit code as Python has it, or nil.
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

func absolute(name string) (string, error) {
	if name == "" {
		return "", nil
	}
	return filepath.Abs(name)
}

func (l *ojLog) Close(Summary) error {
	if l.before == "[" {
		l.WriteString("[")
	}
	l.WriteString("\n]\n")
	return l.Flush()
}
