//go:build !windows

package progress

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/creack/pty"
	"github.com/hinshun/vt10x"

	"tilejudge/formats"
	"tilejudge/judge"
)

// A screen is a terminal of 80x24.
type screen struct {
	*testing.T
	tty *os.File

	mutex sync.Mutex
	vt    vt10x.Terminal
	drawn *sync.Cond // something new is on the screen
	late  bool
}

func newScreen(t *testing.T) *screen {
	t.Helper()
	keyboard, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	if err := pty.Setsize(tty, &pty.Winsize{Rows: 24, Cols: 80}); err != nil {
		t.Fatal(err)
	}
	s := &screen{T: t, tty: tty, vt: vt10x.New(vt10x.WithSize(80, 24))}
	s.drawn = sync.NewCond(&s.mutex)
	go func() {
		buf := make([]byte, 4096)
		for {
			n, err := keyboard.Read(buf)
			if err != nil {
				return
			}
			s.mutex.Lock()
			s.vt.Write(buf[:n])
			s.drawn.Broadcast()
			s.mutex.Unlock()
		}
	}()
	t.Cleanup(func() {
		tty.Close()
		keyboard.Close()
	})
	return s
}

// shows waits until the first line of the screen has all the texts.
func (s *screen) shows(texts ...string) {
	s.Helper()
	limit := time.AfterFunc(30*time.Second, func() {
		s.mutex.Lock()
		s.late = true
		s.drawn.Broadcast()
		s.mutex.Unlock()
	})
	defer limit.Stop()
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for {
		line, _, _ := strings.Cut(s.vt.String(), "\n")
		missing := ""
		for _, text := range texts {
			if !strings.Contains(line, text) {
				missing = text
			}
		}
		if missing == "" {
			return
		}
		if s.late {
			s.Fatalf("the screen has no %q: %q", missing, line)
		}
		s.drawn.Wait()
	}
}

// isClean checks that the terminal is as if there had been no bar: what is written next stands
// at its top.
func (s *screen) isClean() {
	s.Helper()
	fmt.Fprint(s.tty, "behind the end")
	s.shows("behind the end")
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if got := strings.TrimSpace(s.vt.String()); got != "behind the end" {
		s.Errorf("the screen has %q, want it clean", got)
	}
	if s.vt.Mode()&vt10x.ModeHide != 0 {
		s.Error("the cursor is hidden")
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
	s := newScreen(t)
	bar := newBar(s.tty, 0)
	bar.begin = bar.begin.Add(-time.Hour)
	bar.Show(&judge.Tally{judge.AC: 1242, judge.WA: 1}, 4972)
	s.shows("1,243 of 4,972, 1 failed [==", "] 25 %, 3h0m", "s left")
	bar.Clear()
	bar.Clear()
	s.isClean()
}

// It comes back after other text, and goes on where it was.
func TestClear(t *testing.T) {
	s := newScreen(t)
	bar := newBar(s.tty, 0)
	bar.ShowCount(1, 4)
	s.shows("1 of 4", "25 %")
	bar.Clear()
	bar.next = time.Time{} // no need to wait
	bar.ShowCount(3, 4)
	s.shows("3 of 4", "75 %")
	bar.next = time.Time{}
	bar.ShowCount(2, 4) // a late call
	bar.next = time.Time{}
	bar.ShowCount(4, 4)
	s.shows("4 of 4")
	bar.End()
	bar.ShowCount(5, 5)
	s.isClean()
}

// Without a total it counts, until a total is known.
func TestCount(t *testing.T) {
	s := newScreen(t)
	known := make(chan int64)
	bar := newBar(s.tty, time.Hour)
	bar.Count(func() int64 { return <-known })
	bar.ready = true
	bar.ShowCount(12, 0)
	s.shows("12 ")
	known <- 48
	s.shows("12 of 48", "25 %")
	bar.next = time.Time{}
	bar.ShowCount(13, 0)
	s.shows("13 of 48", "27 %")
	bar.End()
	s.isClean()
}

// A share has no counts.
func TestShowShare(t *testing.T) {
	s := newScreen(t)
	bar := newBar(s.tty, 0)
	bar.ShowShare(1<<30, 4<<30)
	s.shows("[===", "25 %", "left")
	bar.End()
	s.isClean()
}

// A run that ends soon shows nothing.
func TestSoon(t *testing.T) {
	s := newScreen(t)
	bar := newBar(s.tty, time.Hour)
	bar.ShowCount(1, 2)
	bar.End()
	s.isClean()
}

// Where there is no terminal, or a log, there is no bar.
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
	if bar := New(newScreen(t).tty); bar != nil {
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
