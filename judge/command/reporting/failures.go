package reporting

import (
	"cmp"
	"context"
	"fmt"
	"io"

	"tilejudge/formats/puzzles"
	"tilejudge/judge"
	"tilejudge/judge/checker"
	"tilejudge/judge/view/report"
	"tilejudge/judge/view/show"
)

// KeptAnswer is how many bytes of an answer Failures needs. What is shown of it is shorter.
const KeptAnswer = 2 << 10

// keptInput is how many bytes of an input are kept. What is shown of it is shorter.
const keptInput = 64 << 10

// Failures keeps the first results that are not accepted. At the end it shows their puzzles,
// the answers to them, and what would have been right. They go to standard error, so that
// standard output has verdicts alone. Its methods do nothing if it is nil.
type Failures struct {
	limit int
	out   io.Writer
	kept  []*judge.Result
	input Opener // nil: there are no cases
}

// An Opener opens the input of a case, and says how to get that input if it is not a file.
type Opener func(name string) (in io.ReadCloser, hint string, err error)

// FindInputs sets what opens the inputs of cases.
func (f *Failures) FindInputs(input Opener) {
	if f != nil {
		f.input = input
	}
}

// Keep returns how many bytes of an answer are to be kept.
func (f *Failures) Keep() int {
	if f == nil || f.limit == 0 {
		return 0
	}
	return KeptAnswer
}

func (f *Failures) wants(v judge.Verdict) bool {
	return f != nil && len(f.kept) < f.limit && v != judge.AC && v != judge.SK
}

// add keeps a result if something of it can be shown.
func (f *Failures) add(r *judge.Result) {
	judged := r.Finding != nil && r.Finding.Puzzle != nil
	if !f.wants(r.Verdict) || !judged && (r.Run == nil || f.input == nil) {
		return
	}
	kept := *r
	if kept.Finding = nil; judged {
		kept.Finding = r.Finding.Clone()
	}
	f.kept = append(f.kept, &kept)
}

// Show shows what was kept. It ends early if ctx ends.
func (f *Failures) Show(ctx context.Context, k *checker.Checker) error {
	if f == nil || len(f.kept) == 0 {
		return nil
	}
	w := failureWriter{ctx: ctx, w: f.out, words: show.NewFailures(k), checker: k}
	for _, r := range f.kept {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if r.Finding != nil {
			w.finding(r)
		}
		if f.input == nil {
			continue
		}
		in, hint, err := f.input(r.Name)
		if err != nil {
			return err
		}
		if r.Finding == nil {
			err = w.run(r, in)
		}
		in.Close()
		if err != nil {
			return err
		}
		if hint != "" {
			fmt.Fprintf(f.out, "The whole input: %s\n", hint)
		}
	}
	return w.err
}

// A failureWriter writes failures.
type failureWriter struct {
	ctx     context.Context
	w       io.Writer
	err     error
	words   *show.Failures
	checker *checker.Checker
}

func (w *failureWriter) block(title string, text []byte) {
	_, err := fmt.Fprintf(w.w, "%s:\n%s", title, report.Block(text))
	w.err = cmp.Or(w.err, err)
}

// finding shows a puzzle and the answer to it.
func (w *failureWriter) finding(r *judge.Result) {
	f := r.Finding
	title := fmt.Sprintf("%s (%s:%d)", r.Name, r.File, r.Line)
	switch {
	case r.Line > 0:
	case r.Run == nil && r.Answers == 0: // other cases had the same run
		title = fmt.Sprintf("%s, puzzle %d of the batch", r.Name, f.N)
	default:
		title = fmt.Sprintf("%s, puzzle %d (line %d)", r.Name, f.N, f.Line)
	}
	w.block(report.Line(title), w.words.Puzzle(f.N, f.Puzzle))
	w.block("The answer to it", f.Text)
	w.right(w.words.Right(w.ctx, f))
}

// run shows the input and the output of a program that ended too early for a verdict on an
// answer. Where the input has one puzzle, it shows a right answer.
func (w *failureWriter) run(r *judge.Result, in io.Reader) error {
	text, err := io.ReadAll(io.LimitReader(in, keptInput))
	if err != nil {
		return err
	}
	w.block(report.Line(r.Name)+", the input", text)
	w.block("The output", []byte(r.Run.Head))
	ps, err := puzzles.DecodeAll(w.checker.Format, string(text), r.Name)
	if err == nil && len(ps) == 1 && len(text) < keptInput {
		w.right(w.words.Answer(w.ctx, 1, &ps[0]))
	}
	return nil
}

// right shows a right answer.
func (w *failureWriter) right(text []byte) {
	switch {
	case w.ctx.Err() != nil:
	case text == nil:
		fmt.Fprintln(w.w, "No right answer was found in some seconds.")
	default:
		w.block("A right answer", text)
	}
}
