package puzzles

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"tilejudge/formats"
	"tilejudge/solver/puzzle"
)

// What Detect returns for an input that fits no format, or several of which it
// can't be told which one is meant.
var (
	ErrFormat    = errors.New("the format can't be detected")
	ErrAmbiguous = fmt.Errorf("%w", ErrFormat) // the second case
)

const (
	detectLimit  = 1 << 20  // bytes of the input to look at
	detectEnough = 64 << 10 // of these, to find formats ambiguous
	detectFirst  = 4 << 10  // of these, to look at first
	detectStep   = 4        // times as much the next time
	detectErrors = 20       // of one format, to look at
)

// Detect returns the format of an input, and a reader of all of it. It reads
// no more than it takes to see a whole puzzle and to rule out the other
// formats, and never chooses between formats that answer differently or, if all
// are to be answered as format to, that read differently. White space alone is in
// every format.
func Detect(in io.Reader, to *formats.Format) (*formats.Format, io.Reader, error) {
	r := bufio.NewReaderSize(in, detectLimit)
	for seen := 0; ; {
		var err error
		if r.Buffered() <= seen {
			_, err = r.Peek(min(r.Buffered()+1, detectLimit)) // waits for one byte more
		}
		if err != nil && err != io.EOF {
			return nil, nil, err
		}
		window, _ := r.Peek(min(r.Buffered(), max(detectStep*seen, detectFirst)))
		all := err == io.EOF // and not only what is there
		whole := all || len(window) == detectLimit
		if all && len(bytes.TrimSpace(window)) == 0 {
			return formats.All[0], r, nil
		}
		if !whole && seen > detectFirst && len(window) < 2*seen {
			continue // what many lines left open, the next will not settle
		}
		seen = len(window)
		fit, unsure := candidates(window, all)
		switch {
		case unsure && !whole:
		case alike(fit, to):
			return fit[0], r, nil
		case len(fit) > 1 && !whole && seen < detectEnough:
		case len(fit) == 0:
			return nil, nil, fmt.Errorf("%w: it is none of those that formats lists; %w",
				ErrFormat, furthest(window))
		default:
			return nil, nil, fmt.Errorf("%w: it may be %s", ErrAmbiguous, choices(fit, to))
		}
	}
}

// candidates returns the formats that can read the window without an error or,
// if there are none, those that find puzzles in it before the first error or, if
// there are none, beside the errors. It is unsure if the window holds no whole
// puzzle for some format.
func candidates(window []byte, whole bool) (fit []*formats.Format, unsure bool) {
	var begun, partly []*formats.Format
	for _, group := range readers() {
		switch puzzles, before, bad := try(group[0], window, whole); {
		case bad == nil && puzzles == 0:
			unsure = true
			fit = append(fit, group...)
		case bad == nil:
			fit = append(fit, group...)
		case before > 0:
			begun = append(begun, group...)
		case puzzles > 0:
			partly = append(partly, group...)
		}
	}
	switch {
	case len(fit) > 0:
		return fit, unsure
	case len(begun) > 0:
		return begun, unsure
	default:
		return partly, unsure
	}
}

// readers returns the formats in groups that read alike.
var readers = sync.OnceValue(func() (groups [][]*formats.Format) {
	for _, f := range formats.All {
		i := slices.IndexFunc(groups, func(g []*formats.Format) bool { return g[0].ReadsAs(f) })
		if i < 0 {
			i = len(groups)
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], f)
	}
	return groups
})

// try reads the window as a format, and returns how many puzzles it has, also
// before the first error, and that error.
func try(f *formats.Format, window []byte, whole bool) (
	puzzles, before int, bad *formats.SyntaxError,
) {
	in := io.Reader(bytes.NewReader(window))
	if !whole {
		in = io.MultiReader(in, cutOff{})
	}
	d := NewDecoder(in, "", f)
	ps := make([]puzzle.Puzzle, 16)
	for faults := 0; faults < detectErrors; {
		n, err := d.Decode(ps)
		puzzles += n
		if syntax := (*formats.SyntaxError)(nil); errors.As(err, &syntax) {
			if bad == nil {
				before, bad = puzzles, syntax
			}
			faults++
		} else if err != nil {
			break
		}
	}
	return puzzles, before, bad
}

// furthest returns the error of the format that reads most of the window
// before it has one.
func furthest(window []byte) error {
	var best *formats.SyntaxError
	format := ""
	for _, group := range readers() {
		f := group[0]
		_, _, bad := try(f, window, true)
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
func alike(fs []*formats.Format, to *formats.Format) bool {
	for _, f := range fs {
		if !f.Same(fs[0]) && (to == nil || !f.ReadsAs(fs[0])) {
			return false
		}
	}
	return len(fs) > 0
}

// choices lists formats, those that are alike in parentheses behind the first.
func choices(fs []*formats.Format, to *formats.Format) string {
	var all []string
	for len(fs) > 0 {
		var same []string
		var rest []*formats.Format
		for _, f := range fs {
			if alike([]*formats.Format{fs[0], f}, to) {
				same = append(same, f.Name)
			} else {
				rest = append(rest, f)
			}
		}
		choice := same[0]
		if len(same) > 1 {
			choice += " (as " + strings.Join(same[1:], ", ") + ")"
		}
		all = append(all, choice)
		fs = rest
	}
	last := len(all) - 1
	return strings.Join(all[:last], ", ") + " or " + all[last]
}
