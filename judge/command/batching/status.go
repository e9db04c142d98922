package batching

import (
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/dustin/go-humanize/english"
	"github.com/urfave/cli/v2"

	"tilejudge/judge/cluster"
	"tilejudge/judge/command/app"
	"tilejudge/judge/command/flags"
	"tilejudge/judge/command/stdio"
)

// statusCommand declares batch status.
func statusCommand() *app.Command {
	var every time.Duration
	return &app.Command{
		Name:      "status",
		Usage:     "count the parts and puzzles that are done",
		ArgsUsage: "DIR",
		Description: `
Nobody watches the machines: a part counts as running if an attempt has shown a sign of life within
5 minutes, which each does once a minute. If it has not, and has not written that it ended or
failed, it was killed or its machine died, and the part counts as silent. On the machine of the
attempt, that is told at once. The engine's own command, such as squeue, knows which jobs run.

With its signs of life, an attempt tells how long its search has taken, and the nodes that it has
expanded: since the last answer, so searches at once count together. The longest one is shown, with
-v all.`,
		Action: func(c *cli.Context) error { return watch(c, every) },
		Flags: []cli.Flag{
			&cli.BoolFlag{
				Name: "verbose", Aliases: []string{"v"},
				Usage: "show each part that has begun and is not done, not only the first failure",
			},
			&cli.BoolFlag{Name: "json", Usage: "print JSON"},
			flags.PositiveTime(&every, &cli.StringFlag{
				Name: "watch", Usage: "print it again every `TIME`, such as 10s, until all is done",
			}),
		},
	}
}

// watch prints the status once or, if every is not 0, again and again until all parts are done.
func watch(c *cli.Context, every time.Duration) error {
	b, err := batchOf(c)
	if err != nil {
		return err
	}
	for {
		s, err := status(c, b)
		if err != nil || every == 0 || s.Done == s.Parts {
			return err
		}
		select {
		case <-time.After(every):
			if _, err := fmt.Fprintln(c.App.Writer); err != nil {
				return err
			}
		case <-c.Context.Done():
			return c.Context.Err()
		}
	}
}

// status prints the counts, and returns them.
func status(c *cli.Context, b *cluster.Batch) (*cluster.Status, error) {
	now := b.Now()
	s, err := b.Status(now)
	switch {
	case err != nil:
		return nil, err
	case c.Bool("json"):
		return s, stdio.PrintJSON(c.App.Writer, s)
	default:
		return s, printStatus(c.App.Writer, s, c.Bool("verbose"), now)
	}
}

// printStatus prints a status for people.
func printStatus(w io.Writer, s *cluster.Status, verbose bool, now time.Time) error {
	waiting := s.Parts - s.Done - s.Running - s.Silent - s.Failed
	count := func(n int) string { return humanize.Comma(int64(n)) }
	_, err := fmt.Fprintf(w, "%s: %s done, %s running, %s silent, %s failed, %s not begun\n",
		english.Plural(s.Parts, "part", ""), count(s.Done), count(s.Running), count(s.Silent),
		count(s.Failed), count(waiting))
	fmt.Fprintf(w, "%s: %s answered, %.0f%%\n", english.Plural(int(s.Puzzles), "puzzle", ""),
		humanize.Comma(s.Answered), 100*float64(s.Answered)/float64(max(s.Puzzles, 1)))
	if s.Expected > 0 && s.Done < s.Parts {
		fmt.Fprintf(w, "about %s in all, as batch new expected\n", coreTime(s.Expected))
	}
	if left := s.Left(); left > 0 {
		fmt.Fprintf(w, "%s so far; about %s are left", coreTime(s.Took), coreTime(left))
		if s.Running > 1 {
			fmt.Fprintf(w, ", %v for %d jobs at once",
				(left / time.Duration(s.Running)).Round(time.Second), s.Running)
		}
		fmt.Fprintln(w)
	}
	printSplit(w, s.Split)
	printLongest(w, s)
	failures := 0
	for _, p := range s.Unfinished {
		if p.Failed != "" {
			failures++
		}
		if !verbose && (p.Failed == "" || failures > 1) {
			continue
		}
		fmt.Fprintf(w, "part %d, from puzzle %d: %d of %d answered in %s, the last %s", p.Part,
			p.First, p.Answered, p.Puzzles, english.Plural(p.Attempts, "attempt", ""),
			humanize.RelTime(p.Written, now, "ago", "from now"))
		if p.Searching > 0 {
			fmt.Fprintf(w, "; puzzle %d: %s", p.First+p.Answered, searched(&p))
		}
		if p.Failed != "" {
			fmt.Fprintf(w, "; it failed: %s", p.Failed)
		}
		fmt.Fprintln(w)
	}
	return err
}

// printSplit prints the status of the searches that are split.
func printSplit(w io.Writer, all []cluster.SplitStatus) {
	for _, p := range all {
		fmt.Fprintf(w, "part %d, puzzle %d: no path of fewer than %d moves; %d of %d units with that"+
			" bound are done, %s nodes in %v",
			p.Part, p.First, p.Bound, p.Done, p.Units, humanize.Comma(p.Nodes),
			p.Took.Round(time.Second))
		if p.Left > 0 {
			fmt.Fprintf(w, ", about %v left for one job", p.Left.Round(time.Second))
		}
		if p.Next > 0 {
			fmt.Fprintf(w, "; the next bound would take about %v", p.Next.Round(time.Second))
		}
		fmt.Fprintln(w)
	}
}

// printLongest prints what is known of the longest search at hand that is not split.
func printLongest(w io.Writer, s *cluster.Status) {
	var longest cluster.PartStatus
	for _, p := range s.Unfinished {
		isPart := func(o cluster.SplitStatus) bool { return o.Part == p.Part }
		if p.Searching > longest.Searching && !slices.ContainsFunc(s.Split, isPart) {
			longest = p
		}
	}
	if longest.Searching > 0 {
		fmt.Fprintf(w, "longest search: part %d, puzzle %d: %s\n", longest.Part,
			longest.First+longest.Answered, searched(&longest))
	}
}

// searched describes the search at hand of a part.
func searched(p *cluster.PartStatus) string {
	took := p.Searching.Round(time.Second).String()
	if p.Nodes == 0 {
		return took
	}
	return fmt.Sprintf("%s nodes in %s", humanize.Comma(p.Nodes), took)
}
