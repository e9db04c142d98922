package running

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/dustin/go-humanize"
	"github.com/mattn/go-shellwords"
	"github.com/urfave/cli/v2"

	"tilejudge/judge/command/app"
	"tilejudge/judge/command/flags"
	"tilejudge/judge/program/sandbox"
	"tilejudge/judge/program/sandbox/means"
	"tilejudge/judge/program/scratch"
)

// programOptions say how to run the program.
type programOptions struct {
	command, inputAs string
	sandbox          sandbox.Options
	limits           sandbox.Limits // Wall is 0 if it is not given
	strict           bool
	policy           string // a file, see sandbox.ReadPolicy; "": none
}

// flags are the flags about a program.
func (o *programOptions) flags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{
			Name: "command", Category: "Program", Aliases: []string{"c"}, Destination: &o.command,
			Usage: "the program and its arguments, in one `WORD`",
		},
		app.OneOf("way", func() []string { return []string{"stdin", "file"} }, &cli.StringFlag{
			Name: "input-as", Category: "Program", Value: "stdin", Destination: &o.inputAs,
			Usage: "give the input to the program on `WAY`: stdin, or file: then {input} among" +
				" its arguments is the name of a file, and {output} that of one for its answers",
		}),
		flags.PositiveTime(&o.limits.CPU, &cli.StringFlag{
			Name: "time-limit", Category: "Limits", Value: "10",
			Aliases: []string{"tle", "timeout"},
			Usage:   "limit of CPU `TIME`, in seconds or with a unit, such as 500ms",
		}),
		flags.PositiveTime(&o.limits.Wall, &cli.StringFlag{
			Name: "wall-limit", Category: "Limits", Aliases: []string{"wall"},
			Usage: "limit of wall `TIME` (default: twice that of CPU time, and a second, and up to five" +
				" times as much while it waits for a processor)",
		}),
		size(&o.limits.Memory, &cli.StringFlag{
			Name: "memory-limit", Category: "Limits", Value: "1024",
			Aliases: []string{"mle"},
			Usage:   "limit of `MEMORY`, in MiB or with a unit, such as 1GiB",
		}),
		size(&o.limits.Output, &cli.StringFlag{
			Name: "output-limit", Category: "Limits", Value: fmt.Sprint(sandbox.UsualOutput >> 20),
			Aliases: []string{"ole"},
			Usage: "limit of the `OUTPUT`, in MiB or with a unit, such as 64KiB." +
				" It holds for each file that the program writes",
		}),
		app.AtLeast(1, &cli.IntFlag{
			Name: "process-limit", Category: "Limits", Value: sandbox.UsualProcesses,
			Aliases:     []string{"processes"},
			Destination: &o.limits.Processes,
			Usage:       "limit of `N` processes at once, and of 4N+64 threads",
		}),
		&cli.BoolFlag{
			Name: "no-sandbox", Category: "Program", Destination: &o.sandbox.NoSandbox,
			Usage: "let the program use files, network and environment; limits hold",
		},
		&cli.BoolFlag{
			Name: "strict", Category: "Program", Destination: &o.strict,
			Usage: "do not run the program unless the whole sandbox is in force (see doctor)",
		},
		app.List(&o.sandbox.Mount, &cli.StringSliceFlag{
			Name: "mount", Category: "Program",
			Usage: "let the program read the file or directory `PATH`, too; can be repeated",
		}),
		&cli.StringFlag{
			Name: "policy", Category: "Program", Destination: &o.policy,
			Usage: "let the program make the system calls that the `FILE` names, too",
		},
		&cli.BoolFlag{
			Name: "network", Category: "Program", Destination: &o.sandbox.Network,
			Usage: "let the program use the loopback device of a network of its own",
		},
	}
}

