package web

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// looksRight checks that a page is not empty, that nothing in it overlaps, and that labels stay in
// their tiles, in light and dark colours.
func (v *view) looksRight(name string) {
	v.Helper()
	var brightness [2]float64
	for i, scheme := range []string{"light", "dark"} {
		v.prefers(scheme)
		for _, fault := range append(evaluate[[]string](v, overlaps), evaluate[[]string](v, faint)...) {
			v.Errorf("%s: %s", scheme, fault)
		}
		v.isAccessible()
		brightness[i] = v.looks(name + "-" + scheme)
	}
	if brightness[0] < 128 || brightness[1] > brightness[0]-40 {
		v.Errorf("brightness %.0f of light colours and %.0f of dark ones", brightness[0],
			brightness[1])
	}
}

// overlaps lists what is wrong with the layout: text that leaves its tile, tiles and controls on
// each other, and a page that is wider than the window.
const overlaps = `(() => {
  const faults = [];
  const inside = (a, b) => a.left >= b.left - .5 && a.right <= b.right + .5 &&
    a.top >= b.top - .5 && a.bottom <= b.bottom + .5;
  const apart = (a, b) => a.right <= b.left + .5 || b.right <= a.left + .5 ||
    a.bottom <= b.top + .5 || b.bottom <= a.top + .5;
  const tiles = [...document.querySelectorAll('.tile')];
  if (tiles.length < 3 && !document.querySelector('main > .measure'))
    faults.push('found ' + tiles.length + ' tiles');
  for (const tile of tiles) {
    const text = tile.querySelector('text');
    const rect = tile.querySelector('rect').getBoundingClientRect();
    if (text && !inside(text.getBoundingClientRect(), rect))
      faults.push('the label ' + text.textContent + ' leaves its tile');
  }
  const check = elements => {
    const all = elements.map(e => ({name: e.id || e.textContent, at: e.getBoundingClientRect()}))
      .filter(e => e.at.width > 0);
    all.forEach((a, i) => all.slice(0, i).forEach(b => {
      if (!apart(a.at, b.at)) faults.push(a.name + ' is on ' + b.name);
    }));
  };
  check(tiles.slice(0, 100).map(t => t.querySelector('rect')));
  const parts = document.querySelectorAll('h1,#summary,h2,#message,#board,#caption,#seek,' +
    '#controls,#moves,#keys,#theme,table,form,nav');
  check([...parts].filter(e => !e.contains(document.querySelector('main'))));
  check([...document.querySelectorAll('#controls > *,header > *,form > *')]);
  check([...document.querySelectorAll('svg > g > text')]);
  for (const plot of document.querySelectorAll('.measure svg')) {
    check([...plot.querySelectorAll('text')]);
    for (const text of plot.querySelectorAll('text')) {
      if (!inside(text.getBoundingClientRect(), plot.getBoundingClientRect()))
        faults.push('the text ' + text.textContent + ' leaves its plot');
    }
  }
  const sections = [...document.querySelectorAll('.measure,.summary')];
  check(sections);
  sections.forEach(section => check([...section.children]));
  const root = document.documentElement;
  if (root.tagName === 'HTML' && root.scrollWidth > root.clientWidth)
    faults.push('the page is ' + root.scrollWidth + ' pixels wide');
  return faults;
})()`

// faint lists texts that stand out too little from what is behind them: less than criterion
// 1.4.3 of WCAG 2.2 asks for at level AA. Controls that are switched off are exempt.
const faint = `(() => {
  const rgb = colour => (/^rgba?\(([^)]*)\)/.exec(colour)?.[1] || '').split(',').map(Number);
  const luminance = ([r, g, b]) => [r, g, b].map(v => v / 255)
    .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0.05);
  const behind = e => {
    for (; e; e = e.parentElement) {
      const [r, g, b, a = 1] = rgb(getComputedStyle(e).backgroundColor);
      if (a > 0) return [r, g, b];
    }
    return rgb(getComputedStyle(document.body || document.documentElement).backgroundColor);
  };
  const faults = [];
  let seen = 0;
  for (const e of document.querySelectorAll('body *:not(script,style,option,optgroup)')) {
    const text = [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim());
    const svg = e.namespaceURI.endsWith('svg');
    if (!text || e.disabled || e.closest('.tile') || e.getClientRects().length === 0) continue;
    seen++;
    const style = getComputedStyle(e);
    const [a, b] = [luminance(rgb(svg ? style.fill : style.color)), luminance(behind(e))];
    const contrast = Math.max(a, b) / Math.min(a, b);
    if (!(contrast >= 4.5)) faults.push(contrast.toFixed(2) + ' is the contrast of ' +
      e.textContent.trim().slice(0, 30));
  }
  if (document.body && seen === 0) faults.push('found no text');
  return faults;
})()`

// looks takes a screenshot and returns its mean brightness, from 0 to 255. Few colours, or one
// nearly everywhere, mean that it is empty. SCREENSHOTS names a directory that keeps it.
func (v *view) looks(name string) float64 {
	v.Helper()
	const size = "(r => [Math.floor(r.width), Math.floor(r.height)])" +
		"(document.documentElement.getBoundingClientRect())"
	if s := evaluate[[]int64](v, size); s[0] < 1200 { // beside an SVG the window is white
		v.check(chromedp.Do(v.ctx, chromedp.EmulateViewport(s[0], s[1])))
	}
	shot, err := chromedp.Run(v.ctx, chromedp.CaptureScreenshot())
	v.check(err)
	if dir := os.Getenv("SCREENSHOTS"); dir != "" {
		file := filepath.Join(dir, strings.ReplaceAll(name, " ", "-")+".png")
		v.check(os.WriteFile(file, shot, 0o666))
	}
	return brightness(v.T, name, shot)
}

// brightness returns the mean brightness of a screenshot, which must not be empty.
func brightness(t *testing.T, name string, shot []byte) float64 {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(shot))
	if err != nil {
		t.Fatal(err)
	}
	counts := make(map[uint32]int)
	sum, total := 0.0, 0
	const apart = 2 // pixels between two that are looked at
	for y := img.Bounds().Min.Y; y < img.Bounds().Max.Y; y += apart {
		for x := img.Bounds().Min.X; x < img.Bounds().Max.X; x += apart {
			r, g, b := rgb(img, x, y)
			counts[r<<16|g<<8|b]++
			sum += float64(r+g+b) / 3
			total++
		}
	}
	most := 0
	for _, n := range counts {
		most = max(most, n)
	}
	if len(counts) < 20 || most > total*97/100 {
		t.Errorf("%s is empty: %d colors, one in %d of %d pixels", name, len(counts), most, total)
	}
	return sum / float64(total)
}

func rgb(img image.Image, x, y int) (r, g, b uint32) {
	r, g, b, _ = img.At(x, y).RGBA()
	return r >> 8, g >> 8, b >> 8
}
