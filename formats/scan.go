package formats

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"

	"tilejudge/formats/pattern"
	"tilejudge/solver/puzzle"
)

// more is input.more, within the limit on a record.
func (d *Decoder) more() bool {
	if d.bad == nil && d.wait && len(d.buf)-d.mark >= d.limit {
		line, col := d.position(0)
		d.bad = &SyntaxError{d.name, line, col,
			fmt.Errorf("found a puzzle of more than %d bytes, expected a shorter one", d.limit)}
	}
	return d.bad == nil && d.input.more()
}

// next returns the next byte of the record that is no white space, and false
// if there is none.
func (d *Decoder) next() (c byte, ok bool) {
	for {
		for d.pos < len(d.buf) {
			c := d.buf[d.pos]
			if d.comment != 0 && c == d.comment {
				if !d.restOfLine() || d.pos == len(d.buf) {
					break
				}
				continue
			}
			d.pos++
			if !isSpace(c) {
				return c, true
			}
		}
		if !d.more() {
			return 0, false
		}
	}
}

// has reads a word, with white space before it, and returns false if it is
// another.
func (d *Decoder) has(word string) bool {
	for i := range len(word) {
		c, ok := d.next()
		if i > 0 && ok && d.pos-d.mark != d.word+i+1 {
			return false // white space within the word
		}
		if !ok || c != word[i] {
			return false
		}
		if i == 0 {
			d.word = d.pos - 1 - d.mark
		}
	}
	if pattern.IsMark(word[len(word)-1]) {
		return true
	}
	return d.pos == len(d.buf) && !d.more() && d.end == io.EOF ||
		d.pos < len(d.buf) && (d.isSpace(d.buf[d.pos]) || pattern.IsMark(d.buf[d.pos]))
}

// expect reads a word of the record.
func (d *Decoder) expect(word string) bool {
	if len(word) == 1 {
		return d.punctuation(word)
	}
	from := d.pos - d.mark
	if d.has(word) {
		return true
	}
	if d.cutOff() {
		return false
	}
	d.pos = d.mark + from
	if _, ok := d.next(); !ok {
		return d.short(strconv.Quote(word))
	}
	return d.fault(d.pos-1-d.mark, strconv.Quote(word))
}

// punctuation reads what a layout has between tiles: a byte, with white space
// before it, or nothing if it is white space itself.
func (d *Decoder) punctuation(s string) bool {
	if s == "" || isSpace(s[0]) {
		return true
	}
	got, ok := d.next()
	switch {
	case ok && got == s[0]:
		return true
	case ok:
		return d.fault(d.pos-1-d.mark, strconv.Quote(s))
	default:
		return d.short(strconv.Quote(s))
	}
}

// restOfLine skips to the end of the line.
func (d *Decoder) restOfLine() bool {
	for {
		if i := bytes.IndexByte(d.buf[d.pos:], '\n'); i >= 0 {
			d.pos += i
			return true
		}
		d.pos = len(d.buf)
		if !d.more() {
			return d.bad == nil && d.end == io.EOF
		}
	}
}

// count counts a byte up to another one, which it does not read.
func (d *Decoder) count(c, until byte) (n int) {
	for {
		for ; d.pos < len(d.buf) && d.buf[d.pos] != until; d.pos++ {
			if d.buf[d.pos] == c {
				n++
			}
		}
		if d.pos < len(d.buf) || !d.more() {
			return n
		}
	}
}

// cutOff reports whether what is read last may go on behind the window.
func (d *Decoder) cutOff() bool {
	return d.bad != nil || d.pos == len(d.buf) && d.end != io.EOF && (d.end != nil || !d.wait)
}

// number reads a number from least to most, of decimal digits.
func (d *Decoder) number(what string, least, most int) (n int, ok bool) {
	expected := func() string { return fmt.Sprintf("%s from %d to %d", what, least, most) }
	c, ok := d.next()
	if !ok {
		return 0, d.short(expected())
	}
	d.word = d.pos - 1 - d.mark
	for {
		n = n*10 + int(c-'0')
		if c < '0' || c > '9' || n > most {
			return 0, d.fault(d.word, expected())
		}
		if d.pos == len(d.buf) && !d.more() {
			if d.bad != nil || d.end != io.EOF {
				return 0, false
			}
			break
		}
		if c = d.buf[d.pos]; d.isSpace(c) || pattern.IsMark(c) {
			break // a comma between bare numbers is found out by the next
		}
		d.pos++
	}
	if n < least {
		return 0, d.fault(d.word, expected())
	}
	return n, true
}

