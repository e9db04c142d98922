package answers

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"tilejudge/formats/internal/window"
	"tilejudge/solver/puzzle"
)

// messages reads the messages of a language model, each on a line. As in the environment that plays
// with the model, only the last action of a message counts, and an action that is no move, or that
// the board does not allow, changes nothing. The messages end at the goal, at an empty line, or at
// the end of the input.
func (r *reader) messages() bool {
	r.beginPath()
	for first := true; !r.board.Equal(r.p.Goal.Board); first = false {
		from := r.Offset()
		line, ok := r.line()
		if !ok {
			return false
		}
		if len(bytes.TrimSpace(line)) == 0 {
			if !first {
				r.Rewind(from) // the empty line separates two answers
			}
			r.sol.Moves = len(r.sol.Path)
			return true
		}
		action, ok := r.lastAction(line)
		if !ok {
			r.Rewind(from)
			return r.fault(fmt.Sprintf("a line with %s and %s", r.Step.Open, r.Step.Close))
		}
		if m, ok := r.moveIn(action); ok {
			r.sol.Path = append(r.sol.Path, m)
			r.blank, _ = r.board.Slide(r.blank, m)
		}
	}
	r.sol.Moves = len(r.sol.Path)
	return len(r.sol.Path) > 0 || r.text("\n", false)
}

// skipMessages skips the rest of a malformed answer, up to an empty line.
func (r *reader) skipMessages() {
	for begin := r.Begin(); r.Begin()-begin <= lineLimit; {
		line, ok := r.line()
		empty := len(bytes.TrimSpace(line)) == 0
		if empty && ok && r.Pos > r.Mark && r.Buf[r.Pos-1] == '\n' {
			r.Rewind(0)
			return
		}
		r.Mark = r.Pos
		if empty && ok {
			return // the end of the input
		}
	}
	r.End = io.EOF
}

// line reads a line, and returns it without its end. At the end of the input it returns an empty
// line. ok is false if the answer is too long.
func (r *reader) line() (line []byte, ok bool) {
	from := r.Offset()
	for {
		c, ok := r.peek()
		if !ok {
			return r.Buf[r.Mark+from : r.Pos], r.Offset() <= r.limit
		}
		r.Pos++
		if c == '\n' {
			return r.Buf[r.Mark+from : r.Pos-1], true
		}
	}
}

// lastAction returns the text of the last action of a message, without white space around it.
// Step.Open and Step.Close, which enclose it, may be in upper or lower case.
func (r *reader) lastAction(line []byte) (string, bool) {
	lower := bytes.ToLower(line)
	begin := bytes.LastIndex(lower, []byte(r.Step.Open))
	if begin < 0 || len(lower) != len(line) {
		return "", false
	}
	begin += len(r.Step.Open)
	end := bytes.Index(lower[begin:], []byte(r.Step.Close))
	if end < 0 {
		return "", false
	}
	return strings.TrimSpace(string(line[begin : begin+end])), true
}

// moveIn returns the move of the blank that an action makes, if the board allows one.
func (r *reader) moveIn(action string) (puzzle.Move, bool) {
	words := strings.FieldsFunc(action, func(c rune) bool {
		return c < 0x80 && window.IsSpace(byte(c))
	})
	var row, col int
	isCell := len(words) == 3 && words[0] == r.Step.Cell
	if isCell {
		n, err := fmt.Sscanf(words[1]+" "+words[2], "%d %d", &row, &col)
		isCell = n == 2 && err == nil
	}
	return r.moveWhere(func(m puzzle.Move, cell int) bool {
		return action == r.Step.Word(m) ||
			isCell && cell/r.board.Cols == row-1 && cell%r.board.Cols == col-1
	})
}
