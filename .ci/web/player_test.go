package web

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// cells returns the labels on the board of the player, by their cells.
func (v *view) cells() []string {
	v.Helper()
	return evaluate[[]string](v, `(() => {
  const cells = Array(9).fill('x');
  for (const t of document.querySelectorAll('#board .tile'))
    cells[t.dataset.cell] = t.querySelector('text').textContent;
  return cells;
})()`)
}

// replay returns the boards of a path on a board of 3x3, whose letters tell where the blank
// goes. It ends before a move that leaves the board.
func replay(start []string, path string) (boards [][]string) {
	boards = append(boards, start)
	now := slices.Clone(start)
	for _, m := range path {
		at := slices.Index(now, "x")
		step := map[rune][2]int{'u': {-1, 0}, 'd': {1, 0}, 'l': {0, -1}, 'r': {0, 1}}[m]
		row, col := at/3+step[0], at%3+step[1]
		if row < 0 || row > 2 || col < 0 || col > 2 {
			break
		}
		now = slices.Clone(now)
		now[at], now[row*3+col] = now[row*3+col], "x"
		boards = append(boards, now)
	}
	return boards
}

// The frames of the player are the boards of a replay, forwards and backwards, and the last
// of a wrong answer says what is wrong.
func TestPlayer(t *testing.T) {
	for _, i := range []int{5, 6} { // the answers, and the report on them
		p := pictures[i]
		t.Run(p.name, func(t *testing.T) {
			v := open(t, p.draw(t), "light")
			v.press(kb.ArrowUp) // a page begins with the first puzzle that fails
			messages := []string{"", `says "lurd"`, "move 2, right, leaves the board"}
			for i, path := range strings.Fields(walks) {
				start := strings.Fields(strings.Split(eights, "\n")[i])
				boards := replay(start, path)
				got := evaluate[string](v, "document.getElementById('message').textContent")
				if !strings.Contains(got, messages[i]) {
					t.Errorf("puzzle %d: message %q, want %q", i+1, got, messages[i])
				}
				if i > 0 || p.file == "answers.html" { // reports draw failures only
					v.plays(boards, len(path))
				}
				v.press(kb.ArrowDown)
			}
			v.isQuiet()
		})
	}
}

// plays steps through a number of moves and back, and compares the boards.
func (v *view) plays(boards [][]string, moves int) {
	v.Helper()
	same := func(step int) {
		v.Helper()
		want := boards[min(step, len(boards)-1)]
		if got := v.cells(); !slices.Equal(got, want) {
			v.Errorf("step %d: board %v, want %v", step, got, want)
		}
	}
	for step := range moves {
		same(step)
		v.press(kb.ArrowRight)
	}
	same(moves)
	if got := evaluate[string](v, "document.getElementById('board').dataset.frame"); got !=
		strconv.Itoa(moves) {
		v.Errorf("the player is at frame %s, want %d", got, moves)
	}
	for step := moves; step > 0; step-- {
		v.press(kb.ArrowLeft)
		same(step - 1)
	}
}
