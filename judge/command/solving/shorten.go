package solving

import (
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"tilejudge/formats"
	"tilejudge/formats/answers"
	"tilejudge/judge/command/stdio"
)

// unshortened are the flags of solve about what --shorten does not do.
var unshortened = []string{
	"algorithm", "heuristic", "weight", "metric", "require", "all-optimal", "count-optimal",
	"keep-going", "cases",
}

// shorten shortens the answers in a file to the puzzles of one input.
func (j *job) shorten(c *cli.Context, name string) error {
	for _, flag := range unshortened {
		if c.IsSet(flag) {
			return fmt.Errorf("--shorten and --%s exclude each other", flag)
		}
	}
	inputs := c.Args().Slice()
	switch {
	case len(inputs) > 1:
		return fmt.Errorf("--shorten: found %d files of puzzles, expected one", len(inputs))
	case name == "-" && (len(inputs) == 0 || inputs[0] == "-"):
		return errors.New("--shorten: only one of the files can be standard input")
	case stdio.IsInput(c, c.String("output"), []string{name}):
		return fmt.Errorf("--output: %s is an input", c.String("output"))
	}
	given, err := stdio.Open(c, name)
	if err != nil {
		return err
	}
	defer given.Close()
	j.answersTo = func(f *formats.Format) {
		j.Answers = answers.NewDecoder(given, stdio.Name(name), f)
	}
	return stdio.EachPuzzles(c, j.input)
}
