//go:build !windows

package command

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"tilejudge/judge/judgetest/screen"
)

// A terminal is one in which the program runs.
type terminal struct {
	*screen.Screen
	program *exec.Cmd
}

// newPlayer runs the program with these arguments in a terminal of 80x24, with an input of
// puzzles that come from a file, or else from standard input.
func newPlayer(t *testing.T, env []string, piped bool, args ...string) *terminal {
	t.Helper()
	s := newTerminal(t, append([]string{"show", "-f", "poj-1077", "--play"}, args...)...)
	input := filepath.Join(t.TempDir(), "in.txt")
	if err := os.WriteFile(input, []byte(playInput), 0o666); err != nil {
		t.Fatal(err)
	}
	if piped {
		in, err := os.Open(input)
		if err != nil {
			t.Fatal(err)
		}
		defer in.Close()
		s.program.Stdin = in
	} else {
		s.program.Args = append(s.program.Args, input)
	}
	s.start(env)
	return s
}

// newTerminal returns a terminal of 80x24 in which start will run the program with these
// arguments.
func newTerminal(t *testing.T, args ...string) *terminal {
	t.Helper()
	s := &terminal{Screen: screen.New(t)}
	program := filepath.Join(t.TempDir(), "tilejudge")
	if err := os.Symlink(executable(t), program); err != nil {
		t.Fatal(err)
	}
	s.program = exec.Command(program, args...)
	s.program.Stdin, s.program.Stdout, s.program.Stderr = s.TTY, s.TTY, s.TTY
	s.program.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true, Ctty: 1}
	return s
}

// start runs the program with more settings of the environment.
func (s *terminal) start(env []string) {
	s.Helper()
	s.program.Env = append(os.Environ(), append(env, "TERM=xterm-256color")...)
	if err := s.program.Start(); err != nil {
		s.Fatal(err)
	}
	s.Cleanup(func() { s.program.Process.Kill() })
}

// executable returns the program of the tests, which is tilejudge if that is its name.
func executable(t *testing.T) string {
	t.Helper()
	name, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return name
}

const playInput = "1 2 3 4 x 5 7 8 6\n1 2 3 4 5 6 7 x 8\n"

// ends waits for the end of the program, and checks its exit code and the terminal.
func (s *terminal) ends(code int) {
	s.Helper()
	err := s.program.Wait()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		s.Fatal(err)
	}
	if got := s.program.ProcessState.ExitCode(); got != code {
		s.Errorf("exit code %d, want %d", got, code)
	}
	s.IsRestored()
}

const (
	right, left, up, down = "\x1b[C", "\x1b[D", "\x1b[A", "\x1b[B"
	home, end             = "\x1b[H", "\x1b[F"
)

// Keys step, run and choose, and the boards are on the screen.
func TestPlayKeys(t *testing.T) {
	s := newPlayer(t, nil, false)
	s.Shows("puzzle 1", "2 moves", "start", "1 of 2, paused, move 0 of 2")
	s.Type(right)
	s.Shows("move 1 of 2", "[5]", "[r] d")
	s.Type(right)
	s.Shows("move 2 of 2", "[6]", "r [d]")
	s.Type(right) // beyond the end
	s.Type(left)
	s.Shows("move 1 of 2")
	s.Type(home)
	s.Shows("move 0 of 2")
	s.Type(end)
	s.Shows("move 2 of 2")
	s.Type(down)
	s.Shows("2 of 2, paused, move 0 of 1")
	s.Type(up + "++")
	s.Shows("1 of 2, paused, move 0 of 2, 100ms a move")
	s.Type("-")
	s.Shows("200ms a move")
	s.Type(" ") // it runs to the end by itself
	s.Shows("paused, move 2 of 2", "[6]")
	s.Type("q")
	s.ends(0)
}

// Puzzles may come through a pipe: keys come from the terminal.
func TestPlayPipe(t *testing.T) {
	s := newPlayer(t, []string{"NO_COLOR=1"}, true)
	s.Shows("1 of 2, paused, move 0 of 2")
	s.Type(right)
	s.Shows("move 1 of 2")
	s.Type("\x03") // Ctrl-C
	s.ends(0)
}

// Whatever ends the player, the terminal is as it was.
func TestPlayEnds(t *testing.T) {
	for _, tt := range []struct {
		name string
		end  func(s *terminal)
		code int
	}{
		{"SIGINT", func(s *terminal) { s.program.Process.Signal(syscall.SIGINT) }, 130},
		{"SIGTERM", func(s *terminal) { s.program.Process.Signal(syscall.SIGTERM) }, 130},
		{"SIGHUP", func(s *terminal) { s.program.Process.Signal(syscall.SIGHUP) }, 130},
		{"SIGQUIT", func(s *terminal) { s.program.Process.Signal(syscall.SIGQUIT) }, 130},
		{"Ctrl-D", func(s *terminal) { s.Type("\x04") }, 0},
		{"escape", func(s *terminal) { s.Type("\x1b") }, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := newPlayer(t, nil, false)
			s.Shows("1 of 2, paused")
			tt.end(s)
			s.ends(tt.code)
		})
	}
}
