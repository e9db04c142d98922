package pdb

import "context"

// A Spec is tables that are worth keeping in a file.
type Spec struct {
	Name    string // of the tables, as "4x4"
	Title   string // one line
	Speeds  string // what they speed up
	Size    int64  // bytes of all tables
	Memory  int64  // bytes that Build needs beside them, at most
	Version uint32 // goes up when the bytes would change
	Tables         // a *Partition or a *Compound
}

// Tables are what a file has.
type Tables interface {
	Serves() Corner
	Bytes() int
	Build(ctx context.Context, to []byte, progress func(done, total int64)) error
}

// Specs lists what can be kept, smallest boards first.
var Specs = []Spec{{
	Name: "4x4", Version: 2, Size: 288_288_000,
	Title:  "patterns of 7 and 8 tiles, for goals with the blank in a corner",
	Speeds: "15-puzzles: one of 80 moves takes 0.6 s, not 26",
	Memory: 1_400 << 20, // 1,361 MiB were measured
	Tables: sevenEight(),
}, {
	Name: "4x5", Version: 2, Size: 227_810_880,
	Title:  "6 patterns of 6 and 7 tiles, for goals with the blank in a corner",
	Speeds: "19-puzzles: random ones take about a second",
	Memory: 768 << 20,
	Tables: Pictured(".aac:aacc:aacc:bbbc:bbbc", ".acc:aacc:aacc:abbc:bbbb"),
}, {
	Name: "5x5", Version: 1, Size: 226_260_000,
	Title:  "10 patterns of 6 tiles, for goals with the blank in a corner",
	Speeds: "24-puzzles: the easiest of korf-felner-50 take seconds",
	Memory: 256 << 20,
	Tables: Pictured(
		".abbb:aabbb:aaacc:dddcc:dddcc", ".aabb:aabbb:aabcc:dddcc:dddcc",
		".abbb:aabbb:accdd:accdd:accdd", ".aabb:aaccb:aaccb:dddcb:dddcb",
	),
}}

// sevenEight returns the partition .aaa:aaaa:bbbb:bbbb with the tiles in an order
// that keeps the entries of most neighbours near each other.
func sevenEight() *Partition {
	p := drawn(".aaa:aaaa:bbbb:bbbb")
	p.Sides[0] = [][]int{{2, 3, 7, 1, 4, 5, 6}, {11, 8, 12, 13, 9, 15, 14, 10}}
	p.Sides[1] = p.Sides[0]
	return p
}

// Lookup returns the spec for a corner, or nil.
func Lookup(at Corner) *Spec {
	for i := range Specs {
		if s := &Specs[i]; s.Serves() == at {
			return s
		}
	}
	return nil
}
