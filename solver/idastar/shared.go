package idastar

import (
	"hash/fnv"

	"tilejudge/solver"
)

// enterShared does what s.enter does for a whole iteration, through a Sharing. expected is how many
// nodes it should take. Path and counts are those of one goroutine.
func enterShared[R any](
	s depthFirst[R], share solver.Sharing, root *R, nodes int64,
) bool {
	d := s.common()
	it := &sharedIteration[R]{s: s, root: root, expected: nodes, before: d.counts()}
	defer func() { d.branches = nil }() // they can be large
	out, err := share.Iterate(d.Ctx, it)
	d.Nodes = it.before.nodes + out.Effort.Expanded
	d.Generated = it.before.generated + out.Effort.Generated
	d.granted, d.Err = 0, err
	if out.Path == nil || err != nil {
		return false
	}
	copy(d.path, out.Path)
	return true
}

// A sharedIteration is the solver.Iteration of a search.
type sharedIteration[R any] struct {
	s        depthFirst[R]
	root     *R
	expected int64
	before   nodeCounts // counts before the iteration
}

// Bound implements solver.Iteration.
func (it *sharedIteration[R]) Bound() int { return len(it.s.common().path) }

// Expected implements solver.Iteration.
func (it *sharedIteration[R]) Expected() int64 { return it.expected }

// Cut implements solver.Iteration.
func (it *sharedIteration[R]) Cut(atLeast int) (solver.Cut, error) {
	d := it.s.common()
	d.Nodes, d.Generated = it.before.nodes, it.before.generated
	makeBranches(it.s, it.root, atLeast)
	sum := fnv.New64a()
	for i := range d.branches {
		for _, m := range d.branches[i].path {
			sum.Write([]byte{byte(m)})
		}
		sum.Write([]byte{'\n'})
	}
	return solver.Cut{
		Subtrees: len(d.branches), Digest: sum.Sum64(), Effort: it.since(d.counts()),
	}, d.Err
}

// since returns the counts of the iteration so far.
func (it *sharedIteration[R]) since(c nodeCounts) solver.Counts {
	return solver.Counts{
		Expanded: c.nodes - it.before.nodes, Generated: c.generated - it.before.generated,
	}
}
