package idastar

import (
	"errors"
	"slices"

	"tilejudge/solver"
	"tilejudge/solver/puzzle"
)

// A search in a subtree may stop at any node, and go on there in another process: the path to the
// node is all that it needs. On the way down that path, what is before it is left out; what is
// behind the place where the search is to end is left out in the same way.

// errPlace is returned for a place that the iteration does not have.
var errPlace = errors.New("found a place in a search that this search does not have")

// Search implements solver.Iteration.
func (it *sharedIteration[R]) Search(from, to solver.Place, limit int64) (solver.Outcome, error) {
	d := it.s.common()
	if from.Subtree >= len(d.branches) || to.Subtree < from.Subtree ||
		to == (solver.Place{Subtree: from.Subtree}) {
		return solver.Outcome{Next: from}, errPlace
	}
	b := &d.branches[from.Subtree]
	out := solver.Outcome{
		Before: it.since(b.before), Next: solver.Place{Subtree: from.Subtree + 1},
	}
	var end puzzle.Path
	if to.Subtree == from.Subtree {
		end, out.Next = puzzle.Path(to.Path), to
	}
	d.granted, d.Nodes, d.Generated = 0, 0, 0
	d.pauseAt, d.rest = max(limit, 1), nil
	solved := it.between(b, puzzle.Path(from.Path), end)
	own := d.counts()
	d.refund()
	out.Effort = solver.Counts{Expanded: own.nodes, Generated: own.generated}
	switch {
	case solved:
		out.Path = slices.Clone(d.path)
	case d.rest != nil:
		out.Next = solver.Place{Subtree: from.Subtree, Path: d.rest[len(b.path):].String()}
	}
	d.pauseAt, d.rest = 0, nil
	return out, d.Err
}

// pause notes where the search stops, at a node with movesLeft moves left. Until it has left all
// nodes, it comes to others, which do not count.
func (d *iteration[R]) pause(movesLeft int) {
	if d.rest == nil {
		d.rest = slices.Clone(d.path[:len(d.path)-movesLeft])
	}
}

// between searches a branch from the node at the end of one path to that of another, both from its
// root. Without the first path it begins at the root; without the second, it searches all that
// follows.
func (it *sharedIteration[R]) between(b *branch[R], from, to puzzle.Path) bool {
	d := it.s.common()
	if len(from) == 0 && len(to) == 0 {
		copy(d.path, b.path)
		return it.s.enter(&b.root)
	}
	children, ok := it.children(b, len(from) == 0)
	if !ok {
		d.rest = slices.Concat(b.path, from)
		return false
	}
	for i := range children {
		c := &children[i]
		move := c.path[len(b.path)]
		var first, last puzzle.Path
		if len(from) > 0 {
			if move != from[0] {
				continue
			}
			first, from = from[1:], nil
		}
		ends := len(to) > 0 && move == to[0]
		if ends {
			if last = to[1:]; len(last) == 0 {
				return false
			}
		}
		if it.between(c, first, last) {
			return true
		}
		if ends || d.Err != nil || d.rest != nil {
			return false
		}
	}
	if len(from) > 0 || len(to) > 0 {
		d.Err = errPlace
	}
	return false
}

// children returns the branches that begin a move below the root of another. It counts that root
// if it is asked to. It returns false if the search has to end.
func (it *sharedIteration[R]) children(b *branch[R], count bool) (all []branch[R], ok bool) {
	d := it.s.common()
	left := len(d.path) - len(b.path)
	if left < 2 {
		d.Err = errPlace
		return nil, false
	}
	d.refund()
	before, branches := d.counts(), d.branches
	copy(d.path, b.path)
	d.branches, d.splitAt = nil, left-1
	it.s.enter(&b.root)
	all, d.branches = d.branches, branches
	d.splitAt, d.granted = 0, 0
	if !count || d.Err != nil {
		d.Nodes, d.Generated = before.nodes, before.generated
	}
	return all, d.Err == nil
}

// Places implements solver.Iteration. It returns the next siblings of nodes on the way to from.
// Those of the first nodes count most: they have the largest subtrees.
func (it *sharedIteration[R]) Places(from, to solver.Place, most int) (all []solver.Place) {
	d := it.s.common()
	b := d.branches[from.Subtree]
	end := ""
	if to.Subtree == from.Subtree {
		end = to.Path
	}
	same := end != "" // so far the paths have the same moves
	for i := 0; i < len(from.Path) && len(all) < most; i++ {
		children, ok := it.children(&b, false)
		at := slices.IndexFunc(children, func(c branch[R]) bool {
			return byte(c.path[len(b.path)]) == from.Path[i]
		})
		if !ok || at < 0 {
			break
		}
		var next []solver.Place
		for _, c := range children[at+1:] {
			if same && end[i] == from.Path[i] {
				break // they are behind the end
			}
			path := c.path[len(c.path)-i-1:].String()
			if path == end {
				break
			}
			next = append(next, solver.Place{Subtree: from.Subtree, Path: path})
			if same && path == end[:i+1] {
				break // the end is below
			}
		}
		all = append(next, all...)
		same = same && end[i] == from.Path[i]
		b = children[at]
	}
	return all[max(len(all)-most, 0):]
}
