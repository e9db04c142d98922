package puzzles

import (
	"strconv"

	"tilejudge/formats"
	"tilejudge/formats/pattern"
	"tilejudge/solver/puzzle"
)

// A problemWriter writes a board as a problem of PDDL.
type problemWriter struct {
	*formats.PDDL
	puzzle.Shape
	tile   []pattern.Piece
	places [][]pattern.Piece
	to     []byte
}

func newProblemWriter(d *formats.PDDL, s puzzle.Shape) *problemWriter {
	w := &problemWriter{PDDL: d, Shape: s, tile: d.Tile.Pieces()}
	for _, place := range d.Place {
		w.places = append(w.places, place.Pieces())
	}
	return w
}

// appendProblem appends a puzzle as a problem of a domain.
func appendProblem(to []byte, d *formats.PDDL, p *puzzle.Puzzle) []byte {
	w := newProblemWriter(d, p.Start.Shape)
	w.to = to
	w.text("(define (problem ")
	for _, piece := range d.Problem.Pieces() {
		w.text(piece.Text)
		if piece.Field == pattern.Size {
			w.to = strconv.AppendInt(w.to, int64(w.Rows), 10)
		}
	}
	w.text(")\n  (:domain ", d.Domain, ")\n  (:objects")
	w.objects()
	w.text(")\n  (:init")
	w.kinds()
	w.board(p.Start, true)
	w.neighbors()
	w.successors()
	w.text(")\n  (:goal (and")
	w.board(p.Goal.Board, false)
	w.text(")))")
	return w.to
}

func (w *problemWriter) text(parts ...string) {
	for _, part := range parts {
		w.to = append(w.to, part...)
	}
}

// fact begins a fact with its predicate.
func (w *problemWriter) fact(predicate string) { w.text("\n    (", predicate) }

// object writes a space and the name of an object.
func (w *problemWriter) object(name []pattern.Piece, s formats.Slide) {
	w.to = s.Append(append(w.to, ' '), name)
}

// cell writes the objects that tell a cell.
func (w *problemWriter) cell(cell int) {
	for _, place := range w.places {
		w.object(place, formats.Slide{Row: cell/w.Cols + 1, Col: cell%w.Cols + 1})
	}
}

// eachPlace calls f for each object that tells a cell, or a part of one.
func (w *problemWriter) eachPlace(f func(s formats.Slide)) {
	for i := range w.Cols {
		if len(w.places) > 1 { // rows and columns have the same positions
			f(formats.Slide{Row: i + 1, Col: i + 1})
			continue
		}
		for k := range w.Cols {
			f(formats.Slide{Row: i + 1, Col: k + 1})
		}
	}
}

// positions writes the objects that tell cells, and tiles writes the tiles.
func (w *problemWriter) positions() {
	w.eachPlace(func(s formats.Slide) { w.object(w.places[0], s) })
}

func (w *problemWriter) tiles() {
	for t := range int(w.MaxTile()) {
		w.object(w.tile, formats.Slide{Tile: t + 1})
	}
}

// objects writes the objects.
func (w *problemWriter) objects() {
	w.positions()
	if w.Typed {
		w.text(" - ", w.PlaceType)
	}
	w.tiles()
	if w.Typed {
		w.text(" - ", w.TileType)
	}
}

// kinds writes the facts that tell what each object is, unless types do.
func (w *problemWriter) kinds() {
	if w.Typed {
		return
	}
	for t := range int(w.MaxTile()) {
		w.fact(w.TileType)
		w.object(w.tile, formats.Slide{Tile: t + 1})
		w.text(")")
	}
	w.eachPlace(func(s formats.Slide) {
		w.fact(w.PlaceType)
		w.object(w.places[0], s)
		w.text(")")
	})
}

// board writes the place of each tile and, if blank is set, the place of the blank.
func (w *problemWriter) board(b puzzle.Board, blank bool) {
	for cell, t := range b.Tiles {
		switch {
		case t != puzzle.Blank:
			w.fact(w.At)
			w.object(w.tile, formats.Slide{Tile: int(t)})
		case blank:
			w.fact(w.Blank)
		default:
			continue
		}
		w.cell(cell)
		w.text(")")
	}
}

// neighbors writes which places are side by side: first those in the same row.
func (w *problemWriter) neighbors() {
	if w.Neighbor == "" {
		return
	}
	for _, m := range []puzzle.Move{puzzle.Right, puzzle.Down} {
		for cell := range w.Cells() {
			to, ok := w.Step(cell, m)
			if !ok {
				continue
			}
			for _, pair := range [][2]int{{cell, to}, {to, cell}} {
				w.fact(w.Neighbor)
				w.cell(pair[0])
				w.cell(pair[1])
				w.text(")")
			}
		}
	}
}

// successors writes which position comes after each position.
func (w *problemWriter) successors() {
	if w.Inc == "" {
		return
	}
	position := func(n int) { w.object(w.places[0], formats.Slide{Row: n, Col: n}) }
	for n := 1; n < w.Cols; n++ {
		w.fact(w.Inc)
		position(n)
		position(n + 1)
		w.text(")")
		w.fact(w.Dec)
		position(n + 1)
		position(n)
		w.text(")")
	}
}
