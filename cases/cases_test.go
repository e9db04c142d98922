package cases_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"tilejudge/cases"
)

func Example() {
	e, err := cases.Lookup("deepest")
	if err != nil {
		panic(err)
	}
	fmt.Printf("%s\n%s", e.Format, e.Input)
	// Output:
	// poj-1077
	// 6 4 7 8 5 x 3 2 1
	// 8 6 7 2 5 4 3 x 1
}

// Every file that is listed has puzzles and is found; a file of figures is neither.
func TestNames(t *testing.T) {
	names := cases.Names()
	for _, name := range names {
		e, err := cases.Lookup(name)
		if err != nil || e.Name != name || e.Format == "" || e.Input == "" {
			t.Errorf("Lookup(%q) = %+v, %v", name, e, err)
		}
	}
	for _, name := range []string{"depths", "", "samples", "korf", "../cases"} {
		if _, err := cases.Lookup(name); !errors.Is(err, cases.ErrUnknown) {
			t.Errorf("Lookup(%q): %v, want ErrUnknown", name, err)
		}
		if slices.Contains(names, name) {
			t.Errorf("Names lists %q, which has no puzzles", name)
		}
	}
	if !slices.Contains(names, "korf-100") || !slices.Contains(names, "poj-1077") {
		t.Errorf("Names() = %q, want a file at the root and one in samples", names)
	}
}
