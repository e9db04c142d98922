package stdio

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
)

// gzipMagic are the first bytes of a gzip file.
const gzipMagic = "\x1f\x8b"

// archives are the first bytes of other files that are not text.
var archives = []struct{ magic, kind string }{
	{"PK\x03\x04", "a zip archive"},
	{"7z\xbc\xaf\x27\x1c", "a 7z archive"},
	{"\xfd7zXZ\x00", "an xz file"},
	{"\x28\xb5\x2f\xfd", "a zstd file"},
	{"BZh91AY&SY", "a bzip2 file"},
}

// Text returns a reader of the same bytes that refuses archives and compressed files. It looks at
// the first Read only, so that it waits for no more than the reader itself if that is text.
func Text(r io.Reader) io.Reader { return &textReader{Reader: r, source: r} }

// Unpacked is Text, but unpacks a gzip file.
func Unpacked(r io.Reader) io.Reader { return &textReader{Reader: r, source: r, unpack: true} }

type textReader struct {
	io.Reader // of text: the source, or what unpacks it
	source    io.Reader
	unpack    bool
	begun     bool // a Read has returned something
}

// Prompt reports whether the next Read is known not to block.
func (r *textReader) Prompt() bool { return IsPrompt(r.source) }

func (r *textReader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	for !r.begun && err == nil && n == 1 && len(p) > 1 && p[0] == gzipMagic[0] {
		var more int
		more, err = r.Reader.Read(p[n:])
		n += more
	}
	if r.begun || n == 0 {
		switch {
		case err == io.ErrUnexpectedEOF && r.unpack:
			err = errors.New("the gzip file is cut off")
		case err == io.ErrUnexpectedEOF:
			err = errors.New("the file in the archive is damaged")
		}
		return n, err
	}
	r.begun = true
	if bytes.HasPrefix(p[:n], []byte(gzipMagic)) {
		if !r.unpack {
			return 0, refusal("a gzip file")
		}
		again := bytes.NewReader(bytes.Clone(p[:n]))
		r.Reader = &gunzip{from: io.MultiReader(again, r.source)}
		return r.Read(p)
	}
	for _, a := range archives {
		if bytes.HasPrefix(p[:n], []byte(a.magic)) {
			return 0, refusal(a.kind)
		}
	}
	return n, err
}

// A gunzip unpacks a gzip file, whose header it reads at the first Read.
type gunzip struct {
	from io.Reader
	text *gzip.Reader
}

func (g *gunzip) Read(p []byte) (n int, err error) {
	if g.text == nil {
		if g.text, err = gzip.NewReader(g.from); err != nil {
			return 0, err
		}
	}
	return g.text.Read(p)
}

func refusal(kind string) error {
	return fmt.Errorf("found %s, expected text (unpack it first)", kind)
}

// ReadsTwice reports whether a file has the same bytes each time that it is opened, and those are
// what Open reads.
func ReadsTwice(name string) bool {
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	f, err := os.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, len(gzipMagic))
	io.ReadFull(f, head)
	return string(head) != gzipMagic
}
