package judging

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"tilejudge/formats"
	"tilejudge/formats/puzzles"
	"tilejudge/judge/command/app"
	"tilejudge/solver/puzzle"
)

// testlibFlags are the arguments of a validator of testlib, each with a value.
// Those that name what a validator may need to know have no use here; of a
// markup there is none.
var testlibFlags = []string{
	"testset", "group", "testOverviewLogFileName", "testMarkupFileName",
	"testCase", "testCaseFileName",
}

// testlibFail is the exit status of an invalid input, and of any other trouble.
const testlibFail app.Status = 3

// validateForTestlib does what a validator of testlib does: it reads standard
// input, and says what is wrong on standard error.
func validateForTestlib(c *cli.Context, f *formats.Format) error {
	fail := func(err error) error {
		if bad := (*formats.SyntaxError)(nil); errors.As(err, &bad) {
			err = fmt.Errorf("%w at column %d (stdin, line %d)", bad.Err, bad.Col, bad.Line)
		}
		fmt.Fprintf(c.App.ErrWriter, "FAIL %v\n", err)
		return testlibFail
	}
	flags, err := testlibArguments(c)
	if err != nil {
		return fail(err)
	}
	overview, encoder := puzzles.NewOverview(f), puzzles.NewEncoder(f)
	number, testCase := int64(0), ""
	n, invalid := validateFile(c, f, "-", func(p *puzzle.Puzzle) error {
		overview.Add(p)
		if number++; fmt.Sprint(number) == flags["testCase"] {
			testCase = string(encoder.Append(nil, number, p))
		}
		return nil
	})
	err = cmp.Or(writeNamed(c, flags["testOverviewLogFileName"], overview.Text(n)),
		writeNamed(c, flags["testCaseFileName"], testCase))
	if err != nil {
		return fail(err)
	}
	if invalid != nil {
		return fail(invalid)
	}
	return nil
}

// testlibArguments returns the values of the flags, whether they come as ours or
// behind "--". As testlib does, it overlooks all others.
func testlibArguments(c *cli.Context) (map[string]string, error) {
	flags := make(map[string]string)
	for _, name := range testlibFlags {
		flags[name] = c.String(name)
	}
	args := c.Args().Slice()
	for i, arg := range args {
		name, dashes := strings.CutPrefix(arg, "--")
		if !dashes || !slices.Contains(testlibFlags, name) {
			continue
		}
		if i+1 == len(args) {
			return nil, fmt.Errorf("%s: found no value", arg)
		}
		flags[name] = args[i+1]
	}
	return flags, nil
}

// writeNamed writes a file; as in testlib, "stdout" and "stderr" are no files.
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
