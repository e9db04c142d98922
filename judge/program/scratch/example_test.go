package scratch_test

import (
	"fmt"
	"io"
	"os"
	"strings"

	"tilejudge/judge/program/scratch"
)

func Example() {
	scratch.Sweep() // what earlier processes left when they died
	d, err := scratch.New("run")
	if err != nil {
		panic(err)
	}
	info, err := os.Stat(d.Path)
	fmt.Println(info.IsDir(), err)
	d.Remove()
	_, err = os.Stat(d.Path)
	fmt.Println(os.IsNotExist(err))
	// Output:
	// true <nil>
	// true
}

// A count that stands before the lines is known after them.
func ExampleSpool() {
	lines := new(scratch.Spool)
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
