package formats

import (
	"bufio"
	"bytes"
	"cmp"
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
			return nil, nil, fmt.Errorf("%w: it is none of %s; %w",
				ErrFormat, names(All, "and"), furthest(window))
		default:
			return nil, nil, fmt.Errorf("%w: it may be %s; choose one with --format",
				ErrFormat, names(fit, "or"))
		}
	}
}

// candidates returns the formats that can read the window without an error or,
// if there are none, those that find puzzles in it beside the errors. It is
// unsure if the window holds no whole puzzle for some format.
func candidates(window []byte, whole bool) (fit []*Format, unsure bool) {
	var partly []*Format
	for _, f := range All {
		switch puzzles, bad := try(f, window, whole); {
		case bad == nil && puzzles == 0:
			unsure = true
			fit = append(fit, f)
		case bad == nil:
			fit = append(fit, f)
		case puzzles > 0:
			partly = append(partly, f)
		}
	}
	if len(fit) == 0 {
		fit = partly
	}
	return fit, unsure
}

// try reads the window as a format, and returns how many puzzles it has and
// the first error.
func try(f *Format, window []byte, whole bool) (puzzles int, bad *SyntaxError) {
	in := io.Reader(bytes.NewReader(window))
	if !whole {
		in = io.MultiReader(in, cutOff{})
	}
	d := NewDecoder(in, "", f)
	ps := make([]puzzle.Puzzle, 1)
	for {
		n, err := d.Decode(ps)
		puzzles += n
		if syntax := (*SyntaxError)(nil); errors.As(err, &syntax) {
			bad = cmp.Or(bad, syntax)
		} else if err != nil {
			return puzzles, bad
		}
	}
}

// furthest returns the error of the format that reads most of the window
// before it has one.
func furthest(window []byte) error {
	var best *SyntaxError
	format := ""
	for _, f := range All {
		_, bad := try(f, window, true)
		switch {
		case bad == nil:
		case best == nil, bad.Line > best.Line, bad.Line == best.Line && bad.Col > best.Col:
			best, format = bad, f.Name
		}
	}
	if best == nil {
		return errors.New("it is cut off")
	}
	return fmt.Errorf("as %s, line %d, column %d: %w", format, best.Line, best.Col, best.Err)
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
