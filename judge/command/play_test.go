//go:build !windows

package command

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	"github.com/hinshun/vt10x"
	"golang.org/x/term"
)

// A screen is a terminal in which the program runs.
type screen struct {
	*testing.T
	tty, keyboard *os.File // the two ends
	program       *exec.Cmd
	before        *term.State // the settings of the terminal before the program ran

	mutex sync.Mutex
	vt    vt10x.Terminal
	drawn *sync.Cond // something new is on the screen, or the program has ended
	ended bool
}

// newScreen runs the program with these arguments in a terminal of 80x24, with an input of
// puzzles that come from a file, or else from standard input.
func newScreen(t *testing.T, env []string, piped bool, args ...string) *screen {
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
func newTerminal(t *testing.T, args ...string) *screen {
	t.Helper()
	keyboard, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	if err := pty.Setsize(tty, &pty.Winsize{Rows: 24, Cols: 80}); err != nil {
		t.Fatal(err)
	}
	before, err := term.GetState(int(tty.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	s := &screen{T: t, tty: tty, keyboard: keyboard, before: before,
		vt: vt10x.New(vt10x.WithSize(80, 24))}
	s.drawn = sync.NewCond(&s.mutex)
	program := filepath.Join(t.TempDir(), "tilejudge")
	if err := os.Symlink(executable(t), program); err != nil {
		t.Fatal(err)
	}
	s.program = exec.Command(program, args...)
	s.program.Stdin, s.program.Stdout, s.program.Stderr = tty, tty, tty
	s.program.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true, Ctty: 1}
	return s
}

// start runs the program with more settings of the environment.
func (s *screen) start(env []string) {
	s.Helper()
	s.program.Env = append(os.Environ(), append(env, "TERM=xterm-256color")...)
	if err := s.program.Start(); err != nil {
		s.Fatal(err)
	}
	go s.read()
	s.Cleanup(func() {
		s.program.Process.Kill()
		s.tty.Close()
		s.keyboard.Close()
	})
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

// read draws what the program writes.
func (s *screen) read() {
	buf := make([]byte, 4096)
	for {
		n, err := s.keyboard.Read(buf)
		s.mutex.Lock()
		s.vt.Write(buf[:n])
		s.ended = s.ended || err != nil
		s.drawn.Broadcast()
		s.mutex.Unlock()
		if err != nil {
			return
		}
	}
}

// shows waits until the screen has all the texts.
func (s *screen) shows(texts ...string) {
	s.Helper()
	limit := time.AfterFunc(30*time.Second, func() {
		s.mutex.Lock()
		s.ended = true
		s.drawn.Broadcast()
		s.mutex.Unlock()
	})
	defer limit.Stop()
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for {
		screen := s.vt.String()
		missing := ""
		for _, text := range texts {
			if !strings.Contains(screen, text) {
				missing = text
			}
		}
		if missing == "" {
			return
		}
		if s.ended {
			s.Fatalf("the screen has no %q:\n%s", missing, screen)
		}
		s.drawn.Wait()
	}
}

func (s *screen) types(keys string) {
	s.Helper()
	if _, err := io.WriteString(s.keyboard, keys); err != nil {
		s.Fatal(err)
	}
}

// ends waits for the end of the program, and checks its exit code and the terminal.
func (s *screen) ends(code int) {
	s.Helper()
	err := s.program.Wait()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		s.Fatal(err)
	}
	if got := s.program.ProcessState.ExitCode(); got != code {
		s.Errorf("exit code %d, want %d", got, code)
	}
	after, err := term.GetState(int(s.tty.Fd()))
	if err != nil {
		s.Fatal(err)
	}
	if !reflect.DeepEqual(after, s.before) {
		s.Errorf("the terminal is left as %+v, want %+v", after, s.before)
	}
	io.WriteString(s.tty, "behind the end") // all that the program wrote comes before it
	s.shows("behind the end")
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if mode := s.vt.Mode(); mode&vt10x.ModeAltScreen != 0 || mode&vt10x.ModeHide != 0 {
		s.Errorf("the terminal is left in the mode %b: another screen or no cursor", mode)
	}
}

const (
	right, left, up, down = "\x1b[C", "\x1b[D", "\x1b[A", "\x1b[B"
	home, end             = "\x1b[H", "\x1b[F"
)

// Keys step, run and choose, and the boards are on the screen.
func TestPlayKeys(t *testing.T) {
	s := newScreen(t, nil, false)
	s.shows("puzzle 1", "2 moves", "start", "1 of 2, paused, move 0 of 2")
	s.types(right)
	s.shows("move 1 of 2", "[5]", "[r] d")
	s.types(right)
	s.shows("move 2 of 2", "[6]", "r [d]")
	s.types(right) // beyond the end
	s.types(left)
	s.shows("move 1 of 2")
	s.types(home)
	s.shows("move 0 of 2")
	s.types(end)
	s.shows("move 2 of 2")
	s.types(down)
	s.shows("2 of 2, paused, move 0 of 1")
	s.types(up + "++")
	s.shows("1 of 2, paused, move 0 of 2, 100ms a move")
	s.types("-")
	s.shows("200ms a move")
	s.types(" ") // it runs to the end by itself
	s.shows("paused, move 2 of 2", "[6]")
	s.types("q")
	s.ends(0)
}

// Puzzles may come through a pipe: keys come from the terminal.
func TestPlayPipe(t *testing.T) {
	s := newScreen(t, []string{"NO_COLOR=1"}, true)
	s.shows("1 of 2, paused, move 0 of 2")
	s.types(right)
	s.shows("move 1 of 2")
	s.types("\x03") // Ctrl-C
	s.ends(0)
}

// Whatever ends the player, the terminal is as it was.
func TestPlayEnds(t *testing.T) {
	for _, tt := range []struct {
		name string
		end  func(s *screen)
		code int
	}{
		{"SIGINT", func(s *screen) { s.program.Process.Signal(syscall.SIGINT) }, 130},
		{"SIGTERM", func(s *screen) { s.program.Process.Signal(syscall.SIGTERM) }, 130},
		{"SIGHUP", func(s *screen) { s.program.Process.Signal(syscall.SIGHUP) }, 130},
		{"SIGQUIT", func(s *screen) { s.program.Process.Signal(syscall.SIGQUIT) }, 130},
		{"Ctrl-D", func(s *screen) { s.types("\x04") }, 0},
		{"escape", func(s *screen) { s.types("\x1b") }, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := newScreen(t, nil, false)
			s.shows("1 of 2, paused")
			tt.end(s)
			s.ends(tt.code)
		})
	}
}
