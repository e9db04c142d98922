//go:build !windows

// Package screen has a terminal for tests of what the program draws in one.
//
//	s := screen.New(t)
//	fmt.Fprint(s.TTY, "12 of 48")
//	s.Shows("12 of 48")
//	s.IsRestored()
package screen

import (
	"io"
	"os"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/creack/pty"
	"github.com/hinshun/vt10x"
	"golang.org/x/term"
)

// A Screen is a terminal of 80x24.
type Screen struct {
	*testing.T
	TTY *os.File // what the program reads and writes

	keyboard *os.File
	before   *term.State // the settings in the beginning

	mutex sync.Mutex
	vt    vt10x.Terminal
	drawn *sync.Cond // something new is on the screen, or ended is set
	ended bool       // nothing new will come, or a wait took too long
}

// patience is how long Shows waits.
const patience = 30 * time.Second

// New returns a terminal, which is gone after the test.
func New(t *testing.T) *Screen {
	t.Helper()
	keyboard, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	s := &Screen{T: t, TTY: tty, keyboard: keyboard, vt: vt10x.New(vt10x.WithSize(80, 24))}
	s.drawn = sync.NewCond(&s.mutex)
	if err := pty.Setsize(tty, &pty.Winsize{Rows: 24, Cols: 80}); err != nil {
		t.Fatal(err)
	}
	if s.before, err = term.GetState(int(tty.Fd())); err != nil {
		t.Fatal(err)
	}
	go s.read()
	t.Cleanup(func() {
		tty.Close()
		keyboard.Close()
	})
	return s
}

// read draws what the program writes.
func (s *Screen) read() {
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

// Text returns what is on the screen.
func (s *Screen) Text() string {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.vt.String()
}

// Type types keys.
func (s *Screen) Type(keys string) {
	s.Helper()
	if _, err := io.WriteString(s.keyboard, keys); err != nil {
		s.Fatal(err)
	}
}

// Shows waits until the screen has all the texts.
func (s *Screen) Shows(texts ...string) {
	s.Helper()
	s.wait(func() string { return s.vt.String() }, texts)
}

// ShowsAtTop waits until the first line of the screen has all the texts.
func (s *Screen) ShowsAtTop(texts ...string) {
	s.Helper()
	s.wait(func() string {
		line, _, _ := strings.Cut(s.vt.String(), "\n")
		return line
	}, texts)
}

// wait waits until what look returns has all the texts.
func (s *Screen) wait(look func() string, texts []string) {
	s.Helper()
	limit := time.AfterFunc(patience, func() {
		s.mutex.Lock()
		s.ended = true
		s.drawn.Broadcast()
		s.mutex.Unlock()
	})
	defer limit.Stop()
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for {
		screen, missing := look(), ""
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

// End is what IsRestored writes.
const End = "behind the end"

// IsRestored checks that the program left the terminal with the settings that it found, with a
// cursor, and without another screen. It writes End where the program stopped.
func (s *Screen) IsRestored() {
	s.Helper()
	after, err := term.GetState(int(s.TTY.Fd()))
	if err != nil {
		s.Fatal(err)
	}
	if !reflect.DeepEqual(after, s.before) {
		s.Errorf("the terminal is left as %+v, want %+v", after, s.before)
	}
	io.WriteString(s.TTY, End) // all that the program wrote comes before it
	s.Shows(End)
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if mode := s.vt.Mode(); mode&vt10x.ModeAltScreen != 0 || mode&vt10x.ModeHide != 0 {
		s.Errorf("the terminal is left in the mode %b: another screen or no cursor", mode)
	}
}
