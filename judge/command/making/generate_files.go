package making

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"tilejudge/formats"
	"tilejudge/judge"
	"tilejudge/judge/command/app"
	"tilejudge/judge/command/flags"
	"tilejudge/judge/command/progress"
	"tilejudge/judge/command/stdio"
	"tilejudge/judge/problem/generate"
	"tilejudge/judge/problem/recipe"
	"tilejudge/judge/stream"
)

// puzzleFileFlags say where puzzles go.
var puzzleFileFlags = []cli.Flag{
	&cli.StringFlag{
		Name: "directory", Category: "Output", Aliases: []string{"d"},
		Usage: "write a file for each puzzle into `DIR`",
	},
	&cli.Int64Flag{
		Name: "per-file", Category: "Output", Value: 1,
		Usage: "with -d: `K` puzzles in each file",
	},
	&cli.BoolFlag{
		Name: "with-answers", Category: "Output",
		Usage: "with -d: write the answers to a file beside each",
	},
	app.OneOf("layout", func() []string { return []string{"plain", "judge"} }, &cli.StringFlag{
		Name: "layout", Category: "Output", Value: "plain",
		Usage: "write `LAYOUT`: plain, or judge, which is that of the judge's own files where" +
			" that differs in comments, empty lines and blanks",
	}),
	&cli.StringFlag{
		Name: "ext", Category: "Output", Value: "ans",
		Usage: "with --with-answers: let the names of these files end in `EXT`",
	},
	&cli.StringFlag{
		Name: "answers", Category: "Output",
		Usage: "without -d: write the answers to `FILE`",
	},
	flags.Output,
	flags.Workers(nil),
}

// puzzleFiles are the files that puzzles and the answers to them go to.
type puzzleFiles struct {
	ctx       context.Context
	format    *formats.Format
	layout    *formats.Format // as format, for writing
	generator *generate.Generator
	answers   *stream.Answerer // nil: no answers are wanted
	workers   int              // make the puzzles, if no answers are wanted
	written   func(int64)      // is told how many puzzles more there are; nil: nobody is

	directory string // "": one stream
	ext       string // of answers
	perFile   int64
	answersTo string // file for the answers to one stream; "": none
	output    *stdio.Output

	progress    *progress.Bar // nil: none is shown
	done, total int64         // puzzles
}

// newPuzzleFiles reads the flags that say where puzzles go.
func newPuzzleFiles(c *cli.Context, f *formats.Format) (*puzzleFiles, error) {
	v := &puzzleFiles{
		ctx: c.Context, format: f, layout: f,
		directory: c.String("directory"), ext: c.String("ext"), perFile: c.Int64("per-file"),
		answersTo: c.String("answers"),
	}
	if err := v.checkFlags(c); err != nil {
		return nil, err
	}
	if c.String("layout") == "judge" {
		v.layout = f.AsInFiles()
	}
	v.workers = flags.Cores(c.Int("workers"))
	if c.Bool("with-answers") || v.answersTo != "" {
		complain := stdio.Complainer(c)
		v.answers = stream.NewAnswerer(func(err error) {
			v.progress.Clear()
			complain(err)
		})
		v.answers.Batch.Workers = v.workers
		if err := v.answers.Check(f, f); err != nil {
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

// checkFlags returns an error for flags that do not go together or are out of range.
func (v *puzzleFiles) checkFlags(c *cli.Context) error {
	many := v.directory != ""
	switch {
	case !many && c.Bool("with-answers"):
		return errors.New("--with-answers: found no --directory for them;" +
			" without it, --answers FILE writes them")
	case !many && c.IsSet("per-file"):
		return errors.New("--per-file: found no --directory for the files")
	case many && c.IsSet("answers"):
		return errors.New("--answers: found --directory too, which takes --with-answers")
	case v.answersTo != "" && stdio.SameFile(c, v.answersTo, cmp.Or(c.String("output"), "-")):
		return fmt.Errorf("--answers: the puzzles go to %s already", v.answersTo)
	case many && c.IsSet("output"):
		return errors.New("--output and --directory exclude each other")
	case v.perFile < 1:
		return fmt.Errorf("--per-file: found %d, expected at least 1", v.perFile)
	case v.format.MaxPuzzles > 0 && v.perFile > int64(v.format.MaxPuzzles):
		return fmt.Errorf("--per-file: found %d, but an input of %s has at most %d",
			v.perFile, v.format.Name, v.format.MaxPuzzles)
	case v.ext == "" || v.ext == "in" || filepath.Base(v.ext) != v.ext:
		return fmt.Errorf("--ext: found %q, expected the end of a name such as ans or out", v.ext)
	}
	return nil
}

// maxFiles is the largest number of files that a run makes: more are a mistake.
const maxFiles = 1_000_000

// writeAll makes the puzzles that the flags ask for.
func (v *puzzleFiles) writeAll(c *cli.Context, spec generate.Spec) (err error) {
	first, n, err := v.numbers(c, spec)
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
		return v.writeFiles(caseName(c, spec.Seed), first, n)
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
	if v.answersTo == "" {
		return v.write(n, first, v.output, nil)
	}
	answers := stdio.NewFileOutput(c, v.answersTo)
	defer func() { err = answers.Close(err) }()
	if err := answers.Open(); err != nil {
		return err
	}
	return v.write(n, first, v.output, answers)
}

// numbers reads which puzzles to make: the number of the first, and how many.
func (v *puzzleFiles) numbers(c *cli.Context, spec generate.Spec) (first, n int64, err error) {
	first, n = c.Int64("index"), c.Int64("number")
	if spec.Way == generate.All {
		all, err := v.generator.Len()
		if err != nil {
			return 0, 0, err
		}
		if !c.IsSet("number") {
			n = max(all-first+1, 1)
		}
	}
	if c.IsSet("index") && !c.IsSet("number") {
		n = 1
	}
	return first, n, nil
}

// caseName returns the prefix of the file names, such as "walk-seed7".
func caseName(c *cli.Context, seed uint64) string {
	kind := "random"
	for _, flag := range []string{"walk", "depth", "deepest", "all"} {
		if c.IsSet(flag) {
			kind = flag
		}
	}
	return fmt.Sprintf("%s-seed%d", kind, seed)
}

// writeFiles writes n puzzles into files. The first puzzle has the number first.
func (v *puzzleFiles) writeFiles(name string, first, n int64) error {
	files := (n + v.perFile - 1) / v.perFile
	if files > maxFiles {
		return fmt.Errorf("--number: %d puzzles make %d files, more than %d; see --per-file",
			n, files, maxFiles)
	}
	from := int64(1) // number of the first file, which is that of its puzzle if it has one
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
	if v.answers != nil {
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

// write is writeBoth to a stream of answers, which may be nil.
func (v *puzzleFiles) write(n, first int64, w, answers io.Writer) error {
	in := recipe.Input{Format: v.format, Layout: v.layout, First: first, N: n}
	if answers == nil {
		return in.WriteGenerated(v.ctx, w, v.generator, v.workers, v.written)
	}
	in.Puzzles = v.generator.Puzzles(first, n)
	return allAnswered(in.WriteAnswered(v.ctx, w, answers, v.answers))
}

// answer writes the answers to puzzles.
func (v *puzzleFiles) answer(src judge.Source, w io.Writer) error {
	return allAnswered(v.answers.Answer(v.ctx, src, v.format, v.format, w))
}

// allAnswered returns an error if puzzles were not answered.
func allAnswered(stats stream.Stats, err error) error {
	if err == nil && stats.Failed() > 0 {
		return app.ErrFailed
	}
	return err
}
