package tables

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
)

// The file of a table has four parts. All numbers are little-endian.
//
//	fixed         the identity of the table, and checksums of the header
//	[]uint32      a checksum of each chunk of the table
//	zeros         up to a multiple of pageSize
//	the table
const (
	magic     = "\x89TJTAB\r\n" // no text has it, and every conversion of line ends breaks it
	format    = 1
	chunkSize = 1 << 20
	pageSize  = 1 << 12
	maxName   = 32
)

// fixed is the beginning of a file.
type fixed struct {
	Magic             [len(magic)]byte
	Format            uint32
	Chunk             uint32 // bytes
	Name              [maxName]byte
	Version           uint32
	Rows, Cols, Spare uint32
	Walls             uint64
	Size              uint64 // of the table, in bytes
	SumOfSums         uint32 // checksum of everything between fixed and the table
	Sum               uint32 // checksum of all fields above
}

var fixedSize = binary.Size(fixed{})

// A header is everything before the table in its file.
type header struct {
	fixed
	data int64    // offset of the table in the file
	sums []uint32 // of the chunks
}

// checksum returns the CRC-32C, for which processors have instructions. MakeTable returns
// the same table each time.
func checksum(b []byte) uint32 { return crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli)) }

// newHeader returns the header of a table, without checksums. It panics if the spec is
// malformed.
func newHeader(spec *Spec) *header {
	if len(spec.Name) == 0 || len(spec.Name) > maxName || spec.Size < 1 {
		panic(fmt.Sprintf("the table %q has no name, too long a name or no size", spec.Name))
	}
	s := spec.Shape
	h := &header{fixed: fixed{
		Magic: [len(magic)]byte([]byte(magic)), Format: format, Chunk: chunkSize,
		Version: spec.Version,
		Rows:    uint32(s.Rows), Cols: uint32(s.Cols), Spare: uint32(s.Spare), Walls: s.Walls,
		Size: uint64(spec.Size),
	}}
	copy(h.Name[:], spec.Name)
	h.sums = make([]uint32, (spec.Size+chunkSize-1)/chunkSize)
	h.data = int64(fixedSize+4*len(h.sums)+pageSize-1) / pageSize * pageSize
	return h
}

// bytes returns the header as in the file, with its own checksums.
func (h *header) bytes() []byte {
	rest := make([]byte, h.data-int64(fixedSize))
	binary.Encode(rest, binary.LittleEndian, h.sums) // never fails: rest is large enough
	h.SumOfSums = checksum(rest)
	b := h.fixed.bytes()
	h.Sum = checksum(b[:len(b)-4])
	return append(h.fixed.bytes(), rest...)
}

func (f *fixed) bytes() []byte {
	b := make([]byte, fixedSize)
	binary.Encode(b, binary.LittleEndian, f) // never fails: b is large enough
	return b
}

// The errors for files without a valid header.
var (
	errForeign = errors.New("it is not a table of tilejudge")
	errHeader  = errors.New("its header is broken")
)

// readHeader reads the header of the file of a table, and checks it and the file's size.
func readHeader(f *os.File, spec *Spec) (*header, error) {
	h := newHeader(spec)
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	b := make([]byte, h.data)
	n, err := f.ReadAt(b, 0)
	if err != nil && err != io.EOF {
		return nil, err
	}
	if n < fixedSize {
		if begin := b[:min(n, len(magic))]; n == 0 || string(begin) != magic[:len(begin)] {
			return nil, errForeign
		}
		return nil, truncated(int64(n), h.data+spec.Size)
	}
	want := h.fixed
	if _, err := binary.Decode(b, binary.LittleEndian, &h.fixed); err != nil {
		return nil, err
	}
	if err := h.compare(b, &want, spec); err != nil {
		return nil, err
	}
	switch size := h.data + spec.Size; {
	case info.Size() < size:
		return nil, truncated(info.Size(), size)
	case info.Size() > size:
		return nil, fmt.Errorf("it has %d bytes too many", info.Size()-size)
	case checksum(b[fixedSize:]) != h.SumOfSums:
		return nil, errHeader
	}
	_, err = binary.Decode(b[fixedSize:], binary.LittleEndian, h.sums)
	return h, err
}

func truncated(size, want int64) error {
	return fmt.Errorf("it is truncated: %d bytes of %d", size, want)
}

// compare compares the fixed part of a file, whose first bytes are b, with the wanted one.
func (h *header) compare(b []byte, want *fixed, spec *Spec) error {
	switch {
	case h.Magic != want.Magic:
		return errForeign
	case h.Format != want.Format:
		return fmt.Errorf("it has the format %d, expected %d", h.Format, want.Format)
	case h.Sum != checksum(b[:fixedSize-4]):
		return errHeader
	case h.Name != want.Name:
		name := bytes.TrimRight(h.Name[:], "\x00")
		return fmt.Errorf("it is the table %q, expected %q", name, spec.Name)
	case h.Version != want.Version:
		return fmt.Errorf("it is version %d of the table, expected %d", h.Version, want.Version)
	}
	got := h.fixed
	got.Sum, got.SumOfSums = 0, 0
	if got != *want {
		return fmt.Errorf("it is a table of %d bytes for %dx%d boards, expected %d for %v",
			h.Size, h.Rows, h.Cols, spec.Size, spec.Shape)
	}
	return nil
}

// sum computes the checksums of a table.
func (h *header) sum(table []byte) {
	for i := range h.sums {
		h.sums[i] = checksum(table[i*chunkSize : min((i+1)*chunkSize, len(table))])
	}
}

// verify reads the table and compares the checksums. It does not map the file, so that a
// failing disk gives an error, not a signal.
func (h *header) verify(ctx context.Context, f io.ReaderAt) error {
	b := make([]byte, chunkSize)
	for i, want := range h.sums {
		if err := ctx.Err(); err != nil {
			return err
		}
		at := int64(i) * chunkSize
		chunk := b[:min(chunkSize, int64(h.Size)-at)]
		if _, err := f.ReadAt(chunk, h.data+at); err != nil {
			return err
		}
		if checksum(chunk) != want {
			return fmt.Errorf("its bytes %d to %d are broken",
				h.data+at, h.data+at+int64(len(chunk))-1)
		}
	}
	return nil
}
