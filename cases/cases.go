// Package cases holds the bundled puzzles and published figures, as text files
// that say where they come from. It reads none of them.
//
// A file of puzzles is a txtar archive named after its format, with a section
// "input" and the "answer" to it; a file of figures has one record a line, and
// comments after "#".
package cases

import "embed"

// FS has all files, at its root.
//
//go:embed *.txt
var FS embed.FS
