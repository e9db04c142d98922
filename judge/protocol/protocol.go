// Package protocol lets one checker be called as each judge calls its checkers:
// with the arguments in that judge's order, and with the verdict told by the
// exit code, the streams and the files that it looks at. It judges nothing
// itself: that is a Check's work.
//
//	p, err := protocol.Lookup("kattis")
//	os.Exit(p.Run(ctx, host, func(s protocol.Settings) (protocol.Check, error) { … }))
package protocol

import (
	"context"
	"errors"
	"fmt"
	"io"

	"tilejudge/judge"
)

// A Protocol is how one judge calls a checker and learns the verdict. It is a
// declaration put together from parts; All lists them.
type Protocol struct {
	Name   string // as in --protocol
	Judge  string // who calls checkers like this
	Source string // where that is laid down
	Notes  string // what the fields below do not say

	// Args are the arguments, as a usage text has them: roles in their order,
	// those in brackets may be missing, "--option role" stands anywhere, "..."
	// is any number of settings, and "< role" is standard input.
	Args  string
	Codes Codes

	fixed  map[string]string // files by role that have one name, in the working directory
	writes []write           // in order
	most   int               // bytes of a message; 0: mostMessage
	deaf   bool              // the end by a signal is exit code 0 to this judge
}

// Codes are exit codes, by the verdict. Those of PE and WA are one where a judge
// has no presentation error, those of JE and WA where it has no error of its own.
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

// A write is one text that a protocol leaves somewhere.
type write struct {
	// to is "stdout", "stderr", a role of Args that names a file, or one that
	// names a directory, a slash and the name of a file in it.
	to   string
	on   verdicts
	text func(c *call, o Outcome) string // "": nothing is written
}

// verdicts are a set: bit v is judge.Verdict v.
type verdicts uint16

const (
	right   = verdicts(1 << judge.AC)
	wrong   = verdicts(1<<judge.WA | 1<<judge.PE)
	failed  = verdicts(1 << judge.JE)
	decided = right | wrong
	always  = decided | failed
)

// A Check judges the answers in output to the puzzles in input. Those in
// expected are the judge's own; it is nil if the judge has none, or an empty file,
// as those do that want one with every input.
type Check func(ctx context.Context, input, output File, expected *File) Outcome

// A File is one that a judge hands over, read once from the beginning to the end.
type File struct {
	Name string // its role, for messages: paths are none of the contestant's business
	io.Reader
}

// An Outcome is what a Check found out.
type Outcome struct {
	// Verdict is AC, WA, PE or JE: the input, the expected answers or the checker
	// itself is wrong, or the contestant beats the expected answers.
	Verdict judge.Verdict

	// Message says on one line where and why. If it is empty, Right and Cases
	// take its place.
	Message string

	// Right of Cases answers are right: what a score counts.
	Right, Cases int64

	// Difference is where expected and output first differ, if that is known.
	Difference *Difference

	stack []byte // of a panic
}

// A Difference is the place of one in both files, in bytes from the beginning.
type Difference struct{ Expected, Output int64 }

// Settings are what a judge's own arguments do not tell, by the key: see Keys.
type Settings map[string]string

// Prepare makes the Check that the settings ask for.
type Prepare func(Settings) (Check, error)

// A Host is what surrounds one call.
type Host struct {
	Args           []string                 // behind the program's name
	Settings       func() (Settings, error) // those that Args do not override
	Stdin          io.Reader
	Stdout, Stderr io.Writer
}

// ErrUnknown is returned for a name that is not in All.
var ErrUnknown = errors.New("unknown protocol")

// Lookup returns the protocol of that name, or ErrUnknown.
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

// as returns the same protocol under another judge's name.
func (p Protocol) as(name, judge, source, notes string) *Protocol {
	p.Name, p.Judge, p.Source, p.Notes = name, judge, source, notes
	return &p
}
