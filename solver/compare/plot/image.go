//go:build !js

package plot

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strconv"
	"strings"

	"git.sr.ht/~sbinet/gg"
	"github.com/signintech/gopdf"
	"golang.org/x/image/font/gofont/goregular"
)

// A Kind is a kind of picture: the ending of its file names.
type Kind string

// The kinds of pictures.
const (
	SVG Kind = ".svg"
	PNG Kind = ".png"
	PDF Kind = ".pdf"
)

var writers = map[Kind]func(*Plot, io.Writer) error{
	SVG: (*Plot).WriteSVG, PNG: (*Plot).writePNG, PDF: (*Plot).writePDF,
}

// KindOf returns the kind of picture that the ending of a file name stands for.
func KindOf(file string) (Kind, error) {
	kind := Kind(strings.ToLower(filepath.Ext(file)))
	if writers[kind] == nil {
		return "", fmt.Errorf("found %q, expected a name that ends in .svg, .png or .pdf", file)
	}
	return kind, nil
}

// Write writes the plot as a picture.
func (p *Plot) Write(w io.Writer, kind Kind) error { return writers[kind](p, w) }

// writePNG writes a picture of width times height pixels.
func (p *Plot) writePNG(w io.Writer) error {
	f := p.frame()
	c := pixels{Context: gg.NewContext(width, int(f.height))}
	c.SetHexColor(paper)
	c.Clear()
	c.SetLineCapButt()
	p.draw(&c, &f)
	return cmp.Or(c.err, c.EncodePNG(w))
}

// pixels is a canvas of pixels. It keeps its first error.
type pixels struct {
	*gg.Context
	err error
}

func (c *pixels) line(k stroke, points ...Point) {
	c.SetHexColor(k.colour)
	c.SetLineWidth(k.width)
	c.SetDash(k.dashes...)
	for _, p := range points {
		c.LineTo(p.X, p.Y)
	}
	c.Stroke()
}

func (c *pixels) dot(k ink, at Point) {
	c.SetHexColor(k.colour)
	for _, p := range k.shape {
		c.LineTo(at.X+p.X, at.Y+p.Y)
	}
	c.Fill()
}

func (c *pixels) text(t text, at Point) {
	c.err = cmp.Or(c.err, c.LoadFontFaceFromBytes(goregular.TTF, t.size))
	c.SetHexColor(textColour)
	c.Push()
	if t.upwards {
		c.RotateAbout(-math.Pi/2, at.X, at.Y)
	}
	c.DrawStringAnchored(t.words, at.X, at.Y, t.anchor, 0)
	c.Pop()
}

// writePDF writes a page that is as large as the picture, with a point for a unit.
func (p *Plot) writePDF(w io.Writer) error {
	f := p.frame()
	var c page
	c.Start(gopdf.Config{PageSize: gopdf.Rect{W: width, H: f.height}})
	c.AddPage()
	c.err = c.AddTTFFontData(pdfFont, goregular.TTF)
	p.draw(&c, &f)
	if c.err != nil {
		return c.err
	}
	_, err := c.WriteTo(w)
	return err
}

const pdfFont = "Go"

// page is a canvas of a page in PDF. It keeps its first error.
type page struct {
	gopdf.GoPdf
	err error
}

// line draws a stroke between every two points. Its dashes continue those of the line before.
func (c *page) line(k stroke, points ...Point) {
	c.SetStrokeColor(rgb(k.colour))
	c.SetLineWidth(k.width)
	done := 0.0
	for i := range len(points) - 1 {
		a, b := points[i], points[i+1]
		c.SetCustomLineType(k.dashes, done)
		c.Line(a.X, a.Y, b.X, b.Y)
		done += math.Hypot(b.X-a.X, b.Y-a.Y)
	}
}

func (c *page) dot(k ink, at Point) {
	c.SetFillColor(rgb(k.colour))
	var corners []gopdf.Point
	for _, p := range k.shape {
		corners = append(corners, gopdf.Point{X: at.X + p.X, Y: at.Y + p.Y})
	}
	c.Polygon(corners, "F")
}

func (c *page) text(t text, at Point) {
	c.SetTextColor(rgb(textColour))
	c.err = cmp.Or(c.err, c.SetFont(pdfFont, "", t.size))
	wide, err := c.MeasureTextWidth(t.words)
	if t.upwards {
		c.Rotate(90, at.X, at.Y)
	}
	c.SetXY(at.X-t.anchor*wide, at.Y)
	c.err = cmp.Or(c.err, err, c.Text(t.words))
	if t.upwards {
		c.RotateReset()
	}
}

// rgb returns the parts of a colour such as #0072b2.
func rgb(colour string) (r, g, b uint8) {
	n, err := strconv.ParseUint(colour[1:], 16, 24)
	if err != nil {
		panic(err) // all colours are ours
	}
	return uint8(n >> 16), uint8(n >> 8), uint8(n)
}
