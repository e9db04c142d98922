package solving_test

import (
	"context"
	"os"
	"strings"

	"tilejudge/judge/command/app"
	"tilejudge/judge/command/solving"
)

func Example() {
	program := &app.App{Commands: []*app.Command{
		solving.Solve(new(solving.SolveOptions)), solving.Algorithms(),
	}}
	stdin := strings.NewReader("2 3 4 1 5 x 7 6 8\n1 2 3 4 5 6 8 7 x\n")
	for _, line := range []string{
		"solve -f poj-1077 --to acwing-845",
		"algorithms bfs",
		"solve --cases deepest -a greedy --to acwing-179",
	} {
		args := append([]string{app.Program}, strings.Fields(line)...)
		err := program.Run(context.Background(), args, stdin, os.Stdout, os.Stdout)
		app.Code(err, os.Stdout)
	}
	// Output:
	// 19
	// -1
	// bfs  plain breadth-first search
	// tilejudge: --algorithm: acwing-179 asks for shortest paths, which greedy does not find
}
