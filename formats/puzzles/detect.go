package puzzles

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"tilejudge/formats"
	"tilejudge/solver/puzzle"
)

// The errors of Detect. Both have the same text, and messages go on with the reason.
var (
	ErrFormat    = errors.New("the format can't be detected") // the input fits no format
	ErrAmbiguous = errors.New("the format can't be detected") // the input fits several formats
)

const (
	detectLimit  = 1 << 20  // bytes of the input to look at
	detectEnough = 64 << 10 // bytes after which several formats are called ambiguous
	detectFirst  = 4 << 10  // bytes to look at first
	detectStep   = 4        // factor between the numbers of bytes of two looks
	detectErrors = 20       // malformed records after which a format is given up
)

// An AmbiguousError lists the formats that an input fits. It is an ErrAmbiguous.
type AmbiguousError struct {
	Fits []*formats.Format
	to   *formats.Format // of the answers; nil: the format of the input
}

func (e *AmbiguousError) Error() string {
	return fmt.Sprintf("%v: it may be %s", ErrAmbiguous, choices(e.Fits, e.to))
}

// Unwrap returns ErrAmbiguous.
func (e *AmbiguousError) Unwrap() error { return ErrAmbiguous }

// Neutral returns the format for boards as people write them down, if it is one of those that the
// input fits.
func (e *AmbiguousError) Neutral() *formats.Format {
	if slices.Contains(e.Fits, formats.Neutral) {
		return formats.Neutral
	}
	return nil
}

// ReadAlike reports whether the formats differ only in their answers.
func (e *AmbiguousError) ReadAlike() bool { return alike(e.Fits, e.Fits[0]) }

// Detect returns the format of an input, and a reader of the whole input. It looks for the format
// among formats.All and others, such as those of a user.
//
// If several formats read the input, those fit whose judge would write the first puzzle to the byte
// as the input has it, apart from white space at the ends of lines. If several formats fit, Detect
// returns the first one if the choice makes no difference: if all of them read and answer alike.
// If to is not nil, the answers will be in that format, so it is enough that they read alike.
// Otherwise the error is an *AmbiguousError, and there is a reader, too. An input of white space
// fits every format.
//
// Detect waits only until it sees a whole puzzle and has ruled out other formats, or, with eager,
// until it sees that several formats fit. It looks at 1 MiB at most: at 4 KiB, and then each time
// that the input has doubled. Between two looks it returns ctx.Err() if ctx has ended; it can't
// end a Read that waits.
func Detect(
	ctx context.Context, in io.Reader, others []*formats.Format, to *formats.Format, eager bool,
) (*formats.Format, io.Reader, error) {
	groups := grouped(knownGroups(), others)
	r := bufio.NewReaderSize(in, detectLimit)
	for seen := 0; ; {
		window, all, err := nextWindow(r, seen)
		if err = cmp.Or(ctx.Err(), err); err != nil {
			return nil, nil, err
		}
		seen = len(window)
		whole := all || seen == detectLimit
		if whole && len(bytes.TrimSpace(window)) == 0 {
			if all {
				return formats.All[0], r, nil
			}
			return nil, nil, fmt.Errorf("%w: the first %d bytes are white space", ErrFormat, seen)
		}
		if isUTF16(window) {
			return nil, nil, fmt.Errorf("%w: found UTF-16 text, expected UTF-8", ErrFormat)
		}
		fit, found := candidates(groups, window, all)
		exact := laidOut(found, window, to)
		switch {
		case eager && len(found) > 1 && !alike(exact, to):
			return nil, r, ambiguous(exact, found, to)
		case len(found) < len(fit) && !whole: // some may yet find a puzzle, or an error
		case alike(fit, to):
			return fit[0], r, nil
		case alike(exact, to):
			return exact[0], r, nil
		case len(fit) > 1 && !whole && seen < detectEnough:
		case len(fit) == 0 && bytes.IndexByte(window, 0) >= 0:
			return nil, nil, fmt.Errorf("%w: found a NUL byte in line %d, expected text", ErrFormat,
				1+bytes.Count(window[:bytes.IndexByte(window, 0)], []byte{'\n'}))
		case len(fit) == 0:
			return nil, nil, fmt.Errorf("%w: it is no format known here; %w",
				ErrFormat, furthestError(groups, window))
		default:
			return nil, r, ambiguous(exact, fit, to)
		}
	}
}

// ambiguous returns the error for an input that fits several formats: those in whose layout it is,
// or, if it is in the layout of none, all that read it.
func ambiguous(exact, fit []*formats.Format, to *formats.Format) error {
	if len(exact) > 0 {
		fit = exact
	}
	return &AmbiguousError{fit, to}
}

