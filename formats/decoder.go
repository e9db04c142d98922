package formats

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"tilejudge/solver/puzzle"
)

// A SyntaxError is one malformed record. Line and Col are 1-based; Col counts
// bytes. It is a puzzle.ErrMalformed.
type SyntaxError struct {
	Name      string // of the input
	Line, Col int
	Err       error // what was found and what was expected
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%s:%d:%d: %v", e.Name, e.Line, e.Col, e.Err)
}

// Unwrap returns the cause.
func (e *SyntaxError) Unwrap() error { return e.Err }

// Is makes a SyntaxError a puzzle.ErrMalformed.
func (e *SyntaxError) Is(target error) bool { return target == puzzle.ErrMalformed }

// A Decoder reads a stream of puzzles. It holds little more than one record in
// memory.
type Decoder struct {
	*Format
	name   string
	words  []piece                            // of Format.Record
	board  func(*Decoder, *puzzle.Board) bool // of Format.Board
	alone  bool                               // a record is a board, of one shape; the goal is in goal
	limits limits                             // on the moves of a solution
	input

	state  state
	left   int          // records that the count promises
	total  int          // the count
	resume bool         // the last record was malformed: find the next
	bad    *SyntaxError // of this record
	limit  int          // bytes of a record
	goals  map[puzzle.Shape]*puzzle.Goal
	goal   *puzzle.Goal  // of the last puzzle
	seen   []uint64      // bit tile%64 of seen[tile/64] is set if this board has the tile
	blanks int           // blanks that this board has so far
	word   int           // where the word at hand begins, counted from the mark
	trial  puzzle.Puzzle // of wellFormed
}

// state is where in the stream a decoder is.
type state uint8

const (
	atHead   state = iota // before what comes before the puzzles
	atRecord              // more puzzles may come
	atTail                // none may
	atEnd                 // and the end has been looked at
)

// A record may have limitBase bytes, and limitPerCell more for each cell of
// the largest board: room for comments that nobody writes, and no more.
const (
	limitBase    = 64 << 10
	limitPerCell = 16
)

// maxCount is the largest number of puzzles that a stream may announce.
const maxCount = 1_000_000_000

// NewDecoder returns a decoder for the format. The name of the input is for
// messages.
func NewDecoder(in io.Reader, name string, f *Format) *Decoder {
	d := &Decoder{
		Format: f, name: name, input: input{in: in, comment: f.Comment},
		words: f.Record.words(), board: f.Board.reader(f.Shapes), limits: f.Limit,
		limit: limitBase + limitPerCell*f.boards()*f.Shapes.Max.Cells(),
		goals: make(map[puzzle.Shape]*puzzle.Goal),
	}
	d.alone = len(d.words) == 1 && f.Shapes.Min == f.Shapes.Max && f.Goal != puzzle.Given &&
		f.Stop == "" && d.limits == nil
	if d.alone {
		d.goal = d.goalOf(f.Shapes.Min)
	}
	return d
}

// AnswerAs sets the bounds of the puzzles that come without one of their own to
// those of the format that answers are given in.
func (d *Decoder) AnswerAs(f *Format) {
	if d.limits == nil {
		if d.limits = f.Limit; f.Record.has(bound) {
			d.limits = atMost(maxBound)
		}
		d.alone = d.alone && d.limits == nil
	}
}

// Decode fills ps with the next puzzles and returns how many. It reuses the
// memory of their Start.Tiles; the goals are the decoder's, and are shared. It
// waits for input only for the first puzzle, and then returns those that are
// at hand.
//
// The error is about what comes after these puzzles: nil if more may come,
// io.EOF at the end of the input, a *SyntaxError if the next record is
// malformed, or an error of the reader. After a *SyntaxError, Decode goes on
// at the boundary that Format.Resume describes.
func (d *Decoder) Decode(ps []puzzle.Puzzle) (n int, err error) {
	d.wait = true
	if d.resume {
		d.resume = false
		d.findRecord()
	}
	for n < len(ps) {
		d.wait = n == 0
		ready := (d.state == atRecord || d.frame()) && d.skipSpace()
		if ready && d.puzzle(&ps[n]) {
			n++
			if d.Count {
				d.countDown()
			}
			continue
		}
		if ready && d.state == atTail {
			continue // to see that nothing follows
		}
		if d.state < atTail && d.bad == nil {
			d.pos = d.mark // not all of it is here yet
		}
		break
	}
	if d.bad == nil && n == 0 && d.end == io.EOF && len(ps) > 0 {
		d.atEOF()
	}
	switch {
	case d.bad != nil:
		err, d.bad = d.bad, nil
		d.resume = d.state == atRecord
		if d.Count && d.resume {
			d.countDown()
		}
		return n, err
	case n > 0 || len(ps) == 0 || d.end == nil:
		return n, nil
	case d.end == io.EOF:
		return 0, io.EOF
	default:
		return 0, fmt.Errorf("%s: %w", d.name, d.end)
	}
}

