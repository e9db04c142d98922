package filter

import (
	"fmt"
	"io"
	"os"
)

// maxPolicy is how many bytes a file for Read may have.
const maxPolicy = 64 << 10

// Read is parse for the text of a file.
func Read(path string) ([]uint32, error) {
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
	return parse(path, string(text))
}
