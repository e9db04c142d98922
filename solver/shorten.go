package solver

import (
	"slices"

	"tilejudge/solver/puzzle"
)

// A shortener looks along a path for parts with a way around them that is
// shorter: IDA* between the boards at both ends of a part of shortenPart moves,
// which may expand shortenNodes boards. It goes on from where it found one, and
// passes over the path until a pass finds none or has expanded shortenTotal
// boards in all.
type shortener struct {
	search deepening // between the ends; tiles are named after where the part takes them
	at     []uint16  // the board at the start of the part
	then   []uint16  // the board at its end
	goal   []uint16  // goal[t] is where the part takes tile t, if it moves it
	cells  []int     // that the part moves something in or out of
}

const (
	shortenPart  = 24
	shortenStep  = 3 // moves from part to part
	shortenNodes = 100
	shortenTotal = 500_000
)

// shorten shortens a path from the board of s with its blank at a cell, in
// place. Its nodes count for s.
func (h *shortener) shorten(s *search, blank int, path puzzle.Path) (puzzle.Path, error) {
	h.prepare(s)
	start := slices.Clone(s.at)
	last := s.nodes + shortenTotal
	for {
		copy(h.at, start)
		n, err := h.pass(s, blank, path)
		if err != nil || n == len(path) || s.nodes > last {
			return path[:n], err
		}
		path = path[:n]
	}
}

func (h *shortener) prepare(s *search) {
	n := len(s.at)
	d := &h.search
	if d.grid != s.grid {
		d.grid = s.grid
		d.at = make([]uint16, n)
		for c := range d.at {
			d.at[c] = uint16(c)
		}
	}
	d.estimate.search, d.estimate.kind = &d.search, Manhattan
	h.at, h.then, h.goal = resized(h.at, n), resized(h.then, n), resized(h.goal, n)
}

// pass goes along the path once, and returns its new length.
func (h *shortener) pass(s *search, blank int, path puzzle.Path) (n int, err error) {
	copy(h.then, h.at)
	for i := 0; i < len(path); {
		part := path[i:min(i+shortenPart, len(path))]
		better, err := h.around(s, blank, part)
		if err != nil {
			return n + copy(path[n:], path[i:]), err
		}
		if better != nil {
			i += len(part) - len(better)
			copy(path[i:], better)
			continue
		}
		for _, m := range part[:min(shortenStep, len(part))] {
			blank = h.step(h.at, s, blank, m)
			path[n] = m
			i, n = i+1, n+1
		}
		copy(h.then, h.at)
	}
	return n, nil
}

// around returns a shorter way between the ends of the part that begins at
// h.at, or nil. The path is the shortener's, until the next call.
func (h *shortener) around(s *search, blank int, part puzzle.Path) (puzzle.Path, error) {
	d := &h.search
	d.blank, d.home = blank, blank
	h.cells = append(h.cells[:0], blank)
	for _, m := range part {
		d.home = h.step(h.then, s, d.home, m)
		h.cells = append(h.cells, d.home)
	}
	for _, c := range h.cells {
		h.goal[h.then[c]] = uint16(c)
	}
	steps := 0
	for _, c := range h.cells {
		h.then[c] = h.at[c]
		d.at[c] = h.goal[h.at[c]]
	}
	slices.Sort(h.cells)
	h.cells = slices.Compact(h.cells)
	for _, c := range h.cells {
		if t := d.at[c]; int(t) != d.home {
			steps += distance(s.row[t], s.row[c]) + distance(s.col[t], s.col[c])
		}
	}
	d.budget.start(s.ctx, shortenNodes, len(s.at))
	d.most = len(part) - 1
	err := d.run(steps, true)
	s.nodes += d.nodes
	for _, c := range h.cells {
		d.at[c] = uint16(c)
	}
	switch err {
	case nil:
		return d.path, nil
	case puzzle.ErrTooLong, ErrNodeLimit:
		return nil, nil
	default:
		return nil, err
	}
}

// step moves the blank of a board.
func (h *shortener) step(at []uint16, s *search, blank int, m puzzle.Move) (to int) {
	to, _ = s.Step(blank, m)
	at[blank], at[to] = at[to], at[blank]
	return to
}
