// Package progress shows on a terminal how far a long run is. The libraries for this draw
// bars, write to streams that are not terminals, or import net/http, which takes 0.9 ms of
// each start of the program.
package progress

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/dustin/go-humanize"

	"tilejudge/judge"
	"tilejudge/judge/command/stdio"
)

const (
	every   = 100 * time.Millisecond // between two updates of a line
	guessed = time.Second            // before the time left is estimated
)

// A Line is a line on a terminal that is drawn again and again. Its methods do nothing if
// it is nil. Several goroutines may call them at once.
type Line struct {
	now   func() time.Time
	begin time.Time

	mutex sync.Mutex
	w     io.Writer
	next  time.Time // when the line may be drawn again
	done  int64     // as ShowShare has drawn it
	drawn bool
}

// New returns a line on w, or nil if w is not a terminal or if CI is set: in continuous
// integration a log may pass for a terminal. The line appears after 100 ms, so a short run
// shows none.
func New(w io.Writer) *Line {
	if !stdio.IsTerminal(w) || os.Getenv("CI") != "" {
		return nil
	}
	return newLine(w, time.Now)
}

func newLine(w io.Writer, now func() time.Time) *Line {
	begin := now()
	return &Line{now: now, begin: begin, w: w, next: begin.Add(every)}
}

// Show draws how many cases have been judged, of a total that is 0 if it is not known,
// and how many have failed. Each call reads the clock: call it for each program, or for
// every few thousand puzzles.
func (l *Line) Show(t *judge.Tally, total int64) {
	if l == nil {
		return
	}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	now := l.now()
	if now.Before(l.next) {
		return
	}
	text := humanize.Comma(t.Cases())
	if total > 0 {
		text += " of " + humanize.Comma(total)
	}
	if failed := t.Cases() - t[judge.AC] - t[judge.SK]; failed > 0 {
		text += fmt.Sprintf(", %s failed", humanize.Comma(failed))
	}
	l.draw(now, text)
}

// ShowShare draws which share of a total is done, and the time left, from the second
// second on. A call that comes late, from another goroutine, does not move it back.
func (l *Line) ShowShare(done, total int64) {
	if l == nil {
		return
	}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	now := l.now()
	passed := now.Sub(l.begin)
	if done <= l.done || now.Before(l.next) || passed < guessed {
		return
	}
	l.done = done
	share := float64(done) / float64(max(total, 1))
	left := time.Duration(float64(passed) * (1/share - 1))
	l.draw(now, fmt.Sprintf("%.0f %%, %v left", 100*share, left.Round(time.Second)))
}

func (l *Line) draw(now time.Time, text string) {
	l.next, l.drawn = now.Add(every), true
	fmt.Fprintf(l.w, "\r\x1b[K%s", text)
}

// Clear removes the line. Call it before anything else is written to the terminal.
func (l *Line) Clear() {
	if l == nil {
		return
	}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if l.drawn {
		fmt.Fprint(l.w, "\r\x1b[K")
		l.drawn = false
	}
}