// frame reads what comes before and after the puzzles. It returns false if no
// puzzle is next.
func (d *Decoder) frame() bool {
	switch d.state {
	case atHead:
		if !d.skipSpace() {
			return false
		}
		if d.Header != "" && !d.skipHeader() {
			return false
		}
		if d.Count {
			count, ok := d.number("the number of puzzles", 0, maxCount)
			if !ok {
				if d.bad != nil {
					d.state = atRecord // for as long as there are some
					d.left = maxCount
				}
				return false
			}
			d.left, d.total = count, count
		}
		d.state = atRecord
		if d.Count && d.left == 0 {
			d.state = atTail
			return d.frame()
		}
		return true
	case atTail:
		if d.skipSpace() {
			d.state = atEnd
			what := fmt.Sprintf("the end of the input: the count of puzzles is %d", d.total)
			if d.Stop != "" {
				what = fmt.Sprintf("the end of the input, behind %s", d.Stop)
			}
			return d.fault(0, what)
		}
		return false
	default:
		d.drain()
		return false
	}
}

// drain skips the rest of the input.
func (d *Decoder) drain() {
	for ok := true; ok; ok = d.input.more() {
		d.pos, d.mark = len(d.buf), len(d.buf)
	}
}

// countDown counts a record, of those that the count promises.
func (d *Decoder) countDown() {
	if d.left--; d.left == 0 {
		d.state = atTail
	}
}

// atEOF finds out whether the input ends too soon.
func (d *Decoder) atEOF() {
	switch {
	case d.state == atHead && d.Count:
		d.state = atEnd
		d.fault(d.pos-d.mark, "the number of puzzles")
	case d.state == atRecord && d.Count && d.total > 0:
		d.state = atEnd
		d.fault(d.pos-d.mark, fmt.Sprintf("puzzle %d of %d", d.total-d.left+1, d.total))
	case d.state <= atRecord && d.Stop != "":
		d.state = atEnd
		d.fault(d.pos-d.mark, fmt.Sprintf("a puzzle or %s, the end of the list", d.Stop))
	}
}

// puzzle reads one record, or what stands in its place at the end. If it
// returns false, the record is malformed and d.bad says why, or there is none,
// or the input ends or would have to be waited for.
func (d *Decoder) puzzle(p *puzzle.Puzzle) bool {
	if d.Stop != "" {
		from := d.pos - d.mark
		switch stop := d.stop(); {
		case stop:
			d.state = atTail
			return false
		case d.cutOff():
			return false
		}
		d.pos = d.mark + from
	}
	shape := d.Shapes.Min
	p.Bound, p.ID = 0, 0
	d.setShape(&p.Start, shape)
	if d.alone { // what follows takes longer than to read a small board
		p.Goal = d.goal
		return d.board(d, &p.Start)
	}
	for _, w := range d.words {
		ok := true
		switch w.field {
		case text:
			ok = d.expect(w.text)
		case size:
			shape.Rows, ok = d.number("a board size", shape.Rows, d.Shapes.Max.Rows)
			if ok && d.Shapes.Odd && shape.Rows%2 == 0 {
				return d.fault(d.word, "an odd board size")
			}
			shape.Cols = shape.Rows
			d.setShape(&p.Start, shape)
		case rows:
			shape.Rows, ok = d.number("a number of rows", shape.Rows, d.Shapes.Max.Rows)
		case cols:
			shape.Cols, ok = d.number("a number of columns", shape.Cols, d.Shapes.Max.Cols)
			d.setShape(&p.Start, shape)
		case bound:
			var most int
			most, ok = d.number("a number of moves", 0, maxCount)
			p.Bound = puzzle.AtMost(most)
		case id:
			p.ID, ok = d.number("the puzzle's number", 0, maxCount)
		case rest:
			ok = d.restOfLine()
		case board:
			ok = d.board(d, &p.Start)
		case goal:
			b := puzzle.Board{Shape: p.Start.Shape, Tiles: make([]puzzle.Tile, len(p.Start.Tiles))}
			if ok = d.board(d, &b); ok {
				p.Goal, _ = puzzle.NewGoal(b) // the reader has seen to it that it is one
			}
		}
		if !ok {
			return false
		}
	}
	if d.Goal != puzzle.Given {
		p.Goal = d.goalOf(p.Start.Shape)
	}
	if p.Bound == 0 && d.limits != nil {
		p.Bound = d.limits.bound(p.Start.Shape)
	}
	return true
}