// size returns a flag for a size: a number of MiB, or a number with a unit.
func size(to *int64, f *cli.StringFlag) cli.Flag {
	return app.Read(func(text string) error {
		n, err := humanize.ParseBytes(text)
		if mib, err2 := strconv.ParseFloat(text, 64); err2 == nil && mib < 1e9 {
			n, err = uint64(max(mib, 0)*(1<<20)), nil
		}
		if err != nil || n == 0 || n > 1<<50 {
			return fmt.Errorf("found %q, expected a size such as 64 or 64MiB", text)
		}
		*to = int64(n)
		return nil
	}, f)
}

// A contestant is a program to judge, and its limits.
type contestant struct {
	programOptions
	words  []string // the program and its arguments
	byName bool     // the input is a file that an argument names
	warned bool     // the user has been told what the sandbox lacks
}

// newContestant returns the program that the words of the command line, or else the options, name.
func newContestant(c *cli.Context, o programOptions, words []string) (*contestant, error) {
	p := &contestant{programOptions: o, words: words, byName: o.inputAs == "file"}
	for _, flag := range []string{"strict", "network", "mount", "policy"} {
		if c.IsSet(flag) && o.sandbox.NoSandbox {
			return nil, fmt.Errorf("--%s: found --no-sandbox too, expected one of them", flag)
		}
	}
	for _, path := range o.sandbox.Mount {
		if err := sandbox.CheckMount(path); err != nil {
			return nil, fmt.Errorf("--mount: %w", err)
		}
	}
	if o.policy != "" {
		calls, err := sandbox.ReadPolicy(o.policy)
		if err != nil {
			return nil, fmt.Errorf("--policy: %w", err)
		}
		p.sandbox.Calls = calls
	}
	if p.limits.Wall == 0 {
		p.limits.SetWall()
	}
	switch {
	case c.IsSet("command") && len(words) > 0:
		return nil, fmt.Errorf("--command: found the program %q too; flags of its own"+
			" go after --, as in \"-- %s -c\"", words[0], words[0])
	case c.IsSet("command"):
		var err error
		if p.words, err = shellwords.Parse(o.command); err != nil || len(p.words) == 0 {
			return nil, fmt.Errorf("--command: found %q, expected a program and its arguments",
				o.command)
		}
	case len(words) == 0:
		return nil, errors.New("found no program, expected one after --, or --command")
	}
	return p, p.checkWay(c)
}

// checkWay returns an error if --input-as does not fit the arguments of the program.
func (p *contestant) checkWay(c *cli.Context) error {
	names := func(mark string) bool {
		return slices.ContainsFunc(p.words[1:], func(arg string) bool {
			return strings.Contains(arg, mark)
		})
	}
	switch {
	case p.byName && !names(sandbox.InputMark):
		return fmt.Errorf("--input-as: found no %s among the arguments of the program",
			sandbox.InputMark)
	case !p.byName && !c.IsSet("input-as") && names(sandbox.InputMark):
		return fmt.Errorf("found %s among the arguments of the program, expected --input-as file"+
			" (or --input-as stdin, to pass it as it is)", sandbox.InputMark)
	default:
		return nil
	}
}

// start starts n runners and tells the user which protection is missing. It also removes
// what killed judges have left behind.
func (p *contestant) start(c *cli.Context, n int) (runners []*sandbox.Runner, err error) {
	scratch.Sweep()
	p.sandbox.Runners = n
	for range n {
		r, err := sandbox.Start(p.sandbox)
		if err != nil {
			stopRunners(runners)
			return nil, err
		}
		runners = append(runners, r)
	}
	list := runners[0].Means()
	if missing := list.Missing(); p.strict && len(missing) > 0 {
		stopRunners(runners)
		return nil, fmt.Errorf("--strict: %s", means.Incomplete(missing))
	}
	gaps := list.Degraded()
	if len(gaps) > 0 && !p.sandbox.NoSandbox && !p.warned {
		p.warned = true
		fmt.Fprintf(c.App.ErrWriter, "%s: %s\n", c.App.Name, means.Incomplete(gaps))
	}
	return runners, nil
}

func stopRunners(runners []*sandbox.Runner) {
	for _, r := range runners {
		r.Close()
	}
}
