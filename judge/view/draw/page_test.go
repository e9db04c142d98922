package draw

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/base64"
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

// A document has its title, its rules and its elements. It loads nothing, and its policy allows
// no script but its own.
func TestDocument(t *testing.T) {
	var b bytes.Buffer
	d := Document{Title: "a {{body}} & b", Style: ".x{color:red}", Script: "turnTheme();\n"}
	err := d.Write(&b, func(w *bufio.Writer) error {
		_, err := w.WriteString(`<p class="x">here</p>`)
		return err
	})
	text := b.String()
	_, script, _ := strings.Cut(text, "<script>")
	script, _, _ = strings.Cut(script, "</script>")
	sum := sha256.Sum256([]byte(script))
	for _, part := range []string{
		"<title>a {{body}} &amp; b</title>", "<h1>a {{body}} &amp; b</h1>", ".x{color:red}</style>",
		"</header>\n<p class=\"x\">here</p><script>", "turnTheme();\n})();\n</script>",
		"default-src 'none'", "; script-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'; ",
	} {
		if err != nil || strings.Count(text, part) != 1 {
			t.Errorf("found %q %d times (%v) in %s", part, strings.Count(text, part), err, text)
		}
	}
	if names := strings.Count(text, "{{"); names != 2 {
		t.Errorf("%d names are left, want the two of the title: %s", names, text)
	}
	full := errors.New("full")
	if err := d.Write(io.Discard, func(*bufio.Writer) error { return full }); err != full {
		t.Errorf("error %v, want %v", err, full)
	}
}
