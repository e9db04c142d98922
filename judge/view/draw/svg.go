package draw

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// MaxScenes is the most scenes of an SVG.
const MaxScenes = 16

// SVG writes scenes as one picture that moves without a script: each scene plays, rests at its
// end and begins again. On paper, and for viewers who want no motion, the picture shows the first
// frames. It has the colours of a light or a dark page, as the viewer prefers. SVG returns an
// error if there are no scenes, or more than MaxScenes.
func SVG(w io.Writer, scenes []*Scene) error {
	if len(scenes) == 0 || len(scenes) > MaxScenes {
		return fmt.Errorf("an SVG has 1 to %d puzzles, found %d", MaxScenes, len(scenes))
	}
	panels := make([]*panel, len(scenes))
	wide := 0.0
	for i, s := range scenes {
		panels[i] = newPanel(i, s)
		wide = max(wide, panels[i].width)
	}
	across := min(max(int(sheet/(wide+margin)), 1), len(panels))
	var body, style bytes.Buffer
	y, tall := margin, 0.0
	for i, p := range panels {
		if i%across == 0 {
			y, tall = y+tall, 0
		}
		fmt.Fprintf(&body, "<g transform=\"translate(%s,%s)\">\n",
			number(margin+float64(i%across)*(wide+margin)), number(y))
		p.draw(&body, &style)
		body.WriteString("</g>\n")
		tall = max(tall, p.height+margin)
	}
	width, height := margin+float64(across)*(wide+margin), y+tall
	_, err := fmt.Fprintf(w, svgFrame, number(width), number(height), number(width),
		number(height), escape(scenes[0].Title), light.css(), dark.css(), shadeRules(),
		style.String(), body.String())
	return err
}

// svgFrame is the whole file. Animations begin at the first frame, and do not run on paper or for
// viewers who want no motion.
const svgFrame = `<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s"` +
	` viewBox="0 0 %s %s" role="img">
<title>%s</title>
<style>
svg{%s}
@media (prefers-color-scheme:dark){svg{%s}}
text{font-family:ui-sans-serif,system-ui,"Segoe UI",Helvetica,Arial,sans-serif;fill:var(--ink)}
.page{fill:var(--page)}.well,.wall{fill:var(--well)}.wall{fill:var(--page)}.hatch{stroke:var(--line)}
.title{font-size:15px;font-weight:600}.note{font-size:13px;fill:var(--soft)}
.bad{fill:var(--bad)}.moves{font:14px ui-monospace,Menlo,Consolas,monospace}
.cursor{fill:var(--mark);opacity:0}.wrong{fill:none;stroke:var(--bad);stroke-width:4;opacity:0}
.tile rect{stroke:var(--line)}.tile text{fill:currentColor;text-anchor:middle;font-weight:600}
%s@media (prefers-reduced-motion:reduce){*{animation:none!important}}
@media print{*{animation:none!important}}
%s</style>
<rect class="page" width="100%%" height="100%%" rx="8"/>
%s</svg>
`

// shadeRules returns the rules for the colours of tiles.
func shadeRules() (text string) {
	for shade := range Shades {
		text += fmt.Sprintf(".s%d{%s}\n", shade, shadeRule(shade))
	}
	return text
}

func shadeRule(shade int) string {
	return fmt.Sprintf("fill:%v;color:%v", Fill(shade), Ink(shade))
}

// Measures, in units of the picture.
const (
	sheet     = 960.0 // width of a row of panels, unless one panel is wider
	margin    = 20.0
	minPanel  = 300.0 // width
	boardSide = 300.0 // of a board, unless labels need more
	largest   = 100.0 // tile
	smallest  = 28.0  // tile with a label
	titleLine = 26.0  // height
	noteLine  = 18.0  // height
	noteChar  = 7.4   // width of a letter: most are narrower
	moveLine  = 20.0  // height
	moveChar  = 8.5   // width of a monospaced letter, at least
	maxStrip  = 240   // moves in the line below a board; more are not written
)

