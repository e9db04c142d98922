package formats

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"tilejudge/solver/puzzle"
)

// An AnswerDecoder reads the answers of a stream, as an Encoder writes them.
// Blanks at the ends of lines, and a missing line end at the end of the input, do
// not matter.
type AnswerDecoder struct {
	*Format
	name string
	input
	solved, unsolvable, tooLong, each []piece

	n      int64          // of the answer at hand
	p      *puzzle.Puzzle // that it answers
	sol    puzzle.Solution
	listed bool         // sol.Moves has been read
	at     puzzle.Board // where the moves read so far lead
	blank  int
	miss   miss // of the pattern tried last
	worst  miss // the furthest of all patterns tried
}

// A miss is the furthest byte, counted from the mark, that is not what a
// pattern has there.
type miss struct {
	at   int
	want string
}

// answerLimit is how many bytes one answer may have.
const answerLimit = 64 << 20

// NewAnswerDecoder returns a decoder for answers in the format. The name of the
// input is for messages.
func NewAnswerDecoder(in io.Reader, name string, f *Format) *AnswerDecoder {
	a := &f.Answer
	return &AnswerDecoder{
		Format: f, name: name, input: input{in: in, wait: true},
		solved: a.Solved.pieces(), unsolvable: a.unsolvable().pieces(),
		tooLong: a.TooLong.pieces(), each: a.Each.pieces(),
	}
}

// Decode reads the answer to p, the nth of its stream from 1; p is nil for a
// malformed record. It returns the solution, which is not replayed;
// puzzle.ErrUnsolvable, ErrTooLong, ErrGaveUp or ErrMalformed if that is the
// answer; a *SyntaxError if there is no such answer, after which it goes on with
// the next line if an answer is one, and can't go on otherwise; or io.EOF if the
// input has ended before it.
func (d *AnswerDecoder) Decode(n int64, p *puzzle.Puzzle) (puzzle.Solution, error) {
	d.skipMark()
	d.n, d.p = n, p
	d.mark, d.worst = d.pos, miss{at: -1}
	if _, ok := d.peek(); !ok {
		if d.end != io.EOF {
			return puzzle.Solution{}, fmt.Errorf("%s: %w", d.name, d.end)
		}
		return puzzle.Solution{}, io.EOF
	}
	between := ""
	if n > 1 {
		between = d.Answer.Between
	}
	switch {
	case d.try(between, malformed):
		return puzzle.Solution{}, puzzle.ErrMalformed
	case d.try(between, gaveUp):
		return puzzle.Solution{}, puzzle.ErrGaveUp
	case p == nil:
	case d.try(between, d.unsolvable):
		if d.Answer.TooLong == d.Answer.Unsolvable && p.Solvable() {
			return puzzle.Solution{}, puzzle.ErrTooLong
		}
		return puzzle.Solution{}, puzzle.ErrUnsolvable
	case len(d.tooLong) > 0 && d.try(between, d.tooLong):
		return puzzle.Solution{}, puzzle.ErrTooLong
	case d.try(between, d.solved):
		return d.sol, nil
	case d.end != nil && d.end != io.EOF:
		return puzzle.Solution{}, fmt.Errorf("%s: %w", d.name, d.end)
	}
	at := d.mark + d.worst.at
	line, col := after(d.line, d.col, d.buf[:at])
	err := &SyntaxError{d.name, line + 1, col + 1,
		fmt.Errorf("found %s, expected %s", found(d.buf[at:]), d.worst.want)}
	d.pos = d.mark
	d.skipLine()
	return puzzle.Solution{}, err
}

// End makes sure that nothing but white space is left. It returns a
// *SyntaxError for anything else, or an error of the reader.
func (d *AnswerDecoder) End() error {
	switch {
	case d.skipSpace():
		line, col := after(d.line, d.col, d.buf[:d.pos])
		return &SyntaxError{d.name, line + 1, col + 1,
			fmt.Errorf("found %s, expected the end of the answers", found(d.buf[d.pos:]))}
	case d.end != io.EOF:
		return fmt.Errorf("%s: %w", d.name, d.end)
	default:
		return nil
	}
}

