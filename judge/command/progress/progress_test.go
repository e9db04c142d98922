package progress

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"tilejudge/judge"
)

const clear = "\r\x1b[K"

// A clock is a time that tests set.
type clock struct{ now time.Time }

func (c *clock) read() time.Time { return c.now }

func Example() {
	line := New(&bytes.Buffer{}) // not a terminal
	line.Show(&judge.Tally{judge.AC: 3}, 10)
	line.Clear()
	fmt.Println(line == nil)
	// Output: true
}

// Counts are drawn up to ten times a second, and removed.
func TestShow(t *testing.T) {
	var out bytes.Buffer
	var c clock
	line := newLine(&out, c.read)
	tally := judge.Tally{judge.AC: 1233}
	for range 35 {
		c.now = c.now.Add(10 * time.Millisecond)
		tally[judge.AC]++
		line.Show(&tally, 10_000)
	}
	tally[judge.WA]++
	c.now = c.now.Add(time.Second)
	line.Show(&tally, 0)
	line.Clear()
	line.Clear()
	want := clear + "1,243 of 10,000" + clear + "1,253 of 10,000" + clear + "1,263 of 10,000" +
		clear + "1,269, 1 failed" + clear
	if got := out.String(); got != want {
		t.Errorf("drawn %q, want %q", got, want)
	}
}

// A share is not drawn too early, does not go back, and is not drawn too often.
func TestShowShare(t *testing.T) {
	var out strings.Builder
	var c clock
	line := newLine(&out, c.read)
	for _, step := range []struct {
		wait time.Duration
		done int64
	}{
		{900 * time.Millisecond, 1},   // too early
		{9100 * time.Millisecond, 1},  // 25 % in 10 s
		{50 * time.Millisecond, 2},    // too soon
		{9950 * time.Millisecond, 1},  // late
		{10000 * time.Millisecond, 4}, // the end
	} {
		c.now = c.now.Add(step.wait)
		line.ShowShare(step.done, 4)
	}
	line.Clear()
	want := clear + "25 %, 30s left" + clear + "100 %, 0s left" + clear
	if got := out.String(); got != want {
		t.Errorf("drawn %q, want %q", got, want)
	}
}

// Where there is no terminal there is no line.
func TestNoTerminal(t *testing.T) {
	var out bytes.Buffer
	line := New(&out)
	line.Show(&judge.Tally{}, 1)
	line.ShowShare(1, 2)
	line.Clear()
	if line != nil || out.Len() > 0 {
		t.Errorf("a line on a buffer: %q", &out)
	}
	newLine(&out, time.Now).Clear() // nothing was drawn
	if out.Len() > 0 {
		t.Errorf("drawn %q, want nothing", &out)
	}
}
