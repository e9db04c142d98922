package judging

import (
	"errors"
	"fmt"
	"strings"

	"github.com/dustin/go-humanize/english"
	"github.com/urfave/cli/v2"

	"tilejudge/formats"
	"tilejudge/formats/puzzles"
	"tilejudge/judge/checker"
	"tilejudge/judge/command/app"
	"tilejudge/judge/command/flags"
	"tilejudge/judge/command/stdio"
	"tilejudge/judge/protocol"
	"tilejudge/solver/puzzle"
)

// Validate declares the command validate.
func Validate() *app.Command {
	o := new(validateOptions)
	all := []cli.Flag{
		flags.Format(&cli.StringFlag{
			Name: "format", Category: "Input", Aliases: []string{"f"},
			Usage: "the input is in `FORMAT` (see formats)",
		}),
		app.OneOf("protocol", protocol.ValidatorNames, &cli.StringFlag{
			Name: "protocol", Category: "Input", Destination: &o.protocol,
			Usage: "speak as a validator of the judge `NAME`: " +
				strings.Join(protocol.ValidatorNames(), " or "),
		}),
		&cli.BoolFlag{
			Name: "json", Category: "Output", Destination: &o.json,
			Usage: "print the result as JSON",
		},
		&cli.BoolFlag{
			Name: "lenient", Category: "Input", Destination: &o.lenient,
			Usage: "accept whatever solve reads: any white space, any number of puzzles",
		},
		&cli.BoolFlag{
			Name: "any-line-ends", Category: "Input", Destination: &o.anyLineEnds,
			Usage: "only note other white space at the ends of lines, where the judge's page tells none",
		},
		&cli.BoolFlag{
			Name: "constraints", Category: "Output", Destination: &o.constraints,
			Usage: "tell which bounds of the format the puzzles reach, and which they do not",
		},
		flags.Workers(&o.workers),
	}
	exits := []app.Exit{
		{Code: app.ExitOK, Meaning: "the input is valid"},
		{Code: app.ExitFailed, Meaning: "it is not; 3 with --protocol testlib"},
	}
	for _, v := range protocol.Validators {
		if v.Valid != app.ExitOK {
			with := "with --protocol " + v.Name + ": "
			exits = append(exits, app.Exit{Code: v.Valid, Meaning: with + "it is valid"},
				app.Exit{Code: v.Invalid, Meaning: with + "it is not"})
		}
	}
	return &app.Command{
		Name:      "validate",
		Usage:     "tell whether an input is, to the byte, one that the judge promises",
		ArgsUsage: "[FILE...]",
		Category:  "Judge",
		Description: `
The input must be to the byte what generate writes for the puzzles in it, or the same in
another layout that the judge has. It must also keep the judge's promises: how many puzzles there
are, whether they are solvable, and how many moves they need (on boards of up to 10 cells, where a
table tells). The message gives the line, the column, what is there and what is expected.

With --any-line-ends, other white space at the ends of lines is only noted where the form of an
input is known from a web page, which does not show it: the first such line and how many more there
are.

With --constraints it takes any number of files, directories and zip archives, as run takes them,
and tells a setter what they lack: each bound of the format is on a line, with the first puzzle
that reaches it, or the nearest. For that it finds how many moves boards of up to 10 cells need,
and others up to bounds of 20 moves.

With --protocol NAME it speaks as a validator of that judge. It is then as strict as those in
packages of export: the input must be what generate writes, even if the judge's own inputs have
comments, or white space that follows no rule. testlib's has more flags: --testset,
--group, --testOverviewLogFileName, --testMarkupFileName, --testCase and --testCaseFileName.`,
		Exits: exits,
		Examples: []app.Example{{
			Command: "tilejudge generate -f poj-1077 2>&- |\n" +
				"tilejudge validate -f poj-1077 --lenient; echo $?",
			Output: "0",
		}, {
			Command: `printf '1 2 3 4 5 6 7  8 x\n' | tilejudge validate -f poj-1077`,
			Output: `# on standard error:
tilejudge: stdin:1:15: found a space, expected "8"`,
		}, {
			Command: `printf '1 2 3 4 5 6 7 x 8\n' | tilejudge validate -f poj-1077 --constraints`,
			Output: `not reached: a start that is solved
reached: a puzzle of one move (stdin, puzzle 1)
not reached: an unsolvable puzzle
not reached: 31 moves, the most on 3x3 boards; the nearest is 1 (stdin, puzzle 1)`,
		}},
		Action: func(c *cli.Context) error { return validateInput(c, o) },
		Flags:  all,
	}
}

// validateOptions are the options of validate, beside the files and their format.
type validateOptions struct {
	protocol    string // name of a protocol.Validator; "": none
	json        bool
	lenient     bool // accept whatever solve reads
	anyLineEnds bool // only note other white space at the ends of lines
	constraints bool // tell which bounds of the format the puzzles reach
	workers     int  // 0: one for each core
}

