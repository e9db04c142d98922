package solving

import (
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"tilejudge/formats"
	"tilejudge/judge/command/app"
	"tilejudge/judge/command/flags"
	"tilejudge/judge/command/stdio"
	"tilejudge/judge/problem/generate"
	"tilejudge/judge/view/draw"
	"tilejudge/judge/view/show"
)

// showOptions are the options of show, beside the files and their format.
type showOptions struct {
	keepGoing bool
	answers   string // file of the answers to show; "": solutions are shown
	algorithm string // "": one that finds a path in some seconds
	puzzles   *generate.Range
	play      bool
	svg, html string // file; "-": standard output; "": not wanted
	shade     string // a name of draw.Shadings
	color     string // for flags.ReadColour
	width     int    // columns of text; 0: those of the terminal
	boards    int    // the largest number of boards of a puzzle as text
}

// flags are the flags of show.
func (o *showOptions) flags() []cli.Flag {
	return []cli.Flag{
		flags.InputFormat(),
		flags.Goal("Input"),
		flags.Cases("shows"),
		flags.KeepGoing(&o.keepGoing),
		&cli.StringFlag{
			Name: "answers", Category: "Input", Destination: &o.answers,
			Usage: "show the answers in `FILE`, not solutions; the input is one file then",
		},
		app.OneOf("algorithm", algorithmNames, &cli.StringFlag{
			Name: "algorithm", Category: "Search", Aliases: []string{"a"},
			Destination: &o.algorithm, DefaultText: "one that finds a path in some seconds",
			Usage: "solve with algorithm `NAME`; anytime finds short paths on large boards",
		}),
		flags.Range(&o.puzzles, &cli.StringFlag{
			Name: "puzzles", Category: "Input",
			Usage: "show only puzzle `N`, or those of a range such as 20..31",
		}),
		flags.Output,
		&cli.BoolFlag{
			Name: "play", Category: "Output", Destination: &o.play,
			Usage: "play in the terminal",
		},
		&cli.StringFlag{
			Name: "svg", Category: "Output", Destination: &o.svg,
			Usage: "write one SVG that moves to `FILE`",
		},
		&cli.StringFlag{
			Name: "html", Category: "Output", Destination: &o.html,
			Usage: "write one page with a player to `FILE`",
		},
		app.OneOf("shading", draw.Shadings, &cli.StringFlag{
			Name: "shade", Category: "Drawing", Value: draw.Shadings()[0], Destination: &o.shade,
			Usage: "color tiles by `WHAT`: the row of their goal, or their distance from it",
		}),
		flags.Colour(&o.color, "Drawing"),
		&cli.IntFlag{
			Name: "width", Category: "Drawing", Destination: &o.width,
			DefaultText: "the terminal's, or 80",
			Usage:       "fold text to `N` columns",
		},
		&cli.IntFlag{
			Name: "boards", Category: "Drawing", Value: 100, Destination: &o.boards,
			Usage: "draw at most `N` boards of a puzzle as text, evenly spread over its moves",
		},
	}
}

// A drawing is one run of show.
type drawing struct {
	*showOptions
	show.Show
	text    draw.Text
	output  *stdio.Output // of text
	picture *stdio.Output // an SVG or a page; nil: neither is written
	given   *formats.Format

	scenes    []*draw.Scene // kept for the end; text is written at once
	held      int           // cells and moves of scenes
	malformed int64
	complain  func(error)
}

// newDrawing returns the drawing that the options ask for.
func newDrawing(c *cli.Context, o *showOptions) (d *drawing, err error) {
	d = &drawing{showOptions: o, complain: stdio.Complainer(c)}
	d.Algorithm = o.algorithm
	d.KeepGoing, d.Report, d.Each = o.keepGoing, d.complain, d.draw
	if d.given, err = flags.ReadFormat(c, "format"); err != nil {
		return nil, err
	}
	if err := d.setNumbers(c); err != nil {
		return nil, err
	}
	if err := d.setStyle(c); err != nil {
		return nil, err
	}
	if d.output, err = stdio.NewOutput(c); err != nil {
		return nil, err
	}
	return d, d.setTarget(c)
}

// setNumbers sets which puzzles to draw, and how many boards and columns.
func (d *drawing) setNumbers(c *cli.Context) error {
	if r := d.puzzles; r != nil {
		if r.Min < 1 {
			return fmt.Errorf("--puzzles: found %q, expected numbers from 1", c.String("puzzles"))
		}
		d.First, d.Last = int64(r.Min), int64(r.Max)
	}
	d.text.Frames = d.boards
	if d.text.Frames < 2 || d.text.Frames > maxBoards {
		return fmt.Errorf("--boards: found %d, expected 2 to %d", d.text.Frames, maxBoards)
	}
	d.text.Width = d.width
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

// setStyle sets the colours, and takes the width of the terminal.
func (d *drawing) setStyle(c *cli.Context) (err error) {
	if d.shade == draw.Shadings()[draw.ByDistance] {
		d.Shades = draw.ByDistance
	}
	terminal := stdio.IsTerminal(c.App.Writer) && !c.IsSet("output")
	if d.text.Colour, err = flags.ReadColour(d.color, terminal); err != nil {
		return err
	}
	if d.text.Width == 0 {
		d.text.Width = stdio.Columns(c)
	}
	return nil
}

// setTarget sets where to draw.
func (d *drawing) setTarget(c *cli.Context) error {
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
