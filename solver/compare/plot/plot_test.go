package plot

import (
	"bytes"
	"compress/zlib"
	"encoding/xml"
	"errors"
	"fmt"
	"image/png"
	"io"
	"math"
	"regexp"
	"strings"
	"testing"
)

// example has a series with a line, one with a single point, and one without points.
var example = Plot{
	Title: "title <&>", Label: "label <&>",
	X: Axis{Name: "x", Step: 1}, Y: Axis{Name: "y", Log: true},
	Series: []Series{
		{Name: "first", Line: true, Points: []Point{{X: 1, Y: 10}, {X: 2, Y: 40}, {X: 4, Y: 1000}}},
		{Name: "µ…", Stems: true, Points: []Point{{X: 3, Y: 30, Label: "30"}}},
		{Name: "third", Line: true},
	},
}

// A recorder is a canvas that counts marks, and keeps the places of points.
type recorder struct {
	strokes, segments, texts int
	dots                     []Point
}

func (r *recorder) line(_ stroke, points ...Point) {
	r.strokes++
	r.segments += max(len(points)-1, 0)
}

func (r *recorder) dot(_ ink, at Point) { r.dots = append(r.dots, at) }
func (r *recorder) text(text, Point)    { r.texts++ }

func record(p *Plot) (r recorder) {
	f := p.frame()
	p.draw(&r, &f)
	return r
}

// A plot shows everything that its series have, and its frame has room for all points.
func TestDraw(t *testing.T) {
	f, r := example.frame(), record(&example)
	// Points and those of the legend; the title, two names of axes, 4 and 3 ticks, 3 names, a label.
	if want := 4 + 2; len(r.dots) != want || r.texts != 3+4+3+3+1 {
		t.Errorf("%d points and %d texts, want %d and 14", len(r.dots), r.texts, want)
	}
	if got, want := r.dots[1].X-r.dots[0].X, (f.right-f.left)/3; math.Abs(got-want) > 1e-9 {
		t.Errorf("a step of 1 to the right is %v units, want a third of %v", got, f.right-f.left)
	}
	if got, want := f.bottom-r.dots[2].Y, f.bottom-f.top; math.Abs(got-want) > 1e-9 {
		t.Errorf("the point at the highest value is %v units up, want %v", got, want)
	}
	rows := Plot{Y: Axis{Rows: []string{"one", "two"}}, Series: []Series{
		{Stems: true, Points: []Point{{X: 1, Y: 0}}}, {Stems: true, Points: []Point{{X: 2, Y: 1}}},
	}}
	if r := record(&rows); len(r.dots) != 2 || r.dots[1].Y-r.dots[0].Y != rowHeight {
		t.Errorf("points at %v, want two in rows of %d units", r.dots, rowHeight)
	}
}

// Each kind of picture has the marks of the plot.
func TestKinds(t *testing.T) {
	written := make(map[Kind][]byte)
	for _, kind := range []Kind{SVG, PNG, PDF} {
		var b bytes.Buffer
		if err := example.Write(&b, kind); err != nil {
			t.Fatalf("%s: %v", kind, err)
		}
		written[kind] = b.Bytes()
	}
	r := record(&example)
	counts := elements(t, written[SVG])
	if counts["polyline"] != r.strokes || counts["path"] != len(r.dots) || counts["text"] != r.texts {
		t.Errorf("SVG has elements %v, want the marks %+v", counts, r)
	}
	operators := func(name string) int {
		return len(regexp.MustCompile(`(?m)(^| )`+name+`$`).FindAll(streams(t, written[PDF]), -1))
	}
	lines, fills, texts := operators("l S"), operators("f"), operators("TJ")
	if lines != r.segments || fills != len(r.dots) || texts != r.texts {
		t.Errorf("PDF has %d lines, %d areas and %d texts, want %+v", lines, fills, texts, r)
	}
	img, err := png.Decode(bytes.NewReader(written[PNG]))
	if err != nil {
		t.Fatal(err)
	}
	for i, at := range r.dots[:4] { // those of the first series, then that of the second
		red, green, blue, _ := img.At(int(at.X), int(at.Y)).RGBA()
		got := fmt.Sprintf("#%02x%02x%02x", red>>8, green>>8, blue>>8)
		if want := inkOf(i / 3).colour; got != want {
			t.Errorf("PNG has %s at %v, want %s", got, at, want)
		}
	}
	if size := img.Bounds().Size(); size.X != width || size.Y != height {
		t.Errorf("PNG has %v pixels, want %dx%d", size, width, height)
	}
}

