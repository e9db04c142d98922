package idastar

import (
	"slices"

	"tilejudge/solver/heuristic"
	"tilejudge/solver/pdb"
	"tilejudge/solver/puzzle"
)

// This is iterative-deepening A* over the tables of a pdb.Partition. Its state is
// the board and an index into each table. It is a loop of its own because hard
// puzzles spend nearly all their time here.

// A partitionSearch is the state of one search, in the frame of its heuristic.
type partitionSearch struct {
	iteration[partitionRoot]
	heuristic.Position
	h          *pdb.PartitionHeuristic
	successors successors
}

// A partitionRoot is a position and the arguments of dive for it.
type partitionRoot struct {
	heuristic.Position
	state             uint32
	left, slack, x, y int32
}

// A partitionChild is a move that the search is about to make.
type partitionChild struct {
	state uint32
	edge  uint8
	tile  uint8
	x, y  uint8 // values of the tile's patterns, on either side
	index [2]uint32
	sum   [2]int32
	slack int32
}

// dive searches below s.Position, with left moves left, in a state of the successors. slack is half
// the difference between left and the Manhattan distance. x and y are the sums of the values on
// either side, each at most slack. If dive returns true, s.path is a solution; otherwise it
// restores the position.
//
// It is one long function because a call for each child would take as long as the
// child's look-up.
func (s *partitionSearch) dive(state uint32, left, slack, x, y int32) bool {
	if s.granted--; s.granted < 0 && !s.askBudget(state, left, slack, x, y) {
		return false
	}
	var children [4]partitionChild
	n, worst := 0, int32(0)
	// All look-ups come first, so that their cache misses overlap.
	for _, w := range &s.successors[state] {
		if w == 0 {
			break
		}
		s.Generated++
		edge := w >> 1 & 127
		e := &s.h.Edges[edge]
		t := uint32(s.At[e.To&31])
		row := uint32(e.Direction&3)<<5 | t&31
		change := s.h.Step[row]
		row <<= 5
		change += s.h.Pass[row|uint32(s.At[e.Between[0]&31]&31)] +
			s.h.Pass[row|uint32(s.At[e.Between[1]&31]&31)] +
			s.h.Pass[row|uint32(s.At[e.Between[2]&31]&31)] +
			s.h.Pass[row|uint32(s.At[e.Between[3]&31]&31)]
		slots := s.h.Slots[t&31]
		a, b := slots&7, slots>>4&7
		i := s.Index[a] + uint32(change)
		j := s.Index[b] + uint32((change+1<<31)>>32)
		v := s.h.Table[a][i>>1] >> (i & 1 * 4) & 15
		u := s.h.Table[b][j>>1] >> (j & 1 * 4) & 15
		x := x + int32(v) - int32(s.Value[a])
		y := y + int32(u) - int32(s.Value[b])
		slack := slack - int32(s.h.Away[edge<<5|t&31])
		over := max(x, y) - slack
		worst = max(worst, over)
		c := &children[n&3]
		c.state, c.edge, c.tile = w>>8, uint8(edge), uint8(t)
		c.x, c.y, c.index[0], c.index[1] = v, u, i, j
		c.sum[0], c.sum[1], c.slack = x, y, slack
		n += int(uint32(over-1) >> 31) // kept unless over > 0; a branch would be mispredicted
	}
	if worst > 1 {
		return false // if a child has bound b, its parent has at least b-1 (pathmax)
	}
	for i := range children[:n] {
		c := &children[i]
		e := &s.h.Edges[c.edge&127]
		s.path[len(s.path)-int(left)] = s.moves[e.Direction&3]
		if left == 1 {
			return true
		}
		slots := s.h.Slots[c.tile&31]
		a, b := slots&7, slots>>4&7
		i, j, v, u := s.Index[a], s.Index[b], s.Value[a], s.Value[b]
		s.Index[a], s.Index[b], s.Value[a], s.Value[b] = c.index[0], c.index[1], c.x, c.y
		s.At[e.From&31], s.At[e.To&31] = c.tile, uint8(s.h.Blank)
		if s.dive(c.state, left-1, c.slack, c.sum[0], c.sum[1]) {
			return true
		}
		s.At[e.From&31], s.At[e.To&31] = uint8(s.h.Blank), c.tile
		s.Index[a], s.Index[b], s.Value[a], s.Value[b] = i, j, v, u
	}
	return false
}

// askBudget asks the budget for more nodes, with the arguments of dive, and reports
// whether the node may be expanded.
func (s *partitionSearch) askBudget(state uint32, left, slack, x, y int32) bool {
	may, begins := s.ask(int(left))
	if begins {
		s.addBranch(partitionRoot{s.Position, state, left, slack, x, y}, int(left))
	}
	return may
}

// enter implements depthFirst.
func (s *partitionSearch) enter(r *partitionRoot) bool {
	s.Position = r.Position
	return s.dive(r.state, r.left, r.slack, r.x, r.y)
}

// newWorker implements depthFirst.
func (s *partitionSearch) newWorker() depthFirst[partitionRoot] {
	return &partitionSearch{iteration: s.forWorker(), h: s.h, successors: s.successors}
}

// bytes returns the memory that the search holds for boards.
func (s *partitionSearch) bytes() int64 {
	return int64(len(s.At) + 5*len(s.Index) + len(s.path))
}

// partitionBranches is the number of branches for each core. There are many, so that no core works
// long on the last one while the others are idle.
const partitionBranches = 512

// run searches for a shortest path from the board in s.at, with the blank in a cell,
// and returns its length. If it returns an error, no path is shorter than the length beside
// it.
func (s *partitionSearch) run(blank, maxMoves int, with helpers) (int, error) {
	distance, sums := s.Position.Look(s.h)
	root := partitionRoot{
		Position: s.Position, state: uint32(blank), x: sums[0], y: sums[1],
	}
	took := int64(0) // nodes of the iteration before
	for bound := max(distance+2*int(max(root.x, root.y)), s.least); ; bound += 2 {
		if bound > maxMoves {
			return bound, puzzle.ErrTooLong
		}
		s.path = slices.Grow(s.path[:0], bound)[:bound]
		if bound == 0 {
			return 0, nil
		}
		root.left, root.slack = int32(bound), int32(bound-distance)/2
		before := s.Nodes
		s.Round(bound)
		solved := enterIteration(s, with, &root, took, partitionBranches)
		if s.Err != nil || solved {
			return bound, s.Err
		}
		took = s.Nodes - before
		if s.enough > 0 && s.Nodes >= s.enough && bound+2 <= maxMoves {
			return bound + 2, errLarger
		}
	}
}
