package formats

import (
	"bytes"
	"fmt"
	"strings"
)

// frame reads what comes before and after the puzzles. It returns false if no
// puzzle is next.
func (d *Decoder) frame() bool {
	switch d.state {
	case atHead:
		if !d.skipSpace() {
			return false
		}
		if d.Header != "" {
			d.skipHeader()
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

// skipHeader skips the lines up to the one that begins with Format.Header, if
// it is one of the first and no puzzle comes before it.
func (d *Decoder) skipHeader() {
	const most = 10 // lines
	if d.follow(0, 1) > 0 {
		return
	}
	at := 0
	for range most {
		line, next, whole := d.lineAt(at)
		if bytes.HasPrefix(bytes.TrimLeft(line, " \t"), []byte(d.Header)) {
			d.pos = d.mark + next
			return
		}
		if !whole || next == at {
			return
		}
		at = next
	}
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

// countDown counts a puzzle, of those that the count promises.
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
		if d.left > d.faults {
			d.fault(d.pos-d.mark, fmt.Sprintf("puzzle %d of %d", d.total-d.left+d.faults+1, d.total))
		}
	case d.state <= atRecord && d.Stop != "":
		d.state = atEnd
		d.fault(d.pos-d.mark, fmt.Sprintf("a puzzle or %s, the end of the list", d.Stop))
	}
}

// drain skips the rest of the input.
func (d *Decoder) drain() {
	for ok := true; ok; ok = d.input.more() {
		d.pos, d.mark = len(d.buf), len(d.buf)
	}
}
