package batching

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"tilejudge/judge/cluster"
	"tilejudge/judge/command/app"
)

// scriptCommand declares batch script.
func scriptCommand() *app.Command {
	return &app.Command{
		Name:        "script",
		Usage:       "print what makes an engine do the parts that are missing",
		ArgsUsage:   "DIR [-- OPTION...]",
		Description: scriptDescription(),
		Action:      script,
		Flags: []cli.Flag{
			app.OneOf("engine", cluster.EngineNames, &cli.StringFlag{
				Name: "engine", Category: "Engine", Aliases: []string{"e"}, Value: "slurm",
				Usage: "print a script, or a configuration, for `ENGINE`",
			}),
			app.AtLeast(0, &cli.IntFlag{
				Name: "slots", Category: "Engine", DefaultText: "as the engine likes",
				Usage: "let at most `N` jobs run at once",
			}),
			app.AtLeast(1, &cli.IntFlag{
				Name: "window", Category: "Engine", DefaultText: "all",
				Usage: "submit `N` jobs, and the next ones when these have ended (slurm, pbs, sge, lsf)",
			}),
			app.AtLeast(1, &cli.IntFlag{
				Name: "max-array", Category: "Engine", DefaultText: "as the engine is installed",
				Usage: "put at most `N` jobs into one array",
			}),
			&cli.StringFlag{
				Name: "program", Category: "Machines", DefaultText: "this one",
				Usage: "machines find the program as `PATH`",
			},
			&cli.StringFlag{
				Name: "dir", Category: "Machines", DefaultText: "as here; /batch in containers",
				Usage: "machines find the directory as `PATH`",
			},
			&cli.StringFlag{
				Name: "output", Category: "Machines", Aliases: []string{"o"},
				DefaultText: "answers.txt in the directory",
				Usage:       "let the merge write `FILE`",
			},
			&cli.StringFlag{
				Name: "image", Category: "Machines", Value: "tilejudge",
				Usage: "containers run `IMAGE`",
			},
			&cli.StringFlag{
				Name: "claim", Category: "Machines", Value: "tilejudge",
				Usage: "the batch is on the volume of a persistent volume claim `NAME`",
			},
		},
	}
}

func scriptDescription() string {
	text := `
What it prints submits the parts that are missing, and a job that merges all of them afterwards.
Run both again after any failure. For a batch of new --split it submits jobs that do whatever is
left together, --slots or 100 at once; ten times as many wait, to take over from jobs that reach
their time limit. With Slurm, PBS, Grid Engine and LSF the merge submits more of them while anything
is left, until ten times in a row nothing gets done. What stands behind -- is passed to the engine's
own command: the queue, the account, the time limit or the cores of a job. Messages of the jobs go
to DIR/log.

The merge ends with the exit status of one process. So an engine may say that it failed although it
wrote the answers, if a puzzle has no proper answer: its messages tell which one.

`
	for _, e := range cluster.Engines {
		text += fmt.Sprintf("  %-12s %s\n", e.Name, e.Title)
	}
	return text
}

// script prints a script.
func script(c *cli.Context) error {
	args := c.Args().Slice()
	if len(args) == 0 {
		return fmt.Errorf("batch script: expected the directory of a batch; found no arguments")
	}
	b, err := open(args[0])
	if err != nil {
		return err
	}
	parts, err := b.Todo()
	if err != nil {
		return err
	}
	e, err := cluster.LookupEngine(c.String("engine"))
	if err != nil {
		return err
	}
	if n := c.Int("max-array"); n > 0 {
		limited := *e
		limited.MaxArray, e = n, &limited
	}
	slots, window := c.Int("slots"), c.Int("window")
	switch {
	case slots > 0 && e.NoSlots && b.Unit == 0:
		return fmt.Errorf("--slots is not for %s, which runs as many jobs as it has room for", e.Name)
	case window > 0 && !e.Windows:
		return fmt.Errorf("--window is for slurm, pbs, sge and lsf, not for %s", e.Name)
	case b.Unit > 0 && len(parts) > 0:
		slots = cmp.Or(slots, 100)
		parts = splitJobs(e, slots)
	}
	if window > 0 {
		parts = parts[:min(len(parts), window)]
	}
	if !e.Options && len(args) > 1 {
		return fmt.Errorf("batch script: found %q, but %s takes no options", args[1], e.Name)
	}
	s := &cluster.Submission{
		Name: jobName(args[0]), Base: filepath.Base(absolute(args[0])),
		Numbers: parts, Options: args[1:], Slots: slots, Split: b.Unit > 0,
		Image: c.String("image"), Claim: c.String("claim"),
	}
	if len(parts) > 0 {
		for _, spec := range missingTables(b) {
			s.Tables = append(s.Tables, spec.Name)
		}
	}
	if err := place(c, s, e, args[0]); err != nil {
		return err
	}
	if e.Windows && (s.Split || window > 0) && len(parts) > 0 {
		s.Again = again(c, s)
	}
	return e.WriteScript(c.App.Writer, s)
}

// splitJobs returns the numbers of jobs for a split batch: more than can run at once, so that
// others take over from those that reach their time limit. Jobs that begin when all is done end at
// once.
func splitJobs(e *cluster.Engine, slots int) (all []int) {
	for i := range min(10*slots, max(slots, e.MaxArray)) {
		all = append(all, i+1)
	}
	return all
}

// again returns the flags with which the merge job submits jobs for the parts that are left.
func again(c *cli.Context, s *cluster.Submission) (flags []string) {
	flags = []string{
		"--engine", c.String("engine"), "--program", s.Program, "--dir", s.Dir, "--output", s.Output,
	}
	for _, name := range []string{"slots", "max-array", "window"} {
		if n := c.Int(name); n > 0 {
			flags = append(flags, "--"+name, strconv.Itoa(n))
		}
	}
	return flags
}

// place sets the paths at which the machines find the program and the files.
func place(c *cli.Context, s *cluster.Submission, e *cluster.Engine, dir string) (err error) {
	s.Program, s.Dir, s.Output = c.String("program"), c.String("dir"), c.String("output")
	if s.Program == "" {
		if s.Program, err = os.Executable(); err != nil {
			return err
		}
	}
	if s.Dir == "" && e.Containers {
		s.Dir = "/batch"
	}
	if s.Dir == "" {
		if s.Dir, err = filepath.Abs(dir); err != nil {
			return err
		}
	}
	switch {
	case s.Output == "":
		s.Output = s.Dir + "/answers.txt"
	case !e.Containers:
		s.Output, err = filepath.Abs(s.Output)
	}
	return err
}

// absolute returns the absolute name of a directory, or the name as it is if that fails.
func absolute(dir string) string {
	if abs, err := filepath.Abs(dir); err == nil {
		return abs
	}
	return dir
}

// jobName makes a name for jobs from the name of the directory. Every engine takes it: small
// letters, digits and dashes, the first a letter.
func jobName(dir string) string {
	const maxName = 40 // Kubernetes takes 63, and appends to a name
	name := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return '-'
	}, strings.ToLower(filepath.Base(absolute(dir))))
	name = strings.Trim(name[:min(len(name), maxName)], "-")
	if name == "" || name[0] <= '9' {
		name = strings.Trim("batch-"+name, "-")
	}
	return name
}
