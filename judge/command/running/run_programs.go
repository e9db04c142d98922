package running

import (
	"errors"
	"fmt"
	"math"
	"os/exec"
	"slices"
	"strings"

	"github.com/dustin/go-humanize/english"
	"github.com/urfave/cli/v2"

	"tilejudge/judge"
	"tilejudge/judge/command/stdio"
	"tilejudge/judge/problem/submission"
	"tilejudge/judge/program/sandbox"
)

// maxOthers is how many files that are no programs are named.
const maxOthers = 3

// programsOf returns the programs of the arguments, between each "--", or those of --programs.
func programsOf(c *cli.Context, o *runOptions) (all []*submission.Submission, err error) {
	words := c.Args().Slice()
	if c.IsSet("programs") {
		if len(words) > 0 {
			return nil, fmt.Errorf("--programs: found the program %q too", words[0])
		}
		return programsIn(c, o)
	}
	names := make(map[string]int)
	for i := 0; i <= len(words); i++ {
		n := max(slices.Index(words[i:], "--"), -1)
		if n < 0 {
			n = len(words) - i
		}
		command := words[i : i+n]
		i += n
		if len(command) == 0 {
			return nil, errors.New("found no program after --, expected one")
		}
		if _, err := exec.LookPath(command[0]); err != nil {
			return nil, &sandbox.StartError{Name: command[0], Err: errors.Unwrap(err)}
		}
		name := strings.Join(command, " ")
		if names[name]++; names[name] > 1 {
			name = fmt.Sprintf("%s (%d)", name, names[name])
		}
		all = append(all, &submission.Submission{Name: name, Command: command})
	}
	return all, nil
}

// programsIn returns the programs of --programs. It tells which files are none.
func programsIn(c *cli.Context, o *runOptions) ([]*submission.Submission, error) {
	if o.program.inputAs != "stdin" {
		return nil, errors.New("--input-as: found --programs too, whose programs have no arguments")
	}
	all, others, err := submission.Find(o.many.programs)
	if err != nil {
		return nil, fmt.Errorf("--programs: %w", err)
	}
	for i := range others { // contestants choose names that a terminal would obey
		others[i] = judge.Plain(others[i], math.MaxInt)
	}
	if n := len(others); n > 0 {
		if n > maxOthers+1 {
			others = append(others[:maxOthers], fmt.Sprintf("%d others", n-maxOthers))
		}
		stdio.Complainer(c)(fmt.Errorf("--programs: %s no program: %s",
			english.PluralWord(n, "this file is", "these files are"),
			english.OxfordWordSeries(others, "and")))
	}
	return all, nil
}
