package pdb

import "context"

// A Spec is tables that are worth keeping in a file. Package stored says what the
// files are called, how large they are and what they are good for. Another pattern
// or another order of its tiles needs another version of the file there.
type Spec struct {
	Name   string // such as "4x4"
	Tables        // a *Partition or a *Compound
}

// Tables are the tables of pattern databases.
type Tables interface {
	// Serves returns the goals that the tables are for.
	Serves() GoalClass
	// Bytes returns the size of all tables.
	Bytes() int
	// Build fills to, which has Bytes() zero bytes. It calls progress, if that is
	// not nil, from one goroutine at a time. It returns ctx.Err() if ctx ends first.
	Build(ctx context.Context, to []byte, progress func(done, total int64)) error
}

// Specs lists the tables that can be kept, smallest boards first.
var Specs = []Spec{
	{Name: "4x4", Tables: sevenEight()},
	{
		Name:   "4x5",
		Tables: MustCompound(".aac:aacc:aacc:bbbc:bbbc", ".acc:aacc:aacc:abbc:bbbb"),
	},
	{
		Name: "5x5",
		Tables: MustCompound(
			".abbb:aabbb:aaacc:dddcc:dddcc", ".aabb:aabbb:aabcc:dddcc:dddcc",
			".abbb:aabbb:accdd:accdd:accdd", ".aabb:aaccb:aaccb:dddcb:dddcb",
		),
	},
}

// sevenEight returns the partition .aaa:aaaa:bbbb:bbbb with its tiles in an order
// that keeps the entries of most neighbours close together in memory.
func sevenEight() *Partition {
	p := mustPartition(".aaa:aaaa:bbbb:bbbb")
	p.Sides[0] = [][]int{{2, 3, 7, 1, 4, 5, 6}, {11, 8, 12, 13, 9, 15, 14, 10}}
	p.Sides[1] = p.Sides[0]
	return p
}

// Lookup returns the spec for some goals, or nil.
func Lookup(goals GoalClass) *Spec {
	for i := range Specs {
		if s := &Specs[i]; s.Serves() == goals {
			return s
		}
	}
	return nil
}
