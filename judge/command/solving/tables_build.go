package solving

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/urfave/cli/v2"

	"tilejudge/judge/command/app"
	"tilejudge/judge/command/stdio"
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
		fmt.Fprintf(c.App.ErrWriter, "%s: %s: %s\n", app.Program, spec.Name, fmt.Sprintf(format, args...))
	}
	var begin time.Time
	var line buildLine
	built, err := s.Build(c.Context, spec, tables.BuildOptions{
		Force: c.Bool("force"), NoWait: c.Bool("no-wait"),
		Waiting: func(who string) { say("waiting for %s", who) },
		Starting: func() {
			say("building: %s on the disk of %s, at most %s of memory", humanize.IBytes(uint64(spec.Size)),
				s.Dir(), humanize.IBytes(uint64(spec.Size+spec.Memory)))
			begin = time.Now()
			if stdio.IsTerminal(c.App.ErrWriter) && os.Getenv("CI") == "" {
				line.start(c.App.ErrWriter)
			}
		},
		Progress: line.show,
	})
	line.clear()
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

// A buildLine is a line on a terminal with what is done and the time left. Its
// methods do nothing before start. A library would bring all of HTTP, which takes
// 0.9 ms of each start of the program.
type buildLine struct {
	mutex sync.Mutex
	w     io.Writer
	begin time.Time
	next  time.Time // when it may be drawn again
	done  int64     // as drawn
}

func (l *buildLine) start(w io.Writer) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.w, l.begin = w, time.Now()
	l.next = l.begin.Add(time.Second) // before which no one knows what is left
}

// show draws how much is done, up to ten times a second. What comes late, from
// another goroutine, does not move it back.
func (l *buildLine) show(done, total int64) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	now := time.Now()
	if l.w == nil || done <= l.done || now.Before(l.next) {
		return
	}
	l.done, l.next = done, now.Add(100*time.Millisecond)
	share := float64(done) / float64(max(total, 1))
	left := time.Duration(float64(now.Sub(l.begin)) * (1/share - 1))
	fmt.Fprintf(l.w, "\r\x1b[K%.0f %%, %v left", 100*share, left.Round(time.Second))
}

func (l *buildLine) clear() {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if l.w != nil {
		fmt.Fprint(l.w, "\r\x1b[K")
		l.w = nil
	}
}
