package puzzles_test

import (
	"strings"
	"testing"

	"tilejudge/formats"
	"tilejudge/formats/puzzles"
)

// Facts and objects tell the shape of a board, also where rows and columns share their objects.
func TestProblemShapes(t *testing.T) {
	const goal = "(:goal (and (at t1 X1 Y1) (at t2 X2 Y1) (at t3 X1 Y2) (at t4 X2 Y2) " +
		"(at t5 X1 Y3)))"
	const board = "(at t1 X1 Y1) (at t2 X2 Y1) (at t3 X1 Y2) (at t4 X2 Y2) (blank X1 Y3) (at t5 X2 Y3)" +
		"(inc Y1 Y2) (inc Y2 Y3) (dec Y2 Y1) (dec Y3 Y2) (= (total-cost) 0)" +
		"(tile t1) (tile t2) (tile t3) (tile t4) (tile t5)"
	const head = "(define (problem p) (:domain strips-sliding-tile) (:metric minimize (total-cost)) "
	shared := strings.NewReplacer("X", "p", "Y", "p")
	own := strings.NewReplacer("X", "x", "Y", "y")
	for _, tt := range []struct{ format, in string }{
		{"pddl-sliding-tiles-2016", shared.Replace(head + "(:objects t1 t2 t3 t4 t5 p1 p2 p3)" +
			"(:init " + board + "(xposition p1) (xposition p2) (yposition p1) (yposition p2)" +
			"(yposition p3)) " + goal + ")")},
		{"pddl-strips-sliding-tile-xy", own.Replace(head + "(:objects t1 t2 t3 t4 t5 x1 x2 y1 y2 y3)" +
			"(:init " + board + "(inc x1 x2) (dec x2 x1) (position x1) (position x2) (position y1)" +
			"(position y2) (position y3)) " + goal + ")")},
	} {
		f, err := formats.Lookup(tt.format)
		if err != nil {
			t.Fatal(err)
		}
		ps, err := puzzles.DecodeAll(f, tt.in, "in")
		if err != nil || len(ps) != 1 {
			t.Errorf("%s: %d puzzles, %v, want 1", tt.format, len(ps), err)
		} else if got := f.Board.Draw(ps[0].Start); got != "[1 2 3 4 0 5]" || ps[0].Start.Rows != 3 {
			t.Errorf("%s: %v %s, want 3x2 [1 2 3 4 0 5]", tt.format, ps[0].Start.Shape, got)
		}
	}
}
