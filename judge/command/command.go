// Package command is the command line of tilejudge: its commands and flags, its
// messages, and its exit codes.
package command

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/urfave/cli/v2"

	"tilejudge/formats"
	"tilejudge/judge/command/app"
	"tilejudge/solver"
)

const (
	name    = app.Program
	version = "0.1.0"
)

// Main runs the program, and ends the process with its exit code.
func Main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal kills
	os.Exit(run(ctx, os.Args, os.Stdin, os.Stdout, os.Stderr))
}

// run runs the command line and returns the exit code.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return app.Guard(stderr, func() int {
		if !app.IsCompletion(args) { // of what a judge would call
			switch call, err := newJudgeCall(args); {
			case err != nil:
				fmt.Fprintf(stderr, "%s: %v\n", name, err)
				return app.ExitFault
			case call != nil:
				return call.run(ctx, stdin, stdout, stderr)
			}
		}
		return app.Code(newApp().Run(ctx, args, stdin, stdout, stderr), stderr)
	})
}

// newApp declares the commands in the order in which help lists them.
func newApp() *app.App {
	verbose := &cli.BoolFlag{Name: "verbose", Aliases: []string{"v"}, Usage: "describe each in full"}
	return &app.App{
		Usage:   "solve streams of sliding-tile puzzles in the formats of online judges",
		Version: version,
		Commands: []*app.Command{
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
				Values:    formats.Names,
				Action:    listFormats,
				Flags: []cli.Flag{verbose, &cli.BoolFlag{
					Name: "json", Usage: "describe each in full, as JSON",
				}},
			},
			{
				Name:      "algorithms",
				Usage:     "list the algorithms and heuristics",
				ArgsUsage: "[NAME...]",
				Values:    func() []string { return append(algorithmNames(), solver.HeuristicNames()...) },
				Action:    listAlgorithms,
				Flags:     []cli.Flag{verbose},
			},
			protocolsCommand(),
			tablesCommand(),
			compareCommand(),
			doctorCommand(),
		},
	}
}
