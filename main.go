// Tilejudge solves streams of sliding-tile puzzles in the exact input and
// output formats of online judges and courses.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/KimMachineGun/automemlimit/memlimit"
	"github.com/dustin/go-humanize"
	"github.com/muesli/cancelreader"
	"github.com/rogpeppe/go-internal/txtar"
	"github.com/sourcegraph/conc/panics"
	"github.com/urfave/cli/v2"

	"tilejudge/cases"
	"tilejudge/formats"
	"tilejudge/judge"
	"tilejudge/solver"
)

const (
	name    = "tilejudge"
	version = "0.1.0"
)

// Exit codes.
const (
	exitOK          = 0   // all well; "unsolvable" is an answer
	exitFailed      = 1   // a record has no answer
	exitUsage       = 2   // usage, file or I/O
	exitFault       = 3   // an error of ours
	exitInterrupted = 130 // as a shell reports SIGINT
)

// errFailed is returned after records without an answer, which have been reported.
var errFailed = errors.New("some puzzles have no answer")

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	context.AfterFunc(ctx, stop) // a second signal kills
	os.Exit(run(ctx, os.Args, os.Stdin, os.Stdout, os.Stderr))
}

// run runs the command line and returns the exit code.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return guard(stderr, func() int {
		app := newApp(stdin, stdout, stderr)
		if words, ok := completing(args); ok {
			complete(app, words)
			return exitOK
		}
		return exitCode(app.RunContext(ctx, flagsFirst(app, args)), stderr)
	})
}

// guard reports a panic, which is a fault of ours like any other.
func guard(stderr io.Writer, f func() int) (code int) {
	var catcher panics.Catcher
	catcher.Try(func() { code = f() })
	if p := catcher.Recovered(); p != nil {
		fmt.Fprintf(stderr, "%s: internal fault: %v\n%s", name, p.Value, p.Stack)
		return exitFault
	}
	return code
}

// exitCode reports an error that has not been, and returns its exit code.
func exitCode(err error, stderr io.Writer) int {
	var fault *judge.Fault
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, errFailed):
		return exitFailed
	case errors.Is(err, context.Canceled), errors.Is(err, cancelreader.ErrCanceled):
		return exitInterrupted
	case errors.As(err, &fault):
		fmt.Fprintf(stderr, "%s: internal fault: %v\n%s", name, err, fault.Stack)
		return exitFault
	default:
		fmt.Fprintf(stderr, "%s: %v\n", name, err)
		return exitUsage
	}
}

// newApp declares the commands and flags.
func newApp(stdin io.Reader, stdout, stderr io.Writer) *cli.App {
	verbose := &cli.BoolFlag{Name: "verbose", Aliases: []string{"v"}, Usage: "describe each in full"}
	app := &cli.App{
		Name:           name,
		Usage:          "solve streams of sliding-tile puzzles in the formats of online judges",
		Version:        version,
		Reader:         stdin,
		Writer:         stdout,
		ErrWriter:      stderr,
		ExitErrHandler: func(*cli.Context, error) {}, // run decides
		OnUsageError:   usageError,
		Action:         noCommand,
		Commands: []*cli.Command{
			{
				Name:      "solve",
				Usage:     "answer the puzzles in files, or on standard input",
				ArgsUsage: "[FILE...]",
				Action:    solve,
				Flags: []cli.Flag{
					&cli.StringFlag{Name: "format", Aliases: []string{"f"}, Usage: "`FORMAT` of the input (see formats); detected if not given"},
					&cli.StringFlag{Name: "to", Usage: "answer as `FORMAT` does"},
					&cli.StringFlag{Name: "algorithm", Aliases: []string{"a"}, Value: solver.Algorithms[0].Name, Usage: "`NAME` of the algorithm (see algorithms)"},
					&cli.StringFlag{Name: "heuristic", Usage: "`NAME` of the heuristic: " + strings.Join(solver.Heuristics[1:], ", ")},
					&cli.IntFlag{Name: "workers", Aliases: []string{"j"}, Value: runtime.GOMAXPROCS(0), Usage: "search `N` puzzles at once"},
					&cli.IntFlag{Name: "window", Value: 1 << 16, Usage: "read at most `N` puzzles ahead of the answers"},
					&cli.Int64Flag{Name: "node-limit", Usage: "give a puzzle up after `N` expanded boards (0: never)"},
					&cli.DurationFlag{Name: "time-limit", Usage: "give a puzzle up after a `TIME` such as 500ms (0: never)"},
					&cli.StringFlag{Name: "memory-limit", Usage: "let searches hold at most `SIZE`, such as 2GiB, in all (default: a quarter of the memory)"},
					&cli.BoolFlag{Name: "keep-going", Aliases: []string{"k"}, Usage: "go on after a malformed puzzle"},
					&cli.BoolFlag{Name: "stats", Usage: "print a summary to standard error"},
					&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write the answers to `FILE`"},
					&cli.StringFlag{Name: "cases", Usage: "solve the bundled puzzles of that `NAME`"},
				},
			},
			{Name: "formats", Usage: "list the formats", ArgsUsage: "[NAME...]", Action: listFormats, Flags: []cli.Flag{verbose}},
			{Name: "algorithms", Usage: "list the algorithms and heuristics", ArgsUsage: "[NAME...]", Action: listAlgorithms, Flags: []cli.Flag{verbose}},
			{Name: "completion", Usage: "print a completion script for a shell", ArgsUsage: "bash|zsh|fish", Action: completion},
		},
	}
	for _, c := range app.Commands {
		c.OnUsageError = usageError
		c.HideHelpCommand = true
	}
	return app
}

