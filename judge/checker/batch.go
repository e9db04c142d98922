package checker

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"tilejudge/formats"
	"tilejudge/formats/puzzles"
	"tilejudge/judge"
	"tilejudge/judge/scratch"
	"tilejudge/solver/puzzle"
)

// A Batch is one input made of the puzzles of several cases, for one run of a program.
type Batch struct {
	File string // the input

	dir      *scratch.Dir // of File
	checker  *Checker
	cases    []judge.Case
	ends     []int64         // numbers of the last puzzle of each case
	verdicts []judge.Finding // the first of each case that is not AC
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

// write writes the puzzles of all cases. It reads the cases twice, since an input may
// begin with the number of its puzzles.
func (b *Batch) write(ctx context.Context, w io.Writer) error {
	count := &chain{ctx: ctx, format: b.checker.Format, cases: b.cases}
	ps := make([]puzzle.Puzzle, 256)
	err := error(nil)
	for err == nil {
		_, err = count.Decode(ps)
	}
	if err != io.EOF {
		return err
	}
	b.ends = count.ends
	out := puzzles.NewWriter(w, b.checker.Format, count.n)
	again := &chain{ctx: ctx, format: b.checker.Format, cases: b.cases}
	return cmp.Or(puzzles.Copy(out, again), out.Close())
}

// Remove removes the file.
func (b *Batch) Remove() { b.dir.Remove() }

// Judge is a trial.Check that accepts the batch and keeps the verdicts on its cases
// for Results.
func (b *Batch) Judge(
	ctx context.Context, input, output string, _ io.Reader,
) (judge.Verdict, string, error) {
	verdicts := make([]judge.Finding, len(b.cases))
	at := 0
	_, err := b.checker.runFiles(ctx, input, output, nil, func(f *judge.Finding) {
		for at < len(b.ends) && f.N > b.ends[at] {
			at++
		}
		if at < len(b.cases) && verdicts[at].Verdict <= judge.AC {
			if verdicts[at] = *f; f.Verdict != judge.AC {
				verdicts[at].Message = fmt.Sprintf("puzzle %d of the batch: %s", f.N, f.Message)
			}
		}
	})
	if b.verdicts = verdicts; err != nil {
		b.verdicts = nil // a case without a verdict would look accepted
	}
	return judge.AC, fmt.Sprintf("%d puzzles", b.ends[len(b.ends)-1]), err
}

// Results returns the results of the cases. They are skipped if the batch was not judged.
func (b *Batch) Results() (all []judge.Result) {
	for i, c := range b.cases {
		r := judge.Result{Name: c.Name, File: c.Input, Verdict: judge.SK, Message: "the batch ended before it"}
		if b.verdicts != nil {
			r.Verdict, r.Message = b.verdicts[i].Verdict, b.verdicts[i].Message
			if r.Verdict == 0 {
				r.Verdict, r.Message = judge.AC, "no puzzles"
			}
		}
		all = append(all, r)
	}
	return all
}

// A chain is a judge.Source of the puzzles of several cases in turn.
type chain struct {
	ctx    context.Context
	format *formats.Format
	cases  []judge.Case
	dec    *puzzles.Decoder
	in     io.Closer
	n      int64
	ends   []int64 // n behind each case that has been read
}

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
		if err == io.EOF {
			c.in.Close()
			c.dec, c.ends = nil, append(c.ends, c.n)
			err = nil
		}
		if n > 0 || err != nil {
			return n, err
		}
	}
	return 0, io.EOF
}
