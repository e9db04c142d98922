package running

import (
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"tilejudge/judge/command/app"
	"tilejudge/judge/command/stdio"
	"tilejudge/judge/program/sandbox"
	"tilejudge/judge/program/sandbox/means"
)

// Doctor declares the command doctor.
func Doctor() *app.Command {
	return &app.Command{
		Name:     "doctor",
		Category: "Judge",
		Usage:    "say what run protects from on this system, and what it does not",
		Description: `
It runs a program as run and stress do, and lists each means of protection that this system
has or lacks, what it protects from, what stays possible, and what honest programs may miss. It
lists the files that every program sees; the help of run says which are a program's own. Means that
are missing do not change the exit code: run --strict refuses to run without them.`,
		Action: doctor,
		Examples: []app.Example{
			{Command: "tilejudge doctor"},
			{Command: "tilejudge doctor --json"},
		},
		Flags: []cli.Flag{&cli.BoolFlag{Name: "json", Usage: "print JSON"}},
	}
}

// A diagnosis is what doctor finds.
type diagnosis struct {
	Means means.List  `json:"means"`
	Ways  []means.Way `json:"ways"`
	Gaps  []string    `json:"not_protected"`
	Lacks []string    `json:"refused"`
	Root  []string    `json:"root"` // nil: all files
}

// doctor runs a program in the sandbox and prints what was in force.
func doctor(c *cli.Context) error {
	if c.NArg() > 0 {
		return fmt.Errorf("doctor takes no argument, found %q", c.Args().First())
	}
	r, err := sandbox.Start(sandbox.Options{})
	if err != nil {
		return err
	}
	defer r.Close()
	if err := r.Check(c.Context); err != nil {
		return err
	}
	all := r.Means()
	found := diagnosis{all, all.Ways(), all.Gaps(), all.Refusals(), r.Root()}
	if c.Bool("json") {
		return stdio.PrintJSON(c.App.Writer, found)
	}
	return found.print(c)
}

// print prints the diagnosis as a table.
func (d *diagnosis) print(c *cli.Context) error {
	w := new(strings.Builder)
	fmt.Fprintf(w, "%s\n\n", d.headline())
	for _, m := range d.Means {
		state := "in force"
		if !m.InForce {
			state = "missing"
		}
		fmt.Fprintf(w, "%-21s %-8s  %s\n", m.Name, state, m.Protects)
		if !m.InForce {
			fmt.Fprintf(w, "%-32s(%s)\n", "", m.Missing)
		}
	}
	fmt.Fprintf(w, "\nHow programs are ended and measured:\n")
	for _, way := range d.Ways {
		fmt.Fprintf(w, "  %-9s  %s\n", way.What, way.How)
	}
	fmt.Fprintf(w, "\nWhat stays possible:\n")
	for _, gap := range d.Gaps {
		fmt.Fprintf(w, "  %s\n", gap)
	}
	if len(d.Lacks) > 0 {
		fmt.Fprintf(w, "\nWhat programs cannot have, though honest ones may need it:\n")
	}
	for _, refusal := range d.Lacks {
		fmt.Fprintf(w, "  %s\n", refusal)
	}
	d.printRoot(w)
	return stdio.PrintFolded(c, w.String())
}

// headline says in a line whether all means are in force.
func (d *diagnosis) headline() string {
	var missing []string
	for _, m := range d.Means {
		if !m.InForce {
			missing = append(missing, m.Name)
		}
	}
	if missing == nil {
		return fmt.Sprintf("All %d means of protection are in force.", len(d.Means))
	}
	return fmt.Sprintf("%d of %d means of protection are missing: %s.", len(missing), len(d.Means),
		strings.Join(missing, ", "))
}

// printRoot prints the files that every program sees, a line for each directory in /.
func (d *diagnosis) printRoot(w io.Writer) {
	fmt.Fprintf(w, "\nWhat every program sees besides its own files:\n")
	if d.Root == nil {
		fmt.Fprintf(w, "  all files that you see\n")
		return
	}
	last := ""
	for _, path := range d.Root {
		top, below, _ := strings.Cut(path[1:], "/")
		if top != last {
			fmt.Fprintf(w, "%s  /%s", strings.Repeat("\n", min(len(last), 1)), top)
		}
		switch {
		case below != "" && top != last:
			fmt.Fprintf(w, ": %s", below)
		case below != "":
			fmt.Fprintf(w, ", %s", below)
		}
		last = top
	}
	fmt.Fprintf(w, "\n  /proc; %s\n", d.others())
}

// others says what else every program sees.
func (d *diagnosis) others() string {
	for _, m := range d.Means {
		if m.Name == means.Root && m.InForce {
			return "/dev of its own; and /tmp, /var/tmp and /dev/shm, which are empty"
		}
	}
	return "and some devices, such as /dev/null"
}
