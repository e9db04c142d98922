package pddl

import (
	"cmp"
	"slices"
	"strconv"

	"tilejudge/formats"
	"tilejudge/formats/pattern"
	"tilejudge/solver/puzzle"
)

// A writer writes a board as a problem.
type writer struct {
	*formats.PDDL
	puzzle.Shape
	tile   []pattern.Piece
	places [][]pattern.Piece
	to     []byte
}

func newWriter(d *formats.PDDL, s puzzle.Shape) *writer {
	w := &writer{PDDL: d, Shape: s, tile: d.Tile.Pieces()}
	for _, place := range d.Place {
		w.places = append(w.places, place.Pieces())
	}
	return w
}

// Append appends a puzzle as a problem of a domain.
func Append(to []byte, d *formats.PDDL, p *puzzle.Puzzle) []byte {
	w := newWriter(d, p.Start.Shape)
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
	w.eachTile()
	w.neighbors()
	w.successors()
	w.text(")\n  (:goal (and")
	w.board(p.Goal.Board, false)
	w.text(")))")
	return w.to
}

func (w *writer) text(parts ...string) {
	for _, part := range parts {
		w.to = append(w.to, part...)
	}
}

// fact begins a fact with its predicate.
func (w *writer) fact(predicate string) { w.text("\n    (", predicate) }

// object writes a space and the name of an object.
func (w *writer) object(name []pattern.Piece, s formats.Slide) {
	w.to = s.Append(append(w.to, ' '), name)
}

// cell writes the objects that tell a cell.
func (w *writer) cell(cell int) {
	for _, place := range w.places {
		w.object(place, formats.Slide{Cell: cell, Shape: w.Shape})
	}
}

// A placeObject is an object that tells a cell, or one that tells its row or its column.
type placeObject struct {
	name []pattern.Piece
	cell int    // a cell that the object tells, or the first one in its row or column
	kind string // its type
}

// lines returns the objects that tell the rows, or else the columns. Where rows and columns share
// their objects, the longer side of the board has all of them.
func (w *writer) lines(rows bool) (all []placeObject) {
	for i, name := range w.Place {
		kind, n, step := w.PlaceType, w.Cols, 1
		if name.Has(pattern.Row) {
			kind, n, step = cmp.Or(w.RowType, kind), w.Rows, w.Cols
		}
		if rows == name.Has(pattern.Row) {
			for k := range n {
				all = append(all, placeObject{w.places[i], k * step, kind})
			}
		}
	}
	return all
}

// placeObjects returns the objects that tell cells, each once.
func (w *writer) placeObjects() (all []placeObject) {
	if len(w.Place) == 1 {
		for cell := range w.Cells() {
			all = append(all, placeObject{w.places[0], cell, w.PlaceType})
		}
		return all
	}
	cols, rows := w.lines(false), w.lines(true)
	switch {
	case !w.SharedLines():
		return append(cols, rows...)
	case len(rows) > len(cols):
		return rows
	default:
		return cols
	}
}

// placeObject writes a space and the name of an object that tells a cell.
func (w *writer) placeObject(o placeObject) {
	w.object(o.name, formats.Slide{Cell: o.cell, Shape: w.Shape})
}

// tiles writes the tiles.
func (w *writer) tiles() {
	for t := range int(w.MaxTile()) {
		w.object(w.tile, formats.Slide{Tile: t + 1})
	}
}

// objects writes the objects.
func (w *writer) objects() {
	places := w.placeObjects()
	for i, o := range places {
		w.placeObject(o)
		if w.Typed && (i+1 == len(places) || places[i+1].kind != o.kind) {
			w.text(" - ", o.kind)
		}
	}
	w.tiles()
	if w.Typed {
		w.text(" - ", w.TileType)
	}
}

// kinds writes the facts that tell what each object is, unless types do.
func (w *writer) kinds() {
	if w.Typed {
		return
	}
	for t := range int(w.MaxTile()) {
		w.fact(w.TileType)
		w.object(w.tile, formats.Slide{Tile: t + 1})
		w.text(")")
	}
	objects := w.placeObjects()
	if w.RowType != "" {
		objects = append(w.lines(false), w.lines(true)...)
	}
	for _, o := range objects {
		w.fact(o.kind)
		w.placeObject(o)
		w.text(")")
	}
}

// eachTile writes the facts that hold for every tile.
func (w *writer) eachTile() {
	for _, predicate := range w.EachTile {
		for t := range int(w.MaxTile()) {
			w.fact(predicate)
			w.object(w.tile, formats.Slide{Tile: t + 1})
			w.text(")")
		}
	}
}

// board writes the place of each tile and, if blank is set, the place of the blank.
func (w *writer) board(b puzzle.Board, blank bool) {
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
func (w *writer) neighbors() {
	if w.Neighbor == "" && len(w.Ways) == 0 {
		return
	}
	for _, m := range []puzzle.Move{puzzle.Right, puzzle.Down} {
		for cell := range w.Cells() {
			if to, ok := w.Step(cell, m); ok {
				w.neighbor(cell, to, m)
				w.neighbor(to, cell, m.Opposite())
			}
		}
	}
}

// neighbor writes that a cell is beside another one, to which m leads.
func (w *writer) neighbor(cell, to int, m puzzle.Move) {
	predicate := w.Neighbor
	if len(w.Ways) > 0 {
		predicate = w.Ways[slices.Index(puzzle.UDLR[:], m)]
	}
	w.fact(predicate)
	w.cell(cell)
	w.cell(to)
	w.text(")")
}

// successors writes which position comes after each position.
func (w *writer) successors() {
	if w.Inc == "" {
		return
	}
	objects := w.placeObjects()
	for i, o := range objects[:len(objects)-1] {
		next := objects[i+1]
		if &next.name[0] != &o.name[0] {
			continue // the first row comes after the last column in the list only
		}
		for _, pair := range []struct {
			predicate string
			a, b      placeObject
		}{{w.Inc, o, next}, {w.Dec, next, o}} {
			w.fact(pair.predicate)
			w.placeObject(pair.a)
			w.placeObject(pair.b)
			w.text(")")
		}
	}
}
