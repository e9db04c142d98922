package judging

import (
	"bytes"
	"fmt"
	"io"
)

// A textReader is a reader that refuses archives. It looks at the first Read only, so
// that it never waits for more than the reader itself.
type textReader struct {
	io.Reader
	read bool
}

// archives are the first bytes of files that are not text.
var archives = []struct{ magic, kind string }{
	{"PK\x03\x04", "a zip archive"},
	{"\x1f\x8b", "a gzip file"},
	{"7z\xbc\xaf\x27\x1c", "a 7z archive"},
	{"\xfd7zXZ\x00", "an xz file"},
}

func (r *textReader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	if r.read {
		return n, err
	}
	r.read = n > 0
	for _, a := range archives {
		if bytes.HasPrefix(p[:n], []byte(a.magic)) {
			return 0, fmt.Errorf("found %s, expected text (unpack it first)", a.kind)
		}
	}
	return n, err
}
