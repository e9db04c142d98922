// Package command is the command line of tilejudge: its verbs and flags, its
// messages, and its exit codes.
package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"syscall"

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
	exitFault       = 3   // an error of ours, or the judge's
	exitInterrupted = 130 // as a shell reports SIGINT
)

// errFailed is returned after records without an answer, which have been reported.
var errFailed = errors.New("some puzzles have no answer")

// Main runs the program, and ends the process with its exit code.
func Main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal kills
	os.Exit(run(ctx, os.Args, os.Stdin, os.Stdout, os.Stderr))
}

// run runs the command line and returns the exit code.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return guard(stderr, func() int {
		out := &checkedWriter{Writer: stdout}
		app := newApp(stdin, out, stderr)
		if words, ok := completing(args); ok {
			complete(app, words)
			return exitOK
		}
		switch call, err := newJudgeCall(args); {
		case err != nil:
			fmt.Fprintf(stderr, "%s: %v\n", name, err)
			return exitFault
		case call != nil:
			return call.run(ctx, stdin, stdout, stderr)
		}
		if len(args) > 2 && args[1] == "help" {
			if app.Command(args[2]) == nil {
				return exitCode(unknownCommand(app, args[2]), stderr)
			}
			args = slices.Concat(args[:1], args[2:], []string{"--help"}) // which tells more
		}
		err := app.RunContext(ctx, flagsFirst(app, args))
		return exitCode(cmp.Or(err, out.err), stderr)
	})
}

// A checkedWriter remembers the error of a write, which help does not return.
type checkedWriter struct {
	io.Writer
	err error
}

func (w *checkedWriter) Write(p []byte) (int, error) {
	n, err := w.Writer.Write(p)
	w.err = cmp.Or(w.err, err)
	return n, err
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
	var status exitStatus
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &status):
		return int(status)
	case errors.Is(err, errFailed):
		return exitFailed
	case errors.Is(err, errJudge):
		return exitFault
	case errors.Is(err, context.Canceled):
		return exitInterrupted
	case errors.Is(err, syscall.EPIPE): // the reader has had enough
		return exitUsage
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
			checkCommand(),
			runCommand(),
			stressCommand(),
			{
				Name:      "convert",
				Usage:     "write puzzles, or the answers to them, in another format",
				ArgsUsage: "[FILE...]",
				Action:    convertRecords,
				Flags:     convertFlags(),
			},
			generateCommand(),
			validateCommand(),
			exportCommand(),
			{
				Name:      "formats",
				Usage:     "list the formats",
				ArgsUsage: "[NAME...]",
				Action:    listFormats,
				Flags: []cli.Flag{verbose, &cli.BoolFlag{
					Name: "json", Usage: "describe each in full, as JSON",
				}},
			},
			{
				Name:      "algorithms",
				Usage:     "list the algorithms and heuristics",
				ArgsUsage: "[NAME...]",
				Action:    listAlgorithms,
				Flags:     []cli.Flag{verbose},
			},
			protocolsCommand(),
			tablesCommand(),
			{
				Name:      "completion",
				Usage:     "print a completion script for a shell",
				ArgsUsage: "bash|zsh|fish",
				Action:    completion,
			},
			compareCommand(),
			doctorCommand(),
		},
	}
	prepare(app.Commands)
	return app
}

// prepare completes the declarations of commands.
func prepare(commands []*cli.Command) {
	for _, c := range commands {
		c.OnUsageError = usageError
		c.HideHelpCommand = true
		prepare(c.Subcommands)
	}
}