// validateInput validates a file, or standard input.
func validateInput(c *cli.Context, o *validateOptions) error {
	f, err := flags.NeedFormat(c)
	if err != nil {
		return err
	}
	if o.protocol != "" {
		if o.json || o.constraints || o.lenient || o.anyLineEnds {
			return errors.New("--protocol excludes --json, --constraints, --lenient and --any-line-ends")
		}
		v, err := protocol.LookupValidator(o.protocol)
		if err != nil {
			return err
		}
		return o.validateFor(c, v, f)
	}
	if o.constraints {
		err := o.showConstraints(c, f)
		if errors.As(err, new(*formats.SyntaxError)) {
			stdio.Complainer(c)(err)
			err = app.ErrFailed
		}
		return err
	}
	if c.NArg() > 1 {
		return fmt.Errorf("found %q, expected one file", c.Args().Slice())
	}
	name := "-"
	if c.NArg() == 1 {
		name = c.Args().First()
	}
	var ends lineEnds
	n, err := o.validateFile(c, &puzzles.Validator{Format: f, Note: o.note(&ends)}, name, nil)
	wrong := (*formats.SyntaxError)(nil)
	if err != nil && !errors.As(err, &wrong) {
		return err
	}
	return o.report(c, n, &ends, wrong)
}

// report reports what a validation has found in n puzzles; wrong is nil for a valid input. It
// returns app.ErrFailed for an invalid one.
func (o *validateOptions) report(
	c *cli.Context, n int64, e *lineEnds, wrong *formats.SyntaxError,
) error {
	if o.json {
		if err := printValidation(c, n, e, wrong); err != nil {
			return err
		}
	} else {
		e.print(c)
		if wrong != nil {
			stdio.Complainer(c)(wrong)
		}
	}
	if wrong != nil {
		return app.ErrFailed
	}
	return nil
}

// validateFile validates a file, or standard input for "-", with a validator that knows its
// format. It calls each for each puzzle in order, if it is not nil.
func (o *validateOptions) validateFile(
	c *cli.Context, v *puzzles.Validator, name string, each func(*puzzle.Puzzle),
) (n int64, err error) {
	in, err := stdio.OpenExact(c, name)
	if err != nil {
		return 0, err
	}
	defer in.Close()
	v.Lenient = o.lenient
	keeps := checker.KeepsPromise(c.Context, v.Format)
	if each == nil && !v.Format.PromisesBound() {
		return checker.Validate(c.Context, v, in, stdio.Name(name), flags.Cores(o.workers))
	}
	v.Each = func(p *puzzle.Puzzle) error {
		if err := keeps(p); err != nil && !v.Lenient {
			return err
		}
		if each != nil {
			each(p)
		}
		return nil
	}
	if each != nil {
		return v.Validate(in, stdio.Name(name))
	}
	return checker.Validate(c.Context, v, in, stdio.Name(name), flags.Cores(o.workers))
}

// lineEnds collects lines that end in white space other than the judge's, where the validator only
// notes that.
type lineEnds struct {
	first *formats.SyntaxError
	lines int64
}

// note returns the function that collects the lines, or nil if the options do not ask for it.
func (o *validateOptions) note(e *lineEnds) func(*formats.SyntaxError) {
	if !o.anyLineEnds {
		return nil
	}
	return e.add
}

func (e *lineEnds) add(at *formats.SyntaxError) {
	if e.lines++; e.first == nil {
		e.first = at
	}
}

// print prints the first of the lines, and how many more there are, to standard error.
func (e *lineEnds) print(c *cli.Context) {
	if e.lines == 0 {
		return
	}
	at := e.first
	note := fmt.Errorf("%s:%d:%d: note: %w", at.Name, at.Line, at.Col, at.Err)
	if more := int(e.lines - 1); more > 0 {
		lines := english.Plural(more, "more line ends", "more lines end")
		note = fmt.Errorf("%w (and %s so)", note, lines)
	}
	stdio.Complainer(c)(note)
}

// A place is a message about a place of an input, as JSON.
type place struct {
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Message string `json:"message"`
}

func placeOf(e *formats.SyntaxError) *place {
	if e == nil {
		return nil
	}
	return &place{e.Line, e.Col, e.Err.Error()}
}

// printValidation prints what a validation has found as JSON. It has read n puzzles, and wrong
// is nil for a valid input.
func printValidation(c *cli.Context, n int64, e *lineEnds, wrong *formats.SyntaxError) error {
	type noted struct {
		Lines int64  `json:"lines"`
		First *place `json:"first"`
	}
	report := struct {
		Valid   bool   `json:"valid"`
		Puzzles int64  `json:"puzzles"`
		Error   *place `json:"error,omitempty"`
		Notes   *noted `json:"line_ends,omitempty"`
	}{Valid: wrong == nil, Puzzles: n, Error: placeOf(wrong)}
	if e.lines > 0 {
		report.Notes = &noted{e.lines, placeOf(e.first)}
	}
	return stdio.PrintJSON(c.App.Writer, report)
}
