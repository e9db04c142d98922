package report

import (
	"bytes"
	"testing"
	"time"

	"tilejudge/judge"
)

// The line is drawn up to ten times a second, and removed.
func TestProgress(t *testing.T) {
	var out bytes.Buffer
	var now time.Time
	p := newProgress(&out, func() time.Time { return now })
	tally := judge.Tally{judge.AC: 1233}
	for range 35 {
		now = now.Add(10 * time.Millisecond)
		tally[judge.AC]++
		p.Show(&tally, 10_000)
	}
	tally[judge.WA]++
	now = now.Add(time.Second)
	p.Show(&tally, 0)
	p.Clear()
	p.Clear()
	const line = "\r\x1b[K"
	want := line + "1,243 of 10,000" + line + "1,253 of 10,000" + line + "1,263 of 10,000" +
		line + "1,269, 1 failed" + line
	if got := out.String(); got != want {
		t.Errorf("drawn %q, want %q", got, want)
	}
}

// Where there is no terminal there is no progress.
func TestNoProgress(t *testing.T) {
	var none *Progress
	none.Show(&judge.Tally{}, 1)
	none.Clear()
	var out bytes.Buffer
	p := NewProgress(&out)
	p.Show(&judge.Tally{}, 1) // too early
	p.Clear()
	if out.Len() > 0 {
		t.Errorf("drawn %q, want nothing", &out)
	}
}