// setShape makes a board one of that shape, with room for its tiles.
func (d *Decoder) setShape(b *puzzle.Board, s puzzle.Shape) {
	b.Shape = s
	b.Tiles = slices.Grow(b.Tiles[:0], s.Cells())[:s.Cells()]
}

// begin prepares d.tile for a board.
func (d *Decoder) begin(b *puzzle.Board) {
	d.blanks = 0
	if n := (len(b.Tiles) + 63) / 64; len(d.seen) < n {
		d.seen = make([]uint64, n)
	} else {
		clear(d.seen[:n])
	}
}

// goalOf returns the goal of a shape. Puzzles of one shape mostly follow each
// other, and share one.
func (d *Decoder) goalOf(s puzzle.Shape) *puzzle.Goal {
	const most = 1 << 10 // shapes to remember, and cells of them
	if d.goal == nil || d.goal.Shape != s {
		if d.goal = d.goals[s]; d.goal == nil {
			d.goal = d.Goal.Goal(s)
			if len(d.goals) < most && s.Cells() <= most {
				d.goals[s] = d.goal
			}
		}
	}
	return d.goal
}

// stop reads Format.Stop, as far as it is there.
func (d *Decoder) stop() bool {
	for _, word := range strings.Fields(d.Stop) {
		if !d.has(word) {
			return false
		}
	}
	return true
}

// cutOff reports whether what is read last may go on behind the window.
func (d *Decoder) cutOff() bool {
	return d.bad != nil || d.pos == len(d.buf) && d.end != io.EOF && (d.end != nil || !d.wait)
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
	if isMark(word[len(word)-1]) {
		return true
	}
	return d.pos == len(d.buf) && !d.more() && d.end == io.EOF ||
		d.pos < len(d.buf) && (d.isSpace(d.buf[d.pos]) || isMark(d.buf[d.pos]))
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
		if c = d.buf[d.pos]; d.isSpace(c) || isMark(c) {
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
func (d *Decoder) tile(b *puzzle.Board, f notation, cell int) bool {
	t, least, what := 0, 0, "a tile"
	if f.blank != "" {
		from := d.pos - d.mark
		if d.has(f.blank) {
			return d.put(b, puzzle.Blank, cell)
		}
		if d.cutOff() {
			return false
		}
		d.pos = d.mark + from
		least, what = 1, f.blank+" or a tile"
	}
	t, ok := d.number(what, least, int(b.MaxTile()))
	if !ok {
		return false
	}
	if word := d.buf[d.mark+d.word : d.pos]; f.open != "" && len(word) > 1 && word[0] == '0' {
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
	for n < min(len(text), most) && !isSpace(text[n]) && (n == 0 || !isMark(text[n])) {
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
	line, col = after(d.line, d.col, d.buf[:d.mark+at])
	return line + 1, col + 1
}

// skipHeader skips the lines up to the one that begins with Format.Header, if
// it is one of the first. It returns false if that can't be told yet.
func (d *Decoder) skipHeader() bool {
	const most = 10 // lines
	if d.wellFormed(0) {
		return true
	}
	at := 0
	for range most {
		line, next, whole := d.lineAt(at)
		if bytes.HasPrefix(bytes.TrimLeft(line, " \t"), []byte(d.Header)) {
			d.pos = d.mark + next
			return true
		}
		if !whole || next == at {
			break
		}
		at = next
	}
	return true
}
