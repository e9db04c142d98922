package solving

import (
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"tilejudge/formats"
	"tilejudge/judge/command/flags"
	"tilejudge/judge/command/stdio"
	"tilejudge/judge/view/draw"
	"tilejudge/judge/view/show"
)

// A drawing is one run of show.
type drawing struct {
	show.Show
	text    draw.Text
	output  *stdio.Output // of text
	picture *stdio.Output // an SVG or a page; nil: neither is written
	svg     bool          // it is an SVG
	play    bool
	answers string // name of the file; "": there are none
	given   *formats.Format

	scenes    []*draw.Scene // for the end; text is written at once
	held      int           // cells and moves of scenes
	malformed int64
	complain  func(error)
}

// newDrawing reads the flags.
func newDrawing(c *cli.Context) (d *drawing, err error) {
	d = &drawing{
		play: c.Bool("play"), svg: c.IsSet("svg"), answers: c.String("answers"),
		complain: stdio.Complainer(c),
	}
	d.Algorithm = c.String("algorithm")
	d.KeepGoing, d.Report, d.Each = c.Bool("keep-going"), d.complain, d.draw
	if d.given, err = flags.ReadFormat(c, "format"); err != nil {
		return nil, err
	}
	if err := d.readNumbers(c); err != nil {
		return nil, err
	}
	if err := d.readStyle(c); err != nil {
		return nil, err
	}
	if d.output, err = stdio.NewOutput(c); err != nil {
		return nil, err
	}
	return d, d.readTarget(c)
}

// readNumbers reads the flags that are numbers.
func (d *drawing) readNumbers(c *cli.Context) error {
	if c.IsSet("puzzles") {
		r, err := flags.Range(c, "puzzles")
		if err != nil {
			return err
		}
		if r.Min < 1 {
			return fmt.Errorf("--puzzles: found %q, expected numbers from 1", c.String("puzzles"))
		}
		d.First, d.Last = int64(r.Min), int64(r.Max)
	}
	d.text.Frames = c.Int("boards")
	if d.text.Frames < 2 || d.text.Frames > maxBoards {
		return fmt.Errorf("--boards: found %d, expected 2 to %d", d.text.Frames, maxBoards)
	}
	d.text.Width = c.Int("width")
	if c.IsSet("width") && (d.text.Width < 20 || d.text.Width > maxWidth) {
		return fmt.Errorf("--width: found %d, expected 20 to %d", d.text.Width, maxWidth)
	}
	return nil
}

// Limits of the flags, which keep what a scene takes in memory small.
const (
	maxBoards = 100_000
	maxWidth  = 10_000
)

// readStyle reads the flags about colours, and takes the width of the terminal.
func (d *drawing) readStyle(c *cli.Context) (err error) {
	if c.String("shade") == draw.Shadings()[draw.ByDistance] {
		d.Shades = draw.ByDistance
	}
	terminal := stdio.IsTerminal(c.App.Writer) && !c.IsSet("output")
	if d.text.Colour, err = flags.ReadColour(c.String("color"), terminal); err != nil {
		return err
	}
	if d.text.Width == 0 {
		d.text.Width = stdio.Columns(c)
	}
	return nil
}

// readTarget reads the flags that say where to draw.
func (d *drawing) readTarget(c *cli.Context) error {
	targets, file := 0, ""
	for _, flag := range []string{"play", "svg", "html", "output"} {
		if c.IsSet(flag) {
			targets++
			file = c.String(flag)
		}
	}
	switch {
	case targets > 1:
		return errors.New("--play, --svg, --html and --output exclude each other")
	case d.play && (!stdio.IsTerminal(c.App.Writer)):
		return errors.New("--play: standard output is no terminal")
	case c.IsSet("svg"), c.IsSet("html"):
		inputs := append(c.Args().Slice(), d.answers)
		if file == "" {
			return errors.New("--svg and --html need the name of a file; - is standard output")
		}
		if stdio.IsInput(c, file, inputs) {
			return fmt.Errorf("%s is an input", file)
		}
		if file == "-" {
			file = ""
		}
		d.picture = stdio.NewFileOutput(c, file)
	}
	return nil
}
