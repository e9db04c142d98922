package command

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"tilejudge/formats"
	"tilejudge/formats/puzzles"
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
const testlibFail exitStatus = 3

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
	o := newOverview(f, flags)
	n, invalid := validateFile(c, f, "-", o.add)
	if err := o.write(c, n); err != nil {
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

// An overview collects what testlib's logs tell of an input.
type overview struct {
	flags    map[string]string
	numbers  []formats.Number
	hits     []hit // of the numbers
	encoder  *puzzles.Encoder
	testCase string // the record of the puzzle that --testCase asks for
	puzzles  int64
	most     int // puzzles that there may be; 0: any number
}

// A hit tells whether a number was as small, and as large, as it may be.
type hit struct{ least, most bool }

func newOverview(f *formats.Format, flags map[string]string) *overview {
	ns := f.Numbers()
	return &overview{
		flags: flags, numbers: ns, hits: make([]hit, len(ns)),
		encoder: puzzles.NewEncoder(f), most: f.MaxPuzzles,
	}
}

// add counts a puzzle.
func (o *overview) add(p *puzzle.Puzzle) error {
	o.puzzles++
	for i, n := range o.numbers {
		of, h := n.Of(p), &o.hits[i]
		h.least, h.most = h.least || of == n.Least, h.most || of == n.Most
	}
	if fmt.Sprint(o.puzzles) == o.flags["testCase"] {
		var text strings.Builder
		w := bufio.NewWriter(&text)
		o.encoder.Encode(w, o.puzzles, p)
		w.Flush()
		o.testCase = text.String()
	}
	return nil
}

// write writes the files that the flags ask for, after n puzzles.
func (o *overview) write(c *cli.Context, n int64) error {
	numbers, hits := o.numbers, o.hits
	if o.most > 0 {
		numbers = append(numbers, formats.Number{Name: "puzzles", Least: 1, Most: o.most})
		hits = append(hits, hit{n == 1, n == int64(o.most)})
	}
	var log [3][]string // in this order; the names of each in theirs
	for i, number := range numbers {
		line := fmt.Sprintf("%q:", number.Name)
		if hits[i].least {
			line += " min-value-hit"
		}
		if hits[i].most {
			line += " max-value-hit"
		}
		log[0] = append(log[0], line+"\n")
		log[1] = append(log[1],
			fmt.Sprintf("constant-bounds %q: %d %d\n", number.Name, number.Least, number.Most))
		log[2] = append(log[2], fmt.Sprintf("variable %q\n", number.Name))
	}
	text := ""
	for _, lines := range log {
		slices.Sort(lines)
		text += strings.Join(lines, "")
	}
	if err := writeNamed(c, o.flags["testOverviewLogFileName"], text); err != nil {
		return err
	}
	return writeNamed(c, o.flags["testCaseFileName"], o.testCase)
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
