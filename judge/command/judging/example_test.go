package judging_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"tilejudge/judge/command/judging"
)

// A judge of Kattis's kind calls the program as its checker: 42 is accepted.
func ExampleNewCall() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	input, answer := filepath.Join(dir, "1.in"), filepath.Join(dir, "1.ans")
	os.WriteFile(input, []byte("1 2 3 4 5 6 7 x 8\n"), 0o666)
	os.WriteFile(answer, []byte("r\n"), 0o666)
	call, err := judging.NewCall([]string{
		"tilejudge", "check", "--protocol", "kattis", "--format", "poj-1077", input, answer, dir,
	})
	if err != nil {
		panic(err)
	}
	for _, output := range []string{"r\n", "unsolvable\n"} {
		stdin := strings.NewReader(output)
		fmt.Println(call.Run(context.Background(), stdin, os.Stdout, os.Stderr))
	}
	// Output:
	// 42
	// 43
}
