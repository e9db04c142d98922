// Tilejudge solves streams of sliding-tile puzzles in the exact input and
// output formats of online judges and courses.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"

	"github.com/muesli/cancelreader"
	"github.com/sourcegraph/conc/panics"
	"github.com/urfave/cli/v2"

	"tilejudge/judge"
)

const (
	name    = "tilejudge"
	version = "0.1.0"
)

// Exit codes.
const (
	exitOK          = 0   // all well; "unsolvable" is an answer
	exitFailed      = 1   // a record has no answer
	exitUsage       = 2   // usage, file or I/O
	exitFault       = 3   // an error of ours
	exitInterrupted = 130 // as a shell reports SIGINT
)

// errFailed is returned after records without an answer, which have been reported.
var errFailed = errors.New("some puzzles have no answer")

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	context.AfterFunc(ctx, stop) // a second signal kills
	os.Exit(run(ctx, os.Args, os.Stdin, os.Stdout, os.Stderr))
}

// run runs the command line and returns the exit code.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return guard(stderr, func() int {
		app := newApp(stdin, stdout, stderr)
		if words, ok := completing(args); ok {
			complete(app, words)
			return exitOK
		}
		return exitCode(app.RunContext(ctx, flagsFirst(app, args)), stderr)
	})
}

// guard reports a panic, which is a fault of ours like any other.
func guard(stderr io.Writer, f func() int) (code int) {
	var catcher panics.Catcher
	catcher.Try(func() { code = f() })
	if p := catcher.Recovered(); p != nil {
		fmt.Fprintf(stderr, "%s: internal fault: %v\n%s", name, p.Value, p.Stack)
		return exitFault
	}
	return code
}

// exitCode reports an error that has not been, and returns its exit code.
func exitCode(err error, stderr io.Writer) int {
	var fault *judge.Fault
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, errFailed):
		return exitFailed
	case errors.Is(err, context.Canceled), errors.Is(err, cancelreader.ErrCanceled):
		return exitInterrupted
	case errors.As(err, &fault):
		fmt.Fprintf(stderr, "%s: internal fault: %v\n%s", name, err, fault.Stack)
		return exitFault
	default:
		fmt.Fprintf(stderr, "%s: %v\n", name, err)
		return exitUsage
	}
}

// newApp declares the commands and flags.
func newApp(stdin io.Reader, stdout, stderr io.Writer) *cli.App {
	verbose := &cli.BoolFlag{Name: "verbose", Aliases: []string{"v"}, Usage: "describe each in full"}
	app := &cli.App{
		Name:           name,
		Usage:          "solve streams of sliding-tile puzzles in the formats of online judges",
		Version:        version,
		Reader:         stdin,
		Writer:         stdout,
		ErrWriter:      stderr,
		ExitErrHandler: func(*cli.Context, error) {}, // run decides
		OnUsageError:   usageError,
		Action:         noCommand,
		Commands: []*cli.Command{
			{
				Name:      "solve",
				Usage:     "answer the puzzles in files, or on standard input",
				ArgsUsage: "[FILE...]",
				Action:    solve,
				Flags:     solveFlags(),
			},
			{
				Name:      "formats",
				Usage:     "list the formats",
				ArgsUsage: "[NAME...]",
				Action:    listFormats,
				Flags:     []cli.Flag{verbose},
			},
			{
				Name:      "algorithms",
				Usage:     "list the algorithms and heuristics",
				ArgsUsage: "[NAME...]",
				Action:    listAlgorithms,
				Flags:     []cli.Flag{verbose},
			},
			{
				Name:      "completion",
				Usage:     "print a completion script for a shell",
				ArgsUsage: "bash|zsh|fish",
				Action:    completion,
			},
		},
	}
	for _, c := range app.Commands {
		c.OnUsageError = usageError
		c.HideHelpCommand = true
	}
	return app
}
