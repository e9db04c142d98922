package draw

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// pageRows returns the rows of a page as its script reads them.
func pageRows(t interface{ Fatal(...any) }, page string) (rows [][]json.RawMessage) {
	_, text, _ := strings.Cut(page, `id="rows">`)
	text, _, _ = strings.Cut(text, "</script>")
	if err := json.Unmarshal([]byte(text), &rows); err != nil {
		t.Fatal(err, text)
	}
	return rows
}

// The changes on a page turn the first frame into each of the others.
func TestPage(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anyScene(t)
		var b bytes.Buffer
		p := NewPage(&b, "</title><script>{{rows}}")
		if err := p.Add(&Row{Name: "</script>", Message: s.Title, Scene: s}); err != nil {
			t.Fatal(err)
		}
		if err := p.Close(Foot{}); err != nil {
			t.Fatal(err)
		}
		var f film
		row := pageRows(t, b.String())[0]
		if err := json.Unmarshal(row[4], &f); err != nil || string(row[0]) != `"\u003c/script\u003e"` {
			t.Fatal(err, row)
		}
		frames := s.motion()
		at := make([]int, len(f.Shades)) // the tile in each cell
		for cell, c := range frames[0].Cells {
			at[cell] = c.Tile
		}
		if len(f.Diffs) != len(frames)-1 {
			t.Fatalf("%d changes for %d frames", len(f.Diffs), len(frames))
		}
		for i, d := range f.Diffs {
			next := slices.Clone(at)
			for j := 0; j < len(d); j += 3 {
				next[d[j]] = 0
			}
			for j := 0; j < len(d); j += 3 {
				next[d[j+1]] = at[d[j]]
			}
			at = next
			for cell, c := range frames[i+1].Cells {
				if at[cell] != c.Tile {
					t.Fatalf("frame %d, cell %d: tile %d, want %d", i+1, cell, at[cell], c.Tile)
				}
			}
		}
	})
}

// A full page refuses a row, and is whole without it.
func TestPageLimit(t *testing.T) {
	var b bytes.Buffer
	p := NewPage(&b, "many")
	p.limit = p.size + 1000
	added := 0
	for ; ; added++ {
		err := p.Add(&Row{Name: "puzzle", Verdict: "AC", CPU: time.Second})
		if errors.Is(err, ErrPageFull) {
			break
		}
		if err != nil || added > 1000 {
			t.Fatal(added, err)
		}
	}
	if err := p.Close(Foot{Summary: "all"}); err != nil {
		t.Fatal(err)
	}
	if rows := pageRows(t, b.String()); len(rows) != added || added == 0 {
		t.Errorf("%d rows, want %d", len(rows), added)
	}
}

// A document has its title, its rules and its elements, and loads nothing.
func TestDocument(t *testing.T) {
	var b bytes.Buffer
	err := WriteDocument(&b, "a {{main}} & b", ".x{color:red}", func(w io.Writer) error {
		_, err := io.WriteString(w, `<p class="x">here</p>`)
		return err
	})
	text := b.String()
	for _, part := range []string{
		"<title>a &#123;&#123;main}} &amp; b</title>", ".x{color:red}</style>",
		`<main class="plain"><p class="x">here</p></main>`, "default-src 'none'", "turnTheme",
	} {
		if err != nil || strings.Count(text, part) == 0 {
			t.Errorf("found no %q (%v) in %s", part, err, text)
		}
	}
	if i := strings.Index(text, "{{"); i >= 0 {
		t.Errorf("a name is left: %.40q", text[i:])
	}
	full := errors.New("full")
	if err := WriteDocument(io.Discard, "", "", func(io.Writer) error { return full }); err != full {
		t.Errorf("error %v, want %v", err, full)
	}
}
