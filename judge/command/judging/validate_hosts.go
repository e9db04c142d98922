package judging

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"tilejudge/formats"
	"tilejudge/formats/puzzles"
	"tilejudge/judge/command/app"
	"tilejudge/judge/protocol"
)

// validateFor validates standard input as a validator of a judge does, and answers with
// that judge's exit codes and messages.
func (o *validateOptions) validateFor(
	c *cli.Context, v *protocol.Validator, f *formats.Format,
) error {
	files, err := v.ParseFlags(c.Args().Slice())
	if err == nil {
		err = o.validateWith(c, f, files)
	}
	code := v.Valid
	if bad := (*formats.SyntaxError)(nil); errors.As(err, &bad) {
		code = v.Invalid
		place := &protocol.Place{Line: bad.Line, Col: bad.Col, Err: bad.Err}
		out := c.App.Writer
		if v.Stderr {
			out = c.App.ErrWriter
		}
		_, err = io.WriteString(out, v.Message(err, place))
	}
	switch {
	case err != nil && v.Fault == 0:
		return err
	case err != nil:
		io.WriteString(c.App.ErrWriter, v.Message(err, nil))
		return app.Status(v.Fault)
	case code == app.ExitOK:
		return nil
	default:
		return app.Status(code)
	}
}

// validateWith validates standard input, and writes the files that testlib's flags name if it
// is valid.
func (o *validateOptions) validateWith(
	c *cli.Context, f *formats.Format, flags map[string]string,
) error {
	f = f.Strict() // as the validators in packages do
	overview, markup := puzzles.NewOverview(f), (*puzzles.Markup)(nil)
	wanted, err := testCase(flags)
	if err != nil {
		return err
	}
	if flags["testMarkupFileName"] != "" || wanted > 0 {
		markup = &puzzles.Markup{Wanted: wanted}
	}
	n, err := o.validateFile(c, &puzzles.Validator{Format: f, Markup: markup}, "-", overview.Add)
	if err != nil {
		return err
	}
	err = writeNamed(c, flags["testOverviewLogFileName"], overview.Text(n))
	if err != nil || markup == nil {
		return err
	}
	err = writeNamed(c, flags["testMarkupFileName"], markup.Text())
	if text := markup.Case(); text != "" {
		err = cmp.Or(err, writeNamed(c, cmp.Or(flags["testCaseFileName"], "stdout"), text))
	}
	return err
}

// testCase returns the number of the test case that testlib's flags ask for, or 0.
func testCase(flags map[string]string) (int64, error) {
	text, ok := flags["testCase"]
	if !ok {
		return 0, nil
	}
	const limit = 1<<30 - 1 // as in testlib
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 1 || n > limit {
		return 0, fmt.Errorf("--testCase: found %q, expected a number from 1 to %d", text, limit)
	}
	return n, nil
}

// ValidatorArguments moves the flags that a judge passes to its validators behind "--". The
// command does not declare them, and a mistake in them ends with the judge's exit code.
func ValidatorArguments(args []string) []string {
	if len(args) < 2 || args[1] != "validate" || slices.Contains(args, "--") {
		return args
	}
	var ours, judges []string
	for i := 0; i < len(args); i++ {
		name, isFlag := strings.CutPrefix(args[i], "--")
		name, value, hasValue := strings.Cut(name, "=")
		switch {
		case !isFlag || !protocol.IsValidatorFlag(name):
			ours = append(ours, args[i])
		case hasValue:
			judges = append(judges, "--"+name, value)
		default:
			end := min(i+2, len(args))
			judges = append(judges, args[i:end]...)
			i = end - 1
		}
	}
	if judges == nil {
		return args
	}
	return slices.Concat(ours, []string{"--"}, judges)
}

// writeNamed writes a file. As in testlib, "stdout" and "stderr" are the streams.
func writeNamed(c *cli.Context, name, text string) (err error) {
	switch name {
	case "":
	case "stdout":
		_, err = io.WriteString(c.App.Writer, text)
	case "stderr":
		_, err = io.WriteString(c.App.ErrWriter, text)
	default:
		err = os.WriteFile(name, []byte(text), 0o666)
	}
	return err
}
