// Package command is the command line of tilejudge: its commands and flags, its
// messages, and its exit codes.
package command

import (
	"context"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"syscall"

	"tilejudge/judge/command/app"
	"tilejudge/judge/command/batching"
	"tilejudge/judge/command/judging"
	"tilejudge/judge/command/making"
	"tilejudge/judge/command/running"
	"tilejudge/judge/command/serving"
	"tilejudge/judge/command/solving"
	"tilejudge/judge/protocol"
)

// version and date are those of the release; the linker sets them when a tag is built.
var (
	version = "0.1.0"
	date    = "2026-11-23"
)

// Main runs the program, and ends the process with its exit code.
func Main() {
	ctx := context.Background()
	if !asksVersion(firstWord(os.Args)) { // it is told before a signal could come
		var stop func()
		ctx, stop = signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
		app.StopLater(ctx, stop)
	}
	os.Exit(run(ctx, os.Args, os.Stdin, os.Stdout, os.Stderr))
}

// run runs the command line and returns the exit code.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return app.Guard(stderr, func() int {
		if _, err := os.Getwd(); err != nil { // with PWD, Go needs to search the directory
			os.Unsetenv("PWD")
		}
		// Programs run elsewhere, where a relative path would be another directory, and see no link
		// to the directory.
		if temp, err := filepath.Abs(os.TempDir()); err == nil {
			if temp, err = filepath.EvalSymlinks(temp); err == nil && temp != os.TempDir() {
				os.Setenv("TMPDIR", temp)
			}
		}
		// A judge that calls its checker does not call like these.
		if !app.IsCompletion(args) && !asksVersion(firstWord(args)) {
			switch call, err := judging.NewCall(args); {
			case err != nil:
				app.Complain(stderr, err)
				return app.ExitFault
			case call != nil:
				return call.Run(ctx, stdin, stdout, stderr)
			}
		}
		if err := protocol.CheckLimit(); err != nil { // else the Go runtime may end the process later
			return app.Code(err, stderr)
		}
		args = judging.ValidatorArguments(args)
		return app.Code(newApp(firstWord(args)).Run(ctx, args, stdin, stdout, stderr), stderr)
	})
}

// firstWord returns the first word of a command line, or "" if a shell asks for completions.
func firstWord(args []string) string {
	if len(args) < 2 || app.IsCompletion(args) {
		return ""
	}
	return args[1]
}

// asksVersion reports whether a command line that begins with a word asks for the version.
func asksVersion(word string) bool { return slices.Contains(app.VersionFlags, word) }

// newApp declares the program for a command line that begins with a word, or "".
func newApp(called string) *app.App {
	return &app.App{
		Usage:   "solve streams of sliding-tile puzzles in the formats of online judges",
		Version: version,
		Date:    date,
		Description: `
tilejudge solves puzzles such as the 8-puzzle and the 15-puzzle, in the exact input
and output formats of the judges that they come from; judges answers and programs; and converts
puzzles and answers between formats.

Flags stand before or after file names, and "-" is standard input. Results go to standard output,
messages to standard error. On a terminal, what takes longer than a second shows how far it is.

Where no flag names the format of an input, the variable TILEJUDGE_FORMAT of the environment may.`,
		Exits: exitCodes,
		Examples: []app.Example{{
			Command: `echo '2 3 4 1 5 x 7 6 8' | tilejudge solve -f poj-1077`,
			Output:  "ullddrurdllurdruldr",
		}, {
			Command: `tilejudge formats poj-1077`,
			Output:  "POJ\n  poj-1077  1077 Eight: 3x3, x the blank; a path of u d l r",
		}},
		Commands: declare(called),
		First:    []string{"solve", "check", "run", "convert", "serve"},
	}
}

// commands lists the commands in the order in which a person meets them.
var commands = []struct {
	name    string
	declare func() *app.Command
}{
	{"solve", func() *app.Command { return solving.Solve(new(solving.SolveOptions)) }},
	{"show", solving.Show},
	{"compare", func() *app.Command { return solving.Compare(new(solving.CompareOptions)) }},
	{"serve", serving.Serve},
	{"tables", solving.Tables},
	{"algorithms", solving.Algorithms},
	{"batch", func() *app.Command { return batching.Batch(version) }},
	{"check", func() *app.Command { return judging.Check(new(judging.CheckOptions)) }},
	{"run", running.Run},
	{"stress", running.Stress},
	{"validate", judging.Validate},
	{"protocols", judging.Protocols},
	{"doctor", running.Doctor},
	{"generate", making.Generate},
	{"convert", making.Convert},
	{"replay", making.Replay},
	{"export", making.Export},
	{"formats", making.Formats},
}

// declare returns the command that is called, because declaring all commands takes time at each
// start. If called names no command, it returns all.
func declare(called string) (all []*app.Command) {
	if asksVersion(called) {
		return nil
	}
	for _, c := range commands {
		if c.name == called {
			return []*app.Command{c.declare()}
		}
	}
	for _, c := range commands {
		all = append(all, c.declare())
	}
	return all
}

var exitCodes = []app.Exit{
	{Code: app.ExitOK, Meaning: "all is well; \"unsolvable\" is an answer"},
	{Code: app.ExitFailed, Meaning: "a puzzle was malformed, was given up, needs more moves than" +
		" its judge allows, or could not be converted; or answers or a program were not accepted"},
	{Code: app.ExitUsage, Meaning: "wrong usage, or a file that cannot be read or written"},
	{Code: app.ExitFault, Meaning: "a fault of tilejudge, or of a judge: a wrong expected answer" +
		" or a malformed input"},
	{Code: app.ExitInterrupted, Meaning: "interrupted; the searches that had begun had one more" +
		" second, and the answers that were ready were written"},
}
