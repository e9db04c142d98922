package making

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/urfave/cli/v2"

	"tilejudge/judge/command/app"
	"tilejudge/judge/command/flags"
	"tilejudge/judge/command/stdio"
	"tilejudge/judge/problem/export"
)

// Export declares the command export.
func Export() *app.Command {
	m := new(export.Metadata)
	return &app.Command{
		Name:     "export",
		Category: "Make and convert",
		Usage:    "make a problem package for a judge",
		Description: `
A package has a statement, cases with answers, an input validator, a checker, and right and wrong
submissions with the verdicts that they get. Validator and checker are C++17 files that need no
testlib, and give the verdicts of validate and check. The checker has no solver: it takes the
numbers of moves that are optimal from the answer file. The cases are those of generate --cases at
the level of the judge. --cases-level strict adds larger inputs, on which right programs may fail,
but none with other white space: the validator refuses it. With --cases the cases are your own,
from a directory or zip archive. They must be valid, and answers beside them right; missing ones
are made. The statement shows the cases in a directory "sample", and those whose names begin with
that word.

--submissions DIR judges your own right and wrong programs on the cases, under the limits, and puts
them into the package. Their folders, or a comment, say what they should get, as in run --programs.
A program is judged up to its first failure. If a program gets another verdict, a table says so,
and no package is made.

Packages for polygon and kattis-2025 have a generator in C++ too, which makes the cases that come
from a seed alone again, to the byte: problem.xml and generators.yaml have its arguments. Cases of
your own have no seed, so they are files.

--title, --author, --source, --license, --time-limit, --memory-limit and --languages go to the
judge's fields for them. A warning names those that a judge has no field for. dmoj and oj have the
limits in the tests of programs only.

kattis and kattis-2025 are two versions of one format: verifyproblem reads the first, BAPCtools the
second. Kattis expects a name of lower-case letters and digits, and for a format of your own
--author or --source; without them the license is unknown. domjudge, qduoj and syzoj import a zip
file.

hydro and syzoj take few files: of a long series of cases, some are left out. hydro limits the time
of all cases together, so each has less. qduoj kills a checker in Go, and passes no answers to the
one in C++, which has them in its source.

cms and lemon run the checker as a program, which make builds. cms takes statements as PDF alone:
import with --no-statement. hustoj reads one file, fps.xml, and spj.cc must be compiled on the
server. For ejudge, add the section in serve.cfg to the serve.cfg of the contest.

The last example is a setter's day: a format with a twist, cases, a look at both, a wrong program,
and packages for two judges.

What the judges' own programs made of the packages is in judge/problem/export/HOSTS.md.`,
		Examples: []app.Example{{
			Command: "tilejudge export -f poj-1077 --to kattis -d eightpuzzle && ls eightpuzzle",
			Output: `data
input_validators
output_validators
problem.yaml
problem_statement
submissions`,
		}, settersDay},
		Action: func(c *cli.Context) error { return exportPackage(c, *m) },
		Flags:  slices.Concat(exportFlags, metadataFlags(m)),
	}
}

// settersDay is an example of a setter's work: the format of a judge is changed a little, and
// becomes packages for two hosts.
var settersDay = app.Example{
	Command: `tilejudge formats poj-1077 --toml > eight.toml
sed 's/"any"/"shortest"/; /^max_puzzles/d' eight.toml > short.toml
mkdir -p cases own/wrong_answer
echo '2 3 4 1 5 x 7 6 8' > cases/sample.in
tilejudge generate -f short.toml -n 20 --seed 7 -o cases/a.in --answers cases/a.ans
tilejudge validate -f short.toml cases/a.in
tilejudge check -f short.toml cases/a.in cases/a.ans
printf '#!/bin/sh\necho unsolvable\n' > own/wrong_answer/never.sh
chmod +x own/wrong_answer/never.sh
tilejudge export -f short.toml --to kattis -d short --cases cases --submissions own
ls short/data/secret short/submissions/wrong_answer
tilejudge export -f short.toml --to polygon -d polygon --cases cases --time-limit 2
grep '<time-limit>' polygon/problem.xml`,
	Output: `AC 20  of 20
short/data/secret:
02-a.ans
02-a.in

short/submissions/wrong_answer:
always_unsolvable.cpp
farewell.cpp
last_move_missing.cpp
never.sh
too_long.cpp
      <time-limit>2000</time-limit>
# on standard error:
seed 7`,
}

