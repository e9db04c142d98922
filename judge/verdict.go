package judge

import (
	"fmt"
	"time"
)

// A Verdict is what a judge says about a case. Of several verdicts the largest one
// counts. The zero value means nothing.
type Verdict uint8

// The verdicts.
const (
	SK  Verdict = iota + 1 // skipped
	AC                     // accepted
	WA                     // wrong answer
	PE                     // presentation error: the content is right, its form is not
	RE                     // run-time error
	OLE                    // output limit exceeded
	MLE                    // memory limit exceeded
	TLE                    // time limit exceeded
	CE                     // compile error: there is no program to run
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
	CE:  {"CE", "compile error"},
	JE:  {"JE", "judge's error"},
}

// String returns the abbreviation: "AC".
func (v Verdict) String() string { return verdicts[v].name }

// Meaning returns what the abbreviation stands for: "accepted".
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

// Verdicts lists the verdicts in the order of a report.
func Verdicts() []Verdict { return []Verdict{AC, WA, PE, TLE, MLE, OLE, RE, CE, JE, SK} }

// A Result is the verdict on one case: a puzzle of a stream, or a run of a
// program on an input.
type Result struct {
	Program string // that was run, if there are several; "": it is the only one
	Name    string // of the case: "puzzle 17", "sample-1"
	File    string // that has the puzzle, or is the input; "": none
	Line    int    // of the puzzle in File, from 1; 0: the case is the whole file
	Answer  string // file with the expected answer; "": none
	Verdict Verdict
	Message string // the reason, on one line; "": there is none
	Strict  bool   // as in Case

	Score *float64 // by the formula of the format; nil: none

	// Points are the points that a class gets for the case; nil: one if it is accepted.
	Points *Points

	// If the case is a hand-in with answers to many puzzles, Right of its Answers are accepted.
	Right, Answers int64

	Run *Usage // of the program; nil: none was run

	// Finding is the puzzle that decides, and the answer to it, for reports that draw it. Its
	// memory is the caller's. nil: it is not known.
	Finding *Finding
}

// Usage is what a run of a program took, and how it ended.
type Usage struct {
	CPU, Wall time.Duration
	Memory    int64  // peak of resident memory, in bytes
	Output    int64  // bytes written to standard output
	Head      string // how the output begins, for reports that show it; "": not kept
	Exit      int    // status, if Signal is ""
	Signal    string // that ended it: "SIGSEGV"
}

// A Tally counts verdicts.
type Tally [JE + 1]int64

// Cases returns the sum of all counts.
func (t *Tally) Cases() (n int64) {
	for _, count := range t {
		n += count
	}
	return n
}

// Worst returns the largest verdict that was counted, or 0 if there is none.
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
