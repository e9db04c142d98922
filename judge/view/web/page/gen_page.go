//go:build ignore

// gen_page writes the page: its arguments are package wasm, compiled, the wasm_exec.js of the Go
// that compiled it, the file of the page, and its compressed copy for builds with the tag web.
package main

import (
	"bytes"
	"compress/gzip"
	"log"
	"os"
	"path/filepath"

	"tilejudge/judge/view/web/page"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("gen_page: ")
	if len(os.Args) != 5 {
		log.Fatal("expected the files WASM, wasm_exec.js, PAGE and COPY")
	}
	wasm, err := os.ReadFile(os.Args[1])
	check(err)
	glue, err := os.ReadFile(os.Args[2])
	check(err)
	var text, packed bytes.Buffer
	check(page.Build(&text, wasm, glue))
	z, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	check(err)
	_, err = z.Write(text.Bytes())
	check(err)
	check(z.Close())
	write(os.Args[3], text.Bytes())
	write(os.Args[4], packed.Bytes())
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
