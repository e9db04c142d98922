// Package batching has the command batch, which cuts the work of solve, check or compare into
// parts for many machines.
package batching

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"

	"github.com/urfave/cli/v2"

	"tilejudge/formats"
	"tilejudge/judge/cluster"
	"tilejudge/judge/command/app"
	"tilejudge/judge/command/judging"
	"tilejudge/judge/command/solving"
	"tilejudge/judge/command/stdio"
	"tilejudge/solver"
	"tilejudge/solver/puzzle"
)

// Batch declares the command batch. version is that of the program.
func Batch(version string) *app.Command {
	return &app.Command{
		Name:     "batch",
		Category: "Solve",
		Usage:    "cut solve, check or compare into parts, which a cluster does",
		Description: `
Four commands take a file of puzzles to its answers on a cluster with Slurm:

  tilejudge batch new night --parts 400 -f korf-24 puzzles.txt -- --time-limit 1h
  tilejudge batch script night --engine slurm > night.sh; sh night.sh
  tilejudge batch status night
  tilejudge batch merge night -o answers.txt

batch new cuts the input at puzzles, and makes the directory of the batch. All machines must share
that directory, the input and the program, under the same names. batch script prints a script, or a
configuration, for an engine: the jobs that it submits do the missing parts with batch work, and
the last one merges all parts into DIR/answers.txt. The answers are the bytes that one process
would have written, in every format, and so are its messages and its exit status.

A node, the network, the controller or a process may fail at any time. Only the puzzles that were
being searched are lost: each attempt writes a file of its own, and goes on where the longest one
before it stopped. Whatever failed, run batch script again: it submits only the parts that are
missing. Two attempts at one part do no harm; the first to end counts.

Take many parts, at least ten times as many as there are cores: hard puzzles are rare and take long.
An input, a flag or a program that has changed is refused, even a build of the same version.`,
		Examples: []app.Example{{
			Command: `printf '1 2 3 4 5 6 7 x 8\n2 3 4 1 5 x 7 6 8\n' > in.txt
tilejudge batch new night --parts 2 -f poj-1077 in.txt
tilejudge batch todo night
for part in 1 2; do tilejudge batch work night --part $part; done
tilejudge batch merge night`,
			Output: "1-2\nr\nullddrurdllurdruldr\n# on standard error:\ntilejudge: night: 2 parts of 2 puzzles",
		}, {
			Command: "tilejudge batch new night --command check in.txt out.txt -- --require shortest",
		}},
		Subcommands: []*app.Command{
			newCommand(version), workCommand(version), todoCommand(), scriptCommand(),
			runCommand(version), statusCommand(), mergeCommand(version), cleanCommand(),
		},
	}
}

// A task is a command that a batch can run.
type task struct {
	*app.Command
	options             // which the flags of the command fill
	to      *string     // the option for the format of the answers; nil: there is none
	workers *int        // the option for the number of workers; nil: one search at a time
	files   int         // the largest number of files that it takes; check takes at least two
	refused [][2]string // flags that a batch has no use for, and why

	unanswered bool // it neither reads nor writes answers

}

// options are those of one command, and do its work in a batch. They are plain data, which the
// batch stores.
type options interface {
	// Trial returns a function that does the work of one puzzle. It returns an error for options
	// that do not fit the format of the puzzles, or a batch.
	Trial(*cli.Context, *formats.Format) (func(context.Context, *puzzle.Puzzle) error, error)

	// Part does one part, and Merge writes the answers of all parts.
	Part(*cli.Context, *cluster.Attempt) error
	Merge(*cli.Context, *cluster.Records, *stdio.Output) error
}

// A splitter is options of a command whose searches several workers can share.
type splitter interface {
	// Splits returns an error if searches with these options can't be split.
	Splits() error
	// Split returns a function that does a part of the batch, and shares the long iterations of its
	// search with other workers through the given solver.Sharing.
	Split(*cli.Context, *cluster.Batch, solver.Sharing) (
		func(context.Context, *cluster.Attempt) error, error)
}

