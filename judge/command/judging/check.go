// Package judging has the commands that judge answers and inputs: check, validate and
// protocols. Call serves other judges, which start the program as their checker.
package judging

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"

	"github.com/urfave/cli/v2"

	"tilejudge/formats"
	"tilejudge/judge/checker"
	"tilejudge/judge/command/app"
	"tilejudge/judge/command/flags"
	"tilejudge/judge/command/progress"
	"tilejudge/judge/command/reporting"
	"tilejudge/judge/command/schema"
	"tilejudge/judge/command/stdio"
	"tilejudge/judge/protocol"
	"tilejudge/judge/view/report"
	"tilejudge/solver/puzzle"
)

// Check declares the command check.
func Check(o *CheckOptions) *app.Command {
	return &app.Command{
		Name:      "check",
		Usage:     "judge the answers to puzzles, by replaying them",
		Category:  "Judge",
		ArgsUsage: "INPUT ANSWERS [EXPECTED]",
		Description: `
All files are read once, in constant memory, and every answer is replayed move by move. The format's
rule says what is right: any path, a shortest one, the least of these, a number of moves, or a
limit. A search runs only where a replay does not tell, such as whether a path is a shortest one. On
boards of up to 12 cells, walls not counted, a table shortens it. Without EXPECTED it goes on until
it ends, as solve does, unless --node-limit is given: then the verdict is JE. With EXPECTED it gives
up after some seconds, and an answer as good as the expected one is right.

One rule holds for white space: blanks and DOS line ends at the ends of lines, empty lines at the
end, a missing last line end and a byte order mark do not matter, and boards are read with any
white space between tiles. Any other white space that the judge's form does not have is PE, such as
a blank before an answer or two in place of one, unless the format allows it (see formats -v).

  AC  accepted
  WA  wrong answer: the message names the move, board or number that is wrong
  PE  presentation error: right except for a word's case, stray characters, or a missing line
  JE  judge's error: the input or an expected answer is wrong; it never counts as WA

The first puzzle whose answer is not accepted is shown on standard error below the text: as its
judge writes it, with the answer to it and a right one. --show-failures N shows more, or none.

With --answers PATH in place of ANSWERS it grades a class: a line for each hand-in, by points, with
its first mistake. PATH is a directory or a zip archive. It has a file for each student, or a
directory; if a directory has several files, the one counts whose name most directories have. A
directory without a file gets no points. Neither does a link, nor a file in a student's directory
whose owner may not read the file: a student could hand in another's. A search for a puzzle runs
once for the whole class. With --show-failures N the first mistakes of N hand-ins are shown as
above, from the top of the table.

With --protocol NAME it takes the arguments of that judge and answers with its exit codes, streams
and files (see protocols). For a judge that passes no such flag, make a link to the program with the
name check-NAME, or with the name that the judge asks for, such as spj. The format then comes from
TILEJUDGE_FORMAT, or from spj.conf or tilejudge.conf beside the program:

  protocol hustoj
  format poj-1077

A format of your own is "format-file mine.toml", a file that is found from there. More lines may be
"require shortest", "pe wa" (presentation errors are wrong answers), "score fraction" (points for
the answers that are right), and "case any" and "space any" (the case of letters, and the amount of
white space, do not matter).

` + addressSpace + "\n\n" + forClasses,
		Action: schema.Or(schema.Verdicts, func(c *cli.Context) error { return check(c, o) }),
		Exits: []app.Exit{
			{Code: app.ExitOK, Meaning: "all answers are accepted"},
			{Code: app.ExitFailed, Meaning: "an answer is not accepted"},
			{Code: app.ExitFault, Meaning: "the input or an expected answer is wrong"},
		},
		Examples: []app.Example{{
			Command: `printf '2 3 4 1 5 x 7 6 8\n1 2 3 4 5 6 7 x 8\n' > in.txt
printf 'ullddrurdllurdruldr\nl\n' > out.txt
tilejudge check -f poj-1077 in.txt out.txt`,
			Output: `AC 1  WA 1  of 2
WA puzzle 2 (in.txt:2): the path ends at [1 2 3 4 5 6 x 7 8], not at the goal
# on standard error:
puzzle 2 (in.txt:2):
    1 2 3 4 5 6 7 x 8
The answer to it:
    l
A right answer:
    r`,
		}, {
			Command: `printf '2 3 4 1 5 x 7 6 8\n1 2 3 4 5 6 7 x 8\n' > in.txt; mkdir -p class
printf 'ullddrurdllurdruldr\nrlr\n' > class/ada.txt
printf 'l\nr\n' > class/bert.txt
tilejudge check -f poj-1077 in.txt --answers class --score moves --points 10`,
			Output: `hand-in    points    right  first mistake
ada          6.67      2/2
bert            5      1/2  WA  puzzle 1 (line 1): the path ends at [2 3 4 1 x 5 7 6 8], not at the goal
2 hand-ins, 10 points each: mean 5.83, median 5.83, 0 with all points`,
		}, {
			Command: "tilejudge check -f poj-1077 --report junit=report.xml in.txt out.txt ans.txt",
		}},
		Flags: slices.Concat([]cli.Flag{
			flags.Format(&cli.StringFlag{
				Name: "format", Category: "Judging", Aliases: []string{"f"},
				Usage: "input and answers are in `FORMAT` (see formats); detected if not given",
			}),
			flags.Goal("Judging"),
			flags.Requirement(&o.Require),
			flags.Workers(&o.Workers),
			flags.NodeLimit(&o.NodeLimit),
			flags.Size(&o.MemoryLimit, math.MaxUint64, &cli.StringFlag{
				Name: "memory-limit", Category: "Limits",
				Usage: "let a search, or a table of all boards, hold at most `SIZE`, such as 2GiB" +
					" (default: 1GiB)",
			}),
			app.OneOf("protocol", protocol.Names, &cli.StringFlag{
				Name: "protocol", Category: "Judging",
				Usage: "be the checker of the judge `NAME`, whose arguments follow (see protocols)",
			}),
		}, o.classFlags(), o.Reports.Flags(40)),
	}
}

