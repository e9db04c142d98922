// Package progress shows on a terminal how far a long run is, with a bar of mpb. (Another
// known library, progressbar, imports net/http, which slows down each start of a build without
// the tag web.)
package progress

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"tilejudge/judge"
	"tilejudge/judge/command/stdio"
)

const (
	patience = time.Second            // before a bar appears
	every    = 100 * time.Millisecond // between two updates
	barWidth = 30                     // columns
)

// A Bar is a line on a terminal that appears a second after the run began. Its methods do
// nothing if it is nil. Several goroutines may call them at once. It must be cleared before
// anything else is written to the terminal, and ended with the run.
type Bar struct {
	begin time.Time
	out   *os.File

	mutex     sync.Mutex
	ready     bool // the second is over
	ended     bool
	midline   bool      // a Writer has written a part of a line
	returns   bool      // after what a Writer has written, soon
	next      time.Time // when it may be updated again
	done      int64
	total     int64                    // 0: not known
	count     func() int64             // finds out the total once it appears, may be nil
	counted   int64                    // what count has returned
	write     func(total int64) string // returns the text
	text      atomic.Pointer[string]
	container *mpb.Progress // nil: it is not shown
	bar       *mpb.Bar
	spins     bool // it was made without a total
	nodes     func() int64
}

// An estimate of the time left is shown once this share of the work is done and this much time has
// passed: the first puzzles say little about the rest.
const (
	enoughShare = 0.05
	enoughTime  = 10 * time.Second
)

// New returns a bar on w, or nil if w is not a terminal or if CI is set: in continuous
// integration a log may pass for a terminal. It is shown after a second, even before the first
// update, unless End is called.
func New(w any) *Bar {
	out := stdio.Terminal(w)
	if out == nil || os.Getenv("CI") != "" {
		return nil
	}
	return newBar(out, patience)
}

// newBar returns a bar that appears after a time.
func newBar(out *os.File, patience time.Duration) *Bar {
	b := &Bar{begin: time.Now(), out: out}
	b.text.Store(new(string))
	time.AfterFunc(patience, func() {
		b.mutex.Lock()
		defer b.mutex.Unlock()
		b.ready = true
		b.draw()
	})
	return b
}

// Count sets a function that returns the total, or 0 if it can't be known. It is called once,
// from a goroutine, if the bar appears.
func (b *Bar) Count(count func() int64) {
	if b == nil {
		return
	}
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.count = count
}

// Nodes sets a function that returns how many boards the searches have expanded so far.
func (b *Bar) Nodes(nodes func() int64) {
	if b == nil {
		return
	}
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.nodes = nodes
}

// Show shows how many cases have been judged, of a total that is 0 if it is not known, and how
// many have failed. Each call reads the clock: call it for each program, or for every few
// thousand puzzles.
func (b *Bar) Show(t *judge.Tally, total int64) {
	note := ""
	if failed := t.Cases() - t[judge.AC] - t[judge.SK]; failed > 0 {
		note = fmt.Sprintf(", %s failed", humanize.Comma(failed))
	}
	b.show(t.Cases(), total, func(total int64) string { return of(t.Cases(), total) + note })
}

// ShowCount shows how many puzzles are done, of a total that is 0 if it is not known.
func (b *Bar) ShowCount(done, total int64) {
	b.show(done, total, func(total int64) string { return of(done, total) })
}

// ShowShare shows which share of a total is done. A call that comes late, from another
// goroutine, does not move it back.
func (b *Bar) ShowShare(done, total int64) {
	b.show(done, total, func(int64) string { return "" })
}

// of returns "12 of 100", or "12" if the total is not known.
func of(done, total int64) string {
	text := humanize.Comma(done)
	if total > 0 {
		text += " of " + humanize.Comma(total)
	}
	return text
}

// show updates the bar, and shows it if it is time for that.
func (b *Bar) show(done, total int64, text func(total int64) string) {
	if b == nil {
		return
	}
	b.mutex.Lock()
	defer b.mutex.Unlock()
	now := time.Now()
	if done < b.done || now.Before(b.next) {
		return
	}
	b.next, b.done, b.write = now.Add(every), done, text
	if b.total = total; total == 0 {
		b.total = b.counted
	}
	b.draw()
}

