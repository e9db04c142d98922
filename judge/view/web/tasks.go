package web

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/dustin/go-humanize/english"

	"tilejudge/formats"
	"tilejudge/formats/answers"
	"tilejudge/formats/puzzles"
	"tilejudge/judge"
	"tilejudge/judge/checker"
	"tilejudge/judge/convert"
	"tilejudge/judge/protocol"
	"tilejudge/judge/stream"
	"tilejudge/judge/view/draw"
	"tilejudge/judge/view/report"
	"tilejudge/judge/view/show"
	"tilejudge/solver/compare"
	"tilejudge/solver/puzzle"
)

// every is the least time between two events of progress once the list is full.
const every = 100 * time.Millisecond

// progress sends how many puzzles or answers are done.
func (j *job) progress(n int64, what string) {
	if now := time.Now(); n <= maxRows || now.After(j.next) {
		j.next = now.Add(every)
		j.send(&Event{Progress: count(n, what)})
	}
}

// solve answers the puzzles, and lists them with the moves of the answers.
func (j *job) solve() error {
	var require *puzzle.Rule
	switch j.Search {
	case "", quick:
	case shorter:
		return j.shortenAll()
	case optimal:
		rule := puzzle.Shortest
		require = &rule
	default:
		return fmt.Errorf("unknown search %q", j.Search)
	}
	from, to, err := j.formats()
	if err != nil {
		return err
	}
	enc, err := answers.NewEncoder(from, to)
	if err != nil {
		return err
	}
	a := stream.NewAnswerer(func(err error) { j.complain(named(err)) })
	a.Batch.Workers = 1
	if require != nil && from.Rule < *require && to.Rule < *require {
		a.Require = require
	}
	dec := puzzles.NewDecoder(j.input(), InputName, from)
	dec.AnswerAs(to)
	out := &output{send: j.send}
	defer out.Close()
	stats, err := a.Record(j.ctx, dec, from, to, &sceneSink{enc, j, show.Show{Format: from}}, out)
	j.done.Summary = fmt.Sprintf("%s, %s, %s expanded, %.2f s",
		count(stats.Puzzles(), "puzzle"), count(stats.Moves, "move"),
		count(stats.Nodes, "board"), stats.Time.Seconds())
	return err
}

// named adds the name of the input to an error that does not say where it is.
func named(err error) error {
	if errors.As(err, new(*formats.SyntaxError)) {
		return err
	}
	return fmt.Errorf("%s: %w", InputName, err)
}

func count(n int64, what string) string {
	return humanize.Comma(n) + " " + english.PluralWord(int(n), what, "")
}

// A sceneSink encodes answers, and lists the puzzles with the moves of their answers.
type sceneSink struct {
	judge.Sink
	job  *job
	show show.Show
}

func (s *sceneSink) Encode(
	w *bufio.Writer, n int64, p *puzzle.Puzzle, sol puzzle.Solution, err error,
) {
	defer s.job.progress(n, "puzzle")
	if p != nil {
		scene := s.show.Scene(n, p)
		scene.Path = sol.Path
		noPath := err == nil && sol.Path == nil && !p.Start.Equal(p.Goal.Board)
		message := english.Plural(sol.Moves, "move", "")
		switch {
		case err != nil:
			message = err.Error()
		case noPath && sol.Moves == 0: // the answer is yes or no
			message = "solvable"
		}
		s.job.row(&draw.Row{Name: puzzleName(n), Message: message, Scene: scene}, noPath)
	}
	s.Sink.Encode(w, n, p, sol, err)
}

// check judges the answers, and lists the verdicts.
func (j *job) check() error {
	f, err := j.format(nil)
	if err != nil {
		return err
	}
	k, err := checker.New(f, j.Require, 1)
	if err != nil {
		return fmt.Errorf("accept: %w", err)
	}
	out := &output{send: j.send}
	defer out.Close()
	const maxReports = 40 // of the command check
	text, err := report.New(report.Names()[0], out, report.Options{MaxReports: maxReports})
	if err != nil {
		return err
	}
	s := show.Show{Format: f}
	files := [2]protocol.File{
		{Name: InputName, Reader: j.input()},
		{Name: AnswersName, Reader: strings.NewReader(j.Answers)},
	}
	faults := make(report.Headline)
	tally, err := k.Run(j.ctx, files[0], files[1], nil, func(found *judge.Finding) {
		j.progress(found.N, "answer")
		result := &judge.Result{
			Name: puzzleName(found.N), File: InputName, Line: found.Line,
			Verdict: found.Verdict, Message: found.Message, Finding: found,
		}
		faults.Add(result)
		text.Case(result) // an output keeps no error
		j.row(verdictRow(&s, found), false)
	})
	if err != nil {
		return err
	}
	j.done.Failed = tally.Worst() != judge.AC
	j.done.Summary = faults.Text(tally)
	return text.Close(report.Summary{Tally: tally})
}

// verdictRow returns the row of a finding.
func verdictRow(s *show.Show, f *judge.Finding) *draw.Row {
	row := &draw.Row{Name: puzzleName(f.N), Verdict: f.Verdict.String(), Message: f.Message}
	if f.Puzzle != nil {
		row.Scene = s.Judged(f, InputName)
		row.Message = row.Scene.Note
	}
	return row
}

// convert writes the puzzles, or the answers to them if there are some, in another format.
func (j *job) convert() error {
	from, to, err := j.formats()
	if err != nil {
		return err
	}
	out := &output{send: j.send}
	defer out.Close()
	conversion := convert.Puzzles(to, out, new(bytes.Buffer))
	if j.Answers != "" {
		conversion, err = convert.Answers(from, to, strings.NewReader(j.Answers), AnswersName, out)
		if err != nil {
			return fmt.Errorf("%s: %w", AnswersName, err)
		}
	}
	conversion.Report = j.complain
	err = conversion.Run(j.ctx, j.input(), InputName, from)
	if end := conversion.Close(); err == nil {
		err = end
	}
	if errors.Is(err, convert.ErrFailed) {
		err = errTold
	}
	j.done.Failed = j.done.Failed || conversion.Failed
	j.done.Summary = fmt.Sprintf("%s to %s", from.Name, to.Name)
	return err
}

// Limits on each search of compare: a person waits, and a browser has little memory.
const (
	compareNodes  = 5_000_000
	compareMemory = 512 << 20
)

// compare runs the puzzles through several searches.
func (j *job) compare() error {
	f, err := j.format(formats.All[0]) // any format of answers will do: none are written
	if err != nil {
		return err
	}
	race, err := compare.New(compare.Options{
		Searches: j.Searches, NodeLimit: compareNodes, MemoryLimit: compareMemory,
	}, nil)
	if err != nil {
		return err
	}
	dec := puzzles.NewDecoder(j.input(), InputName, f)
	var ps [1]puzzle.Puzzle
	for n := int64(1); err == nil; n++ {
		var read int
		if read, err = dec.Decode(ps[:]); read > 0 {
			if err := race.Run(j.ctx, &ps[0]); err != nil {
				return err
			}
			j.progress(n, "puzzle")
		}
	}
	if err != io.EOF {
		return err
	}
	var text strings.Builder
	if err := race.Figures.WriteHTML(&text); err != nil {
		return err
	}
	j.send(&Event{HTML: text.String()})
	j.done.Summary = count(race.Figures.Puzzles, "puzzle") + " compared"
	return nil
}
