// Package stdio opens the inputs and outputs of commands: standard streams and files. A
// read that waits ends with the context, and an output file is there as a whole or not at
// all. It prints lists and JSON.
package stdio

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"tilejudge/cases"
	"tilejudge/formats"
	"tilejudge/judge/command/app"
)

// EachInput calls use for each input in turn, up to an error: the files, or standard input for "-"
// or no file. With --keep-going and several files, it reports each file that can't be read, goes
// on, and returns app.ErrFailed at the end.
func EachInput(c *cli.Context, names []string, use func(in io.Reader, name string) error) error {
	if len(names) == 0 {
		names = []string{"-"}
	}
	goOn := len(names) > 1 && c.Bool("keep-going")
	var failed error
	for _, name := range names {
		err := useInput(c, name, use)
		switch {
		case err == nil:
		case goOn && c.Context.Err() == nil && errors.As(err, new(inputError)):
			Complainer(c)(err)
			failed = app.ErrFailed
		case goOn && errors.Is(err, app.ErrFailed):
			failed = err
		default:
			return err
		}
	}
	return failed
}

// useInput calls use for one input.
func useInput(c *cli.Context, name string, use func(in io.Reader, name string) error) error {
	in, err := Open(c, name)
	if err != nil {
		if looksLikePuzzle(name) || looksLikePuzzle(strings.Join(c.Args().Slice(), " ")) {
			err = inputError{fmt.Errorf("%w; puzzles come from files, or from standard input:"+
				" echo '...' | %s %s", err, app.Program, c.Command.Name)}
		}
		return err
	}
	defer in.Close()
	return use(in, Name(name))
}

// An inputError is about one input. Others may be read after it.
type inputError struct{ error }

func (e inputError) Unwrap() error { return e.error }

// looksLikePuzzle reports whether an argument may be a puzzle rather than the name of a file.
func looksLikePuzzle(arg string) bool {
	const minTiles = 6
	if strings.Trim(arg, "0123456789xX[],{} \t\n") != "" {
		return false
	}
	return len(arg)-strings.Count(arg, " ")-strings.Count(arg, ",") >= minTiles
}

// CasesOrFiles returns an error if both --cases and files are given.
func CasesOrFiles(c *cli.Context) error {
	if c.IsSet("cases") && c.NArg() > 0 {
		return errors.New("--cases takes the place of files")
	}
	return nil
}

// EachPuzzles calls use for the bundled puzzles of --cases, and the format that they
// are known to be in, or else for each input in turn, without a format.
func EachPuzzles(c *cli.Context,
	use func(ctx context.Context, in io.Reader, name string, f *formats.Format) error,
) error {
	if !c.IsSet("cases") {
		return EachInput(c, c.Args().Slice(), func(in io.Reader, name string) error {
			return use(c.Context, in, name, nil)
		})
	}
	name := c.String("cases")
	e, err := cases.Lookup(name)
	if err != nil {
		return fmt.Errorf("--cases: there are none called %q%s",
			name, app.Suggest(name, cases.Names()))
	}
	f, err := formats.Lookup(e.Format)
	if err != nil {
		return fmt.Errorf("cases/%s: %w", name, err)
	}
	return use(c.Context, strings.NewReader(e.Input), "cases/"+name, f)
}

// Name returns what messages call an input.
func Name(name string) string {
	if name == "-" {
		return "stdin"
	}
	return name
}

// Open opens a file, or standard input for "-". It unpacks a gzip file, and refuses archives.
func Open(c *cli.Context, name string) (io.ReadCloser, error) { return openText(c, name, Unpacked) }

// OpenExact is Open, but refuses a gzip file, too: the judge would not unpack it.
func OpenExact(c *cli.Context, name string) (io.ReadCloser, error) {
	return openText(c, name, Text)
}

func openText(
	c *cli.Context, name string, text func(io.Reader) io.Reader,
) (io.ReadCloser, error) {
	if name == "-" {
		in := c.App.Reader
		if f, ok := in.(*os.File); ok && isClosed(f) {
			return nil, inputError{errors.New("standard input is closed; for an empty one, say " +
				os.DevNull)}
		}
		return &input{
			Reader: text(interruptible(c.Context, in)), Closer: io.NopCloser(in),
			terminal: IsTerminal(in), complain: Complainer(c),
		}, nil
	}
	f, err := open(c.Context, name)
	if err != nil {
		return nil, inputError{err}
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		f.Close()
		return nil, inputError{fmt.Errorf("%s: found a directory, expected a file", name)}
	}
	return &input{
		Reader: text(interruptible(c.Context, f)), Closer: f,
		terminal: IsTerminal(f), complain: Complainer(c),
	}, nil
}

// An input is what Open returns.
type input struct {
	io.Reader
	io.Closer
	terminal bool
	complain func(error)
	wanted   error // if not nil, what all Reads after the first wait for
	begun    bool  // a Read has returned
}

// patience is how long a Read waits before it says what it waits for.
const patience = 500 * time.Millisecond

// Read reads from the reader. Its errors are inputErrors, since other inputs may be read after this
// one.
func (i *input) Read(p []byte) (int, error) {
	if i.begun && i.wanted != nil && !i.terminal {
		defer i.tell()()
	}
	n, err := i.Reader.Read(p)
	i.begun = true
	if err != nil && err != io.EOF {
		err = inputError{err}
	}
	return n, err
}

// tell says what is wanted, unless stop is called soon.
func (i *input) tell() (stop func()) {
	told := make(chan struct{})
	timer := time.AfterFunc(patience, func() {
		i.complain(i.wanted)
		close(told)
	})
	return func() {
		if !timer.Stop() {
			<-told
			i.wanted = nil
		}
	}
}

// Prompt reports whether the next Read is known not to block.
func (i *input) Prompt() bool { return IsPrompt(i.Reader) }

// IsPrompt reports whether the next Read of a reader is known not to block.
func IsPrompt(in io.Reader) bool {
	p, ok := in.(interface{ Prompt() bool })
	return ok && p.Prompt()
}

// Waiting returns the message that tells a person at a terminal what the program waits for; f is
// nil if the format is to be detected.
func Waiting(f *formats.Format) error {
	format := "in a format that is detected (or name one with --format)"
	if f != nil {
		format = "in the format " + f.Name
	}
	return fmt.Errorf("waiting for puzzles %s; Ctrl-D ends them", format)
}

// AtTerminal reports whether a reader that Open returned reads what a person types.
func AtTerminal(in io.Reader) bool {
	i, ok := in.(*input)
	return ok && i.terminal
}