// tasks returns the commands that a batch can run; the first is the default.
func tasks() []task {
	solve, check := new(solving.SolveOptions), new(judging.CheckOptions)
	compare := new(solving.CompareOptions)
	const before = "--%s: a batch takes it before --, or does without it"
	const class = "--%s: a batch grades no class"
	const declare = "--%s: a batch takes a file that declares a format with that goal"
	return []task{
		{
			Command: solving.Solve(solve), options: solve, to: &solve.To, workers: &solve.Workers,
			files: 1,
			refused: [][2]string{
				{"format", before}, {"cases", before}, {"output", before}, {"trace", before},
				{"goal", declare},
				{"shorten", "--%s is not for a batch, whose parts have no answers"},
			},
		},
		{
			Command: judging.Check(check), options: check, workers: &check.Workers,
			files: 3,
			refused: [][2]string{
				{"format", before}, {"protocol", before}, {"answers", class}, {"only", class},
				{"score", class}, {"goal", declare},
			},
		},
		{
			Command: solving.Compare(compare), options: compare, files: 1,
			unanswered: true,
			refused: [][2]string{
				{"format", before}, {"cases", before}, {"output", before}, {"goal", declare},
			},
		},
	}
}

func taskNames() (names []string) {
	for _, t := range tasks() {
		names = append(names, t.Name)
	}
	return names
}

// taskOf returns the task with a name.
func taskOf(name string) (*task, error) {
	for _, t := range tasks() {
		if t.Name == name {
			return &t, nil
		}
	}
	return nil, app.Unknown("command", name, taskNames())
}

// batchOf opens the batch that the only argument names.
func batchOf(c *cli.Context) (*cluster.Batch, error) {
	if c.NArg() != 1 {
		return nil, fmt.Errorf("batch %s: expected the directory of a batch; found %d arguments",
			c.Command.Name, c.NArg())
	}
	return open(c.Args().First())
}

// open opens the batch in a directory.
func open(dir string) (*cluster.Batch, error) {
	b, err := cluster.Open(dir)
	if errors.Is(err, cluster.ErrNone) {
		return nil, fmt.Errorf("%w; \"%s batch new\" makes one", err, app.Program)
	}
	return b, err
}

// forceVersion is the flag that lets another build go on with a batch.
var forceVersion = &cli.BoolFlag{
	Name: "force-version", Category: "Batch",
	Usage: "go on with a batch that another build of the program made, which may answer otherwise",
}

// sameProgram returns an error if another program made the batch, unless forceVersion is set.
func sameProgram(c *cli.Context, b *cluster.Batch, version string) error {
	switch {
	case c.Bool("force-version"):
		return nil
	case b.Version != version:
		return fmt.Errorf("%s: version %s of %s made the batch, and this is %s"+
			" (--force-version goes on)", b.Dir(), b.Version, app.Program, version)
	case b.Build != build():
		return fmt.Errorf("%s: another build of %s %s made the batch (--force-version goes on)",
			b.Dir(), app.Program, version)
	default:
		return nil
	}
}

// build returns the size of the file of this program and a checksum of its two ends, or "" if it
// can't be read. Go's linker writes an identifier of the build into the first 32 KiB. To read the
// whole file would take a job 7 ms, often a quarter of its time.
func build() string {
	name, err := os.Executable()
	if err != nil {
		return ""
	}
	f, err := os.Open(name)
	if err != nil {
		return ""
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return ""
	}
	const end = 64 << 10
	sum := crc32.New(crc32.MakeTable(crc32.Castagnoli))
	for _, from := range []int64{0, max(info.Size()-end, 0)} {
		if _, err := io.Copy(sum, io.NewSectionReader(f, from, end)); err != nil {
			return ""
		}
	}
	return fmt.Sprintf("%d-%08x", info.Size(), sum.Sum32())
}

// sameBatch is batchOf for commands that must be run by the program that made the batch. It also
// returns the task of the batch.
func sameBatch(c *cli.Context, version string) (*cluster.Batch, *task, error) {
	b, err := batchOf(c)
	if err != nil {
		return nil, nil, err
	}
	if err := sameProgram(c, b, version); err != nil {
		return nil, nil, err
	}
	t, err := taskFor(b)
	return b, t, err
}

// taskFor returns the task of a batch.
func taskFor(b *cluster.Batch) (*task, error) {
	t, err := taskOf(b.Command)
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(b.Options, t.options); err != nil {
		return nil, fmt.Errorf("%s: the options: %w", b.Dir(), err)
	}
	if len(b.Tables) > 0 {
		*t.tablesIn() = b.TablesDir()
	}
	return t, nil
}
