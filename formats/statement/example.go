package statement

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"tilejudge/formats"
	"tilejudge/formats/answers"
	"tilejudge/formats/puzzles"
	"tilejudge/solver/puzzle"
)

// A File is a text and what messages call it.
type File struct {
	io.Reader
	Name string
}

// maxTold is how many puzzles and answers Example tells about.
const maxTold = 10

// Example tells part by part how a format reads an example of its puzzles, and the answers to them
// if there are any. The error is a *formats.SyntaxError for the first place that does not fit, or
// an error of a reader or of w. It tells about the first puzzles only, but reads them all.
func Example(w io.Writer, f *formats.Format, in File, out *File) error {
	e := teller{w: w, f: f}
	if err := e.puzzles(in); err != nil {
		return err
	}
	if out != nil {
		if err := e.answers(*out); err != nil {
			return err
		}
	}
	return e.err
}

// A teller tells about one example.
type teller struct {
	w    io.Writer
	f    *formats.Format
	err  error           // of w
	last puzzles.Step    // not printed yet, as more text may follow; What is "" if there is none
	told []puzzle.Puzzle // the first puzzles
}

func (e *teller) printf(format string, args ...any) {
	if e.err == nil {
		_, e.err = fmt.Fprintf(e.w, format, args...)
	}
}

// puzzles tells about the puzzles. It keeps the first ones.
func (e *teller) puzzles(in File) error {
	d := puzzles.NewDecoder(in, in.Name, e.f)
	d.AnswerAs(e.f)
	n := 0
	d.TellSteps(func(s puzzles.Step) {
		if n < maxTold {
			e.step(s)
		}
	})
	for {
		one := make([]puzzle.Puzzle, 1)
		_, err := d.Decode(one)
		e.flush()
		switch {
		case err == io.EOF:
			e.printf("%s: the end, after puzzle %d\n", in.Name, n)
			return nil
		case err != nil:
			return err
		}
		if n++; n <= maxTold {
			e.told = append(e.told, one[0])
			e.printf("  puzzle %d: %s\n", n, e.describe(&one[0]))
		}
	}
}

// step prints a step, together with those before it if all are text on one line.
func (e *teller) step(s puzzles.Step) {
	if l := &e.last; l.What == s.What && l.Line == s.Line {
		gap := max(0, s.Col-l.Col-len(l.Text))
		l.Text += strings.Repeat(" ", gap) + s.Text
		return
	}
	e.flush()
	e.last = s
}

// flush prints the last step.
func (e *teller) flush() {
	const maxLines = 12
	s := e.last
	if e.last = (puzzles.Step{}); s.What == "" {
		return
	}
	e.printf("%d:%d: %s:", s.Line, s.Col, s.What)
	lines := strings.SplitN(s.Text, "\n", maxLines+1)
	if len(lines) == 1 {
		e.printf(" %s\n", brief(lines[0]))
		return
	}
	e.printf("\n")
	for i, line := range lines {
		if i == maxLines {
			line = "…"
		}
		e.printf("    %s\n", brief(strings.TrimSpace(line)))
	}
}

// brief returns a line, or the beginning of a long one.
func brief(line string) string {
	const limit = 120 // bytes
	if len(line) > limit {
		return strings.ToValidUTF8(line[:limit], "") + "…"
	}
	return line
}

// describe tells what a puzzle was understood to be.
func (e *teller) describe(p *puzzle.Puzzle) string {
	const maxCells = 100 // of boards to show
	if p.Start.Cells() > maxCells {
		return p.Start.Shape.String()
	}
	rows := formats.Notation{
		Blank: "_", Wall: "#", Layout: formats.Layout{Between: " ", BetweenRows: " / "},
	}
	draw := func(b puzzle.Board) string { return string(rows.Append(nil, b)) }
	text := fmt.Sprintf("from %s to %s", draw(p.Start), draw(p.Goal.Board))
	if p.Start.Spare == 0 && !p.Solvable() {
		text += ", which no moves do"
	}
	return text
}

// answers tells about the answers to the first puzzles.
func (e *teller) answers(out File) error {
	d := answers.NewDecoder(out, out.Name, e.f)
	for i := range e.told {
		p := &e.told[i]
		s, err, form := d.Decode(int64(i+1), p, nil)
		switch {
		case err == io.EOF:
			return &formats.SyntaxError{Name: out.Name, Line: d.Line(), Col: 1, Err: fmt.Errorf(
				"found the end of the answers, expected the answer to puzzle %d", i+1)}
		case err == nil:
			e.printf("%d:1: answer %d: %s\n", d.Line(), i+1, e.solution(p, s))
		case errors.As(err, new(*formats.SyntaxError)):
			return err
		case errors.Is(err, puzzle.ErrUnsolvable), errors.Is(err, puzzle.ErrTooLong):
			e.printf("%d:1: answer %d: %v\n", d.Line(), i+1, err)
		default:
			return err
		}
		if form != nil {
			return form
		}
	}
	if len(e.told) < maxTold {
		return d.End()
	}
	return nil
}

// solution tells what an answer was understood to be.
func (e *teller) solution(p *puzzle.Puzzle, s puzzle.Solution) string {
	switch want := e.f.Answer.Wants(); {
	case e.f.Answer.WithinBound():
		return "a path is within the bound"
	case want == puzzle.WantDecision:
		return "there is a path"
	case want == puzzle.WantLength:
		return moveCount(s.Moves)
	}
	text := fmt.Sprintf("%s of the blank, %s", moveCount(len(s.Path)), brief(s.Path.String()))
	if err := p.Replay(s.Path); err != nil {
		return text + ": " + err.Error()
	}
	return text + ", to the goal"
}

// moveCount returns a number of moves in words.
func moveCount(n int) string {
	if n == 1 {
		return "1 move"
	}
	return fmt.Sprintf("%d moves", n)
}