// CheckOptions are the options of check, beside the files.
type CheckOptions struct {
	// Limits of the search for one puzzle.
	NodeLimit   *int64            `json:"node_limit,omitempty"`   // 0: none; nil: the usual one
	MemoryLimit int64             `json:"memory_limit,omitempty"` // 0: that of checker.UsualLimits
	Require     string            `json:"require,omitempty"`      // for checker.New
	Workers     int               `json:"workers,omitempty"`      // 0: one for each core
	Score       string            `json:"score,omitempty"`        // see scoreNames; "": correct
	Reports     reporting.Options `json:"reports"`
}

// addressSpace says how large the address space of a checker must be at least.
var addressSpace = fmt.Sprintf("If the judge limits the address space of a checker, as ulimit -v"+
	" does, it must leave %d MiB. With less the program reports the judge's error, or the Go"+
	" runtime does not even start: it ends with exit code 2, which is a verdict for some judges."+
	" So a script has to look at the limit before that.",
	protocol.MinAddressSpace>>20)

// forClasses describes the reports for classes.
const forClasses = `
Autograders of classes read a report on one hand-in. Gradescope takes --report
gradescope=/autograder/results/results.json. GitHub Classroom's reporter takes what --report
github-classroom=FILE writes, in base64: echo "result=$(base64 -w0 FILE)" >> "$GITHUB_OUTPUT".
Classroom 50 takes --report classroom50=result.json in its runner, whose environment says whose
work it is; its points are whole. With --answers and classroom50=DIR, the owner of each file is the
name of the hand-in. otter-grader's results have the format of Gradescope. With these reports
ANSWERS must be a plain file, and no link; its directory should be one that no student can make a
link.`

