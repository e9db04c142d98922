package making

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"tilejudge/formats"
	"tilejudge/judge/command/app"
	"tilejudge/judge/command/flags"
	"tilejudge/judge/command/stdio"
)

// puzzleFileOptions say where puzzles go, beside --output.
type puzzleFileOptions struct {
	directory   string // "": one stream
	perFile     int64  // puzzles in each file; 0: not given
	withAnswers bool   // write a file of answers beside each
	layout      string // plain or judge
	ext         string // of answers
	answers     string // file for the answers to one stream; "": none
	workers     int    // 0: one for each core
}

// flags are the flags that say where puzzles go.
func (o *puzzleFileOptions) flags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{
			Name: "directory", Category: "Output", Aliases: []string{"d"},
			Destination: &o.directory,
			Usage:       "write a file for each puzzle into `DIR`",
		},
		app.AtLeast(1, &cli.Int64Flag{
			Name: "per-file", Category: "Output", Destination: &o.perFile, DefaultText: "1",
			Usage: "with -d: `K` puzzles in each file",
		}),
		&cli.BoolFlag{
			Name: "with-answers", Category: "Output", Destination: &o.withAnswers,
			Usage: "with -d: write the answers to a file beside each",
		},
		app.OneOf("layout", func() []string { return []string{"plain", "judge"} }, &cli.StringFlag{
			Name: "layout", Category: "Output", Value: "plain", Destination: &o.layout,
			Usage: "write `LAYOUT`: plain, or judge, which is that of the judge's own files where" +
				" that differs in comments, empty lines and blanks",
		}),
		&cli.StringFlag{
			Name: "ext", Category: "Output", Value: "ans", Destination: &o.ext,
			Usage: "with --with-answers: let the names of these files end in `EXT`",
		},
		&cli.StringFlag{
			Name: "answers", Category: "Output", Destination: &o.answers,
			Usage: "without -d: write the answers to `FILE`",
		},
		flags.Output,
		flags.Workers(&o.workers),
	}
}

// check returns an error for options that do not go together or are out of range.
func (o *puzzleFileOptions) check(c *cli.Context, f *formats.Format) error {
	many := o.directory != ""
	switch {
	case !many && o.withAnswers:
		return errors.New("--with-answers: found no --directory for them;" +
			" without it, --answers FILE writes them")
	case !many && o.perFile > 0:
		return errors.New("--per-file: found no --directory for the files")
	case many && o.answers != "":
		return errors.New("--answers: found --directory too, which takes --with-answers")
	case o.answers != "" && stdio.SameFile(c, o.answers, cmp.Or(c.String("output"), "-")):
		return fmt.Errorf("--answers: the puzzles go to %s already", o.answers)
	case many && c.IsSet("output"):
		return errors.New("--output and --directory exclude each other")
	case f.MaxPuzzles > 0 && o.perFile > int64(f.MaxPuzzles):
		return fmt.Errorf("--per-file: found %d, but an input of %s has at most %d",
			o.perFile, f.Name, f.MaxPuzzles)
	case o.ext == "" || o.ext == "in" || filepath.Base(o.ext) != o.ext:
		return fmt.Errorf("--ext: found %q, expected the end of a name such as ans or out", o.ext)
	}
	return nil
}
