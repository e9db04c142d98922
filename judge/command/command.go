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

	"tilejudge/judge/command/app"
	"tilejudge/judge/command/judging"
	"tilejudge/judge/command/making"
	"tilejudge/judge/command/solving"
)

const version = "0.1.0"

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
			switch call, err := judging.NewCall(args); {
			case err != nil:
				fmt.Fprintf(stderr, "%s: %v\n", app.Program, err)
				return app.ExitFault
			case call != nil:
				return call.Run(ctx, stdin, stdout, stderr)
			}
		}
		return app.Code(newApp().Run(ctx, args, stdin, stdout, stderr), stderr)
	})
}

// newApp lists the commands in the order in which a person meets them.
func newApp() *app.App {
	return &app.App{
		Usage:   "solve streams of sliding-tile puzzles in the formats of online judges",
		Version: version,
		Commands: []*app.Command{
			solving.Solve(),
			judging.Check(),
			judging.Run(),
			judging.Stress(),
			making.Convert(),
			making.Generate(),
			judging.Validate(),
			making.Export(),
			making.Formats(),
			solving.Algorithms(),
			judging.Protocols(),
			solving.Tables(),
			solving.Compare(),
			judging.Doctor(),
		},
	}
}
