package pdb

// A Spec is a partition whose tables are worth keeping in a file.
type Spec struct {
	Partition
	Name    string // of the tables, as "4x4"
	Title   string // one line
	Speeds  string // what they speed up
	Size    int64  // bytes of all tables
	Memory  int64  // bytes that Build needs beside them, at most
	Version uint32 // goes up when the bytes would change
}

// Specs lists what can be kept, smallest boards first.
var Specs = []Spec{{
	Name: "4x4", Version: 1, Size: 288_288_000,
	Title:     "patterns of 7 and 8 tiles, for goals with the blank in a corner",
	Speeds:    "15-puzzles: one of 80 moves takes 0.6 s, not 26",
	Memory:    1_400 << 20, // 1,361 MiB were measured
	Partition: mirrored(0, ".aaa", "aaaa", "bbbb", "bbbb"),
}}

// Lookup returns the spec for a corner, or nil.
func Lookup(at Corner) *Spec {
	for i := range Specs {
		if s := &Specs[i]; s.Corner == at {
			return s
		}
	}
	return nil
}

// A CompoundSpec is a compound whose tables are worth keeping in a file.
type CompoundSpec struct {
	Compound
	Name    string // of the tables, as "5x5"
	Title   string // one line
	Speeds  string // what they speed up
	Size    int64  // bytes of all tables
	Memory  int64  // bytes that Build needs beside them, at most
	Version uint32 // goes up when the bytes would change
}

// Compounds lists what can be kept, smallest boards first.
var Compounds = []CompoundSpec{{
	Name: "4x5", Version: 1, Size: 227_810_880,
	Title:  "6 patterns of 6 and 7 tiles, for goals with the blank in a corner",
	Speeds: "19-puzzles: random ones take about a second",
	Memory: 768 << 20,
	Compound: Pictured(
		[]string{".aabb", "aaabb", "accbb", "ccccc"},
		[]string{".aaab", "aaabb", "cccbb", "ccccb"},
	),
}, {
	Name: "5x5", Version: 1, Size: 226_260_000,
	Title:  "10 patterns of 6 tiles, for goals with the blank in a corner",
	Speeds: "24-puzzles: the easiest of korf-felner-50 take seconds",
	Memory: 256 << 20,
	Compound: Pictured(
		[]string{".abbb", "aabbb", "aaacc", "dddcc", "dddcc"},
		[]string{".aabb", "aabbb", "aabcc", "dddcc", "dddcc"},
		[]string{".abbb", "aabbb", "accdd", "accdd", "accdd"},
		[]string{".aabb", "aaccb", "aaccb", "dddcb", "dddcb"},
	),
}}

// LookupCompound returns the spec for a corner, or nil.
func LookupCompound(at Corner) *CompoundSpec {
	for i := range Compounds {
		if s := &Compounds[i]; s.Corner == at {
			return s
		}
	}
	return nil
}
