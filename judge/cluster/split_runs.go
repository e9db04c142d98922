package cluster

import (
	"fmt"
	"hash/fnv"

	"tilejudge/solver"
)

// A run is what is searched between two places of an iteration.
type run struct{ From, To solver.Place }

// at returns the place before a subtree.
func at(subtree int) solver.Place { return solver.Place{Subtree: subtree} }

// name returns the name of a unit's files. Paths can be longer than a name may be.
func (r run) name() string {
	name := fmt.Sprintf("%06d-%06d", r.From.Subtree, r.To.Subtree)
	if r.From.Path == "" && r.To.Path == "" {
		return name
	}
	sum := fnv.New64a()
	fmt.Fprintf(sum, "%s-%s", r.From.Path, r.To.Path)
	return fmt.Sprintf("%s-%016x", name, sum.Sum64())
}

// subtrees returns how many subtrees a run has, whole or in part.
func (r run) subtrees() int {
	n := r.To.Subtree - r.From.Subtree
	if r.To.Path != "" {
		n++
	}
	return n
}

// pieces cuts a run into up to n others, with about as many subtrees each.
func (r run) pieces(n int) []run {
	count := r.subtrees()
	n = max(min(n, count), 1)
	var places []solver.Place
	for i := 1; i < n; i++ {
		places = append(places, at(r.From.Subtree+count*i/n))
	}
	return r.cut(places)
}

// cut cuts a run at some places.
func (r run) cut(places []solver.Place) (all []run) {
	for _, p := range places {
		all = append(all, run{r.From, p})
		r.From = p
	}
	return append(all, r)
}
