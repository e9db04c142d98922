package judge

import (
	"fmt"
	"time"
)

// A Verdict is what a judge says about a case. The larger one stands for both;
// the zero value means nothing.
type Verdict uint8

// The verdicts.
const (
	SK  Verdict = iota + 1 // skipped
	AC                     // accepted
	WA                     // wrong answer
	PE                     // presentation error: right, but for its form
	RE                     // run-time error
	OLE                    // output limit exceeded
	MLE                    // memory limit exceeded
	TLE                    // time limit exceeded
	JE                     // judge's error: an input, an expected answer or the judge is wrong
)

var verdicts = [...]struct{ name, meaning string }{
	SK:  {"SK", "skipped"},
	AC:  {"AC", "accepted"},
	WA:  {"WA", "wrong answer"},
	PE:  {"PE", "presentation error"},
	RE:  {"RE", "run-time error"},
	OLE: {"OLE", "output limit exceeded"},
	MLE: {"MLE", "memory limit exceeded"},
	TLE: {"TLE", "time limit exceeded"},
	JE:  {"JE", "judge's error"},
}

// String returns the abbreviation.
func (v Verdict) String() string { return verdicts[v].name }

// Meaning returns what the abbreviation stands for.
func (v Verdict) Meaning() string { return verdicts[v].meaning }

// ParseVerdict returns the verdict of an abbreviation.
func ParseVerdict(s string) (Verdict, error) {
	for v := SK; v <= JE; v++ {
		if s == verdicts[v].name {
			return v, nil
		}
	}
	return 0, fmt.Errorf("unknown verdict %q", s)
}

// Verdicts lists the verdicts.
func Verdicts() []Verdict { return []Verdict{AC, WA, PE, TLE, MLE, OLE, RE, JE, SK} }

// A Result is the verdict on one case: a puzzle of a stream, or a run of a
// program on an input.
type Result struct {
	Name    string // of the case: "puzzle 17", "sample-1"
	File    string // with the puzzle, or the whole input; "": none
	Line    int    // of the puzzle in File, from 1; 0: the whole of it
	Answer  string // file with the answer expected; "": none
	Verdict Verdict
	Message string // why, on one line; "": there is nothing to say

	Run *Usage // of a program; nil: none was run
}

// Usage is what a run of a program took, and how it ended.
type Usage struct {
	CPU, Wall time.Duration
	Memory    int64  // bytes of resident memory, at most
	Output    int64  // bytes written to standard output
	Head      string // the first of them, where a report shows them; "": not kept
	Exit      int    // status, if Signal is ""
	Signal    string // that ended it: "SIGSEGV"
}

// A Tally counts verdicts.
type Tally [JE + 1]int64

// Cases returns how many verdicts were counted.
func (t *Tally) Cases() (n int64) {
	for _, count := range t {
		n += count
	}
	return n
}

// Worst returns the largest verdict counted, or 0 if there is none.
func (t *Tally) Worst() (worst Verdict) {
	for v, count := range t {
		if count > 0 {
			worst = Verdict(v)
		}
	}
	return worst
}

// String returns the counts as "AC 9998  WA 2  of 10000".
func (t *Tally) String() string {
	text := ""
	for _, v := range Verdicts() {
		if t[v] > 0 {
			text += fmt.Sprintf("%v %d  ", v, t[v])
		}
	}
	return fmt.Sprintf("%sof %d", text, t.Cases())
}
