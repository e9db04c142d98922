package judging

import (
	"bufio"
	"fmt"

	"github.com/urfave/cli/v2"

	"tilejudge/judge/command/app"
	"tilejudge/judge/command/list"
	"tilejudge/judge/sandbox"
)

// Doctor declares the command doctor.
func Doctor() *app.Command {
	return &app.Command{
		Name:     "doctor",
		Category: "Judge",
		Usage:    "say what run protects from on this system, and what it does not",
		Description: `
It runs a program as run and stress do, and lists each means of protection that this system
has or lacks, what it protects from, and what stays possible. Expected answers are hidden where they
are kept; a program can still read copies of them in other places that you can read.`,
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
	Means []sandbox.Means `json:"means"`
	Ways  []sandbox.Way   `json:"ways"`
	Gaps  []string        `json:"not_protected"`
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
	found := diagnosis{r.Means(), sandbox.Ways(r.Means()), sandbox.Gaps(r.Means())}
	if c.Bool("json") {
		return list.JSON(c.App.Writer, found)
	}
	return found.print(c)
}

// print prints the diagnosis as a table.
func (d *diagnosis) print(c *cli.Context) error {
	w := bufio.NewWriter(c.App.Writer)
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
	return w.Flush()
}