// isUTF16 reports whether a text begins with the byte order mark of UTF-16, or with two characters
// of ASCII that are encoded in UTF-16.
func isUTF16(text []byte) bool {
	if len(text) < 4 {
		return false
	}
	a, b, c, d := text[0], text[1], text[2], text[3]
	return a == 0xFF && b == 0xFE || a == 0xFE && b == 0xFF ||
		a != 0 && b == 0 && c != 0 && d == 0 || a == 0 && b != 0 && c == 0 && d != 0
}

// nextWindow returns the beginning of an input, and whether that is the whole input. The caller has
// looked at the first seen bytes. The window is longer, unless it is the whole input or has
// detectLimit bytes.
func nextWindow(r *bufio.Reader, seen int) (window []byte, all bool, err error) {
	need := seen + 1
	if seen > detectFirst {
		need = 2 * seen // a few more lines would hardly decide
	}
	if need = min(need, detectLimit); r.Buffered() < need {
		_, err = r.Peek(need) // waits
	}
	if err != nil && err != io.EOF {
		return nil, false, err
	}
	size := min(r.Buffered(), max(detectStep*seen, detectFirst))
	if err == io.EOF {
		size = r.Buffered()
	}
	window, _ = r.Peek(size)
	return window, err == io.EOF, nil
}

// candidates returns the formats that fit, and those of them that find whole puzzles in the window.
// The formats fit that read the window without an error. If there are none, those fit that find
// puzzles before their first error; and if there are none either, those that find any puzzle.
func candidates(groups [][]*formats.Format, window []byte, whole bool) (
	fit, found []*formats.Format,
) {
	var begun, partly []*formats.Format
	for _, group := range groups {
		switch puzzles, before, bad := tryFormat(group[0], window, whole); {
		case bad == nil:
			fit = append(fit, group...)
			if puzzles > 0 {
				found = append(found, group...)
			}
		case before > 0:
			begun = append(begun, group...)
		case puzzles > 0:
			partly = append(partly, group...)
		}
	}
	switch {
	case len(fit) > 0:
		return fit, found
	case len(begun) > 0:
		return begun, begun
	default:
		return partly, partly
	}
}

// knownGroups returns groups of the formats of formats.All that read alike.
var knownGroups = sync.OnceValue(func() [][]*formats.Format { return grouped(nil, formats.All) })

// grouped returns groups of formats that read alike, with those of more formats that may be
// detected. It leaves the groups as they are.
func grouped(groups [][]*formats.Format, more []*formats.Format) [][]*formats.Format {
	groups = slices.Clone(groups)
	for _, f := range more {
		if f.Undetected {
			continue
		}
		i := slices.IndexFunc(groups, func(g []*formats.Format) bool { return g[0].ReadsAs(f) })
		if i < 0 {
			i = len(groups)
			groups = append(groups, nil)
		}
		groups[i] = append(slices.Clip(groups[i]), f)
	}
	return groups
}

// tryFormat reads the window as a format. It returns how many puzzles it finds, how many of them
// come before the first error, and that error.
func tryFormat(f *formats.Format, window []byte, whole bool) (
	puzzles, before int, bad *formats.SyntaxError,
) {
	in := bytes.NewReader(window)
	d := NewDecoder(in, "", f)
	if !whole {
		d = NewDecoder(cutOff{in}, "", f)
	}
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

// furthestError returns the first error of the format that reads the most before its first error,
// or that of the neutral format if the input begins with rows of a square board. (Formats that
// count their puzzles and take any line ends read more of such boards.)
func furthestError(groups [][]*formats.Format, window []byte) error {
	var best *formats.SyntaxError
	format := ""
	for _, group := range groups {
		f := group[0]
		_, _, bad := tryFormat(f, window, true)
		if f == formats.Neutral && bad != nil && beginsWithRows(window, bad.Line-1) {
			best, format = bad, f.Name
			break
		}
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

// beginsWithRows reports whether a number of lines that the neutral format reads are about half the
// rows of a board, or more, so that the input is not likely to be something else.
func beginsWithRows(window []byte, lines int) bool {
	first, _, _ := bytes.Cut(window, []byte{'\n'})
	columns := len(bytes.Fields(first))
	return lines > 0 && columns > 1 && 2*lines+1 >= columns
}

// cutOff reads a window and then fails, so that no decoder takes the end of the window for the end
// of the input.
type cutOff struct{ *bytes.Reader }

func (c cutOff) Read(p []byte) (int, error) {
	if c.Len() == 0 {
		return 0, errors.New("cut off")
	}
	return c.Reader.Read(p)
}

// alike reports whether Detect may return the first of some formats: there is one, and all others
// read and answer its puzzles alike. If the answers are in format to, it is enough that they read
// alike.
func alike(fs []*formats.Format, to *formats.Format) bool {
	for _, f := range fs {
		if !f.Same(fs[0]) && !f.Extends(fs[0]) && (to == nil || !f.ReadsAs(fs[0])) {
			return false
		}
	}
	return len(fs) > 0
}

// choices lists formats for a message. In parentheses after a format, it lists those that are
// alike.
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
