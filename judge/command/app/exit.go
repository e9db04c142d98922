package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"syscall"

	"github.com/sourcegraph/conc/panics"

	"tilejudge/judge"
)

// Exit codes.
const (
	ExitOK          = 0   // all is well; "unsolvable" is an answer
	ExitFailed      = 1   // a record has no answer, or is not accepted
	ExitUsage       = 2   // usage, file or I/O
	ExitFault       = 3   // a fault of the program or of a judge
	ExitInterrupted = 130 // as a shell reports SIGINT
)

var (
	// ErrFailed is returned if records have no good answer, which has been reported.
	ErrFailed = errors.New("some puzzles have no answer")
	// ErrJudge is returned if a judge's own files are wrong, which has been reported.
	ErrJudge = errors.New("the input or the expected answers are wrong")
)

// A Status ends the program with an exit code that a protocol asks for. All messages
// have been printed.
type Status int

func (s Status) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

// Outcome returns nil if all cases are accepted, and an error that stands for the exit code
// if not.
func Outcome(t judge.Tally) error {
	switch t.Worst() {
	case judge.AC:
		return nil
	case judge.JE:
		return ErrJudge
	default:
		return ErrFailed
	}
}

// Code returns the exit code for an error. It prints the error, unless that has been done
// or nobody reads the output any more.
func Code(err error, stderr io.Writer) int {
	var fault *judge.Fault
	var status Status
	switch {
	case err == nil:
		return ExitOK
	case errors.As(err, &status):
		return int(status)
	case errors.Is(err, ErrFailed):
		return ExitFailed
	case errors.Is(err, ErrJudge):
		return ExitFault
	case errors.Is(err, context.Canceled):
		return ExitInterrupted
	case errors.Is(err, syscall.EPIPE): // the reader has had enough
		return ExitUsage
	case errors.As(err, &fault):
		fmt.Fprintf(stderr, "%s: internal fault: %v\n%s", Program, err, fault.Stack)
		return ExitFault
	default:
		Complain(stderr, err)
		return ExitUsage
	}
}

// Complain prints an error. A name of a file in the message cannot write to the terminal what the
// terminal obeys.
func Complain(stderr io.Writer, err error) {
	lines := strings.Split(err.Error(), "\n")
	for i, line := range lines {
		lines[i] = judge.Plain(line, math.MaxInt)
	}
	fmt.Fprintf(stderr, "%s: %s\n", Program, strings.Join(lines, "\n"))
}

// Guard returns the exit code of f. If f panics, it prints the panic and returns ExitFault.
func Guard(stderr io.Writer, f func() int) (code int) {
	var catcher panics.Catcher
	catcher.Try(func() { code = f() })
	if p := catcher.Recovered(); p != nil {
		fmt.Fprintf(stderr, "%s: internal fault: %v\n%s", Program, p.Value, p.Stack)
		return ExitFault
	}
	return code
}

// A CheckedWriter keeps the first error of its writes for App.Run, so that commands need
// not check each. It is the Writer of every command.
type CheckedWriter struct {
	io.Writer
	err error
}

func (w *CheckedWriter) Write(p []byte) (int, error) {
	n, err := w.Writer.Write(p)
	w.err = cmp.Or(w.err, err)
	return n, err
}