// solve answers the puzzles of each input in turn.
func solve(c *cli.Context) (err error) {
	job, err := newJob(c)
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, job.close()) }()
	inputs := c.Args().Slice()
	switch {
	case c.IsSet("cases") && len(inputs) > 0:
		return errors.New("--cases takes the place of files")
	case c.IsSet("cases"):
		err = job.bundled(c.Context, c.String("cases"))
	case len(inputs) == 0:
		err = job.input(c.Context, c.App.Reader, "stdin")
	}
	for _, name := range inputs {
		if err == nil {
			err = job.file(c.Context, name, c.App.Reader)
		}
	}
	if c.Bool("stats") {
		printStats(c.App.ErrWriter, job.stats)
	}
	if err == nil && job.stats.Failed() > 0 {
		return errFailed
	}
	return err
}

// A job is one run of solve: how to answer, and what came of it.
type job struct {
	format    *formats.Format // nil: to be detected
	to        *formats.Format // nil: the input's
	algorithm string
	options   solver.Options
	batch     judge.Batch
	solvers   map[*formats.Format]solver.Solver // by the format of the answers
	out       io.Writer
	close     func() error
	complain  func(error)
	stats     judge.Stats
}

// newJob reads the flags.
func newJob(c *cli.Context) (*job, error) {
	j := &job{
		algorithm: c.String("algorithm"),
		solvers:   make(map[*formats.Format]solver.Solver),
		out:       c.App.Writer,
		close:     func() error { return nil },
		complain:  func(err error) { fmt.Fprintf(c.App.ErrWriter, "%s: %v\n", c.App.Name, err) },
	}
	for name, format := range map[string]**formats.Format{"format": &j.format, "to": &j.to} {
		if c.IsSet(name) {
			f, err := formats.Lookup(c.String(name))
			if err != nil {
				return nil, fmt.Errorf("--%s: %w%s", name, err, suggest(c.String(name), formatNames()))
			}
			*format = f
		}
	}
	if err := j.readLimits(c); err != nil {
		return nil, err
	}
	if err := j.readHeuristic(c); err != nil {
		return nil, err
	}
	return j, j.openOutput(c)
}

// readLimits reads the flags that are numbers.
func (j *job) readLimits(c *cli.Context) error {
	for _, flag := range []struct {
		name         string
		value, least int64
	}{
		{"workers", int64(c.Int("workers")), 1},
		{"window", int64(c.Int("window")), 1},
		{"node-limit", c.Int64("node-limit"), 0},
		{"time-limit", int64(c.Duration("time-limit")), 0},
	} {
		if flag.value < flag.least {
			return fmt.Errorf("--%s: found %v, expected at least %d", flag.name, c.Value(flag.name), flag.least)
		}
	}
	memory := uint64(1 << 30)
	if c.IsSet("memory-limit") {
		var err error
		if memory, err = humanize.ParseBytes(c.String("memory-limit")); err != nil || memory == 0 {
			return fmt.Errorf("--memory-limit: found %q, expected a size such as 512MiB", c.String("memory-limit"))
		}
	} else if total, err := memlimit.ApplyFallback(memlimit.FromCgroup, memlimit.FromSystem)(); err == nil {
		memory = total / 4
	}
	memory = min(memory, math.MaxInt64/2)
	// The collector must not leave dead memory beside what searches may hold.
	debug.SetMemoryLimit(int64(memory) + 64<<20)
	workers := min(c.Int("workers"), 1<<16)
	j.options.NodeLimit = c.Int64("node-limit")
	j.options.MemoryLimit = max(int64(memory)/int64(workers), 1)
	j.batch = judge.Batch{
		Workers: workers, Window: min(c.Int("window"), 1<<20),
		TimeLimit: c.Duration("time-limit"),
		KeepGoing: c.Bool("keep-going"),
	}
	return nil
}

