package answers

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"tilejudge/formats"
	"tilejudge/formats/pattern"
	"tilejudge/solver/puzzle"
)

// Plans are read as VAL reads them (libraries/VAL/src/Parser/pddl+.l and pddl+.y of
// https://github.com/KCL-Planning/VAL at 3c7a1f3, 2021-10-18). White space, comments from ";" to
// the end of the line, and the case of letters do not matter. An action may have a time before it
// and a duration behind it, and actions are made in the order of their times. VAL gives the nth
// action without a time the time n. As each move needs the blank, no two moves can be made at once.
// VAL also accepts an action with more objects than its parameters; this package refuses it.

// tolerance is the largest difference between two times that VAL takes for the same time. VAL
// derives it from its option -t, which is 0.01 by default.
const tolerance = 0.01 / 10

// A planStep is an action of a plan.
type planStep struct {
	time   float64
	action string // in lower case, with one space between two names
	at     int    // where it begins, counted from the mark
}

// actions are the pieces of the action for each move of the blank.
type actions [256][]pattern.Piece

// newActions returns the actions of a format. It returns nil if moves are not actions.
func newActions(s *formats.Step) *actions {
	if s.Kind != formats.ByAction {
		return nil
	}
	all := new(actions)
	for _, m := range puzzle.UDLR {
		all[m] = pattern.Pattern(s.Word(m)).Pieces()
	}
	return all
}

// append appends the action for a move of the blank: it moves the tile t from a cell to the cell of
// the blank.
func (a *actions) append(
	text []byte, b *puzzle.Board, m puzzle.Move, from, to int, t puzzle.Tile,
) []byte {
	slide := formats.Slide{Tile: int(t), Cell: from, To: to, Shape: b.Shape}
	return slide.Append(text, a[m])
}

// plan reads a plan. The last line of the plan is a comment that begins with the text end. If there
// is no such comment, the plan goes on to the end of the input.
func (r *reader) plan(end string) bool {
	r.beginPath()
	steps, ok := r.planSteps(end)
	if !ok {
		return false
	}
	slices.SortStableFunc(steps, func(a, b planStep) int { return cmp.Compare(a.time, b.time) })
	behind := r.Offset()
	var text [64]byte // of most actions
	for i, step := range steps {
		r.Rewind(step.at)
		if i > 0 && step.time <= steps[i-1].time+tolerance {
			return r.fault("an action at another time than the one before")
		}
		m, ok := r.moveWhere(func(m puzzle.Move, cell int) bool {
			action := r.actions.append(text[:0], &r.board, m, cell, r.blank, r.board.Tiles[cell])
			return string(action) == step.action
		})
		if !ok {
			return r.fault("an action that the board allows")
		}
		r.sol.Path = append(r.sol.Path, m)
		r.blank, _ = r.board.Slide(r.blank, m)
	}
	r.Rewind(behind)
	r.sol.Moves = len(r.sol.Path)
	return true
}

// planSteps reads the actions of a plan.
func (r *reader) planSteps(end string) (steps []planStep, ok bool) {
	untimed := 0
	for !r.skipToStep(end) {
		step := planStep{at: r.Offset()}
		c, ok := r.peek()
		switch {
		case !ok:
			return steps, true
		case c == ':':
			if !r.runTime(end) {
				return nil, r.fault("an action or its time")
			}
			continue
		case c != '(':
			if step.time, ok = r.decimal(); !ok || !r.mark(':', end) {
				r.name() // reads what the message quotes
				r.Rewind(step.at)
				return nil, r.fault("an action or its time")
			}
			if r.skipToStep(end) {
				return nil, r.fault("an action")
			}
		default:
			untimed++
			step.time = float64(untimed)
		}
		if step.action, ok = r.action(end); !ok {
			return nil, false
		}
		if r.mark('[', end) && (r.skipToStep(end) || !r.duration() || !r.mark(']', end)) {
			return nil, r.fault("a duration in brackets")
		}
		steps = append(steps, step)
	}
	return steps, true
}

