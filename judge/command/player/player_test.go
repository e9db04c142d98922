//go:build !windows

package player_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/creack/pty"
	"github.com/sourcegraph/conc/panics"

	"tilejudge/judge/command/player"
	"tilejudge/judge/judgetest/screen"
	"tilejudge/judge/view/draw"
	"tilejudge/solver/puzzle"
)

// scene returns a 3x3 puzzle that takes two moves.
func scene(title string) *draw.Scene {
	shape := puzzle.Shape{Rows: 3, Cols: 3}
	return &draw.Scene{
		Title: title, Note: "2 moves",
		Start: puzzle.Board{Shape: shape, Tiles: []puzzle.Tile{1, 2, 3, 4, 0, 5, 7, 8, 6}},
		Goal:  puzzle.BlankLast.Goal(shape), Path: puzzle.Path("rd"),
	}
}

func Example() {
	m := player.New([]*draw.Scene{scene("puzzle 1")}, draw.Text{})
	m.Update(tea.WindowSizeMsg{Width: 60, Height: 13})
	m.Update(tea.KeyPressMsg{Code: tea.KeyRight})
	for line := range strings.Lines(m.Screen()) {
		fmt.Println(strings.TrimRight(line, " \n"))
	}
	// Output:
	// puzzle 1: 2 moves
	//
	//  1  2  3
	//  4 [5] ·
	//  7  8  6
	//
	// 1 r
	// [r] d
	// paused, move 1 of 2, 400ms a move
	// space plays, ←→ step, + - speed, q quits
}

// The screen is never larger than the terminal, whatever the sizes of board and terminal.
func TestScreenFits(t *testing.T) {
	for _, side := range []int{2, 3, 4, 10, 32, 33, 100} {
		shape := puzzle.Shape{Rows: side, Cols: side}
		s := &draw.Scene{
			Title: "a puzzle", Note: strings.Repeat("long ", 30), Path: puzzle.Path("ulur"),
			Start: puzzle.BlankLast.Goal(shape).Board, Goal: puzzle.BlankLast.Goal(shape), Ends: true,
		}
		m := player.New([]*draw.Scene{s, s}, draw.Text{})
		for _, size := range []struct{ width, height int }{{80, 24}, {200, 60}, {30, 12}, {20, 10}} {
			m.Update(tea.WindowSizeMsg{Width: size.width, Height: size.height})
			m.Update(tea.KeyPressMsg{Code: tea.KeyEnd})
			lines := strings.Split(m.Screen(), "\n")
			if len(lines) > size.height {
				t.Errorf("board %v: %d lines, want at most %d", shape, len(lines), size.height)
			}
			for _, line := range lines {
				if width := len([]rune(line)); width > size.width {
					t.Errorf("board %v: a line of %d columns, want at most %d: %q", shape, width,
						size.width, line)
				}
			}
		}
	}
}

// A tick of a run that was stopped does nothing.
func TestStaleTick(t *testing.T) {
	m := player.New([]*draw.Scene{scene("a"), scene("b")}, draw.Text{})
	_, run := m.Update(tea.KeyPressMsg{Code: tea.KeySpace})
	if run == nil {
		t.Fatal("space does not start the player")
	}
	stale := run()
	m.Update(tea.KeyPressMsg{Code: tea.KeyDown})
	m.Update(stale)
	if !strings.Contains(m.Screen(), "2 of 2, paused, move 0 of 2") {
		t.Errorf("the stale tick has moved the player:\n%s", m.Screen())
	}
}

// playIn plays scenes in a terminal, with keys from in or, if that is nil, the terminal. It
// returns the error of Play, and checks that the terminal is as it was.
func playIn(t *testing.T, in *os.File, keys string, scenes []*draw.Scene) error {
	t.Helper()
	return playUntil(t.Context(), t, in, keys, scenes)
}

// playUntil is playIn with a context.
func playUntil(ctx context.Context, t *testing.T, in *os.File, keys string,
	scenes []*draw.Scene) error {
	t.Helper()
	s := screen.New(t)
	if in == nil {
		in = s.TTY
	}
	s.Type(keys)
	stuck := time.AfterFunc(time.Minute, func() { panic("the player does not end") })
	defer stuck.Stop()
	err := player.Play(ctx, in, s.TTY, scenes, draw.Text{})
	s.IsRestored()
	return err
}

// The terminal is as it was after a panic too, and the panic is not lost.
func TestPanic(t *testing.T) {
	bad := scene("bad")
	bad.Label = func(puzzle.Tile) string { panic("boom") }
	err := playIn(t, nil, "\x1b[B", []*draw.Scene{scene("good"), bad})
	if fault := (*panics.ErrRecovered)(nil); !errors.As(err, &fault) || fault.Value != "boom" {
		t.Errorf("the error is %v, want the panic", err)
	}
}

// The terminal is as it was when the context ends too.
func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer time.AfterFunc(50*time.Millisecond, cancel).Stop()
	err := playUntil(ctx, t, nil, "", []*draw.Scene{scene("good")})
	if err != context.Canceled {
		t.Errorf("the error is %v, want %v", err, context.Canceled)
	}
}

// The end of the input ends the player.
func TestClosedInput(t *testing.T) {
	in, end, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	end.Close()
	if err := playIn(t, in, "", []*draw.Scene{scene("good")}); err != nil {
		t.Error(err)
	}
}

// No screen is so large that it takes much memory, neither at first nor later.
func TestHugeTerminal(t *testing.T) {
	s := screen.New(t)
	if err := pty.Setsize(s.TTY, &pty.Winsize{Rows: 65535, Cols: 65535}); err != nil {
		t.Fatal(err)
	}
	err := player.Play(t.Context(), s.TTY, s.TTY, []*draw.Scene{scene("good")}, draw.Text{})
	if err == nil || !strings.Contains(err.Error(), "has 65535 columns and 65535 rows, expected") {
		t.Errorf("found the error %v", err)
	}
	s.IsRestored()
	if err := playIn(t, nil, "\x1b[48;65535;65535;0;0tq", []*draw.Scene{scene("good")}); err != nil {
		t.Error(err)
	}
}
