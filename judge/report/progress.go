package report

import (
	"fmt"
	"io"
	"time"

	"github.com/dustin/go-humanize"

	"tilejudge/judge"
)

// progressEvery is the time between two updates of the line.
const progressEvery = 100 * time.Millisecond

// Progress is a line on a terminal that counts cases. Its methods do nothing if it is
// nil. The libraries for this draw bars, and write to a stream that is not a terminal.
type Progress struct {
	w     io.Writer
	now   func() time.Time
	next  time.Time // when the line may be drawn again
	drawn bool
}

// NewProgress returns a progress line on the terminal w. It appears after 100 ms, so a
// short run shows none.
func NewProgress(w io.Writer) *Progress { return newProgress(w, time.Now) }

func newProgress(w io.Writer, now func() time.Time) *Progress {
	return &Progress{w: w, now: now, next: now().Add(progressEvery)}
}

// Show draws the counts, up to ten times a second. The total is 0 if it is not known.
// Each call reads the clock: call it for each program, or for every few thousand
// puzzles.
func (p *Progress) Show(t *judge.Tally, total int64) {
	if p == nil {
		return
	}
	now := p.now()
	if now.Before(p.next) {
		return
	}
	p.next, p.drawn = now.Add(progressEvery), true
	text := humanize.Comma(t.Cases())
	if total > 0 {
		text += " of " + humanize.Comma(total)
	}
	if bad := t.Cases() - t[judge.AC] - t[judge.SK]; bad > 0 {
		text += fmt.Sprintf(", %s failed", humanize.Comma(bad))
	}
	fmt.Fprintf(p.w, "\r\x1b[K%s", text)
}

// Clear removes the line. Call it before anything else is written to the terminal.
func (p *Progress) Clear() {
	if p != nil && p.drawn {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.drawn = false
	}
}
