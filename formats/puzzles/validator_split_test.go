package puzzles_test

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"tilejudge/formats"
	"tilejudge/formats/puzzles"
	"tilejudge/solver/puzzle"
)

// noting returns a validator that adds what it notes to a text. Some puzzles are refused.
func noting(f *formats.Format, lenient bool, notes *strings.Builder) *puzzles.Validator {
	odd := errors.New("odd")
	return &puzzles.Validator{
		Format: f, Lenient: lenient,
		Note: func(e *formats.SyntaxError) { fmt.Fprintln(notes, e) },
		Each: func(p *puzzle.Puzzle) error {
			if p.Start.Tiles[0] == 7 && p.Start.Tiles[1] == 3 {
				return odd
			}
			return nil
		},
	}
}

// validatedInParts validates an input in parts, up to 4 of them at once, and returns how many were
// good.
func validatedInParts(v *puzzles.Validation, r *rand.Rand) (good int, err error) {
	var queue []pending
	for {
		ps := make([]puzzle.Puzzle, 1+r.IntN(40))
		if len(queue) < r.IntN(5) {
			if part := v.Split(len(ps)); part != nil {
				wait := new(sync.WaitGroup)
				wait.Go(func() {
					if goal, _ := part.Pack(make([]puzzle.Packed, len(ps))); goal == nil {
						part.Decode(ps)
					}
				})
				queue = append(queue, pending{ps, part, wait})
				continue
			}
		}
		if len(queue) > 0 {
			first := queue[0]
			queue = queue[1:]
			first.decoded.Wait()
			if first.part.Join(r.IntN(100) > 0) {
				good++
				continue
			}
		}
		if _, err := v.Decode(ps); err != nil {
			for _, p := range queue {
				p.decoded.Wait()
			}
			return good, err
		}
	}
}

// Parts that are validated at once give the result of validating in order, whatever the input is
// and wherever it is cut.
func TestValidateInParts(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	good := 0
	for _, f := range formats.All {
		for round := range 8 {
			g := *f
			g.MaxPuzzles = []int{0, 0, 20}[r.IntN(3)]
			text := many(t, &g, 1+r.IntN(60))
			switch round % 4 {
			case 1:
				text = mutate(text, r)
			case 2:
				text = strings.Replace(text, "\n", "\r\n", r.IntN(3)-1) // none, all or one
			case 3:
				text = mutate(puzzles.EncodeAll(g.AsInFiles(), decode(t, &g, text)), r)
			}
			good += sameValidation(t, &g, text, r)
		}
	}
	if good < 100 {
		t.Errorf("%d parts were good", good)
	}
}

// sameValidation compares both ways to validate an input, and returns how many parts
// were good.
func sameValidation(t *testing.T, f *formats.Format, text string, r *rand.Rand) (good int) {
	t.Helper()
	var want, got strings.Builder
	lenient := r.IntN(8) == 0
	read := readers[r.IntN(len(readers))]
	inOrder, inParts := noting(f, lenient, &want), noting(f, lenient, &got)
	if r.IntN(2) == 0 {
		inOrder.Each, inParts.Each = nil, nil
	}
	n, err := inOrder.Validate(read(strings.NewReader(text)), "in")
	fmt.Fprintln(&want, n, err)
	v := inParts.Open(read(strings.NewReader(text)), "in")
	v.SplitFrom(1 + r.IntN(200))
	good, err = validatedInParts(v, r)
	if err == io.EOF {
		err = nil
	}
	fmt.Fprintln(&got, v.Puzzles(), err)
	if got.String() != want.String() {
		t.Fatalf("%s: %q\nin parts %s\nin order %s", f.Name, text, &got, &want)
	}
	return good
}
