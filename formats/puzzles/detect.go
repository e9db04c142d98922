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

// These are the errors of Detect. Both have the same text; what follows it says why.
var (
	ErrFormat    = errors.New("the format can't be detected") // the input fits no format
	ErrAmbiguous = errors.New("the format can't be detected") // it fits several
)

const (
	detectLimit  = 1 << 20  // bytes of the input to look at in all
	detectEnough = 64 << 10 // bytes after which several formats are called ambiguous
	detectFirst  = 4 << 10  // bytes to look at first
	detectStep   = 4        // factor by which each look sees more than the one before
	detectErrors = 20       // malformed records after which a format is given up
)

// Detect returns the format of an input, and a reader of all of it. It waits for no more
// input than it needs to see a whole puzzle and to rule out other formats. It chooses
// between formats only if that makes no difference: if they read and answer alike or,
// where the answers will be in the format to, if they read alike. Otherwise the error is
// ErrAmbiguous. An input of white space fits every format. The argument to may be nil.
func Detect(in io.Reader, to *formats.Format) (*formats.Format, io.Reader, error) {
	r := bufio.NewReaderSize(in, detectLimit)
	for seen := 0; ; {
		var err error
		if r.Buffered() <= seen {
			_, err = r.Peek(min(r.Buffered()+1, detectLimit)) // wait for one more byte
		}
		if err != nil && err != io.EOF {
			return nil, nil, err
		}
		window, _ := r.Peek(min(r.Buffered(), max(detectStep*seen, detectFirst)))
		all := err == io.EOF // the window ends where the input does
		whole := all || len(window) == detectLimit
		if all && len(bytes.TrimSpace(window)) == 0 {
			return formats.All[0], r, nil
		}
		if !whole && seen > detectFirst && len(window) < 2*seen {
			continue // few more lines will not decide: look again when the input has doubled
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
				ErrFormat, furthestError(window))
		default:
			return nil, nil, fmt.Errorf("%w: it may be %s", ErrAmbiguous, choices(fit, to))
		}
	}
}

// candidates returns the formats that read the window without an error. If there are none,
// it returns those that find puzzles before the first error; if there are none either, those
// that find puzzles at all. It is unsure if some format reads the window without
// an error, but finds no whole puzzle in it.
func candidates(window []byte, whole bool) (fit []*formats.Format, unsure bool) {
	var begun, partly []*formats.Format
	for _, group := range formatGroups() {
		switch puzzles, before, bad := tryFormat(group[0], window, whole); {
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

// formatGroups returns all formats in groups that read alike.
var formatGroups = sync.OnceValue(func() (groups [][]*formats.Format) {
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

// tryFormat reads the window as a format. It returns how many puzzles it finds, how many of them
// come before the first error, and that error.
func tryFormat(f *formats.Format, window []byte, whole bool) (
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

// furthestError returns the first error of the format that reads most of the window before it.
func furthestError(window []byte) error {
	var best *formats.SyntaxError
	format := ""
	for _, group := range formatGroups() {
		f := group[0]
		_, _, bad := tryFormat(f, window, true)
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

// cutOff is the reader of the input after the window. It fails, so that no decoder takes the end
// of the window for the end of the input.
type cutOff struct{}

func (cutOff) Read([]byte) (int, error) { return 0, errors.New("cut off") }

// alike reports whether fs is not empty and the choice makes no difference: all read and answer
// alike or, if the answers are in format to, all read alike.
func alike(fs []*formats.Format, to *formats.Format) bool {
	for _, f := range fs {
		if !f.Same(fs[0]) && (to == nil || !f.ReadsAs(fs[0])) {
			return false
		}
	}
	return len(fs) > 0
}

// choices lists formats. Those alike to another stand in parentheses after it.
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
