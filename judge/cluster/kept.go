package cluster

import (
	"bytes"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

// What searches need and takes long to make, such as small tables, is kept in a directory of the
// batch. So a job that does one quick part does not make it again.

const keptDir = "kept"

// makeFor is how long after a worker has begun to make what others need these wait for it. Each
// then makes it itself: the other may have died.
var makeFor = 10 * time.Second

// Keep is a solver.Options.Keep. Of workers that need the same bytes at the same time, one makes
// them and puts them into a file, and the others wait for that.
func (b *Batch) Keep(name string, make func() []byte) []byte {
	file := filepath.Join(b.dir, keptDir, name)
	if text, ok := readKept(file); ok {
		return text
	}
	os.MkdirAll(filepath.Dir(file), 0o777) // what fails is made again by each worker
	making := file + ".making"
	f, err := os.OpenFile(making, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err == nil {
		f.Close()
		defer os.Remove(making)
	}
	if os.IsExist(err) {
		if text, ok := b.awaitKept(file, making); ok {
			return text
		}
	}
	text := make()
	line := fmt.Appendf(nil, "%08x\n", crc32.Checksum(text, castagnoli()))
	writeAside(filepath.Dir(file), io.MultiReader(bytes.NewReader(line), bytes.NewReader(text)),
		func(aside string) error { return os.Rename(aside, file) })
	return text
}

// awaitKept waits until a worker has made a file. It returns false if that takes too long.
func (b *Batch) awaitKept(file, making string) ([]byte, bool) {
	wait := makeFor
	if info, err := os.Stat(making); err == nil {
		wait -= b.Now().Sub(info.ModTime())
	}
	for end := time.Now().Add(wait); ; time.Sleep(makeFor / 1000) {
		if text, ok := readKept(file); ok || !time.Now().Before(end) {
			return text, ok
		}
	}
}

// readKept reads a file of Keep: a checksum in a line of its own, and then the bytes. It returns
// false if that is not there or not whole.
func readKept(file string) ([]byte, bool) {
	text, err := readPlain(file)
	if err != nil || len(text) < checksumLen {
		return nil, false
	}
	sum, err := strconv.ParseUint(string(text[:checksumLen-1]), 16, 32)
	text = text[checksumLen:]
	return text, err == nil && uint32(sum) == crc32.Checksum(text, castagnoli())
}
