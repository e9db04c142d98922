package solver

import (
	"slices"

	"tilejudge/solver/pdb"
	"tilejudge/solver/puzzle"
)

// Iterative-deepening A* over pattern databases, whose state is the board and an
// index into each table. It is a loop of its own because nearly all time of hard
// puzzles goes here.

// A patternSearch is the state of one search, in the frame of its heuristic.
type patternSearch struct {
	descent[patternPart]
	position
	h     *pdb.Heuristic
	skips skips
	sums  [2]int32 // of the first board's values, on either side
}

// A position is a board and what goes with it.
type position struct {
	index [8]uint32 // into each table
	value [8]uint8  // there
	at    [32]uint8 // at[cell] is the goal cell of the tile
}

// A patternPart is a position, and what dive is told of it.
type patternPart struct {
	position
	skip              uint32
	more, slack, x, y int32
}

// A step is a move that the search is about to make.
type step struct {
	skip  uint32
	edge  uint8
	tile  uint8
	x, y  uint8 // values of the tile's patterns
	index [2]uint32
	sum   [2]int32
	slack int32
}

// dive searches below the board at hand, for which more moves are left. slack is
// half of what these are above the Manhattan distance, and x and y are the sums
// of the values on either side, each at most slack. If it returns true s.path is a
// solution; else the position is as it was.
//
// It is long because a call for each neighbour would take as long as its look-up.
func (s *patternSearch) dive(skip uint32, more, slack, x, y int32) bool {
	if s.left--; s.left < 0 && !s.pay(skip, more, slack, x, y) {
		return false
	}
	var steps [4]step
	n, worst := 0, int32(0)
	// All look-ups first: the memory works on them at the same time.
	for _, w := range &s.skips[skip] {
		if w == 0 {
			break
		}
		s.generated++
		edge := w >> 1 & 127
		e := &s.h.Edges[edge]
		t := uint32(s.at[e.To&31])
		row := uint32(e.Direction&3)<<5 | t&31
		change := s.h.Step[row]
		row <<= 5
		change += s.h.Pass[row|uint32(s.at[e.Between[0]&31]&31)] +
			s.h.Pass[row|uint32(s.at[e.Between[1]&31]&31)] +
			s.h.Pass[row|uint32(s.at[e.Between[2]&31]&31)] +
			s.h.Pass[row|uint32(s.at[e.Between[3]&31]&31)]
		slots := s.h.Slots[t&31]
		a, b := slots&7, slots>>4&7
		i := s.index[a] + uint32(change)
		j := s.index[b] + uint32((change+1<<31)>>32)
		v := s.h.Table[a][i>>1] >> (i & 1 * 4) & 15
		u := s.h.Table[b][j>>1] >> (j & 1 * 4) & 15
		x := x + int32(v) - int32(s.value[a])
		y := y + int32(u) - int32(s.value[b])
		slack := slack - int32(s.h.Up[edge<<5|t&31])
		over := max(x, y) - slack
		worst = max(worst, over)
		p := &steps[n&3]
		p.skip, p.edge, p.tile = w>>8, uint8(edge), uint8(t)
		p.x, p.y, p.index[0], p.index[1] = v, u, i, j
		p.sum[0], p.sum[1], p.slack = x, y, slack
		n += int(uint32(over-1) >> 31) // kept if not over: no branch to guess
	}
	if worst > 1 {
		return false // what holds for a child, less 1, holds for its parent
	}
	for i := range steps[:n] {
		p := &steps[i]
		e := &s.h.Edges[p.edge&127]
		s.path[len(s.path)-int(more)] = s.moves[e.Direction&3]
		if more == 1 {
			return true
		}
		slots := s.h.Slots[p.tile&31]
		a, b := slots&7, slots>>4&7
		i, j, v, u := s.index[a], s.index[b], s.value[a], s.value[b]
		s.index[a], s.index[b], s.value[a], s.value[b] = p.index[0], p.index[1], p.x, p.y
		s.at[e.From&31], s.at[e.To&31] = p.tile, uint8(s.h.Blank)
		if s.dive(p.skip, more-1, p.slack, p.sum[0], p.sum[1]) {
			return true
		}
		s.at[e.From&31], s.at[e.To&31] = uint8(s.h.Blank), p.tile
		s.index[a], s.index[b], s.value[a], s.value[b] = i, j, v, u
	}
	return false
}

// pay asks the budget for more nodes, and reports whether the node at hand may
// be searched. It takes what dive got.
func (s *patternSearch) pay(skip uint32, more, slack, x, y int32) bool {
	may, begins := s.ask(int(more))
	if begins {
		s.keep(patternPart{s.position, skip, more, slack, x, y}, int(more))
	}
	return may
}

// enter implements diver.
func (s *patternSearch) enter(p *patternPart) bool {
	s.position = p.position
	return s.dive(p.skip, p.more, p.slack, p.x, p.y)
}

// helper implements diver.
func (s *patternSearch) helper() diver[patternPart] {
	return &patternSearch{descent: s.twin(), h: s.h, skips: s.skips}
}

// bytes returns what the search holds for boards.
func (s *patternSearch) bytes() int64 {
	return int64(len(s.at) + 5*len(s.index) + len(s.path))
}

// patternBranches is how many branches there are for each core: so many that
// none is left alone with a large one for long.
const patternBranches = 512

// run searches for a shortest path from the board in s.at, the blank at a cell,
// and returns its length.
func (s *patternSearch) run(blank, most int, team *team) (int, error) {
	far := s.evaluate()
	root := patternPart{position: s.position, skip: uint32(blank), x: s.sums[0], y: s.sums[1]}
	took := int64(0)
	for bound := far + 2*int(max(s.sums[0], s.sums[1])); ; bound += 2 {
		if bound > most {
			return 0, puzzle.ErrTooLong
		}
		s.path = slices.Grow(s.path[:0], bound)[:bound]
		if bound == 0 {
			return 0, nil
		}
		root.more, root.slack = int32(bound), int32(bound-far)/2
		before := s.nodes
		var solved bool
		if team != nil && team.most > 1 && took > team.patience {
			solved = split(s, team, &root, patternBranches)
		} else {
			solved = s.enter(&root)
			s.settle()
		}
		if s.err != nil || solved {
			return bound, s.err
		}
		took = s.nodes - before
	}
}

// evaluate sets what goes with the board in s.at, and returns its Manhattan
// distance from the goal.
func (s *patternSearch) evaluate() (far int) {
	board := s.at[:s.h.Shape.Cells()]
	s.at[pdb.Nowhere] = uint8(s.h.Blank)
	s.index = s.h.Index(board)
	s.sums = [2]int32{}
	for i, table := range s.h.Table {
		if s.value[i] = 0; table != nil {
			s.value[i] = table[s.index[i]/2] >> (s.index[i] % 2 * 4) & 15
			s.sums[i/4] += int32(s.value[i])
		}
	}
	return s.h.Distance(board)
}
