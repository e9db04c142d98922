package pattern_test

import (
	"fmt"

	"tilejudge/formats/pattern"
)

func Example() {
	record := pattern.Pattern("START {n} {bound}\n{board}\nEND\n")
	for _, w := range record.Words() {
		fmt.Print(w.Field, w.Text, " ")
	}
	fmt.Println(record.Has(pattern.Goal), pattern.Bound.Meaning())
	// Output: START {n} {bound} {board} END false the most moves that a solution may have
}
