package draw

import (
	"bufio"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
)

// MaxPage is the most bytes of a page.
const MaxPage = 20 << 20

// ErrPageFull is returned by Add for a row that does not fit into MaxPage.
var ErrPageFull = fmt.Errorf("a page has at most %d MiB", MaxPage>>20)

// A Page is a web page with a list of rows and a player for their scenes. It is one file and
// loads nothing. Rows are written as they are added.
type Page struct {
	w     *bufio.Writer
	tail  string // the text after the rows
	rows  int
	size  int // bytes written so far
	limit int
}

// A Row is a line in the list of a page.
type Row struct {
	Name    string // "puzzle 17"
	Place   string // "in.txt:17"; "": unknown
	Verdict string // "WA"; "": nothing was judged
	Message string
	Scene   *Scene // nil: there is nothing to play
	Points  string // "9.5 of 10"; "": none are given
	Program string // the program that was run, if there are several

	CPU, Wall time.Duration // of a program; 0: none was run
	Memory    int64         // of a program, in bytes
}

// A Foot has what is known only at the end of a page.
type Foot struct {
	Summary string // of all rows, in a line
	Row     string // what a row is called; "": a case if programs were run, or else a puzzle

	CPULimit, WallLimit time.Duration // of a program; 0: none

	Programs []Program // if there are several; the page has a table of them by cases
}

// A Program is a row of the table of several programs.
type Program struct {
	Name     string `json:"name"`
	Verdict  string `json:"verdict"`
	Expected string `json:"expected"` // "": nothing
	Problem  string `json:"problem"`  // why Verdict is not what was expected
}

// maxPrograms is the maximum number of programs in the table: the end of a page has room for them.
const maxPrograms = 100

var (
	//go:embed page.html
	pageHTML string
	//go:embed page.css
	pageCSS string
	//go:embed page.js
	pageJS string
	//go:embed list.html
	listHTML string
	//go:embed player.html
	playerHTML string
	//go:embed player.js
	playerJS string
	//go:embed list.js
	listJS string
	//go:embed matrix.js
	matrixJS string
)

// A Viewer is a list of rows and a player of their scenes, for documents that get their rows later.
type Viewer struct {
	List, Player string // elements
	Style        string
	// Script makes the elements work. Its function unpack reads a row that Row.MarshalJSON has
	// written, and showRows(rows, info) shows such rows and the summary in info.
	Script string
}

// NewViewer returns the parts of a viewer.
func NewViewer() Viewer { return Viewer{listHTML, playerHTML, pageCSS, playerJS + listJS} }

// reserve is the number of bytes that are kept for the end of a page.
const reserve = 64 << 10

// NewPage writes the beginning of a page.
func NewPage(w io.Writer, title string) *Page {
	p := &Page{w: bufio.NewWriter(w), limit: MaxPage - reserve}
	v := NewViewer()
	d := Document{Title: title, Style: v.Style, Script: v.Script + matrixJS + pageJS}
	head, tail := d.ends()
	body := strings.Replace(pageHTML, "{{viewer}}", v.List+v.Player, 1)
	before, behind, _ := strings.Cut(body, "{{rows}}")
	p.tail = behind + tail
	p.write(head + before)
	return p
}

func (p *Page) write(text string) {
	p.size += len(text)
	p.w.WriteString(text) // the writer keeps its error
}

// Size returns the bytes of the page so far.
func (p *Page) Size() int { return p.size }

// Add adds a row. It returns ErrPageFull, and writes nothing, if the page has no room for the row.
// The same row without its scene may still fit.
func (p *Page) Add(r *Row) error {
	text, err := json.Marshal(r) // escapes what would end the script
	if err != nil {
		return err
	}
	separator := ",\n"
	if p.rows == 0 {
		separator = "\n"
	}
	if p.size+len(separator)+len(text) > p.limit {
		return ErrPageFull
	}
	p.rows++
	p.write(separator + string(text))
	_, err = p.w.Write(nil)
	return err
}