// runTime reads how long the planner took, such as ":time 0.5". The number does not matter.
func (r *reader) runTime(end string) bool {
	from := r.Offset()
	r.Pos++ // the colon
	if r.name() == "time" && !r.skipToStep(end) {
		if _, ok := r.decimal(); ok {
			return true
		}
	}
	r.Rewind(from)
	return false
}

// skipToStep skips white space and comments. It reports whether it has skipped the comment that
// ends the plan.
func (r *reader) skipToStep(end string) bool {
	for {
		r.skip(whiteSpace)
		if c, ok := r.peek(); !ok || c != ';' {
			return false
		}
		ends := end != "" && r.word(end)
		for c, ok := r.peek(); ok && c != '\n'; c, ok = r.peek() {
			r.Pos++
		}
		if ends {
			if _, ok := r.peek(); ok {
				r.Pos++ // the line end
			}
			return true
		}
	}
}

// mark reads a character, and white space and comments before it, if the character comes next.
func (r *reader) mark(c byte, end string) bool {
	from := r.Offset()
	if !r.skipToStep(end) {
		if next, ok := r.peek(); ok && next == c {
			r.Pos++
			return true
		}
	}
	r.Rewind(from)
	return false
}

// action reads an action: a list of names in parentheses.
func (r *reader) action(end string) (string, bool) {
	if !r.mark('(', end) {
		return "", r.fault("an action")
	}
	var buf [64]byte // enough for most actions
	text := append(buf[:0], '(')
	for !r.skipToStep(end) {
		c, ok := r.peek()
		if ok && c == ')' && len(text) > 1 {
			r.Pos++
			return string(append(text, ')')), true
		}
		if len(text) > 1 {
			text = append(text, ' ')
		}
		before := len(text)
		if text = r.appendName(text); len(text) == before {
			return "", r.fault(`a name or ")"`)
		}
	}
	return "", r.fault(`")"`)
}

// name reads a name, and returns it in lower case, or "" if no name comes. A name is letters, and
// digits and hyphens behind the first letter.
func (r *reader) name() string { return string(r.appendName(nil)) }

// appendName is name, but appends to a text.
func (r *reader) appendName(to []byte) []byte {
	for begin := len(to); ; r.Pos++ {
		c, ok := r.peek()
		letter := isLetter(c) || c == '_'
		if !ok || !letter && (len(to) == begin || c != '-' && (c < '0' || c > '9')) {
			return to
		}
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		to = append(to, c)
	}
}

// duration reads the duration of an action, whose value does not matter.
func (r *reader) duration() bool {
	_, ok := r.decimal()
	return ok
}

// decimal reads a decimal number that may have a sign and a fraction.
func (r *reader) decimal() (float64, bool) {
	const maxDigits = 300
	var text []byte
	for len(text) < maxDigits {
		c, ok := r.peek()
		if !ok || (c < '0' || c > '9') && c != '.' && (c != '-' || len(text) > 0) {
			break
		}
		text = append(text, c)
		r.Pos++
	}
	n, err := strconv.ParseFloat(string(text), 64)
	return n, err == nil && text[0] != '.'
}

// skipPlan skips the rest of a malformed plan.
func (r *reader) skipPlan(end string) {
	for begin := r.Begin(); r.Begin()-begin <= lineLimit; r.Mark = r.Pos {
		from := r.Pos
		if r.skipToStep(end) || r.Pos == len(r.Buf) && !r.More() {
			r.Mark = r.Pos
			return
		}
		if r.Pos == from {
			r.Pos++
		}
	}
	r.End = io.EOF
}

// planEnd returns the beginning of the comment that ends a plan: the text behind {path}.
func planEnd(a *formats.Answer) string {
	_, end, _ := strings.Cut(string(a.Solved), fmt.Sprint(pattern.Path))
	end, _, _ = strings.Cut(end, "{")
	return strings.TrimSpace(end)
}