// tile reads a number into a cell.
func (d *Decoder) tile(b *puzzle.Board, f Notation, cell int) bool {
	t, least, what := 0, 0, "a tile"
	if f.Blank != "" {
		from := d.pos - d.mark
		if d.has(f.Blank) {
			return d.put(b, puzzle.Blank, cell)
		}
		if d.cutOff() {
			return false
		}
		d.pos = d.mark + from
		least, what = 1, f.Blank+" or a tile"
	}
	t, ok := d.number(what, least, int(b.MaxTile()))
	if !ok {
		return false
	}
	if word := d.buf[d.mark+d.word : d.pos]; f.Open != "" && len(word) > 1 && word[0] == '0' {
		return d.fault(d.word, "a number without a leading 0")
	}
	return d.put(b, puzzle.Tile(t), cell)
}

// put puts the tile just read into a cell.
func (d *Decoder) put(b *puzzle.Board, t puzzle.Tile, cell int) bool {
	if t == puzzle.Blank && d.blanks < b.Spare {
		d.blanks++
	} else if d.seen[t/64]>>(t%64)&1 != 0 {
		return d.again(b, cell)
	} else {
		d.seen[t/64] |= 1 << (t % 64)
	}
	b.Tiles[cell] = t
	return true
}

// again makes the record malformed: the word just read is a tile that the
// board has among its first cells. It returns false.
func (d *Decoder) again(b *puzzle.Board, cells int) bool {
	const most = 3 // alternatives to list
	has := make([]bool, b.MaxTile()+1)
	left := len(has)
	for _, t := range b.Tiles[:cells] {
		if t != puzzle.Wall && !has[t] {
			has[t] = true
			left--
		}
	}
	var missing []string
	for t := 0; t < len(has) && len(missing) < most; t++ {
		if !has[t] {
			missing = append(missing, d.Board.text(puzzle.Tile(t)))
		}
	}
	if len(missing) == 0 { // but for another blank
		missing = append(missing, d.Board.text(puzzle.Blank))
	}
	which := strings.Join(missing, ", ")
	if others := left - most; others > 0 {
		which += fmt.Sprintf(" or %d others", others)
	} else if i := strings.LastIndex(which, ", "); i >= 0 {
		which = which[:i] + " or" + which[i+1:]
	}
	line, _ := d.position(0)
	return d.fault(d.word, fmt.Sprintf("%s: the puzzle of line %d has that tile already", which, line))
}

// fault makes the record malformed: what stands at a byte, counted from the
// start of the record, is not what is expected. It returns false.
func (d *Decoder) fault(at int, expected string) bool {
	line, col := d.position(at)
	d.bad = &SyntaxError{d.name, line, col,
		fmt.Errorf("found %s, expected %s", found(d.buf[d.mark+at:]), expected)}
	return false
}

// short is the fault of a record that the end of the input cuts off. It is
// none if there may be more input. It returns false.
func (d *Decoder) short(expected string) bool {
	if d.bad == nil && d.end == io.EOF {
		return d.fault(d.pos-d.mark, expected)
	}
	return false
}

// found quotes the word with which a text begins, for a message.
func found(text []byte) string {
	const most = 20
	n := 0
	for n < min(len(text), most) && !isSpace(text[n]) && (n == 0 || !pattern.IsMark(text[n])) {
		n++
	}
	switch {
	case len(text) == 0:
		return "the end of the input"
	case text[0] == '\n' || text[0] == '\r':
		return "the end of the line"
	case isSpace(text[0]):
		return fmt.Sprintf("%q", text[:1])
	case n == most:
		return fmt.Sprintf("%q...", text[:n])
	default:
		return fmt.Sprintf("%q", text[:n])
	}
}

// position returns the line and column, from 1, of a byte that is counted from
// the start of the record.
func (d *Decoder) position(at int) (line, col int) {
	return d.place(d.mark + at)
}