// draw shows the bar or updates it, if it is time for that.
func (b *Bar) draw() {
	if !b.ready || b.ended || b.midline {
		return
	}
	if b.count != nil {
		count := b.count
		b.count = nil
		go func() {
			counted := count()
			b.mutex.Lock()
			defer b.mutex.Unlock()
			b.counted, b.total = counted, cmp.Or(b.total, counted)
			b.draw()
		}()
	}
	if b.total > 0 {
		b.total = max(b.total, b.done)
	}
	text := ""
	if b.write != nil {
		text = b.write(b.total)
	}
	b.text.Store(&text)
	if b.container != nil && b.spins && b.total > 0 {
		b.remove() // it needs another kind of bar
	}
	if b.container == nil {
		b.container = mpb.New(mpb.WithOutput(b.out), mpb.WithWidth(barWidth))
		b.bar = b.add()
	}
	if b.total > 0 {
		b.bar.SetTotal(b.total, false)
		b.bar.SetCurrent(b.done)
	}
}

// add adds a bar. Before it stand the counts, and behind it the share, the time taken, the time
// left, and the boards expanded in a second.
func (b *Bar) add() *mpb.Bar {
	style := mpb.BarFillerBuilder(mpb.BarStyle())
	if b.spins = b.total == 0; b.spins {
		style = mpb.SpinnerStyle()
	}
	nodes := b.nodes
	return b.container.New(0, style, // with a total it would end when it is full
		mpb.BarFillerTrim(),
		mpb.PrependDecorators(decor.Any(func(decor.Statistics) string {
			if text := *b.text.Load(); text != "" {
				return text + " "
			}
			return ""
		})),
		mpb.AppendDecorators(decor.Any(func(s decor.Statistics) string {
			share, took := 0.0, time.Since(b.begin)
			var parts []string
			if s.Current > 0 && s.Total > 0 {
				share = float64(s.Current) / float64(s.Total)
				parts = append(parts, fmt.Sprintf("%d %%", int(100*share)))
			}
			parts = append(parts, took.Round(time.Second).String())
			if nodes != nil {
				parts = append(parts, perSecond(nodes(), took))
			}
			left := took
			if share > 0 {
				left = time.Duration(float64(took) * (1 - share) / share).Round(time.Second)
			}
			if share >= enoughShare && took >= enoughTime && left > 0 {
				parts = append(parts, left.String()+" left")
			}
			return " " + strings.Join(parts, ", ")
		})))
}

// perSecond returns "1.2 M nodes/s".
func perSecond(nodes int64, took time.Duration) string {
	rate := humanize.SIWithDigits(float64(nodes)/took.Seconds(), 1, "")
	return strings.TrimSpace(rate) + " nodes/s"
}

// remove removes the bar from the terminal.
func (b *Bar) remove() {
	b.out.WriteString("\r") // mpb goes up from here, and Ctrl-C may have left ^C before the cursor
	b.bar.Abort(true)
	b.container.Wait()
	b.container, b.bar = nil, nil
}

// Writer returns a writer to the terminal, through w, that removes the bar before it writes. The
// bar comes back after whole lines.
func (b *Bar) Writer(w io.Writer) io.Writer {
	if b == nil {
		return w
	}
	return besideBar{w, b}
}

type besideBar struct {
	io.Writer
	bar *Bar
}

func (w besideBar) Write(text []byte) (int, error) {
	b := w.bar
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if b.container != nil {
		b.remove()
	}
	if len(text) > 0 {
		b.midline = !bytes.HasSuffix(text, []byte("\n"))
	}
	if !b.returns {
		b.returns = true
		time.AfterFunc(every, b.comeBack)
	}
	return w.Writer.Write(text)
}

// comeBack shows the bar after what a Writer has written.
func (b *Bar) comeBack() {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.returns = false
	b.draw()
}

// Clear removes the bar, until the next update.
func (b *Bar) Clear() {
	if b == nil {
		return
	}
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if b.container != nil {
		b.remove()
	}
}

// End removes the bar for good.
func (b *Bar) End() {
	if b == nil {
		return
	}
	b.mutex.Lock()
	b.ended = true
	b.mutex.Unlock()
	b.Clear()
}
