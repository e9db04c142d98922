package greedy

import (
	"slices"

	"tilejudge/solver"
	"tilejudge/solver/idastar"
	"tilejudge/solver/internal/search"
	"tilejudge/solver/puzzle"
)

// A Shortener replaces parts of a path by shorter ones. It searches between the boards at
// both ends of a part by IDA*. It passes over the path until a pass finds no shorter part, or
// until it has expanded too many boards.
type Shortener struct {
	parts
	// search searches between the ends of a part. The number of a tile is the cell where the part
	// leaves it.
	search idastar.Deepening
	at     []uint16 // the board at the start of the part
	then   []uint16 // the board at its end
	goal   []uint16 // goal[t] is the cell to which the part takes tile t, if it moves it
	cells  []int    // cells that the blank visits in the part
	Limit  int64    // number of nodes at which to end; 0: only the limits of the parts count
}

// parts are the parts of a path that a shortener searches.
type parts struct {
	length int   // moves of a part
	stride int   // moves between the starts of two consecutive parts
	nodes  int64 // most nodes of one search
	total  int64 // most nodes of all searches
}

// briefParts take little time compared with finding a path.
var briefParts = parts{length: 24, stride: 3, nodes: 100, total: 500_000}

// Shorten shortens a path in place, by brief searches. The path begins at the board of s, with the
// blank in the given cell. The nodes of the searches are added to those of s.
func (h *Shortener) Shorten(s *search.Search, blank int, path puzzle.Path) (puzzle.Path, error) {
	return h.shortenParts(s, blank, path, briefParts)
}

// shortenParts is Shorten for given parts.
func (h *Shortener) shortenParts(
	s *search.Search, blank int, path puzzle.Path, p parts,
) (puzzle.Path, error) {
	h.prepare(s)
	h.parts = p
	start := slices.Clone(s.At)
	last := s.Nodes + h.total
	for {
		copy(h.at, start)
		n, err := h.pass(s, blank, path)
		if err != nil || n == len(path) || s.Nodes > last || h.spent(s) {
			return path[:n], err
		}
		path = path[:n]
	}
}

func (h *Shortener) prepare(s *search.Search) {
	n := len(s.At)
	d := &h.search
	if d.Grid != s.Grid {
		d.Grid = s.Grid
		d.At = make([]uint16, n)
		for c := range d.At {
			d.At[c] = uint16(c)
		}
	}
	if d.Path == nil {
		d.Path = puzzle.Path{} // a path of no moves is possible
	}
	d.Estimate.Search, d.Estimate.Kind = &d.Search, solver.Manhattan
	h.at, h.then = search.Resized(h.at, n), search.Resized(h.then, n)
	h.goal = search.Resized(h.goal, n)
}

// pass goes through the path once, and returns its new length.
func (h *Shortener) pass(s *search.Search, blank int, path puzzle.Path) (n int, err error) {
	copy(h.then, h.at)
	for i := 0; i < len(path); {
		if h.spent(s) {
			return n + copy(path[n:], path[i:]), nil
		}
		part := path[i:min(i+h.length, len(path))]
		better, err := h.around(s, blank, part)
		if err != nil {
			return n + copy(path[n:], path[i:]), err
		}
		if better != nil {
			i += len(part) - len(better)
			copy(path[i:], better)
			continue
		}
		for _, m := range part[:min(h.stride, len(part))] {
			blank = h.step(h.at, s, blank, m)
			path[n] = m
			i, n = i+1, n+1
		}
		copy(h.then, h.at)
	}
	return n, nil
}

// spent reports whether the shortener must end because of its limit.
func (h *Shortener) spent(s *search.Search) bool { return h.Limit > 0 && s.Nodes >= h.Limit }

// around returns a shorter path between the ends of a part that begins at h.at, or nil.
// The path is valid until the next call.
func (h *Shortener) around(s *search.Search, blank int, part puzzle.Path) (puzzle.Path, error) {
	d := &h.search
	d.Blank, d.Home = blank, blank
	h.cells = append(h.cells[:0], blank)
	for _, m := range part {
		d.Home = h.step(h.then, s, d.Home, m)
		h.cells = append(h.cells, d.Home)
	}
	for _, c := range h.cells {
		h.goal[h.then[c]] = uint16(c)
	}
	steps := 0
	for _, c := range h.cells {
		h.then[c] = h.at[c]
		d.At[c] = h.goal[h.at[c]]
	}
	slices.Sort(h.cells)
	h.cells = slices.Compact(h.cells)
	for _, c := range h.cells {
		if t := d.At[c]; int(t) != d.Home {
			steps += search.Distance(s.Row[t], s.Row[c]) + search.Distance(s.Col[t], s.Col[c])
		}
	}
	d.Budget.Limited(s.Ctx, h.nodes, len(s.At))
	d.MaxMoves = len(part) - 1
	err := d.Run(steps, true)
	s.Nodes += d.Nodes
	for _, c := range h.cells {
		d.At[c] = uint16(c)
	}
	switch err {
	case nil:
		return d.Path, nil
	case puzzle.ErrTooLong, solver.ErrNodeLimit:
		return nil, nil
	default:
		return nil, err
	}
}

// step moves the blank of a board, and returns its new cell.
func (h *Shortener) step(at []uint16, s *search.Search, blank int, m puzzle.Move) (to int) {
	to, _ = s.Step(blank, m)
	at[blank], at[to] = at[to], at[blank]
	return to
}
