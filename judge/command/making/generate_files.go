package making

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"tilejudge/formats"
	"tilejudge/judge/command/app"
	"tilejudge/judge/command/flags"
	"tilejudge/judge/command/progress"
	"tilejudge/judge/command/stdio"
	"tilejudge/judge/problem/generate"
	"tilejudge/judge/problem/recipe"
	"tilejudge/judge/stream"
	"tilejudge/solver/puzzle"
)

// puzzleFiles are the files that puzzles and the answers to them go to.
type puzzleFiles struct {
	*puzzleFileOptions
	ctx       context.Context
	format    *formats.Format
	layout    *formats.Format // as format, for writing
	generator *generate.Generator
	answerer  *stream.Answerer // nil: no answers are wanted
	makers    int              // goroutines that make the puzzles, if no answers are wanted
	written   func(int64)      // is called with the number of puzzles just written; may be nil
	output    *stdio.Output

	progress    *progress.Bar // nil: none is shown
	done, total int64         // puzzles
}

// newPuzzleFiles returns the files that the options ask for.
func newPuzzleFiles(c *cli.Context, f *formats.Format, o *puzzleFileOptions) (
	*puzzleFiles, error,
) {
	if err := o.check(c, f); err != nil {
		return nil, err
	}
	o.perFile = max(o.perFile, 1)
	v := &puzzleFiles{puzzleFileOptions: o, ctx: c.Context, format: f, layout: f}
	if o.layout == "judge" {
		v.layout = f.AsInFiles()
	}
	v.makers = flags.Cores(o.workers)
	if o.withAnswers || o.answers != "" {
		complain := stdio.Complainer(c)
		v.answerer = stream.NewAnswerer(func(err error) {
			v.progress.Clear()
			complain(err)
		})
		v.answerer.Batch.Workers = v.makers
		if err := v.answerer.Check(f, f); err != nil {
			return nil, err
		}
	}
	if v.directory == "" {
		var err error
		if v.output, err = stdio.NewOutput(c); err != nil {
			return nil, err
		}
	}
	return v, nil
}

// maxFiles is the largest number of files that a run makes: more are a mistake.
const maxFiles = 1_000_000

// writeAll makes the puzzles that the options ask for.
func (v *puzzleFiles) writeAll(c *cli.Context, o *generateOptions) (err error) {
	first, n, err := v.numbers(o)
	switch {
	case err != nil:
		return err
	case first+n < 0:
		return fmt.Errorf("found --index %d and --number %d, expected a sum of at most %d", first, n,
			int64(math.MaxInt64))
	}
	v.showProgress(c, n)
	defer v.progress.End()
	switch {
	case v.directory != "":
		return v.writeFiles(o.caseName(), first, n)
	case v.format.Count && n > 1_000_000_000:
		return fmt.Errorf("--number: found %d, but %s counts to 1000000000", n, v.format.Name)
	}
	defer func() {
		v.progress.End()
		err = v.output.Close(err)
	}()
	if err := v.output.Open(); err != nil {
		return err
	}
	if v.answers == "" {
		return v.write(n, first, v.output, nil)
	}
	answers := stdio.NewFileOutput(c, v.answers)
	defer func() { err = answers.Close(err) }()
	if err := answers.Open(); err != nil {
		return err
	}
	return v.write(n, first, v.output, answers)
}

// numbers returns which puzzles to make: the number of the first, and how many.
func (v *puzzleFiles) numbers(o *generateOptions) (first, n int64, err error) {
	first, n = max(o.index, 1), cmp.Or(o.number, usualNumber)
	if o.puzzles.All {
		all, err := v.generator.Len()
		if err != nil {
			return 0, 0, err
		}
		if o.number == 0 {
			n = max(all-first+1, 1)
		}
	}
	if o.index > 0 && o.number == 0 {
		n = 1
	}
	return first, n, nil
}

// caseName returns the prefix of the file names, such as "walk-seed7".
func (o *generateOptions) caseName() string {
	kind := "random"
	switch p := &o.puzzles; {
	case p.All:
		kind = "all"
	case p.Deepest:
		kind = "deepest"
	case p.Depth != nil:
		kind = "depth"
	case p.Walk != nil:
		kind = "walk"
	}
	return fmt.Sprintf("%s-seed%d", kind, o.puzzles.Seed)
}

// writeFiles writes n puzzles into files. The first puzzle has the number first.
func (v *puzzleFiles) writeFiles(name string, first, n int64) error {
	files := (n + v.perFile - 1) / v.perFile
	if files > maxFiles {
		return fmt.Errorf("--number: %d puzzles make %d files, more than %d; see --per-file",
			n, files, maxFiles)
	}
	from := int64(1) // number of the first file: that of its puzzle, if each file has one
	if v.perFile == 1 {
		from = first
	}
	width := max(len(fmt.Sprint(from+files-1)), 3)
	for file := range files {
		here := min(v.perFile, n-file*v.perFile)
		start := first + file*v.perFile
		base := fmt.Sprintf("%s-%0*d", name, width, from+file)
		if err := v.writeGenerated(base, here, start); err != nil {
			return err
		}
	}
	return nil
}

// writeGenerated writes the file of a case, and the file of its answers if they are wanted.
func (v *puzzleFiles) writeGenerated(base string, n, first int64) (err error) {
	w, err := v.create(base + ".in")
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, w.Close()) }()
	answers := ""
	if v.answerer != nil {
		answers = filepath.Join(v.directory, base+"."+v.ext)
	}
	return v.writeBoth(n, first, w, answers)
}

// create creates a file in the directory.
func (v *puzzleFiles) create(name string) (*os.File, error) {
	if err := os.MkdirAll(v.directory, 0o777); err != nil {
		return nil, err
	}
	return os.Create(filepath.Join(v.directory, name))
}

// save writes a file in the directory.
func (v *puzzleFiles) save(name string, data []byte) error {
	w, err := v.create(name)
	if err != nil {
		return err
	}
	_, err = w.Write(data)
	return cmp.Or(err, w.Close())
}

// writeBoth writes n puzzles to w, and the answers to them to a file unless its name is "".
// The first puzzle has the number first.
func (v *puzzleFiles) writeBoth(n, first int64, w io.Writer, answers string) (err error) {
	if answers == "" {
		return v.write(n, first, w, nil)
	}
	f, err := os.Create(answers)
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, f.Close()) }()
	return v.write(n, first, w, f)
}

// write writes n puzzles to w, and the answers to them to answers unless that is nil.
func (v *puzzleFiles) write(n, first int64, w, answers io.Writer) error {
	in := recipe.Input{Format: v.format, Layout: v.layout, First: first, N: n}
	if answers == nil {
		return in.WriteGenerated(v.ctx, w, v.generator, v.makers, v.written)
	}
	in.Puzzles = v.generator.Puzzles(first, n)
	return allAnswered(in.WriteAnswered(v.ctx, w, answers, v.answerer))
}

// answer writes the answers to puzzles.
func (v *puzzleFiles) answer(src puzzle.Source, w io.Writer) error {
	return allAnswered(v.answerer.Answer(v.ctx, src, v.format, v.format, w))
}

// allAnswered returns an error if puzzles were not answered.
func allAnswered(stats stream.Stats, err error) error {
	if err == nil && stats.Failed() > 0 {
		return app.ErrFailed
	}
	return err
}