var exportFlags = []cli.Flag{
	flags.Format(&cli.StringFlag{
		Name: "format", Category: "Package", Aliases: []string{"f"},
		Usage: "make the problem of `FORMAT` (see formats)",
	}),
	app.OneOf("judge", export.Names, &cli.StringFlag{
		Name: "to", Category: "Package",
		Usage: "make it for `JUDGE`: " + strings.Join(export.Names(), ", "),
	}),
	&cli.StringFlag{
		Name: "cases", Category: "Package",
		Usage: "take the cases at `PATH`, a directory or a zip archive, in place of the bundled ones",
	},
	flags.CasesLevel,
	&cli.StringFlag{
		Name: "submissions", Category: "Package",
		Usage: "judge your own programs below `DIR`, and put them into the package",
	},
	&cli.StringFlag{
		Name: "directory", Category: "Package", Aliases: []string{"d"},
		Usage: "write to `DIR`",
	},
	&cli.StringFlag{
		Name: "zip", Category: "Package",
		Usage: "write to the zip file `FILE` in place of a directory",
	},
	&cli.BoolFlag{
		Name: "force", Category: "Package",
		Usage: "write even to a directory that is not empty, or a file that exists",
	},
	&cli.BoolFlag{
		Name: "with-binary", Category: "Package",
		Usage: "use this program as validator and checker in place of C++, with the" +
			" file of a format of your own; for judges that you run yourself",
	},
}

// exportPackage makes a problem package.
func exportPackage(c *cli.Context, metadata export.Metadata) error {
	f, err := flags.NeedFormat(c)
	if err != nil {
		return err
	}
	target, err := exportTarget(c)
	if err != nil {
		return err
	}
	p, found, err := newProblem(c, f)
	if err != nil {
		return err
	}
	p.Metadata = metadata
	if c.Bool("with-binary") {
		if p.Binary, err = os.Executable(); err != nil {
			return err
		}
	}
	if dir := c.String("submissions"); dir != "" {
		defer app.EndCleanly(c)()
		if err := addSubmissions(c, dir, p, found); err != nil {
			return err
		}
	}
	write, path := target.Write, c.String("directory")
	if path == "" {
		write, path = target.WriteZip, c.String("zip")
	}
	if err := c.Context.Err(); err != nil {
		return err
	}
	if err := write(path, p, c.Bool("force")); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	warnOfLosses(c, target, p)
	return warnOfName(c, path)
}

// exportTarget returns the target that the flags name, and checks where to write to.
func exportTarget(c *cli.Context) (*export.Target, error) {
	switch {
	case c.String("to") == "":
		return nil, fmt.Errorf("--to: found none, expected one of %s",
			strings.Join(export.Names(), ", "))
	case c.String("directory") == "" && c.String("zip") == "":
		return nil, errors.New("--directory: found none, expected one for the package, or --zip")
	case c.String("directory") != "" && c.String("zip") != "":
		return nil, errors.New("--zip: found --directory too, expected one of them")
	case c.NArg() > 0:
		return nil, fmt.Errorf("found %q, expected no file", c.Args().First())
	case stdio.IsInput(c, c.String("zip"), nil):
		return nil, fmt.Errorf("--zip: %s is an input", c.String("zip"))
	}
	target, err := export.Lookup(c.String("to"))
	if err != nil {
		return nil, fmt.Errorf("--to: %w", err)
	}
	return target, nil
}

// kattisName matches the names that Kattis takes for the directory of a package, or for a
// zip file of it.
var kattisName = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[a-z0-9]+(\.zip|\.kpp)?$`)
})

// warnOfName prints a warning if the judge will refuse the name of the package.
func warnOfName(c *cli.Context, path string) error {
	path, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	name, flag := filepath.Base(path), "directory"
	if c.String("zip") != "" {
		flag = "zip"
	}
	if strings.HasPrefix(c.String("to"), "kattis") && !kattisName().MatchString(name) {
		fmt.Fprintf(c.App.ErrWriter, "%s: warning: --%s: found %q, but Kattis expects"+
			" a name of lower-case letters and digits\n", app.Program, flag, name)
	}
	return nil
}
