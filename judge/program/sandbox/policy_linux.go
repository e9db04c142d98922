package sandbox

import (
	"fmt"
	"io"
	"os"

	"tilejudge/judge/program/sandbox/filter"
)

// maxPolicy is how many bytes a file for ReadPolicy may have.
const maxPolicy = 64 << 10

// ReadPolicy returns the numbers of the system calls that a file names: words, and comments from #
// to the end of a line. Its error gives the line and the column of another word.
func ReadPolicy(path string) ([]uint32, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxPolicy+1))
	if err == nil && len(text) > maxPolicy {
		err = fmt.Errorf("%s: found more than %d bytes, expected names of system calls", path, maxPolicy)
	}
	if err != nil {
		return nil, err
	}
	return filter.Parse(path, string(text))
}
