// Package stream answers streams of puzzles: bytes become puzzles, puzzles become
// solutions, and solutions become bytes again. It joins the decoder of one format, the
// encoder of another, and a solver that finds what the second format asks for.
//
//	a := stream.Answerer{Algorithm: "auto", Batch: stream.Batch{Workers: 4, Window: 4096}}
//	stats, err := a.Run(ctx, os.Stdin, "stdin", format, format, os.Stdout)
package stream

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"tilejudge/formats"
	"tilejudge/formats/answers"
	"tilejudge/formats/puzzles"
	"tilejudge/judge"
	"tilejudge/solver"
	"tilejudge/solver/algorithms"
	"tilejudge/solver/puzzle"
)

// An Answerer answers streams of puzzles, in any formats, with one algorithm. It keeps
// the solvers that it makes, and so the tables that they build.
type Answerer struct {
	Algorithm string         // a name in algorithms.All
	Options   solver.Options // without what the formats ask for
	Batch     Batch          // without its Solver
	Require   *puzzle.Rule   // replaces the rule of the format of the answers; nil: keeps it

	// Objects, if not nil, has answers written as JSON objects, whatever the format: see
	// answers.ObjectEncoder. The caller sets its File, and the Answerer its Algorithm.
	Objects *answers.Objects

	// Shortest, if not nil, has all shortest paths found and written: see answers.Shortest.
	Shortest *answers.Shortest

	// Answers, if not nil, come with the puzzles, as answers of the format to. They are
	// shortened: see greedy.Shorten.
	Answers *answers.Decoder

	solvers map[purpose]solver.Solver
}

// NewAnswerer returns an answerer that uses all cores and the usual algorithm. All its
// searches together hold at most 1 GiB. It calls report for puzzles without an answer.
func NewAnswerer(report func(error)) *Answerer {
	a, err := New(Options{}, nil)
	if err != nil {
		panic(err) // impossible: no option is set
	}
	a.Batch.Report = report
	return a
}

// A purpose is what a solver is made for.
type purpose struct {
	answers *formats.Format
	rule    puzzle.Rule
	want    puzzle.Want
}

// An OptionError says that an option does not fit the formats.
type OptionError struct {
	Option string // such as "algorithm", "heuristic" or "require"
	Err    error
}

func (e *OptionError) Error() string { return e.Option + ": " + e.Err.Error() }

// Unwrap returns the cause.
func (e *OptionError) Unwrap() error { return e.Err }

// Run reads puzzles in one format from in, which messages call name, and writes the answers
// to out as another format has them. It returns the error of Check or of Batch.Run.
func (a *Answerer) Run(
	ctx context.Context, in io.Reader, name string, from, to *formats.Format, out io.Writer,
) (Stats, error) {
	dec := puzzles.NewDecoder(in, name, from)
	dec.AnswerAs(to)
	if a.Objects != nil {
		dec.TellLines()
	}
	return a.Answer(ctx, dec, from, to, out)
}

// Answer is Run on puzzles from any source.
func (a *Answerer) Answer(
	ctx context.Context, src puzzle.Source, from, to *formats.Format, out io.Writer,
) (Stats, error) {
	enc, s, err := a.prepare(from, to)
	if err != nil {
		return Stats{}, err
	}
	a.Batch.Solver, a.Batch.Timed = s, a.timed()
	if a.Answers != nil {
		src = &answered{Source: src, answers: a.Answers}
	}
	return a.Batch.Run(ctx, src, enc, out)
}

// Record is Answer with another sink than the encoder of a format.
func (a *Answerer) Record(
	ctx context.Context, src puzzle.Source, from, to *formats.Format, sink judge.Sink, out io.Writer,
) (Stats, error) {
	_, s, err := a.prepare(from, to)
	if err != nil {
		return Stats{}, err
	}
	a.Batch.Solver, a.Batch.Timed = s, a.timed()
	return a.Batch.Run(ctx, src, sink, out)
}

// timed reports whether the time of each search is to be measured.
func (a *Answerer) timed() bool {
	return a.Objects != nil && a.Objects.Effort
}

// Try searches for the solution of one puzzle, as Answer does. It returns the error of Check, that
// of ctx, or one of the search that is no answer.
func (a *Answerer) Try(ctx context.Context, from, to *formats.Format, p *puzzle.Puzzle) error {
	_, s, err := a.prepare(from, to)
	if err != nil {
		return err
	}
	a.Batch.Solver = s
	_, err = a.Batch.solve(ctx, p, nil)
	if judge.IsAnswer(err) {
		err = nil
	}
	return cmp.Or(ctx.Err(), err)
}

// Check returns an error if puzzles of one format can't be answered as another does:
// an OptionError, or that of answers.NewEncoder.
func (a *Answerer) Check(from, to *formats.Format) error {
	_, _, err := a.prepare(from, to)
	return err
}

