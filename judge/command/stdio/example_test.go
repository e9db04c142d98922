package stdio_test

import (
	"fmt"
	"io"
	"os"
	"strings"

	"tilejudge/judge/command/stdio"
)

// A count that stands before the lines is known after them.
func ExampleSpool() {
	lines := new(stdio.Spool)
	defer lines.Close()
	count := 0
	for line := range strings.Lines("r\nd\nunsolvable\n") {
		io.WriteString(lines, line)
		count++
	}
	fmt.Println(count)
	lines.WriteTo(os.Stdout)
	// Output:
	// 3
	// r
	// d
	// unsolvable
}
