package formats

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"tilejudge/solver/puzzle"
)

// ErrFormat is returned by Detect for an input that fits no format, or several
// of which it can't be told which one is meant.
var ErrFormat = errors.New("the format can't be detected")

const detectLimit = 1 << 20 // bytes of the input to look at

// Detect returns the format of an input, and a reader of all of it. It reads
// no more than it takes to see a whole puzzle and to rule out the other
// formats, and never chooses between formats that answer differently. White
// space alone is in every format.
func Detect(in io.Reader) (*Format, io.Reader, error) {
	r := bufio.NewReaderSize(in, detectLimit)
	for {
		_, err := r.Peek(min(r.Buffered()+1, detectLimit)) // waits for one byte more
		if err != nil && err != io.EOF {
			return nil, nil, err
		}
		window, _ := r.Peek(r.Buffered())
		whole := err == io.EOF || len(window) == detectLimit
		if err == io.EOF && len(bytes.TrimSpace(window)) == 0 {
			return All[0], r, nil
		}
		fit, unsure := candidates(window, err == io.EOF)
		switch {
		case unsure && !whole:
		case alike(fit):
			return fit[0], r, nil
		case len(fit) > 1 && !whole:
		case len(fit) == 0:
			return nil, nil, fmt.Errorf("%w: it is none of %s", ErrFormat, names(All, "and"))
		default:
			return nil, nil, fmt.Errorf("%w: it may be %s; choose one with --format", ErrFormat, names(fit, "or"))
		}
	}
}

// candidates returns the formats that can read the window without an error or,
// if there are none, those that can read at least a puzzle. It is unsure if the
// window holds no whole puzzle for some format.
func candidates(window []byte, whole bool) (fit []*Format, unsure bool) {
	var partly []*Format
	for _, f := range All {
		puzzles, err := try(f, window, whole)
		switch {
		case errors.Is(err, puzzle.ErrMalformed) && puzzles > 0:
			partly = append(partly, f)
		case errors.Is(err, puzzle.ErrMalformed):
		case puzzles == 0:
			unsure = true
			fit = append(fit, f)
		default:
			fit = append(fit, f)
		}
	}
	if len(fit) == 0 {
		fit = partly
	}
	return fit, unsure
}

// try reads the window as a format, and returns how many puzzles it has and
// what ends them.
func try(f *Format, window []byte, whole bool) (puzzles int, err error) {
	in := io.Reader(bytes.NewReader(window))
	if !whole {
		in = io.MultiReader(in, cutOff{})
	}
	d := NewDecoder(in, "", f)
	ps := make([]puzzle.Puzzle, 1)
	for err == nil {
		var n int
		n, err = d.Decode(ps)
		puzzles += n
	}
	return puzzles, err
}

// cutOff stands for the input that is not in the window.
type cutOff struct{}

func (cutOff) Read([]byte) (int, error) { return 0, errors.New("cut off") }

// alike reports whether there are formats, and all read and answer alike.
func alike(fs []*Format) bool {
	for _, f := range fs {
		if !f.Same(fs[0]) {
			return false
		}
	}
	return len(fs) > 0
}

func names(fs []*Format, last string) string {
	var b strings.Builder
	for i, f := range fs {
		switch {
		case i > 0 && i == len(fs)-1:
			b.WriteString(" " + last + " ")
		case i > 0:
			b.WriteString(", ")
		}
		b.WriteString(f.Name)
	}
	return b.String()
}
