// Package cases holds the bundled puzzles and published figures, as text files
// that say where they come from. It reads none of them.
//
// A file of puzzles is a txtar archive with a section "input" and the "answer"
// to it; those in samples are named after their format, others may name one in a
// line "Format: NAME" at the top. A file of figures has one
// record a line, and comments after "#".
package cases

import "embed"

// FS has all files.
//
//go:embed *.txt samples/*.txt
var FS embed.FS

// Read returns the puzzles of that name: a file at the root, or of samples.
func Read(name string) ([]byte, error) {
	if data, err := FS.ReadFile(name + ".txt"); err == nil {
		return data, nil
	}
	return FS.ReadFile("samples/" + name + ".txt")
}
