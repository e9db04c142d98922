// Package protocol lets one checker serve many judges. Each judge passes the arguments
// in its own order, and reads the verdict from the exit code, the streams or files. The
// package judges nothing itself: a Check does. It also describes how judges call
// validators of inputs: see Validators.
//
//	p, err := protocol.Lookup("kattis")
//	os.Exit(p.Run(ctx, host, func(s protocol.Settings) (protocol.Check, error) { … }))
//
// # How to add a protocol
//
// Read the source of the judge, or run it: manuals leave out what happens on errors.
// Then add an entry to All. Args lists the roles in the judge's order; the roles input,
// output and answer are the files of the Check. Codes has the exit code of each verdict;
// the code for JE must be one that the judge does not take for a verdict. Each write says
// where a text goes, for which verdicts, and what the text is:
//
//	&Protocol{
//		Name: "example", Judge: "Example Judge",
//		Source: "https://judge.example/manual",
//		Args:   "input answer output",
//		Codes:  Codes{AC: 0, WA: 1, PE: 1, JE: 3},
//		writes: []write{{"stdout", decided, labelled}, {"stderr", failed, labelled}},
//	}
//
// Last, add the arguments of a call to the map in protocol_test.go; the tests there then
// check that no failure of ours looks like a verdict.
package protocol

import (
	"context"
	"errors"
	"fmt"
	"io"

	"tilejudge/judge"
)

// A Protocol is how one judge calls a checker and learns the verdict. It is data, put
// together from parts; All lists the protocols.
type Protocol struct {
	Name   string // the value of --protocol
	Judge  string // the judge, or the judges, with this protocol
	Source string // address of the judge's manual or source
	Notes  string // what the fields below do not say

	// Args describes the arguments, like a usage message: roles in their order. Roles in
	// brackets are optional, "--option role" may stand anywhere, "..." is any number of
	// settings, and "< role" is standard input.
	Args  string
	Codes Codes

	// FaultAs is what the judge shows for a judge's error, such as "wrong answer", if the judge
	// has no such verdict.
	FaultAs string

	fixed        map[string]string // by role: a file name in the working directory, not an argument
	defaults     Settings          // for keys that are set nowhere else
	flags        map[string]flag   // settings in the judge's own words, without dashes
	writes       []write           // in order
	maxMessage   int               // bytes; 0: usualMaxMessage
	signalIsOK   bool              // the judge takes death by a signal for exit code 0
	scores       bool              // the judge reads a score, which may be a fraction
	strictAnswer bool              // an empty answer file is an error; otherwise it stands for none
}

// A flag is a word of the judge's own for a setting.
type flag struct {
	key, value string // the setting; "": none, the flag is ignored
	hasNumber  bool   // a number follows, which is ignored
}

// Codes are the exit codes of the verdicts. PE and WA have the same code if the judge
// has no presentation error.
type Codes struct{ AC, WA, PE, JE int }

func (c Codes) of(v judge.Verdict) int {
	switch v {
	case judge.AC:
		return c.AC
	case judge.WA:
		return c.WA
	case judge.PE:
		return c.PE
	default:
		return c.JE
	}
}

// A write is a text that a protocol writes for some verdicts.
type write struct {
	// to is "stdout", "stderr", a role of Args that is a file, or "role/name": a file in
	// the directory that the role names.
	to   string
	on   verdicts
	text func(c *call, o Outcome) string // "": nothing is written
}

// verdicts is a set: bit v stands for judge.Verdict v.
type verdicts uint16

const (
	right   = verdicts(1 << judge.AC)
	wrong   = verdicts(1<<judge.WA | 1<<judge.PE)
	failed  = verdicts(1 << judge.JE)
	decided = right | wrong
	always  = decided | failed
)

// A Check judges the answers in output to the puzzles in input. expected has the
// judge's own answers, or is nil if the judge has none. If the judge requires a file of
// answers with every input, an empty file counts as none.
type Check func(ctx context.Context, input, output File, expected *File) Outcome

// A File is a file that a Check reads, once, from the beginning to the end.
type File struct {
	Name string // the role of the file, for messages: contestants must not see paths
	io.Reader
}

// An Outcome is the result of a Check.
type Outcome struct {
	// Verdict is AC, WA, PE or JE. JE means that the input, the expected answers or the
	// checker is wrong, or that the contestant's answers are better than the expected.
	Verdict judge.Verdict

	// Message says on one line what is wrong, and where. If it is empty, Right and Cases
	// are reported instead.
	Message string

	// Right is the number of answers that are right, and Cases that of all answers. A score
	// can depend on them.
	Right, Cases int64

	// At is where the answer begins that the message is about, and ExpectedAt where the
	// expected answer to the same puzzle begins: bytes from the beginning of the files.
	At, ExpectedAt int64

	stack []byte // of a panic; nil: there was none
}

// Settings are values by key: see Keys. They say what the judge's usual arguments do not.
type Settings map[string]string

// Prepare makes the Check for some settings.
type Prepare func(Settings) (Check, error)

// A Host is the environment of one call.
type Host struct {
	Args           []string                 // without the program's name
	Settings       func() (Settings, error) // what Args set counts more
	Stdin          io.Reader
	Stdout, Stderr io.Writer
}

// ErrUnknown is returned for a name that is not in All.
var ErrUnknown = errors.New("unknown protocol")

// Lookup returns the protocol of a name, or an error that wraps ErrUnknown.
func Lookup(name string) (*Protocol, error) {
	for _, p := range All {
		if p.Name == name {
			return p, nil
		}
	}
	return nil, fmt.Errorf("%w %q", ErrUnknown, name)
}

// Names lists the names of all protocols.
func Names() (names []string) {
	for _, p := range All {
		names = append(names, p.Name)
	}
	return names
}

// as returns the same protocol for another judge.
func (p Protocol) as(name, judge, source, notes string) *Protocol {
	p.Name, p.Judge, p.Source, p.Notes = name, judge, source, notes
	return &p
}
