package pattern_test

import (
	"fmt"
	"slices"
	"testing"

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

// Each field is described, and a pattern of all of them has them all.
func TestFields(t *testing.T) {
	var all pattern.Pattern
	var fields []pattern.Field
	for f := pattern.Size; f <= pattern.ToCol; f++ {
		fields = append(fields, f)
		if f.String() == "" || f.Name() == "" || f.Meaning() == "" {
			t.Errorf("field %d: %q %q %q", f, f, f.Name(), f.Meaning())
		}
		all += pattern.Pattern(f.String())
	}
	var got []pattern.Field
	for _, piece := range ("{" + all + "{x}").Pieces() {
		got = append(got, piece.Field)
	}
	want := slices.Concat([]pattern.Field{pattern.Text}, fields, []pattern.Field{pattern.Text})
	if !slices.Equal(got, want) {
		t.Errorf("Pieces of all fields = %v, want %v", got, want)
	}
}

// Text may stand right beside fields.
func TestBeside(t *testing.T) {
	p := pattern.Pattern("N={cols}x{rows}: {board}\n")
	glued := ""
	for _, w := range p.Words() {
		if w.Glued {
			glued += w.Text + " "
		}
	}
	if behind := p.Behind(); glued != "N= x " || behind != "x" {
		t.Errorf("%q: found %q before fields, and %q behind them", p, glued, behind)
	}
}
