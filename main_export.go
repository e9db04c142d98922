package main

import (
	"tilejudge/formats"
	"tilejudge/judge/export"
)

// specOf returns the declaration of a format, for programs to be made of.
func specOf(f *formats.Format) *export.Spec {
	a := &f.Answer
	texts := a.Texts()
	s := &export.Spec{
		Name:  f.Name,
		Least: f.Shapes.Min, Most: f.Shapes.Max, Square: f.Shapes.Square, Odd: f.Shapes.Odd,
		Arrangement: f.Goal, Header: f.Header, Count: f.Count, Record: f.RecordText(),
		Stop: f.Stop, Comment: f.Comment,
		MostPuzzles: f.Most, Unsolved: f.Unsolved, OddSide: f.OddSide,
		HasUnsolvable: f.HasUnsolvable(), MostBound: f.MostBound(),
		Solved: texts.Solved, Unsolvable: texts.Unsolvable, TooLong: texts.TooLong, Each: texts.Each,
		Between: a.Between, StepEnd: a.StepEnd, Steps: a.Words(), AnswerBoard: export.Notation(a.EachBoard()),
		Want: a.Wants(), Rule: f.Rule, Order: f.Order, Limits: f.Limits(),
	}
	for _, b := range f.Boards() {
		s.Boards = append(s.Boards, export.Notation(b))
	}
	switch {
	case a.NamesTiles():
		s.Names = "tile"
	case a.NamesCells():
		s.Names = "cell"
	}
	return s
}
