package making_test

import (
	"context"
	"os"
	"strings"

	"tilejudge/judge/command/app"
	"tilejudge/judge/command/making"
)

func Example() {
	program := &app.App{Commands: []*app.Command{
		making.Generate(), making.Convert(), making.Export(), making.Formats(),
	}}
	stdin := strings.NewReader("2 3 4 1 5 x 7 6 8\n")
	for _, line := range []string{
		"formats leetcode-773",
		"convert --from poj-1077 --to columbia",
		"generate -f poj-1077 -n 2 --seed 7 --depth 20",
		"export -f poj-1077 --to katis",
	} {
		args := append([]string{app.Program}, strings.Fields(line)...)
		err := program.Run(context.Background(), args, stdin, os.Stdout, os.Stdout)
		app.Code(err, os.Stdout)
	}
	// Output:
	// LeetCode
	//   leetcode-773  773 Sliding Puzzle: a 2x3 JSON array; the minimum number of moves, or -1
	// 1,3,2,0,4,8,5,6,7
	// seed 7
	// 7 1 3 4 x 5 6 2 8
	// 8 4 1 3 x 6 7 5 2
	// tilejudge: --to: unknown judge "katis" (did you mean "kattis"?)
}
