// Package running has the commands that run programs in a sandbox: run, stress and doctor.
package running

import (
	"slices"

	"github.com/urfave/cli/v2"

	"tilejudge/judge/command/app"
	"tilejudge/judge/command/flags"
	"tilejudge/judge/command/reporting"
	"tilejudge/judge/command/schema"
	"tilejudge/judge/problem/suite"
)

// Run declares the command run.
func Run() *app.Command {
	o := new(runOptions)
	return &app.Command{
		Name:      "run",
		Usage:     "judge a program: run it on cases, under limits",
		Category:  "Judge",
		ArgsUsage: "-- PROGRAM [ARGUMENT...] [-- PROGRAM [ARGUMENT...]]...",
		Description: `
The program reads each case from standard input, or with --input-as file from a file whose name
stands for {input} among its arguments. Where {output} is among them too, the answers are in the
file of that name; if the program does not write it, or makes it a directory or a link, that is WA,
even if the right output is empty. Cases are the bundled ones of the format
(generate --cases lists them), or with --cases those of a directory or zip archive in a judge's
layout. The bundled ones are inputs that the judge may have; with --cases-level strict there are
others too, which are counted apart. Answers beside the cases are optional: the answers of the
program are replayed, as check does.

  TLE, MLE, OLE  the program exceeded its time, memory or output; OLE is also for more than
                 16,384 files or 256 MiB in its directory
  RE             it ended with an exit code other than 0, or by a signal
  SK             the case was skipped
  AC, WA, PE, JE as check gives them

  CE             the compiler refused a source of --programs; JE if there is no compiler

Of several verdicts on a case, the first of JE, CE, TLE, MLE, OLE, RE, PE, WA and AC counts. With -j
above 1, programs slow one another down: so one that exceeds its limit of time is run again, alone,
and has to be accepted three times; only these runs count.

For several programs, with -- between them or below the directory of --programs, it prints a table
of programs by cases. Sources in C, C++, Rust, Go, Java, Python, JavaScript, Ruby and Perl are told
by their extensions, and compiled in the sandbox, as gnu17, gnu++20, and Rust of edition 2021, or
2024 where that does not compile; links beside them are left out, and so are files beside them that
somebody may not read who may write or own something there; a folder's source is CE that somebody
may replace, but not read. All code of a folder sees the rest of it; that of other languages than
the entry point's is not compiled. A source may say in its first lines how, with "@COMPILE@: cc -O3
{input} -o {output}", and how it runs, with "@RUN@: python3 {output}". The heap of Java is 36 MiB
and 1/32 below --mle, and an array 1/16 less at most; that of Node is 54 to 96 MiB below --mle, or a
quarter of it; a full heap is MLE, even if the program catches that error. A program that is a
command has the heap that its runtime chooses for the machine, unless the command sets it, as "java
-Xmx200m" does. Java may take 500 MiB to report that its stack, of 64 MiB, is full: with a lower
--mle that is MLE. The expected verdicts of a program come from a directory in its path, such as
accepted, wrong_answer, time_limit_exceeded or run_time_error, from a comment, such as
"@EXPECTED_RESULTS@: WRONG_ANSWER, TIMELIMIT", or from --expected: each case must be accepted or get
one of them, and at least one case must get one. If neither a directory nor --expected says what
programs should get, those without a comment should be accepted. What strangers' comments and
directories say does not count with the line "* AC" in --expected. Reports that know no programs
have cases called "program: case".

--suggest-limit follows the rule of Kattis' problem packages of 2025, which --limit-rule changes. It
warns of wrong programs that pass, and of slow ones that are close to the limit; --tle has to be
large enough to see how slow they are.

Below the text on one program, the first case that fails is shown on standard error: its puzzle, the
answer of the program, and a right one. --show-failures N shows more of them, or none.

On Linux the program runs without network or privileges, as a user of its own if that is possible.
It writes only to a directory that is gone afterwards. It sees the system's programs and libraries,
those in PATH, and those of languages to which links there lead, with what is beside a directory bin
that has libraries beside it, and its own files: those that its command names and what is beside
them, or the working directory if it names none. Names with a dot in front are left out, and so are
cases, answers, reports, tilejudge itself and the other programs that are judged; of another
command, the first file that it names and the program's own command does not. Programs in one
directory see each other's remaining files there, so give each program of a stranger a directory of
its own. If others than you can change an executable of --programs, or a file beside it, a copy of
these runs elsewhere, without what belongs to third parties, or what those who can change something
may not read, and of at most 1 GiB, or half of what TMPDIR has left, and 16,384 files. Judge a copy
of what a command names, without its links, which are followed. Of homes and directories for
temporary files it sees only what is named. --mount shows more. It may make the system calls that
programs and compilers were seen to need; --policy allows more, and then less is promised. doctor
says what is in force here, what stays possible, and what programs may miss, such as Python's
multiprocessing. On other systems only time and output are limited, and --strict refuses to run.`,
		Action: schema.Or(schema.Verdicts, func(c *cli.Context) error { return runPrograms(c, o) }),
		Exits: []app.Exit{
			{Code: app.ExitOK,
				Meaning: "all cases are accepted, or exactly the verdicts of --expect are given;" +
					" of several programs each gets what it should"},
			{Code: app.ExitFailed,
				Meaning: "a case is not accepted; of several programs one does not get what it should"},
			{Code: app.ExitFault, Meaning: "the input or an expected answer of a case is wrong"},
		},
		Examples: []app.Example{{
			Command: "tilejudge run -f poj-1077 --only 'sample*' -q -- tilejudge solve -f poj-1077",
			Output:  "5 of 5 accepted",
		}, {
			Command: "tilejudge run -f poj-1077 --only 'sample*' --expect AC,WA -q " +
				"-- echo unsolvable",
			Output: "2 of 5 accepted: WA sample-1, WA sample-2, WA sample-5",
		}, {
			Command: "tilejudge run -f sise --only sample-1 --input-as file -q \\\n" +
				"-- tilejudge solve -f sise {input} -o {output}",
			Output: "1 of 1 accepted",
		}, {
			Command: "tilejudge run -f poj-1077 --tle 1 --mle 64 --cases tests.zip -- ./eight",
		}, {
			Command: "tilejudge run -f poj-1077 --programs submissions --suggest-limit" +
				" --report html=table.html",
		}},
		Flags: slices.Concat([]cli.Flag{
			flags.Format(&cli.StringFlag{
				Name: "format", Category: "Cases", Aliases: []string{"f"},
				Usage: "input and answers are in `FORMAT` (see formats)",
			}),
			&cli.StringFlag{
				Name: "cases", Category: "Cases", Destination: &o.cases,
				Usage: "run it on the cases at `PATH`: a directory, a zip archive, an input," +
					" or a pattern of inputs (default: the bundled ones: see generate --cases)",
			},
			app.Offer(suite.LayoutNames, &cli.StringFlag{
				Name: "layout", Category: "Cases", Destination: &o.layout,
				Usage: "the `LAYOUT` of a directory, such as oj, kattis, %s.%e or" +
					" in/%s.txt|out/%s.txt (default: the first that fits)",
			}),
			&cli.StringFlag{
				Name: "only", Category: "Cases", Destination: &o.only,
				Usage: "run only the cases whose names, or last elements of names, match" +
					" `PATTERN`, such as deepest*",
			},
			flags.CasesLevel,
			flags.Requirement(&o.require),
			flags.NodeLimit(&o.nodeLimit),
		}, o.program.flags(), []cli.Flag{
			&cli.IntFlag{
				Name: "parallel", Category: "Cases", Aliases: []string{"j"}, Value: 1,
				Destination: &o.parallel,
				Usage:       "run `N` cases at once",
			},
			&cli.IntFlag{
				Name: "repeat", Category: "Cases", Value: 1, Destination: &o.repeat,
				Usage: "run each case up to `N` times, while it is accepted",
			},
			&cli.BoolFlag{
				Name: "fail-fast", Category: "Cases", Destination: &o.failFast,
				Usage: "skip the cases after the first that is not accepted",
			},
			&cli.BoolFlag{
				Name: "batch", Category: "Cases", Destination: &o.batch,
				Usage: "give all puzzles of all cases to one run of the program",
			},
			&cli.StringFlag{
				Name: "expect", Category: "Report", Destination: &o.expect,
				Usage: "succeed if exactly the `VERDICTS` are given, such as AC,TLE",
			},
		}, o.many.flags(), o.reports.Flags(0)),
	}
}

// runOptions are the options of run.
type runOptions struct {
	program             programOptions
	reports             reporting.Options
	many                manyOptions
	cases, layout, only string // which cases
	require             string // for checker.New
	nodeLimit           *int64 // for flags.SearchLimits
	parallel, repeat    int
	failFast, batch     bool
	expect              string // verdicts
}

// runPrograms judges a program, or several.
func runPrograms(c *cli.Context, o *runOptions) error {
	defer app.EndCleanly(c)()
	if o.many.any(c) {
		return runMany(c, o)
	}
	return runTrial(c, o)
}