// check judges a file of answers, or those of a class.
func check(c *cli.Context, o *CheckOptions) error {
	if c.IsSet("answers") {
		return checkClass(c, o)
	}
	if c.IsSet("only") {
		return errors.New("--only: found no --answers to which it applies")
	}
	names := c.Args().Slice()
	if len(names) > 1 && o.Reports.GradeOne() {
		if err := checkHandIn(names[1]); err != nil {
			return err
		}
	}
	files, end, err := openFiles(c, names)
	if err != nil {
		return err
	}
	defer end()
	k, err := o.checkerFor(c, &files[0])
	if err != nil {
		return err
	}
	r, err := o.Reports.New(c, c.App.Writer, report.Options{
		Suite: stdio.Name(names[0]), Scene: reporting.Scenes(k.Format),
	}, names)
	if err != nil {
		return err
	}
	r.Progress.Count(func() int64 { return progress.Puzzles(c.Context, files[0].Name, k.Format) })
	k.Keep = r.Failures.Keep()
	return reportFindings(c, r, k, files[0].Name, answersIn(c.Context, k, files))
}

// checkHandIn returns an error if a student could hand in the file of another, or keep us waiting.
func checkHandIn(name string) error {
	info, err := os.Lstat(name)
	isHosts := name == "-" || name == os.DevNull || protocol.IsDescriptor(name)
	if isHosts || err != nil || info.Mode().IsRegular() { // the error is that of opening it, too
		return nil
	}
	return fmt.Errorf("%s: found a link, or no plain file, expected a student's own file", name)
}

// checkerFor returns the checker for the format of the puzzles. It detects the format if no flag
// names it.
func (o *CheckOptions) checkerFor(
	c *cli.Context, puzzles *protocol.File,
) (*checker.Checker, error) {
	format, err := flags.ReadFormat(c, "format")
	if err != nil {
		return nil, err
	}
	if format == nil {
		format, puzzles.Reader, err = stdio.Detect(c.Context, puzzles.Reader, puzzles.Name,
			"format", nil, stdio.Complainer(c))
		if err != nil {
			return nil, err
		}
	}
	format, puzzles.Reader = stdio.Uncounted(format, puzzles.Reader, puzzles.Name,
		stdio.Complainer(c))
	k, err := o.checker(format)
	if err != nil {
		return nil, err
	}
	k.LongSearch = flags.LongSearch(stdio.Complainer(c))
	return k, nil
}

// checker returns a checker of answers in a format.
func (o *CheckOptions) checker(f *formats.Format) (*checker.Checker, error) {
	k, err := checker.New(f, o.Require, flags.Cores(o.Workers))
	if err != nil {
		return nil, err
	}
	k.Limit(flags.SearchLimits(o.NodeLimit, o.MemoryLimit))
	switch {
	case o.Score == "judge":
		if err := k.ScoreAnswers(); err != nil {
			return nil, fmt.Errorf("--score: found judge, but %w", err)
		}
		return k, nil
	case o.Score != "moves":
		return k, nil
	case k.Rules.Want != puzzle.WantPath:
		return nil, fmt.Errorf("--score: found moves, but answers of %s are no paths", f.Name)
	}
	if k.Rules.ByMoves = true; o.Require == "" {
		k.Rules.Rule = puzzle.AnyPath
	}
	return k, nil
}

// openFiles opens the files of the arguments, and returns a function that closes
// them.
func openFiles(c *cli.Context, names []string) (files []protocol.File, end func(), err error) {
	if len(names) < 2 || len(names) > 3 {
		return files, nil, fmt.Errorf("check: expected the files of the puzzles, of the answers,"+
			" and perhaps of the expected answers; found %d", len(names))
	}
	var opened []io.Closer
	end = func() {
		for _, f := range opened {
			f.Close()
		}
	}
	for i, name := range names {
		if name == "-" && slices.Contains(names[:i], "-") {
			end()
			return files, nil, errors.New("check: only one of the files can be standard input")
		}
		f, err := stdio.Open(c, name)
		if err != nil {
			end()
			return files, nil, err
		}
		opened = append(opened, f)
		files = append(files, protocol.File{Name: stdio.Name(name), Reader: f})
	}
	return files, end, nil
}