// A panel is the picture of one scene.
type panel struct {
	number        int
	scene         *Scene
	frames        []*Frame
	tile          float64 // side
	width, height float64
	clock
}

func newPanel(n int, s *Scene) *panel {
	p := &panel{number: n, scene: s, frames: s.motion()}
	f := p.frames[0]
	p.tile = min(boardSide/float64(max(f.Rows, f.Cols)), largest)
	if max(s.Start.Rows, s.Start.Cols) <= MaxLabelled {
		p.tile = max(p.tile, smallest)
	}
	p.width = max(float64(f.Cols)*p.tile, minPanel)
	p.clock = newClock(len(p.frames))
	return p
}

// motion returns the frames of a scene for a picture or a page: fewer frames of large boards.
func (s *Scene) motion() (frames []*Frame) {
	const cells = 100_000 // in all frames
	r := NewReel(s, maxBlocks)
	first := r.Frame(0)
	for f := range r.Frames(min(max(cells/len(first.Cells), 2), MaxFrames)) {
		frames = append(frames, f)
	}
	return frames
}

// draw writes the elements of the panel, and to style the rules of its animations.
func (p *panel) draw(to, style *bytes.Buffer) {
	y := titleLine - 8
	p.text(to, &y, titleLine, "title", p.scene.Title)
	class := "note"
	if p.last().Faulty || p.scene.Verdict != "" && p.scene.Verdict != "AC" {
		class += " bad"
	}
	note := strings.TrimSpace(p.scene.Verdict + " " + p.scene.Note)
	for _, line := range Wrap(note, int(p.width/noteChar)) {
		p.text(to, &y, noteLine, class, line)
	}
	y -= 4
	p.board(to, style, y)
	y += float64(p.last().Rows)*p.tile + 10
	p.strip(to, style, &y)
	p.height = y
}

func (p *panel) last() *Frame { return p.frames[len(p.frames)-1] }

func (p *panel) text(to *bytes.Buffer, y *float64, line float64, class, text string) {
	if text == "" {
		return
	}
	fmt.Fprintf(to, "<text class=%q y=%q>%s</text>\n", class, number(*y), escape(text))
	*y += line
}

// board draws the board with its tiles, y units from the top.
func (p *panel) board(to, style *bytes.Buffer, y float64) {
	f := p.frames[0]
	fmt.Fprintf(to, "<g transform=\"translate(0,%s)\">\n<rect class=\"well\" width=%q height=%q"+
		" rx=\"4\"/>\n", number(y), number(float64(f.Cols)*p.tile),
		number(float64(f.Rows)*p.tile))
	for cell, c := range f.Cells {
		if c.Kind == Wall {
			x, y := p.place(cell)
			side := number(p.tile + 1)
			fmt.Fprintf(to, "<rect class=\"wall\" x=%q y=%q width=%q height=%q/>\n",
				number(x-.5), number(y-.5), side, side)
			p.hatch(to, x, y)
		}
	}
	for _, t := range tracks(p.frames) {
		p.track(to, style, t)
	}
	p.wrongs(to, style)
	to.WriteString("</g>\n")
}

// hatch draws the lines across a wall.
func (p *panel) hatch(to *bytes.Buffer, x, y float64) {
	to.WriteString("<path class=\"hatch\" d=\"")
	for _, l := range [...][4]float64{{0, 1, 1, 0}, {0, .5, .5, 0}, {.5, 1, 1, .5}} {
		fmt.Fprintf(to, "M%s %sL%s %s", number(x+l[0]*p.tile), number(y+l[1]*p.tile),
			number(x+l[2]*p.tile), number(y+l[3]*p.tile))
	}
	to.WriteString("\"/>\n")
}

// place returns the upper left corner of a cell on the board.
func (p *panel) place(cell int) (x, y float64) {
	cols := p.frames[0].Cols
	return float64(cell%cols) * p.tile, float64(cell/cols) * p.tile
}