// try reads an answer of this pattern, or nothing.
func (d *AnswerDecoder) try(between string, ps []piece) bool {
	d.miss = miss{at: -1}
	if d.read(between, ps) {
		return true
	}
	if d.miss.at >= d.worst.at {
		d.worst = d.miss
	}
	return false
}

func (d *AnswerDecoder) read(between string, ps []piece) bool {
	d.pos = d.mark
	d.sol, d.listed = puzzle.Solution{}, false
	if !d.text(between) {
		return false
	}
	for i, piece := range ps {
		ok := true
		switch piece.field {
		case text:
			ok = d.text(piece.text)
		case number:
			ok = d.given("the number of the answer", int(d.n))
		case id:
			ok = d.given("the number of the puzzle", int(idOf(d.p, d.n)))
		case bound:
			most, _ := d.p.Bound.Moves()
			ok = d.given("the most moves", most)
		case moves:
			if d.sol.Path != nil { // it stands before its length
				ok = d.given("the number of moves", len(d.sol.Path))
			} else {
				d.sol.Moves, ok = d.number("a number of moves")
				d.listed = ok
			}
		case path:
			ok = d.path(i+1 < len(ps) && strings.HasPrefix(ps[i+1].text, "]"))
		case boards:
			ok = d.boards()
		}
		if !ok {
			return false
		}
	}
	return true
}

// peek returns the next byte.
func (d *AnswerDecoder) peek() (c byte, ok bool) {
	if d.pos == len(d.buf) {
		if d.pos-d.mark > answerLimit {
			return 0, d.fault(fmt.Sprintf("an answer of at most %d bytes", answerLimit))
		}
		if !d.more() {
			return 0, false
		}
	}
	return d.buf[d.pos], true
}

// fault notes that something else is expected at pos. It returns false.
func (d *AnswerDecoder) fault(expected string) bool {
	switch at := d.pos - d.mark; {
	case at > d.miss.at:
		d.miss = miss{at, expected}
	case at == d.miss.at && d.miss.want != expected:
		d.miss.want += " or " + expected
	}
	return false
}

// text reads a text as it stands, but for blanks at the ends of lines.
func (d *AnswerDecoder) text(s string) bool {
	for i := range len(s) {
		if s[i] == '\n' {
			d.skipBlanks()
		}
		switch c, ok := d.peek(); {
		case ok && c == s[i]:
			d.pos++
		case !ok && strings.TrimSpace(s[i:]) == "": // the end
			return d.pos > d.mark || s[i:] != s || d.fault(strconv.Quote(s[i:]))
		case s[i] == ' ' && strings.TrimSpace(s[i:]) == "": // left out at the end of the line
		default:
			rest := strings.TrimSpace(s[i:])
			if rest == "" {
				return d.fault("the end of the line")
			}
			return d.fault(strconv.Quote(strings.SplitN(rest, "\n", 2)[0]))
		}
	}
	return true
}

func (d *AnswerDecoder) skipBlanks() {
	for {
		c, ok := d.peek()
		if !ok || c != ' ' && c != '\t' && c != '\r' {
			return
		}
		d.pos++
	}
}

// number reads a decimal number, with blanks before it.
func (d *AnswerDecoder) number(what string) (n int, ok bool) {
	d.skipBlanks()
	from := d.pos - d.mark
	for {
		c, more := d.peek()
		if !more || c < '0' || c > '9' {
			break
		}
		n = n*10 + int(c-'0')
		d.pos++
		if n > maxCount {
			d.pos = d.mark + from
			return 0, d.fault(fmt.Sprintf("%s up to %d", what, maxCount))
		}
	}
	if d.pos == d.mark+from {
		return 0, d.fault(what)
	}
	return n, true
}

// given reads a number that is known.
func (d *AnswerDecoder) given(what string, want int) bool {
	d.skipBlanks()
	from := d.pos - d.mark
	n, ok := d.number(what)
	if ok && n != want {
		d.pos = d.mark + from
		return d.fault(fmt.Sprintf("%d, %s", want, what))
	}
	return ok
}

// word reads a word, or nothing.
func (d *AnswerDecoder) word(w string) bool {
	from := d.pos - d.mark
	for i := range len(w) {
		if c, ok := d.peek(); !ok || c != w[i] {
			d.pos = d.mark + from
			return false
		}
		d.pos++
	}
	return true
}
