package main

import (
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/schollz/progressbar/v3"
	"github.com/urfave/cli/v2"

	"tilejudge/solver/tables"
)

// buildTables builds tables, one after the other.
func buildTables(c *cli.Context) error {
	specs, err := namedTables(c)
	if err != nil {
		return err
	}
	s, err := newStore(c)
	if err != nil {
		return err
	}
	for _, spec := range specs {
		if err := buildTable(c, s, spec); err != nil {
			return err
		}
	}
	return nil
}

// buildTable builds a table and says what it does on standard error.
func buildTable(c *cli.Context, s *tables.Store, spec *tables.Spec) error {
	say := func(format string, args ...any) {
		fmt.Fprintf(c.App.ErrWriter, "%s: %s: %s\n", name, spec.Name, fmt.Sprintf(format, args...))
	}
	var begin time.Time
	var bar buildBar
	built, err := s.Build(c.Context, spec, tables.BuildOptions{
		Force: c.Bool("force"), NoWait: c.Bool("no-wait"),
		Waiting: func(who string) { say("waiting for %s", who) },
		Starting: func() {
			say("building: %s on the disk of %s, at most %s of memory", humanize.IBytes(uint64(spec.Size)),
				s.Dir(), humanize.IBytes(uint64(spec.Size+spec.Memory)))
			begin = time.Now()
			if isTerminal(c.App.ErrWriter) && os.Getenv("CI") == "" {
				bar.start(c)
			}
		},
		Progress: bar.show,
	})
	bar.clear()
	switch {
	case err != nil:
		return err
	case built:
		say("built in %v", time.Since(begin).Round(100*time.Millisecond))
	default:
		say("it is there, and good")
	}
	return nil
}

// A buildBar is a bar on a terminal with the time left. Its methods do nothing
// before start.
type buildBar struct {
	mutex sync.Mutex
	bar   *progressbar.ProgressBar
	steps int64 // shown, of barSteps
}

const barSteps = 1000

func (b *buildBar) start(c *cli.Context) {
	b.bar = progressbar.NewOptions64(barSteps,
		progressbar.OptionSetWriter(c.App.ErrWriter),
		progressbar.OptionSetWidth(40),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionSetRenderBlankState(true),
		progressbar.OptionClearOnFinish(),
	)
}

// show draws how much is done. What comes late, from another goroutine, does not
// move the bar back.
func (b *buildBar) show(done, total int64) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	steps := int64(barSteps * float64(done) / float64(max(total, 1)))
	if b.bar != nil && steps > b.steps {
		b.steps = steps
		b.bar.Set64(steps)
	}
}

func (b *buildBar) clear() {
	if b.bar != nil {
		b.bar.Clear()
	}
}