// track draws one tile and the animation of its way.
func (p *panel) track(to, style *bytes.Buffer, t *track) {
	x, y := p.place(t.keys[0].cell)
	animation := ""
	if len(t.keys) > 1 {
		name := fmt.Sprintf("p%dt%d", p.number, t.tile)
		animation = p.animate(style, name, t.times(), func(i int) string {
			x, y := p.place(t.keys[i].cell)
			rule := fmt.Sprintf("transform:translate(%spx,%spx)", number(x), number(y))
			if t.fades {
				rule += ";" + shadeRule(t.keys[i].shade)
			}
			return rule
		})
	}
	fmt.Fprintf(to, "<g class=\"tile s%d\" transform=\"translate(%s,%s)\"%s>",
		t.keys[0].shade, number(x), number(y), animation)
	inset, radius := 1.0, 5.0
	if t.label == "" {
		inset, radius = 0, 0
	}
	side := number(p.tile - 2*inset)
	fmt.Fprintf(to, "<rect x=%q y=%q width=%q height=%q rx=%q", number(inset), number(inset),
		side, side, number(radius))
	if t.label == "" {
		to.WriteString(" style=\"stroke:none\"")
	}
	to.WriteString("/>")
	if t.label != "" {
		size := p.fontSize(t.label)
		fmt.Fprintf(to, "<text x=%q y=%q font-size=%q>%s</text>", number(p.tile/2),
			number(p.tile/2+size*.36), number(size), escape(t.label))
	}
	to.WriteString("</g>\n")
}

// fontSize returns the size at which a label fits into a tile.
func (p *panel) fontSize(label string) float64 {
	const letter = .68 // width of a bold digit by its size, at most
	return min(p.tile*.48, p.tile*.84/(letter*float64(utf8.RuneCountInString(label))))
}

// wrongs draws borders around the wrong cells, which appear with the last frame.
func (p *panel) wrongs(to, style *bytes.Buffer) {
	if !p.last().Faulty {
		return
	}
	animation := " style=\"opacity:1\""
	if last := len(p.frames) - 1; last > 0 {
		animation = p.animate(style, fmt.Sprintf("p%dw", p.number), []int{0, last},
			func(i int) string { return fmt.Sprintf("opacity:%d", i) })
	}
	for cell, c := range p.last().Cells {
		if c.Wrong {
			x, y := p.place(cell)
			side := number(p.tile - 4)
			fmt.Fprintf(to, "<rect class=\"wrong\" x=%q y=%q width=%q height=%q rx=\"4\"%s/>\n",
				number(x+2), number(y+2), side, side, animation)
		}
	}
}

// strip writes the moves, and a cursor that goes from move to move.
func (p *panel) strip(to, style *bytes.Buffer, y *float64) {
	count := len(p.frames) - 1
	if count == 0 || count > maxStrip || p.last().Step != count {
		return
	}
	across := int(p.width / moveChar / 2)
	at := func(i int) (x, top float64) {
		return float64(i%across) * moveChar * 2, *y + float64(i/across)*moveLine
	}
	times := make([]int, count+1)
	for i := range times {
		times[i] = i
	}
	animation := p.animate(style, fmt.Sprintf("p%dc", p.number), times, func(i int) string {
		if i == 0 {
			return "opacity:0"
		}
		x, top := at(i - 1)
		return fmt.Sprintf("opacity:1;transform:translate(%spx,%spx)", number(x), number(top))
	})
	fmt.Fprintf(to, "<rect class=\"cursor\" width=\"16\" height=\"20\" rx=\"3\"%s/>\n", animation)
	to.WriteString("<text class=\"moves\">")
	for i := range count {
		x, top := at(i)
		fmt.Fprintf(to, "<tspan x=%q y=%q>%s</tspan>", number(x+moveChar-4.2), number(top+15),
			escape(p.scene.glyph(i)))
	}
	to.WriteString("</text>\n")
	*y += float64((count-1)/across+1) * moveLine
}

// number writes a number with at most two decimals.
func number(n float64) string {
	text := fmt.Sprintf("%.2f", n)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

// escape escapes a text for XML.
func escape(text string) string {
	var b strings.Builder
	xml.EscapeText(&b, []byte(text)) // a Builder never fails
	return b.String()
}
