package running

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/mattn/go-shellwords"
	"github.com/urfave/cli/v2"

	"tilejudge/judge/command/app"
	"tilejudge/judge/command/flags"
	"tilejudge/judge/program/sandbox"
	"tilejudge/judge/program/scratch"
)

// programFlags declares the flags about a program, which newContestant reads.
func programFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{
			Name: "command", Category: "Program", Aliases: []string{"c"},
			Usage: "the program and its arguments, in one `WORD`",
		},
		app.OneOf("way", func() []string { return []string{"stdin", "file"} }, &cli.StringFlag{
			Name: "input-as", Category: "Program", Value: "stdin",
			Usage: "give the input to the program on `WAY`: stdin, or file: then {input} among" +
				" its arguments is the name of a file, and {output} that of one for its answers",
		}),
		&cli.StringFlag{
			Name: "tle", Category: "Limits", Value: "10",
			Usage: "limit of CPU `TIME`, in seconds or with a unit, such as 500ms",
		},
		&cli.StringFlag{
			Name: "wall", Category: "Limits",
			Usage: "limit of wall `TIME` (default: twice that of CPU time, and a second)",
		},
		&cli.StringFlag{
			Name: "mle", Category: "Limits", Value: "1024",
			Usage: "limit of `MEMORY`, in MiB or with a unit, such as 1GiB",
		},
		&cli.StringFlag{
			Name: "ole", Category: "Limits", Value: "64",
			Usage: "limit of the `OUTPUT`, in MiB or with a unit, such as 64KiB",
		},
		&cli.IntFlag{
			Name: "processes", Category: "Limits", Value: 64,
			Usage: "limit of `N` processes at once",
		},
		&cli.BoolFlag{
			Name: "no-sandbox", Category: "Program",
			Usage: "let the program use files, network and environment; limits hold",
		},
		&cli.BoolFlag{
			Name: "strict", Category: "Program",
			Usage: "do not run the program unless the whole sandbox is in force (see doctor)",
		},
		&cli.StringSliceFlag{
			Name: "mount", Category: "Program",
			Usage: "let the program read the file or directory `PATH`, too; can be repeated",
		},
		&cli.BoolFlag{
			Name: "network", Category: "Program",
			Usage: "let the program use the loopback device of a network of its own",
		},
	}
}

// A contestant is a program to judge, and its limits.
type contestant struct {
	command []string
	byName  bool // the input is a file that an argument names
	limits  sandbox.Limits
	options sandbox.Options
	strict  bool // run the program only in a complete sandbox
	warned  bool // the user has been told what the sandbox lacks
}

// newContestant reads the flags about a program.
func newContestant(c *cli.Context) (*contestant, error) {
	return newContestantOf(c, c.Args().Slice())
}

// newContestantOf is newContestant for a program that the arguments name among others.
func newContestantOf(c *cli.Context, command []string) (*contestant, error) {
	p := &contestant{command: command}
	if err := p.readOptions(c); err != nil {
		return nil, err
	}
	switch {
	case c.IsSet("command") && len(p.command) > 0:
		return nil, fmt.Errorf("--command: found the program %q too; flags of its own"+
			" go after --, as in \"-- %s -c\"", p.command[0], p.command[0])
	case c.IsSet("command"):
		words, err := shellwords.Parse(c.String("command"))
		if err != nil || len(words) == 0 {
			return nil, fmt.Errorf("--command: found %q, expected a program and its arguments",
				c.String("command"))
		}
		p.command = words
	case len(p.command) == 0:
		return nil, errors.New("found no program, expected one after --, or --command")
	}
	if err := p.readWay(c); err != nil {
		return nil, err
	}
	return p, p.readLimits(c)
}

// readLimits reads the flags about limits.
func (p *contestant) readLimits(c *cli.Context) (err error) {
	l := &p.limits
	if l.CPU, err = flags.PositiveTime(c, "tle"); err != nil {
		return err
	}
	if l.Wall = 2*l.CPU + time.Second; c.IsSet("wall") {
		if l.Wall, err = flags.PositiveTime(c, "wall"); err != nil {
			return err
		}
	}
	if l.Memory, err = sizeFlag(c, "mle"); err != nil {
		return err
	}
	if l.Output, err = sizeFlag(c, "ole"); err != nil {
		return err
	}
	if l.Processes = c.Int("processes"); l.Processes < 1 {
		return fmt.Errorf("--processes: found %d, expected at least 1", l.Processes)
	}
	return nil
}

// readWay reads --input-as, which the arguments of the program must fit.
func (p *contestant) readWay(c *cli.Context) error {
	p.byName = c.String("input-as") == "file"
	names := func(mark string) bool {
		return slices.ContainsFunc(p.command[1:], func(arg string) bool {
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

// readOptions reads the flags about the sandbox.
func (p *contestant) readOptions(c *cli.Context) error {
	o := &p.options
	o.NoSandbox, o.Network, o.Mount = c.Bool("no-sandbox"), c.Bool("network"), c.StringSlice("mount")
	p.strict = c.Bool("strict")
	for _, flag := range []string{"strict", "network", "mount"} {
		if c.IsSet(flag) && o.NoSandbox {
			return fmt.Errorf("--%s: found --no-sandbox too, expected one of them", flag)
		}
	}
	for _, path := range o.Mount {
		if err := sandbox.CheckMount(path); err != nil {
			return fmt.Errorf("--mount: %w", err)
		}
	}
	return nil
}

// sizeFlag returns a flag that is a size: MiB, or a number with a unit.
func sizeFlag(c *cli.Context, flag string) (int64, error) {
	text := c.String(flag)
	n, err := humanize.ParseBytes(text)
	if mib, err2 := strconv.ParseFloat(text, 64); err2 == nil && mib < 1e9 {
		n, err = uint64(max(mib, 0)*(1<<20)), nil
	}
	if err != nil || n == 0 || n > 1<<50 {
		return 0, fmt.Errorf("--%s: found %q, expected a size such as 64 or 64MiB", flag, text)
	}
	return int64(n), nil
}

// start starts n runners and tells the user which protection is missing. It also removes
// what killed judges have left behind.
func (p *contestant) start(c *cli.Context, n int) (runners []*sandbox.Runner, err error) {
	scratch.Sweep()
	for range n {
		r, err := sandbox.Start(p.options)
		if err != nil {
			stopRunners(runners)
			return nil, err
		}
		runners = append(runners, r)
	}
	means := runners[0].Means()
	if missing := sandbox.Missing(means); p.strict && len(missing) > 0 {
		stopRunners(runners)
		return nil, fmt.Errorf("--strict: the sandbox is not complete: no %s; see doctor",
			strings.Join(missing, ", no "))
	}
	gaps := sandbox.Degraded(means)
	if len(gaps) > 0 && !p.options.NoSandbox && !p.warned {
		p.warned = true
		fmt.Fprintf(c.App.ErrWriter, "%s: the sandbox is not complete: no %s; see doctor\n",
			c.App.Name, strings.Join(gaps, ", no "))
	}
	return runners, nil
}

func stopRunners(runners []*sandbox.Runner) {
	for _, r := range runners {
		r.Close()
	}
}
