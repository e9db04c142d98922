package sandbox

import "tilejudge/judge/program/sandbox/filter"

// ReadPolicy returns the numbers of the system calls that a file names: words, and comments from #
// to the end of a line. Its error gives the line and the column of another word.
func ReadPolicy(path string) ([]uint32, error) { return filter.Read(path) }
