package show

import (
	"fmt"
	"io"
	"strings"

	"github.com/dustin/go-humanize"
	"github.com/dustin/go-humanize/english"

	"tilejudge/judge/view/draw"
	"tilejudge/solver/puzzle"
	"tilejudge/solver/trace"
)

// A Trace shows how a search works, for a person to follow: each board that the search expands,
// the boards that a move from there makes, and what the search does with each of these.
type Trace struct {
	*trace.Trace
	Scene *draw.Scene // of the puzzle, without moves
	Note  string      // why the search ended without the goal; "": it has reached the goal
}

// Title says what is traced.
func (t *Trace) Title() string {
	title := t.Algorithm
	if t.Heuristic != "" {
		title += " with " + t.Heuristic
	}
	return title + ": " + t.Scene.Title
}

// Summary says how the search ended.
func (t *Trace) Summary() string {
	took := fmt.Sprintf("%s expanded, %s generated",
		english.Plural(len(t.Steps), "board", ""), humanize.Comma(t.Generated))
	switch {
	case t.Note != "" && len(t.Steps) == 0:
		return t.Note
	case t.Note != "":
		return t.Note + "; " + took
	}
	moves := ""
	for i, m := range t.Path {
		if word := t.word(m); i > 0 && len(word) > 1 {
			moves += " " + word
		} else {
			moves += word
		}
	}
	if moves != "" {
		moves = " (" + moves + ")"
	}
	return fmt.Sprintf("the goal is %s away%s: %s",
		english.Plural(len(t.Path), "move", ""), moves, took)
}

// word returns what the format calls a move.
func (t *Trace) word(m puzzle.Move) string {
	if t.Scene.Word != nil {
		return t.Scene.Word(m)
	}
	return m.String()
}

// WriteText writes the trace as text.
func (t *Trace) WriteText(w io.Writer, text draw.Text) error {
	numbers := make(map[*trace.Step]int)
	buf := fmt.Appendf(nil, "%s\n", t.Title())
	bound := -1
	for i, s := range t.Steps {
		numbers[s] = i + 1
		if s.Bound > 0 && s.Bound != bound {
			bound = s.Bound
			buf = fmt.Appendf(buf, "\nbound %d\n", bound)
		}
		buf = fmt.Appendf(buf, "\n%d. %s", i+1, t.measure(s))
		if s.Parent != nil {
			buf = fmt.Appendf(buf, ", from %d", numbers[s.Parent])
		}
		buf = append(buf, '\n')
		reel := text.Reel(t.sceneOf(s, nil))
		buf = text.AppendFrames(buf, reel, func(yield func(*draw.Frame) bool) {
			for _, f := range t.frames(s) {
				if !yield(f) {
					return
				}
			}
		})
		if t.Algorithm != "idastar" {
			buf = fmt.Appendf(buf, "open: %s\n", t.open(s))
		}
		if _, err := w.Write(buf); err != nil {
			return err
		}
		buf = buf[:0]
	}
	if t.Algorithm == "astar" && t.Note == "" && len(t.Steps) > 0 {
		buf = fmt.Appendf(buf, "\nthe next board is the goal\n")
	}
	_, err := w.Write(fmt.Appendf(buf, "\n%s\n", t.Summary()))
	return err
}

// sceneOf returns the scene of a board that the search expands, with some moves from there.
func (t *Trace) sceneOf(s *trace.Step, path puzzle.Path) *draw.Scene {
	scene := *t.Scene
	scene.Start, scene.Path = s.Board, path
	return &scene
}

// frames returns a frame of the board that a step expands, and frames of the boards that a move
// from there makes.
func (t *Trace) frames(s *trace.Step) []*draw.Frame {
	first := draw.NewReel(t.sceneOf(s, nil), draw.MaxLabelled).Frame(0)
	first.Caption = "expanded"
	all := []*draw.Frame{first}
	for _, c := range s.Next {
		f := draw.NewReel(t.sceneOf(s, puzzle.Path{c.Move}), draw.MaxLabelled).Frame(1)
		f.Caption = t.caption(s, c)
		all = append(all, f)
	}
	return all
}

// caption says what the search does with a child of a step.
func (t *Trace) caption(s *trace.Step, c *trace.Child) string {
	text := t.word(c.Move)
	if t.Heuristic != "" {
		text += fmt.Sprintf(" %d+%d=%d", c.G, c.H, c.G+c.H)
	}
	if c.Fate == trace.Cut {
		text += fmt.Sprintf(" > %d", s.Bound)
	}
	return text + " " + c.Fate.String()
}

// measure says how far the board of a step is from the start of the search.
func (t *Trace) measure(s *trace.Step) string {
	if t.Heuristic != "" {
		return fmt.Sprintf("g %d + h %d = %d", s.G, s.H, s.G+s.H)
	}
	from := "start"
	if s.Goal {
		from = "goal"
	}
	return fmt.Sprintf("%s from the %s", english.Plural(s.G, "move", ""), from)
}

// open says how many boards wait to be expanded after a step.
func (t *Trace) open(s *trace.Step) string {
	var parts []string
	for _, level := range s.Open {
		boards := english.Plural(level.Boards, "board", "")
		if t.Heuristic != "" {
			parts = append(parts, fmt.Sprintf("%s with g+h = %d", boards, level.Value))
		} else {
			parts = append(parts, fmt.Sprintf("%s at %s", boards,
				english.Plural(level.Value, "move", "")))
		}
	}
	if parts == nil {
		return "no board"
	}
	return strings.Join(parts, ", ")
}