// MarshalJSON returns the row as an array, which the script of Viewer reads.
func (r *Row) MarshalJSON() ([]byte, error) {
	fields := []any{r.Name, r.Place, r.Verdict, r.Message, nil}
	if r.Scene != nil {
		fields[4] = newFilm(r.Scene)
	}
	if r.CPU > 0 || r.Wall > 0 || r.Memory > 0 {
		fields = append(fields, seconds(r.CPU), seconds(r.Wall), r.Memory)
	} else {
		fields = append(fields, nil, nil, nil)
	}
	fields = append(fields, r.Points, r.Program)
	for last := len(fields) - 1; last > 0 && (fields[last] == nil || fields[last] == ""); last-- {
		fields = fields[:last]
	}
	return json.Marshal(fields)
}

// seconds returns a time in seconds, with three decimals.
func seconds(d time.Duration) float64 { return float64(d.Milliseconds()) / 1000 }

// Close writes the end of the page. It does not close the writer.
func (p *Page) Close(f Foot) error {
	data := map[string]any{
		"summary": f.Summary, "limit": f.CPULimit.Seconds(), "wall": f.WallLimit.Seconds(),
	}
	if f.Row != "" {
		data["unit"] = f.Row
	}
	if len(f.Programs) > 0 {
		data["programs"] = f.Programs[:min(len(f.Programs), maxPrograms)]
	}
	info, err := json.Marshal(data)
	p.write(strings.Replace(p.tail, "{{info}}", string(info), 1))
	return errors.Join(err, p.w.Flush())
}

// A film is a scene in the form that the page's script reads: the first frame, and for each
// further frame the differences from the frame before.
type film struct {
	Rows   int      `json:"r"`
	Cols   int      `json:"c"`
	Shades string   `json:"k"`           // a digit for each cell; ".": blank, "#": wall
	Labels []string `json:"l,omitempty"` // of each cell; nil: the tiles show none
	Diffs  [][]int  `json:"d"`           // triples: the old cell of a tile, its new cell, its shade
	Words  []string `json:"w,omitempty"` // captions
	Glyphs string   `json:"g,omitempty"` // a letter or arrow for each frame but the first
	Wrong  []int    `json:"x,omitempty"` // cells that are wrong in the last frame
	Faulty bool     `json:"f,omitempty"`
}

func newFilm(s *Scene) *film {
	frames := s.motion()
	first, last := frames[0], frames[len(frames)-1]
	f := &film{
		Rows: first.Rows, Cols: first.Cols, Faulty: last.Faulty, Diffs: [][]int{},
	}
	f.begin(first)
	for i, frame := range frames[1:] {
		f.Diffs = append(f.Diffs, diff(frames[i], frame))
		f.Words = append(f.Words, frame.Caption)
	}
	if last.Step == len(frames)-1 && last.Step <= maxStrip {
		for i := range last.Step {
			f.Glyphs += s.glyph(i)
		}
	}
	for cell, c := range last.Cells {
		if c.Wrong {
			f.Wrong = append(f.Wrong, cell)
		}
	}
	return f
}

// begin sets the first frame.
func (f *film) begin(first *Frame) {
	labelled := false
	for _, c := range first.Cells {
		f.Shades += [...]string{Tile: fmt.Sprint(c.Shade), Blank: ".", Wall: "#"}[c.Kind]
		f.Labels = append(f.Labels, c.Label)
		labelled = labelled || c.Label != ""
	}
	if !labelled {
		f.Labels = nil
	}
}

// diff returns the triples of Diffs that turn one frame into the next.
func diff(from, to *Frame) []int {
	at := make(map[int]int, len(from.Cells))
	for cell, c := range from.Cells {
		if c.Kind == Tile {
			at[c.Tile] = cell
		}
	}
	triples := []int{}
	for cell, c := range to.Cells {
		if c.Kind != Tile {
			continue
		}
		if old, ok := at[c.Tile]; ok && (old != cell || from.Cells[old].Shade != c.Shade) {
			triples = append(triples, old, cell, c.Shade)
		}
	}
	return triples
}
