// Package player plays scenes in a terminal, where keys step, run and choose them. Bubble Tea
// draws the screen and reads the keys.
package player

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/dustin/go-humanize"
	"github.com/sourcegraph/conc/panics"
	"golang.org/x/term"

	"tilejudge/judge/view/draw"
)

// Play plays scenes until a person quits, the input ends, or ctx ends; the error is then
// context.Canceled. in and out are a terminal, which Play leaves as it was, even after a panic or a
// signal. It returns a panic as an error of package panics. text tells whether there are colours.
func Play(ctx context.Context, in, out *os.File, scenes []*draw.Scene, text draw.Text) error {
	if cols, rows, err := term.GetSize(int(out.Fd())); err == nil && cols*rows > maxCells {
		return fmt.Errorf("the terminal has %d columns and %d rows, expected at most %s cells",
			cols, rows, humanize.Comma(maxCells))
	}
	// Bubble Tea does not handle these signals, and the terminal would stay as it is.
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGHUP, syscall.SIGQUIT)
	defer stop()
	environment := os.Environ()
	if text.Colour { // --color overrides NO_COLOR
		environment = append(environment, "NO_COLOR=")
	}
	input := &input{File: in}
	guard := &guard{Model: New(scenes, text)}
	guard.Update(nil) // draws the first view
	p := tea.NewProgram(guard, tea.WithInput(input), tea.WithOutput(out),
		tea.WithEnvironment(environment), tea.WithoutSignalHandler(), tea.WithFilter(sane))
	input.end = p.Quit
	// With WithContext, Bubble Tea would close the input while its reader reads.
	defer context.AfterFunc(ctx, p.Quit)()
	_, err := p.Run()
	switch fault := guard.Recovered(); {
	case fault != nil:
		return fault.AsError()
	case ctx.Err() != nil:
		return context.Canceled
	default:
		return err
	}
}

// maxCells is how many cells a screen may have: Bubble Tea takes some 220 bytes for each.
const maxCells = 1 << 20

// sane drops the message that the screen has become too large. Keys may pretend that it has.
func sane(_ tea.Model, message tea.Msg) tea.Msg {
	if size, ok := message.(tea.WindowSizeMsg); ok && size.Width*size.Height > maxCells {
		return nil
	}
	return message
}

// A guard ends the program in good order when its model panics. Bubble Tea would close the input
// while its reader reads, and lose the value of the panic.
type guard struct {
	*Model
	panics.Catcher
	view tea.View
}

// Update draws the view too, so that a panic there is noticed here.
func (g *guard) Update(message tea.Msg) (_ tea.Model, command tea.Cmd) {
	g.Try(func() {
		_, command = g.Model.Update(message)
		g.view = g.Model.View()
	})
	if g.Recovered() != nil {
		command = tea.Quit
	}
	return g, command
}

func (g *guard) View() tea.View { return g.view }

// An input is a file that ends the program when the file ends. Bubble Tea would wait for ever.
type input struct {
	*os.File
	end func()
}

func (i *input) Read(p []byte) (int, error) {
	n, err := i.File.Read(p)
	if err == io.EOF {
		i.end()
	}
	return n, err
}

// A Model is a player for Bubble Tea.
type Model struct {
	scenes  []*draw.Scene
	text    draw.Text
	number  int // of the scene, from 0
	reel    *draw.Reel
	step    int
	running bool
	delay   time.Duration
	clock   int // tells the ticks of a run from those of the runs before
	height  int // of the screen, in lines
}

// Delays between two steps.
const (
	usualDelay = 400 * time.Millisecond
	minDelay   = 25 * time.Millisecond
	maxDelay   = 3200 * time.Millisecond
)

// New returns a player at the start of the first scene. There must be one.
func New(scenes []*draw.Scene, text draw.Text) *Model {
	m := &Model{scenes: scenes, text: text, delay: usualDelay}
	m.resize(80, 24)
	return m
}

// A tick is the time for the next step.
type tick int

// Init implements tea.Model.
func (m *Model) Init() tea.Cmd { return nil }

// Update implements tea.Model.
func (m *Model) Update(message tea.Msg) (tea.Model, tea.Cmd) {
	switch message := message.(type) {
	case tea.WindowSizeMsg:
		m.resize(message.Width, message.Height)
	case tick:
		if int(message) == m.clock && m.running {
			return m, m.advance()
		}
	case tea.KeyPressMsg:
		return m, m.press(message.String())
	}
	return m, nil
}

