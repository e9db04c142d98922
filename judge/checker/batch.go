package checker

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/dustin/go-humanize/english"

	"tilejudge/formats"
	"tilejudge/formats/puzzles"
	"tilejudge/judge"
	"tilejudge/judge/program/scratch"
	"tilejudge/solver/puzzle"
)

// A Batch is one input made of the puzzles of several cases, for one run of a program.
type Batch struct {
	File string // the input

	dir      *scratch.Dir // of File
	checker  *Checker
	cases    []judge.Case
	count    int             // of puzzles
	ends     []int64         // for each case the number of its last puzzle
	findings []judge.Finding // for each case the first, of all runs, that is not AC; nil: no run
}

// NewBatch writes the input of a batch to a temporary file, which Remove removes.
func NewBatch(ctx context.Context, k *Checker, cases []judge.Case) (*Batch, error) {
	if k.Format.MaxPuzzles == 1 {
		return nil, fmt.Errorf("an input of %s has one puzzle", k.Format.Name)
	}
	dir, err := scratch.New("batch")
	if err != nil {
		return nil, err
	}
	b := &Batch{File: filepath.Join(dir.Path, "in"), dir: dir, checker: k, cases: cases}
	f, err := os.Create(b.File)
	if err != nil {
		b.Remove()
		return nil, err
	}
	if err := cmp.Or(b.write(ctx, f), f.Close()); err != nil {
		b.Remove()
		return nil, err
	}
	return b, nil
}

// write writes the puzzles of all cases. They wait in a spool if the input begins with their
// number.
func (b *Batch) write(ctx context.Context, w io.Writer) error {
	spool := new(scratch.Spool)
	defer spool.Close()
	all := &chain{ctx: ctx, format: b.checker.Format, cases: b.cases}
	out := puzzles.NewSpoolingWriter(w, b.checker.Format, spool)
	if err := puzzles.Copy(out, all); err != nil {
		return err
	}
	b.count, b.ends = int(all.n), all.ends
	return out.Close()
}

// Remove removes the file.
func (b *Batch) Remove() { b.dir.Remove() }

// Judge is a trial.Check that accepts the batch as a whole, and keeps the verdicts on its
// cases for Results. A case that one of several runs fails is not accepted.
func (b *Batch) Judge(
	ctx context.Context, input, output, _ io.Reader,
) (*judge.Finding, error) {
	findings := b.findings
	if findings == nil {
		findings = make([]judge.Finding, len(b.cases))
	}
	at := 0
	_, err := b.checker.runFiles(ctx, input, output, nil, func(f *judge.Finding) {
		for at < len(b.ends) && f.N > b.ends[at] {
			at++
		}
		if at < len(findings) && findings[at].Verdict <= judge.AC {
			if findings[at].Verdict = f.Verdict; f.Verdict != judge.AC {
				findings[at] = *f.Clone()
				findings[at].Message = fmt.Sprintf("puzzle %d of the batch: %s", f.N, f.Message)
			}
		}
	}, nil)
	if err != nil {
		b.findings = nil // a case without a verdict would look accepted
		return nil, err
	}
	b.findings = findings
	return &judge.Finding{Verdict: judge.AC, Message: english.Plural(b.count, "puzzle", "")}, nil
}

// Results returns the results of the cases. They are skipped if the batch as a whole was not
// accepted, in its last run.
func (b *Batch) Results(accepted bool) (all []judge.Result) {
	for i, c := range b.cases {
		r := judge.Result{
			Name: c.Name, File: c.Input,
			Verdict: judge.SK, Message: "the batch ended before it", Strict: c.Strict,
		}
		switch {
		case b.findings == nil || !accepted:
		case b.findings[i].Verdict == 0:
			r.Verdict, r.Message = judge.AC, "no puzzles"
		default:
			f := &b.findings[i]
			if r.Verdict, r.Message = f.Verdict, f.Message; f.Puzzle != nil {
				r.Finding = f
			}
		}
		all = append(all, r)
	}
	return all
}

// A chain is a puzzle.Source of the puzzles of several cases in turn.
type chain struct {
	ctx    context.Context
	format *formats.Format
	cases  []judge.Case
	in     io.Closer        // the input of a case that is being read
	dec    *puzzles.Decoder // of that input; nil: between two cases
	n      int64            // puzzles read
	ends   []int64          // n at the end of each case that has been read
}

// Decode implements puzzle.Source. An error other than io.EOF ends the chain.
func (c *chain) Decode(ps []puzzle.Puzzle) (int, error) {
	for len(c.ends) < len(c.cases) {
		if err := c.ctx.Err(); err != nil {
			return 0, err
		}
		if c.dec == nil {
			now := c.cases[len(c.ends)]
			in, err := now.Open(now.Input)
			if err != nil {
				return 0, err
			}
			c.in, c.dec = in, puzzles.NewDecoder(in, now.Name, c.format)
		}
		n, err := c.dec.Decode(ps)
		c.n += int64(n)
		if err != nil {
			c.in.Close()
		}
		if err == io.EOF {
			c.dec, c.ends = nil, append(c.ends, c.n)
			err = nil
		}
		if n > 0 || err != nil {
			return n, err
		}
	}
	return 0, io.EOF
}