// readHeuristic reads the flag and makes sure that it has a use.
func (j *job) readHeuristic(c *cli.Context) error {
	i := slices.IndexFunc(solver.Algorithms, func(a solver.Algorithm) bool { return a.Name == j.algorithm })
	if i < 0 {
		return fmt.Errorf("--algorithm: unknown algorithm %q%s", j.algorithm, suggest(j.algorithm, algorithmNames()))
	}
	if !c.IsSet("heuristic") {
		return nil
	}
	name := c.String("heuristic")
	h, err := solver.ParseHeuristic(name)
	if err != nil {
		return fmt.Errorf("--heuristic: unknown heuristic %q%s", name, suggest(name, solver.Heuristics[1:]))
	}
	if !solver.Algorithms[i].Heuristic {
		return fmt.Errorf("--heuristic: %s uses none", j.algorithm)
	}
	j.options.Heuristic = h
	return nil
}

// openOutput creates the file of --output, unless it is one of the inputs.
func (j *job) openOutput(c *cli.Context) error {
	name := c.String("output")
	if !c.IsSet("output") || name == "-" {
		return nil
	}
	if old, err := os.Stat(name); err == nil && old.Mode().IsRegular() {
		for _, input := range c.Args().Slice() {
			if in, err := os.Stat(input); err == nil && os.SameFile(old, in) {
				return fmt.Errorf("--output: %s is an input", name)
			}
		}
	}
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	j.out, j.close = f, f.Close
	return nil
}

// bundled answers the puzzles of a file in cases.
func (j *job) bundled(ctx context.Context, name string) error {
	data, err := fs.ReadFile(cases.FS, name+".txt")
	if err != nil {
		return fmt.Errorf("--cases: there are none called %q%s", name, suggest(name, caseNames()))
	}
	in, _ := example(data)
	if j.format == nil {
		j.format, _ = formats.Lookup(name)
	}
	return j.input(ctx, strings.NewReader(in), "cases/"+name)
}

// file answers the puzzles of a file; "-" is standard input.
func (j *job) file(ctx context.Context, name string, stdin io.Reader) error {
	if name == "-" {
		return j.input(ctx, stdin, "stdin")
	}
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	return j.input(ctx, f, name)
}

// input answers the puzzles of one input.
func (j *job) input(ctx context.Context, in io.Reader, name string) error {
	// Pipes and terminals can be woken when ctx ends; other files do not wait.
	if r, err := cancelreader.NewReader(in); err == nil {
		defer r.Close()
		defer context.AfterFunc(ctx, func() { r.Cancel() })()
		in = r
	}
	format := j.format
	if format == nil {
		var err error
		if format, in, err = formats.Detect(in); err != nil {
			return cmp.Or(ctx.Err(), fmt.Errorf("%s: %w", name, err))
		}
	}
	to := cmp.Or(j.to, format)
	enc, err := formats.NewEncoder(format, to)
	if err != nil {
		return err
	}
	if j.batch.Solver, err = j.solver(to); err != nil {
		return err
	}
	j.batch.Report = func(err error) {
		if !errors.As(err, new(*formats.SyntaxError)) {
			err = fmt.Errorf("%s: %w", name, err)
		}
		j.complain(err)
	}
	stats, err := j.batch.Run(ctx, formats.NewDecoder(in, name, format), enc, j.out)
	j.stats.Add(stats)
	if errors.As(err, new(*formats.SyntaxError)) {
		j.complain(err)
		return errFailed
	}
	return err
}

// solver returns the solver for answers in a format.
func (j *job) solver(to *formats.Format) (solver.Solver, error) {
	s := j.solvers[to]
	if s == nil {
		o := j.options
		o.Order, o.LengthOnly = to.Order, !to.Answer.NeedsPath()
		var err error
		if s, err = solver.New(j.algorithm, o); err != nil {
			return nil, err
		}
		j.solvers[to] = s
	}
	return s, nil
}

// printStats writes the summary of --stats.
func printStats(w io.Writer, s judge.Stats) {
	seconds := s.Time.Seconds()
	t := tabwriter.NewWriter(w, 0, 0, 1, ' ', tabwriter.AlignRight)
	for _, row := range []struct {
		name  string
		value any
	}{
		{"puzzles", s.Puzzles()},
		{"solved", s.Solved},
		{"unsolvable", s.Unsolvable},
		{"gave up", s.GaveUp},
		{"malformed", s.Malformed},
		{"moves", s.Moves},
		{"nodes", s.Nodes},
		{"seconds", fmt.Sprintf("%.3f", seconds)},
		{"puzzles/s", fmt.Sprintf("%.0f", float64(s.Puzzles())/max(seconds, float64(time.Nanosecond)/1e9))},
	} {
		fmt.Fprintf(t, "%s\t%v\t\n", row.name, row.value)
	}
	t.Flush()
}

// example returns the puzzles of a bundled file and the answers to them.
func example(data []byte) (input, answer string) {
	for _, f := range txtar.Parse(data).Files {
		switch f.Name {
		case "input":
			input = string(f.Data)
		case "answer":
			answer = string(f.Data)
		}
	}
	return input, answer
}