// press does what a key means.
func (m *Model) press(key string) tea.Cmd {
	switch key {
	case "q", "esc", "ctrl+c", "ctrl+d":
		return tea.Quit
	case "ctrl+z":
		return tea.Suspend
	case "space":
		return m.toggle()
	case "right", "l":
		m.stop(m.step + 1)
	case "left", "h":
		m.stop(m.step - 1)
	case "home":
		m.stop(0)
	case "end":
		m.stop(m.reel.Len() - 1)
	case "down", "n":
		m.choose(m.number + 1)
	case "up", "p":
		m.choose(m.number - 1)
	case "+", "=":
		m.delay = max(m.delay/2, minDelay)
	case "-":
		m.delay = min(m.delay*2, maxDelay)
	}
	return nil
}

// stop stops at a step, or at the nearest that there is.
func (m *Model) stop(step int) {
	m.running = false
	m.step = min(max(step, 0), m.reel.Len()-1)
}

// toggle starts or pauses the playback. At the end of the path it starts from the first board.
func (m *Model) toggle() tea.Cmd {
	if m.running || m.reel.Len() == 1 {
		m.running = false
		return nil
	}
	if m.step == m.reel.Len()-1 {
		m.step = 0
	}
	m.running = true
	m.clock++
	return m.wait()
}

// advance makes a step, and waits for the next.
func (m *Model) advance() tea.Cmd {
	m.step++
	if m.step >= m.reel.Len()-1 {
		m.stop(m.step)
		return nil
	}
	return m.wait()
}

func (m *Model) wait() tea.Cmd {
	clock := m.clock
	return tea.Tick(m.delay, func(time.Time) tea.Msg { return tick(clock) })
}

// choose goes to a scene, if there is one of that number.
func (m *Model) choose(number int) {
	if number >= 0 && number < len(m.scenes) {
		m.number = number
		m.reel = m.text.Reel(m.scenes[number])
		m.stop(0)
	}
}

// resize adapts to a screen of that size.
func (m *Model) resize(width, height int) {
	m.text.Width, m.height = width, height
	m.text.Height = max(height-around, 1)
	m.reel = m.text.Reel(m.scenes[m.number])
	m.step = min(m.step, m.reel.Len()-1)
}

// around is the number of lines around a board: the heading, which may take two, empty
// lines, the caption, the moves, the place and the keys.
const around = 8

// View implements tea.Model.
func (m *Model) View() tea.View {
	v := tea.NewView(m.Screen())
	v.AltScreen = true
	return v
}

// Screen returns the text of the screen.
func (m *Model) Screen() string {
	scene := m.scenes[m.number]
	frame := m.reel.Frame(m.step)
	lines := draw.Wrap(m.text.Heading(scene), m.text.Width)
	lines = append(lines[:min(len(lines), 2)], "")
	tall := 1
	for _, try := range []int{3, 5} {
		if frame.Rows*try <= m.text.Height && m.text.Fits(m.reel, frame, try) {
			tall = try
		}
	}
	lines = append(lines, m.text.Tall(m.reel, frame, tall)...)
	lines = append(lines, "", frame.Caption, m.text.Moves(scene, m.step), m.place(), m.keys())
	return strings.Join(lines, "\n")
}

// place tells which scene and which step the player shows.
func (m *Model) place() string {
	state := "paused"
	if m.running {
		state = "playing"
	}
	text := fmt.Sprintf("%s, move %d of %d, %v a move", state, m.step, m.reel.Len()-1, m.delay)
	if len(m.scenes) > 1 {
		text = fmt.Sprintf("%d of %d, %s", m.number+1, len(m.scenes), text)
	}
	return m.cut(text)
}

func (m *Model) keys() string {
	text := "space plays, ←→ step, + - speed, q quits"
	if len(m.scenes) > 1 {
		text += ", ↑↓ choose a puzzle"
	}
	return m.cut(text)
}

// cut cuts a line at the edge of the screen.
func (m *Model) cut(line string) string {
	letters := []rune(line)
	return string(letters[:min(len(letters), max(m.text.Width, 1))])
}
