package solver

import (
	"context"

	"tilejudge/solver/puzzle"
)

// Sharing lets several processes search one iteration of IDA* together. Each process runs the whole
// search; if an iteration is long, it asks its Sharing what the iteration finds.
type Sharing interface {
	// Iterate does an iteration. It searches some subtrees, and gets to know from other processes
	// what the others have. An error ends the search.
	Iterate(ctx context.Context, it Iteration) (Outcome, error)
}

// An Iteration is an iteration of IDA* that can be cut into subtrees. Only one goroutine may use
// it.
type Iteration interface {
	Bound() int      // the most moves of a path
	Expected() int64 // nodes, estimated from the iteration before

	// Cut cuts the iteration into more than atLeast subtrees, if it has as many. All processes
	// get the same ones if they have the same tables.
	Cut(atLeast int) (Cut, error)

	// Search searches one subtree of the last cut, between two places, and stops after about
	// limit nodes. What it returns with an error is valid too.
	Search(from, to Place, limit int64) (Outcome, error)

	// Places returns up to most places between two places in one subtree, in order. Other
	// processes may begin to search at each.
	Places(from, to Place, most int) []Place
}

// A Place is a node of a cut. A search from a place on visits what comes after it in the order in
// which one process would search.
type Place struct {
	Subtree int    // counted from 0
	Path    string `json:",omitempty"` // from the root of the subtree; "": the root itself
}

// A Cut says what an iteration was cut into.
type Cut struct {
	Subtrees int
	Digest   uint64 // a hash of the paths to the subtrees
	Effort   Counts // counts of the nodes above the subtrees
}

// An Outcome is what a search of an iteration, or in a subtree, has found.
type Outcome struct {
	Effort Counts
	Path   puzzle.Path // the first solution, from the start of the puzzle; nil: there is none
	Before Counts      // in a subtree: nodes above the subtrees that one process expands before it
	Next   Place       // in a subtree, without a solution: the first node that was not expanded
}

// Counts are the counts of an Effort.
type Counts struct{ Expanded, Generated int64 }

// Add adds other counts.
func (c *Counts) Add(o Counts) {
	c.Expanded += o.Expanded
	c.Generated += o.Generated
}
