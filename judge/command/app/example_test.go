package app_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"tilejudge/judge/command/app"
)

func Example() {
	colours := func() []string { return []string{"red", "green"} }
	program := &app.App{Commands: []*app.Command{{
		Name: "paint", Usage: "paint files", ArgsUsage: "FILE...",
		Flags: []cli.Flag{
			app.OneOf("colour", colours, &cli.StringFlag{Name: "in", Usage: "paint in `COLOUR`"}),
		},
		Action: func(c *cli.Context) error {
			fmt.Println(c.Args().First(), "is", c.String("in"))
			return nil
		},
	}}}
	for _, line := range []string{"paint door --in red", "paint door --in gren"} {
		args := append([]string{app.Program}, strings.Fields(line)...)
		err := program.Run(context.Background(), args, os.Stdin, os.Stdout, os.Stderr)
		fmt.Println(app.Code(err, os.Stdout))
	}
	// Output:
	// door is red
	// 0
	// tilejudge: --in: unknown colour "gren" (did you mean "green"?)
	// 2
}

// A name that a stranger gave to a file does not change the terminal's colours.
func ExampleComplain() {
	app.Complain(os.Stdout, errors.New("open a\x1b[31m.in: no such file\nlook for \tb"))
	// Output:
	// tilejudge: open a\x1b[31m.in: no such file
	// look for \tb
}
