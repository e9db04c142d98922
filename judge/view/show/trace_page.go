package show

import (
	"bufio"
	_ "embed"
	"encoding/json"
	"html"
	"io"
	"strings"

	"tilejudge/judge/view/draw"
	"tilejudge/solver/puzzle"
	"tilejudge/solver/trace"
)

var (
	//go:embed trace.html
	traceHTML string
	//go:embed trace.css
	traceCSS string
	//go:embed trace.js
	traceJS string
	//go:embed trace_tree.js
	treeJS string
)

// WritePage writes the trace as a web page, on which a person goes from step to step. The page is
// one file and loads nothing.
func (t *Trace) WritePage(w io.Writer) error {
	data, err := json.Marshal(t.pageData()) // escapes what would end the script
	if err != nil {
		return err
	}
	d := TraceDocument()
	d.Title, d.Header = t.Title(), `<p id="summary">`+html.EscapeString(t.Summary())+"</p>"
	return d.Write(w, func(b *bufio.Writer) error {
		_, err := b.WriteString(strings.Replace(traceHTML, "{{trace}}", string(data), 1))
		return err
	})
}

// TraceDocument is what all pages with a trace have in common.
func TraceDocument() *draw.Document {
	return &draw.Document{Style: traceCSS, Script: treeJS + traceJS}
}

// A pageTrace is a trace in the form that the script of the page reads.
type pageTrace struct {
	Algorithm string            `json:"algorithm"`
	Heuristic string            `json:"heuristic"`
	Cols      int               `json:"cols"`
	Goal      []int             `json:"goal"`
	Solved    bool              `json:"solved"`
	Fates     []string          `json:"fates"`
	Tiles     map[int]*pageTile `json:"tiles"` // by number
	Steps     [][]any           `json:"steps"`
}

// A pageTile is how a tile looks on every board.
type pageTile struct {
	Label string `json:"label"`
	Shade int    `json:"shade"`
}

func (t *Trace) pageData() *pageTrace {
	p := &pageTrace{
		Algorithm: t.Algorithm, Heuristic: t.Heuristic, Cols: t.Start.Start.Cols,
		Goal: tilesOf(t.Start.Goal.Board), Solved: t.Note == "",
		Tiles: make(map[int]*pageTile), Steps: [][]any{},
	}
	for f := range trace.NotTried + 1 {
		p.Fates = append(p.Fates, f.String())
	}
	for _, c := range draw.NewReel(t.Scene, draw.MaxLabelled).Frame(0).Cells {
		if c.Kind == draw.Tile {
			p.Tiles[c.Tile] = &pageTile{c.Label, c.Shade}
		}
	}
	numbers := make(map[*trace.Step]int)
	for i, s := range t.Steps {
		numbers[s] = i
		parent := -1
		if s.Parent != nil {
			parent = numbers[s.Parent]
		}
		children := [][]any{}
		for _, c := range s.Next {
			children = append(children, []any{t.word(c.Move), c.G, c.H, c.Fate, c.Board.Blank()})
		}
		p.Steps = append(p.Steps,
			[]any{tilesOf(s.Board), s.G, s.H, parent, s.Bound, s.Goal, s.Left, children})
	}
	return p
}

// tilesOf returns the numbers of the tiles of a board: 0 is the blank, -1 a wall.
func tilesOf(b puzzle.Board) (numbers []int) {
	for _, t := range b.Tiles {
		if t == puzzle.Wall {
			numbers = append(numbers, -1)
		} else {
			numbers = append(numbers, int(t))
		}
	}
	return numbers
}
