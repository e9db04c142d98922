//go:build !windows

package progress

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"tilejudge/formats"
	"tilejudge/judge"
	"tilejudge/judge/judgetest/screen"
)

// isClean checks that the terminal is as if there had been no bar: what is written next stands
// at its top.
func isClean(s *screen.Screen) {
	s.Helper()
	s.IsRestored()
	if got := strings.TrimSpace(s.Text()); got != screen.End {
		s.Errorf("the screen has %q, want it clean", got)
	}
}

func Example() {
	bar := New(&bytes.Buffer{}) // not a terminal
	bar.ShowCount(3, 10)
	bar.End()
	fmt.Println(bar == nil)
	// Output: true
}

// A bar has what is done, the share and the time left, and leaves nothing.
func TestShow(t *testing.T) {
	s := screen.New(t)
	bar := newBar(s.TTY, 0)
	bar.mutex.Lock() // it may appear now
	bar.begin = bar.begin.Add(-time.Hour)
	bar.mutex.Unlock()
	bar.Show(&judge.Tally{judge.AC: 1242, judge.WA: 1}, 4972)
	s.ShowsAtTop("1,243 of 4,972, 1 failed [==", "] 25 %, 1h0m", ", 3h0m", "s left")
	bar.Clear()
	bar.Clear()
	isClean(s)
}

// The first puzzles give no estimate of the time left: 2 of 100 may be easy, and ten seconds are
// too few. Time and boards expanded show that the run goes on.
func TestNoEstimate(t *testing.T) {
	for _, took := range []time.Duration{time.Second, time.Minute} {
		s := screen.New(t)
		bar := newBar(s.TTY, 0)
		bar.mutex.Lock()
		bar.begin = bar.begin.Add(-took)
		bar.mutex.Unlock()
		bar.Nodes(func() int64 { return 1_500_000 })
		bar.ShowCount(2, 100)
		s.ShowsAtTop("2 of 100", "2 %, ", " nodes/s")
		if strings.Contains(s.Text(), "left") {
			t.Errorf("after %v: %q", took, s.Text())
		}
		bar.End()
		isClean(s)
	}
}

// A bar that was cleared comes back after other text, and goes on where it was.
func TestClear(t *testing.T) {
	s := screen.New(t)
	bar := newBar(s.TTY, 0)
	bar.ShowCount(1, 4)
	s.ShowsAtTop("1 of 4", "25 %")
	bar.Clear()
	bar.next = time.Time{} // no need to wait
	bar.ShowCount(3, 4)
	s.ShowsAtTop("3 of 4", "75 %")
	bar.next = time.Time{}
	bar.ShowCount(2, 4) // a late call
	bar.next = time.Time{}
	bar.ShowCount(4, 4)
	s.ShowsAtTop("4 of 4")
	bar.End()
	bar.ShowCount(5, 5)
	isClean(s)
}

// Answers to the same terminal take the place of the bar, which waits for whole lines.
func TestWriter(t *testing.T) {
	s := screen.New(t)
	bar := newBar(s.TTY, 0)
	bar.ShowCount(1, 4)
	s.ShowsAtTop("1 of 4", "25 %")
	w := bar.Writer(s.TTY)
	io.WriteString(w, "first\nsec")
	bar.comeBack()
	io.WriteString(w, "ond\n")
	s.Shows("first ", "second ", "1 of 4 [===")
	bar.End()
	io.WriteString(w, "third\n")
	s.IsRestored()
	want := strings.Fields("first second third " + screen.End)
	if got := strings.Fields(s.Text()); !slices.Equal(got, want) {
		t.Errorf("the screen has %q, want %q", got, want)
	}
	if (*Bar)(nil).Writer(s.TTY) != s.TTY {
		t.Error("without a bar there is a writer around the terminal")
	}
}

// Without a total a bar counts, until a total is known.
func TestCount(t *testing.T) {
	s := screen.New(t)
	known := make(chan int64)
	bar := newBar(s.TTY, time.Hour)
	bar.Count(func() int64 { return <-known })
	bar.ready = true
	bar.ShowCount(12, 0)
	s.ShowsAtTop("12 ")
	known <- 48
	s.ShowsAtTop("12 of 48", "25 %")
	bar.next = time.Time{}
	bar.ShowCount(13, 0)
	s.ShowsAtTop("13 of 48", "27 %")
	bar.End()
	isClean(s)
}

// The bar of a share has no counts.
func TestShowShare(t *testing.T) {
	s := screen.New(t)
	bar := newBar(s.TTY, 0)
	bar.ShowShare(1<<30, 4<<30)
	s.ShowsAtTop("[===", "25 %, 0s")
	bar.End()
	isClean(s)
}

// A run that ends soon shows nothing.
func TestSoon(t *testing.T) {
	s := screen.New(t)
	bar := newBar(s.TTY, time.Hour)
	bar.ShowCount(1, 2)
	bar.End()
	isClean(s)
}

// There is no bar if the output is not a terminal, or if it is the log of a CI job.
func TestNone(t *testing.T) {
	var out bytes.Buffer
	bar := New(&out)
	bar.Show(&judge.Tally{}, 1)
	bar.ShowShare(1, 2)
	bar.Count(func() int64 { return 1 })
	bar.Clear()
	bar.End()
	if bar != nil || out.Len() > 0 {
		t.Errorf("a bar on a buffer: %q", &out)
	}
	t.Setenv("CI", "true")
	if bar := New(screen.New(t).TTY); bar != nil {
		t.Error("there is a bar where CI is set")
	}
}

// Puzzles are counted in what can be read twice.
func TestPuzzles(t *testing.T) {
	f, err := formats.Lookup("poj-1077")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "in.txt")
	const text = "1 2 3 4 5 6 7 x 8\njunk\n1 2 3 4 5 6 7 8 x\n"
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, tt := range []struct {
		ctx  context.Context
		name string
		want int64
	}{
		{t.Context(), file, 3}, {t.Context(), "cases/poj-1077", 5}, {t.Context(), "stdin", 0},
		{t.Context(), "none", 0}, {t.Context(), t.TempDir(), 0}, {ended, file, 0},
	} {
		if got := Puzzles(tt.ctx, tt.name, f); got != tt.want {
			t.Errorf("%s has %d puzzles, want %d", tt.name, got, tt.want)
		}
	}
}
