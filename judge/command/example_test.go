package command

import (
	"context"
	"os"
	"strings"
)

// The exit code of run is that of the program.
func Example() {
	stdin := strings.NewReader("1 2 3 4 5 6 7 x 8\n1 2 3 4 5 6 8 7 x\n")
	args := []string{"tilejudge", "solve", "-f", "hdu-1043"}
	if code := run(context.Background(), args, stdin, os.Stdout, os.Stderr); code != 0 {
		panic(code)
	}
	// Output:
	// r
	// unsolvable
}
