package web

import (
	"bufio"
	"context"
	"errors"
	"strings"
	"time"

	"github.com/dustin/go-humanize/english"

	"tilejudge/formats"
	"tilejudge/formats/answers"
	"tilejudge/formats/puzzles"
	"tilejudge/judge/view/draw"
	"tilejudge/judge/view/show"
	"tilejudge/solver"
	"tilejudge/solver/algorithms"
	"tilejudge/solver/puzzle"
)

// How a request wants its puzzles solved. Quick is what the format asks for.
const (
	quick   = "quick"
	shorter = "shorter"
	optimal = "optimal"
)

// A Point is a point on the curve of the search for shorter paths: how many moves the paths of all
// puzzles have by now, and how many they must have at least.
type Point struct {
	Seconds      float64
	Moves, Bound int
}

// Nodes of the rounds of the search for shorter paths. Each round may take a multiple of the nodes
// of the one before. Nodes limit the rounds, since a worker in a browser runs no timers while it
// searches.
const (
	firstNodes = 1 << 14
	moreNodes  = 4
	mostNodes  = 1 << 28
)

// shortenAll answers the puzzles with shorter and shorter paths, in rounds, until all are proved to
// be shortest ones or the person stops it. Each round sends what has become shorter.
func (j *job) shortenAll() error {
	from, to, err := j.formats()
	if err != nil {
		return err
	}
	if err := to.Admits(puzzle.AnyPath); err != nil {
		return err
	}
	ps, err := puzzles.DecodeAll(from, j.Request.Input, InputName)
	if err != nil {
		return err
	}
	l := &shortening{job: j, from: from, to: to, puzzles: ps,
		solutions: make([]puzzle.Solution, len(ps)), errs: make([]error, len(ps)), begin: time.Now()}
	for nodes := int64(firstNodes); nodes <= mostNodes; nodes *= moreNodes {
		open, err := l.round(j.ctx, nodes)
		if err != nil {
			return err
		}
		if !open {
			break
		}
	}
	point := l.point()
	j.done.Summary = count(int64(len(ps)), "puzzle") + ", " + count(int64(point.Moves), "move")
	if point.Moves == point.Bound {
		j.done.Summary += ": there are no shorter paths"
	}
	return nil
}

// A shortening is the state of shortenAll.
type shortening struct {
	*job
	from, to  *formats.Format
	puzzles   []puzzle.Puzzle
	solutions []puzzle.Solution // the shortest so far
	errs      []error
	begin     time.Time
}

// round searches once more for the puzzles whose paths may not be the shortest. It reports whether
// there are some left.
func (l *shortening) round(ctx context.Context, nodes int64) (open bool, err error) {
	search, err := algorithms.New("anytime", solver.Options{
		Order: l.from.Order, NodeLimit: nodes, MemoryLimit: 1 << 30, AnyPath: true,
	})
	if err != nil {
		return false, err
	}
	changed := false
	for i := range l.puzzles {
		old := &l.solutions[i]
		if l.errs[i] != nil || nodes > firstNodes && old.Moves == old.LowerBound {
			continue
		}
		s, err := search.Solve(ctx, &l.puzzles[i], nil)
		switch {
		case ctx.Err() != nil:
			return false, ctx.Err()
		case err != nil && nodes > firstNodes: // a larger search may run out of memory
			continue
		case err != nil:
			l.errs[i], changed = err, true
			continue
		}
		s.LowerBound = max(s.LowerBound, old.LowerBound)
		if shorter := nodes == firstNodes || s.Moves < old.Moves; shorter {
			*old, changed = s, true
		}
		old.LowerBound = s.LowerBound
		open = open || old.Moves > old.LowerBound
		if nodes > firstNodes {
			l.send(&Event{Curve: l.point()})
		}
	}
	l.send(&Event{Curve: l.point()})
	if changed {
		err = l.tell()
	}
	return open, err
}

func (l *shortening) point() *Point {
	p := &Point{Seconds: time.Since(l.begin).Seconds()}
	for _, s := range l.solutions {
		p.Moves += s.Moves
		p.Bound += s.LowerBound
	}
	return p
}

// tell sends all answers, and the rows of all puzzles, in place of those before.
func (l *shortening) tell() error {
	enc, err := answers.NewEncoder(l.from, l.to)
	if err != nil {
		return err
	}
	var text strings.Builder
	w := bufio.NewWriter(&text)
	l.send(&Event{Again: true})
	l.rows, l.drawn = 0, 0
	view := show.Show{Format: l.from}
	for i := range l.puzzles {
		p, s := &l.puzzles[i], l.solutions[i]
		scene := view.Scene(int64(i+1), p)
		scene.Path = s.Path
		message := english.Plural(s.Moves, "move", "")
		switch err := l.errs[i]; {
		case errors.Is(err, puzzle.ErrUnsolvable):
			message = "unsolvable"
		case err != nil:
			message = err.Error()
		}
		l.row(&draw.Row{Name: puzzleName(int64(i + 1)), Message: message, Scene: scene}, false)
		q := *p
		q.Start = p.Start.Clone() // the encoder may move its tiles
		enc.Encode(w, int64(i+1), &q, s, l.errs[i])
	}
	w.Flush()
	l.send(&Event{Output: text.String()})
	return nil
}
