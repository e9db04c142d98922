//go:build ignore

// gen_page writes the page: its arguments are package wasm, compiled, the wasm_exec.js of the Go
// that compiled it, the directory of the page and its companions, and the compressed copy of the
// page for builds with the tag web. SITE and SOURCE in the environment are page.Options.
package main

import (
	"bytes"
	"compress/gzip"
	"log"
	"os"
	"path/filepath"
	"strconv"

	"git.sr.ht/~sbinet/gg"
	"golang.org/x/image/font/gofont/gobold"

	"tilejudge/judge/view/draw"
	"tilejudge/judge/view/web/page"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("gen_page: ")
	if len(os.Args) != 5 {
		log.Fatal("expected WASM, wasm_exec.js, DIRECTORY and COPY")
	}
	wasm, err := os.ReadFile(os.Args[1])
	check(err)
	glue, err := os.ReadFile(os.Args[2])
	check(err)
	var text, packed bytes.Buffer
	o := page.Options{Site: os.Getenv("SITE"), Source: os.Getenv("SOURCE")}
	check(page.Build(&text, wasm, glue, o))
	z, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	check(err)
	_, err = z.Write(text.Bytes())
	check(err)
	check(z.Close())
	write(filepath.Join(os.Args[3], "index.html"), text.Bytes())
	write(os.Args[4], packed.Bytes())
	for _, c := range page.Companions {
		write(filepath.Join(os.Args[3], c.Name), c.Data)
	}
	write(filepath.Join(os.Args[3], page.PreviewName), preview())
}

// preview returns the picture for links to the page: a board beside the name.
func preview() []byte {
	const wide, high, side = 1200, 630, 120
	c := gg.NewContext(wide, high)
	c.SetHexColor("#ffffff")
	c.Clear()
	font := func(size float64) { check(c.LoadFontFaceFromBytes(gobold.TTF, size)) }
	font(56)
	for cell, tile := range []int{1, 2, 3, 4, 5, 10, 6, 8, 9, 0, 7, 12, 13, 14, 11, 15} {
		if tile == 0 {
			continue
		}
		x, y := float64(75+cell%4*side), float64(75+cell/4*side)
		shade := []int{0, 2, 5, 7}[(tile-1)/4]
		c.DrawRoundedRectangle(x, y, side-6, side-6, 12)
		c.SetHexColor(draw.Fill(shade).String())
		c.Fill()
		c.SetHexColor(draw.Ink(shade).String())
		c.DrawStringAnchored(strconv.Itoa(tile), x+side/2-3, y+side/2-3, 0.5, 0.35)
	}
	c.SetHexColor("#1f2328")
	font(96)
	c.DrawString("tilejudge", 610, 300)
	font(34)
	c.DrawString("play, solve, check and compare", 614, 365)
	c.DrawString("15-puzzles and their kin", 614, 412)
	var b bytes.Buffer
	check(c.EncodePNG(&b))
	return b.Bytes()
}

// write writes a file, unless it is as it should be: a build then sees no change.
func write(name string, data []byte) {
	if old, err := os.ReadFile(name); err == nil && bytes.Equal(old, data) {
		return
	}
	check(os.MkdirAll(filepath.Dir(name), 0o777))
	check(os.WriteFile(name, data, 0o666))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