// elements counts the elements of an XML document, by name.
func elements(t *testing.T, text []byte) map[string]int {
	t.Helper()
	counts := make(map[string]int)
	for d := xml.NewDecoder(bytes.NewReader(text)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return counts
		}
		if err != nil {
			t.Fatalf("%v in %s", err, text)
		}
		if e, ok := token.(xml.StartElement); ok {
			counts[e.Name.Local]++
		}
	}
}

// streams returns what the compressed streams of a PDF hold.
func streams(t *testing.T, pdf []byte) (all []byte) {
	t.Helper()
	for _, part := range bytes.Split(pdf, []byte("stream\n"))[1:] {
		r, err := zlib.NewReader(bytes.NewReader(part))
		if err != nil {
			continue // a part behind "endstream"
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, text...)
	}
	return all
}

func TestKindOf(t *testing.T) {
	for name, want := range map[string]Kind{"a.svg": SVG, "b/a.PNG": PNG, "a.b.pdf": PDF} {
		if got, err := KindOf(name); got != want || err != nil {
			t.Errorf("KindOf(%q) = %q, %v, want %q", name, got, err, want)
		}
	}
	for _, name := range []string{"svg", "a.gif", ""} {
		if got, err := KindOf(name); err == nil {
			t.Errorf("KindOf(%q) = %q, want an error", name, got)
		}
	}
}

// Ticks are at round numbers, or at powers of ten.
func TestTicks(t *testing.T) {
	for _, test := range []struct {
		low, high, least float64
		want             string
	}{
		{31, 31, 1, "30 31 32"},
		{1, 2, 1, "1 2"},
		{14, 28, 1, "14 16 18 20 22 24 26 28"},
		{3, 80, 1, "0 10 20 30 40 50 60 70 80"},
		{1.31, 1.77, 0.01, "1.3 1.35 1.4 1.45 1.5 1.55 1.6 1.65 1.7 1.75 1.8"},
		{1, 1, 0.01, "0.99 1 1.01"},
	} {
		if got := labels(round(test.low, test.high, test.least)); got != test.want {
			t.Errorf("round(%v, %v, %v) = %s, want %s", test.low, test.high, test.least, got,
				test.want)
		}
	}
	s := powers(0.3, 2000)
	if got, want := labels(s), "0.1 1 10 100 1,000 10,000"; got != want {
		t.Errorf("powers: %s, want %s", got, want)
	}
	if got, want := len(s.fine), 5*8; got != want {
		t.Errorf("powers: %d fine lines, want %d", got, want)
	}
	if got, want := labels(powers(10, 10)), "10 100"; got != want {
		t.Errorf("powers of one value: %s, want %s", got, want)
	}
}

func labels(s scale) string {
	var all []string
	for _, tick := range s.ticks {
		all = append(all, tick.label)
	}
	return strings.Join(all, " ")
}

// Lines stand out from light and dark pages, as criterion 1.4.11 of WCAG 2.2 asks.
func TestSeriesContrast(t *testing.T) {
	luminance := func(colour string) float64 {
		var rgb [3]int
		if _, err := fmt.Sscanf(colour, "#%02x%02x%02x", &rgb[0], &rgb[1], &rgb[2]); err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
			s := float64(rgb[i]) / 255
			if s <= 0.04045 {
				s /= 12.92
			} else {
				s = math.Pow((s+0.055)/1.055, 2.4)
			}
			sum += weight * s
		}
		return sum + 0.05
	}
	const page, darkPage = "#ffffff", "#0d1117" // those of package draw
	for _, c := range colours {
		onLight, onDark := luminance(page)/luminance(c[0]), luminance(c[1])/luminance(darkPage)
		if onLight < 3 || onDark < 3 {
			t.Errorf("%s and %s: contrast %.1f on light pages and %.1f on dark ones, want 3", c[0], c[1],
				onLight, onDark)
		}
	}
}