// prepare returns what writes and what finds the answers.
func (a *Answerer) prepare(from, to *formats.Format) (judge.Sink, solver.Solver, error) {
	if err := a.checkAnswers(to); err != nil {
		return nil, nil, err
	}
	enc, err := a.encoder(from, to)
	if err != nil {
		return nil, nil, err
	}
	s, err := a.solver(from, to)
	return enc, s, err
}

// encoder returns what writes the answers.
func (a *Answerer) encoder(from, to *formats.Format) (judge.Sink, error) {
	switch {
	case a.Objects != nil:
		o := *a.Objects
		o.Algorithm, o.Shortest, o.Metric = a.Algorithm, a.Shortest, a.Options.Metric
		if a.Answers != nil {
			o.Algorithm = "shorten"
		}
		return answers.NewObjectEncoder(o, from, to, a.wants(from, to)), nil
	case a.Shortest != nil:
		e, err := answers.NewShortestEncoder(*a.Shortest, from, to)
		if err != nil {
			return nil, a.refuseShortest(err)
		}
		return e, nil
	case a.Options.Metric != puzzle.SingleTile && to.Answer.Wants() != puzzle.WantPath:
		return nil, &OptionError{"metric", fmt.Errorf("an answer of %s has no path; --json writes"+
			" one in any format", to.Name)}
	default:
		return answers.NewEncoder(from, to)
	}
}

// wants returns how much of a solution is to be found. Objects have a path even where the format
// asks for a number of moves, except with several blanks, where a move does not say which blank
// moves. Where the format only asks whether there is a path, they have none: the boards may be too
// large to find it.
func (a *Answerer) wants(from, to *formats.Format) puzzle.Want {
	want := to.Answer.Wants()
	switch {
	case a.Objects == nil:
		return want
	case from.Shapes.Min.Spare > 0:
		return puzzle.WantLength
	case want == puzzle.WantLength:
		return puzzle.WantPath
	default:
		return want
	}
}

// solver returns the solver for puzzles of one format, answered as another does.
func (a *Answerer) solver(from, to *formats.Format) (solver.Solver, error) {
	use := purpose{to, to.Rule, a.wants(from, to)}
	if a.Require != nil {
		use.rule = *a.Require
		if err := to.Admits(use.rule); err != nil {
			return nil, &OptionError{"require", err}
		}
	}
	if s := a.solvers[use]; s != nil {
		return s, nil
	}
	if err := a.finds(use); err != nil {
		return nil, err
	}
	if err := a.servesBoards(from); err != nil {
		return nil, err
	}
	if err := a.findsShortest(use.want); err != nil {
		return nil, err
	}
	o := a.Options
	o.Order, o.Want = to.Order, use.want
	o.AnyPath, o.StopAtBound = use.rule == formats.AnyPath, to.Answer.TooLong != ""
	s, err := a.newSolver(o)
	if errors.Is(err, algorithms.ErrMetric) {
		err = &OptionError{"metric", err}
	}
	if err != nil {
		return nil, err
	}
	if a.solvers == nil {
		a.solvers = make(map[purpose]solver.Solver)
	}
	a.solvers[use] = s
	return s, nil
}

// quality returns the kind of paths that the algorithm finds.
func (a *Answerer) quality() algorithms.Quality {
	if a.Options.Weight > solver.Once {
		return algorithms.Bounded
	}
	return a.algorithm().Finds
}

// algorithm returns the entry of the algorithm.
func (a *Answerer) algorithm() *algorithms.Algorithm {
	return &algorithms.All[slices.IndexFunc(algorithms.All, a.isChosen)]
}

// finds returns an error if the algorithm does not find what the purpose asks for.
func (a *Answerer) finds(use purpose) error {
	who := use.answers.Name
	if a.Require != nil {
		who = "the required rule"
	}
	finds, option, finder, hint := a.quality(), "algorithm", a.Algorithm, ""
	if finds == algorithms.Bounded {
		option, finder = "weight", fmt.Sprintf("%s with weight %v", finder, a.Options.Weight)
		hint = " (compare takes it in any format)"
	}
	switch {
	case use.rule == formats.Decision || use.rule == formats.AnyPath:
		return nil
	case use.rule == formats.Least && finds < algorithms.Canonical:
		return &OptionError{option, fmt.Errorf("%s asks for the lexicographically smallest path,"+
			" which %s does not find", who, finder)}
	case finds < algorithms.Shortest:
		return &OptionError{option, fmt.Errorf("%s asks for shortest paths,"+
			" which %s does not find%s", who, finder, hint)}
	default:
		return nil
	}
}

// servesBoards returns an error if pattern databases were chosen that serve none of a
// format's boards.
func (a *Answerer) servesBoards(f *formats.Format) error {
	p := a.Options.Patterns
	if p == nil {
		return nil
	}
	shape := p.Serves().Shape
	if f.Shapes.Allow(shape) || f.Shapes.Allow(puzzle.Shape{Rows: shape.Cols, Cols: shape.Rows}) {
		return nil
	}
	return &OptionError{"heuristic", fmt.Errorf("%s is for %dx%d boards, and those of %s are %v",
		p.Name, shape.Cols, shape.Rows, f.Name, f.Shapes)}
}
