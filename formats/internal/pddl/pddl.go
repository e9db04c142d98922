// Package pddl writes puzzles as problems of PDDL, and tells what problems have for boards of a
// shape: objects, their types, and the facts that do not depend on where the tiles are. It reads
// nothing.
package pddl

import (
	"strings"

	"tilejudge/formats"
	"tilejudge/solver/puzzle"
)

// Kinds returns the type of each object that a board has, by its name. The type is "" if the domain
// has no types.
func Kinds(d *formats.PDDL, s puzzle.Shape) map[string]string {
	kinds := make(map[string]string)
	tileType, placeType := "", ""
	if d.Typed {
		tileType = d.TileType
	}
	w := newWriter(d, s)
	w.tiles()
	for name := range strings.FieldsSeq(string(w.to)) {
		kinds[name] = tileType
	}
	for _, o := range w.placeObjects() {
		if w.to = w.to[:0]; d.Typed {
			placeType = o.kind
		}
		w.placeObject(o)
		kinds[string(w.to[1:])] = placeType
	}
	return kinds
}

// Objects returns the number of objects that a board has.
func Objects(d *formats.PDDL, s puzzle.Shape) int {
	places := s.Cells()
	if len(d.Place) == 2 {
		if places = s.Rows + s.Cols; d.SharedLines() {
			places = max(s.Rows, s.Cols)
		}
	}
	return int(s.MaxTile()) + places
}

// Layout returns all facts about the cells and the tiles of a board that do not depend on where the
// tiles are.
func Layout(d *formats.PDDL, s puzzle.Shape) (facts []string) {
	w := newWriter(d, s)
	w.kinds()
	w.eachTile()
	w.neighbors()
	w.successors()
	for line := range strings.Lines(string(w.to)) {
		if line = strings.TrimSpace(line); line != "" {
			facts = append(facts, line)
		}
	}
	return facts
}

// Names returns the tiles of a board by the names of their objects, and its cells by the names of
// the objects that tell them, with a space between two.
func Names(d *formats.PDDL, s puzzle.Shape) (tiles map[string]puzzle.Tile, cells map[string]int) {
	tiles, cells = make(map[string]puzzle.Tile), make(map[string]int)
	w := newWriter(d, s)
	for t := range s.MaxTile() {
		w.to = w.to[:0]
		w.object(w.tile, formats.Slide{Tile: int(t + 1)})
		tiles[string(w.to[1:])] = t + 1
	}
	for cell := range s.Cells() {
		w.to = w.to[:0]
		w.cell(cell)
		cells[string(w.to[1:])] = cell
	}
	return tiles, cells
}
