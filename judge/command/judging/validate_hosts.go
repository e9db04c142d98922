package judging

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/urfave/cli/v2"

	"tilejudge/formats"
	"tilejudge/formats/puzzles"
	"tilejudge/judge/command/app"
	"tilejudge/judge/protocol"
	"tilejudge/solver/puzzle"
)

// validateFor validates standard input as a validator of a judge does, and answers with
// that judge's exit codes and messages.
func validateFor(c *cli.Context, v *protocol.Validator, f *formats.Format) error {
	files, err := validatorFlags(c, v)
	if err == nil {
		err = validateWith(c, f, files)
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

// validateWith validates standard input, and writes the files that testlib's flags
// name. It writes them for an invalid input too.
func validateWith(c *cli.Context, f *formats.Format, flags map[string]string) error {
	overview, encoder := puzzles.NewOverview(f), puzzles.NewEncoder(f)
	number, testCase := int64(0), ""
	var ends lineEnds
	each := func(p *puzzle.Puzzle) error {
		overview.Add(p)
		number++
		if wanted := flags["testCase"]; wanted != "" && fmt.Sprint(number) == wanted {
			testCase = string(encoder.Append(nil, number, p))
		}
		return nil
	}
	n, invalid := validateFile(c, f, "-", each, ends.add)
	ends.print(c)
	return cmp.Or(writeNamed(c, flags["testOverviewLogFileName"], overview.Text(n)),
		writeNamed(c, flags["testCaseFileName"], testCase), invalid)
}

// validatorFlags returns the values of the judge's flags. They are flags of the command,
// or arguments after "--".
func validatorFlags(c *cli.Context, v *protocol.Validator) (map[string]string, error) {
	values, err := v.ParseFlags(c.Args().Slice())
	if err != nil {
		return nil, err
	}
	for _, name := range v.Flags {
		if c.IsSet(name) && values[name] == "" {
			values[name] = c.String(name)
		}
	}
	return values, nil
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
