package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"tilejudge/formats"
	"tilejudge/formats/puzzles"
	"tilejudge/judge"
	"tilejudge/judge/trial"
	"tilejudge/solver/puzzle"
)

// A batchOfCases is one input with the puzzles of several cases.
type batchOfCases struct {
	*checker
	file     string
	cases    []trial.Case
	ends     []int64         // of the puzzles of each case, counted from the first
	verdicts []judge.Finding // the first of each case that is not AC
}

// newBatchOfCases writes the input.
func newBatchOfCases(ctx context.Context, k *checker, cases []trial.Case) (*batchOfCases, error) {
	if k.format.MaxPuzzles == 1 {
		return nil, fmt.Errorf("--batch: an input of %s has one puzzle", k.format.Name)
	}
	f, err := os.CreateTemp("", "tilejudge-batch-")
	if err != nil {
		return nil, err
	}
	b := &batchOfCases{checker: k, file: f.Name(), cases: cases}
	if err := errors.Join(b.write(ctx, f), f.Close()); err != nil {
		b.remove()
		return nil, fmt.Errorf("--batch: %w", err)
	}
	return b, nil
}

// write writes the puzzles of all cases.
func (b *batchOfCases) write(ctx context.Context, w io.Writer) error {
	count := &chain{format: b.format, cases: b.cases} // a list may begin with it
	ps := make([]puzzle.Puzzle, 256)
	err := error(nil)
	for err == nil {
		_, err = count.Decode(ps)
	}
	if err != io.EOF {
		return err
	}
	b.ends = count.ends
	v := puzzleFiles{ctx: ctx, format: b.format, puzzles: puzzles.NewEncoder(b.format)}
	return v.write(&chain{format: b.format, cases: b.cases}, count.n, 1, w, nil)
}

func (b *batchOfCases) remove() { os.Remove(b.file) }

// check is a trial.Check that tells nothing of the batch but of its cases.
func (b *batchOfCases) check(
	ctx context.Context, input, output string, _ io.Reader,
) (judge.Verdict, string, error) {
	b.verdicts = make([]judge.Finding, len(b.cases))
	at := 0
	_, err := b.runFiles(ctx, input, output, nil, func(f *judge.Finding) {
		for at < len(b.ends) && f.N > b.ends[at] {
			at++
		}
		if at < len(b.cases) && b.verdicts[at].Verdict <= judge.AC {
			if b.verdicts[at] = *f; f.Verdict != judge.AC {
				b.verdicts[at].Message = fmt.Sprintf("puzzle %d of the batch: %s", f.N, f.Message)
			}
		}
	})
	return judge.AC, fmt.Sprintf("%d puzzles", b.ends[len(b.ends)-1]), err
}

// results returns those of the cases, after the batch has been judged.
func (b *batchOfCases) results() (all []judge.Result) {
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
	format *formats.Format
	cases  []trial.Case
	dec    *puzzles.Decoder
	in     io.Closer
	n      int64
	ends   []int64 // n behind each case that has been read
}

func (c *chain) Decode(ps []puzzle.Puzzle) (int, error) {
	for len(c.ends) < len(c.cases) {
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
