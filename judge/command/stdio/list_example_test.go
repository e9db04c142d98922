package stdio_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"tilejudge/judge/command/app"
	"tilejudge/judge/command/stdio"
)

func ExamplePrintItems() {
	board := func() string { return "Its board is square." }
	items := []stdio.Item{
		{Group: "Small", Name: "eight", Summary: "3x3", Describe: board},
		{Group: "Small", Name: "fifteen", Summary: "4x4", Describe: board},
		{Group: "Large", Name: "24", Summary: "5x5", Describe: board},
	}
	program := &app.App{Commands: []*app.Command{{
		Name:  "puzzles",
		Flags: []cli.Flag{&cli.BoolFlag{Name: "verbose", Aliases: []string{"v"}}},
		Action: func(c *cli.Context) error {
			name := func(it stdio.Item) string { return it.Name }
			chosen, err := stdio.Chosen(c, "puzzle", items, name)
			if err != nil {
				return err
			}
			return stdio.PrintItems(c, chosen)
		},
	}}}
	for _, line := range []string{"puzzles", "puzzles -v 24", "puzzles fiften"} {
		args := append([]string{app.Program}, strings.Fields(line)...)
		err := program.Run(context.Background(), args, os.Stdin, os.Stdout, os.Stderr)
		app.Code(err, os.Stdout)
	}
	// Output:
	// Small
	//   eight    3x3
	//   fifteen  4x4
	// Large
	//   24       5x5
	// 24: Large 5x5
	//
	// Its board is square.
	// tilejudge: unknown puzzle "fiften" (did you mean "fifteen"?)
}

func ExamplePrintJSON() {
	err := stdio.PrintJSON(os.Stdout, map[string]int{"<3x3>": 181440})
	fmt.Println(err)
	// Output:
	// {
	//   "<3x3>": 181440
	// }
	// <nil>
}
