package stream

import (
	"slices"

	"tilejudge/formats/puzzles"
	"tilejudge/solver/puzzle"
)

// A Splitter is a puzzle.Source that several goroutines can decode at once, as they can a
// puzzles.Decoder.
type Splitter interface {
	puzzle.Source
	Split(n int) puzzles.Part
}

// A Reader reads the puzzles of a stage: in parts, if the source can be split, else in order. Its
// methods are for those of pipeline.Stage with the same names.
type Reader struct {
	source puzzle.Source
	splits Splitter // the source, if it is one
}

// NewReader returns a reader of the puzzles of a source.
func NewReader(src puzzle.Source) Reader {
	splits, _ := src.(Splitter)
	return Reader{src, splits}
}

// A Memory has the puzzles that one goroutine has read. It is used from chunk to chunk.
type Memory struct {
	Puzzles []puzzle.Puzzle
	Boards  []puzzle.Packed // in place of Puzzles; empty: these are not packed
}

// Resize gives m.Puzzles a length, and drops the memory of large boards.
func (m *Memory) Resize(n int) {
	for i := 1; i < len(m.Puzzles); i++ { // a chunk of one large board keeps its memory
		if cap(m.Puzzles[i].Start.Tiles) > MaxTiles {
			m.Puzzles[i].Start.Tiles = nil
		}
	}
	m.Puzzles = slices.Grow(m.Puzzles[:0], n)[:n]
	m.Boards = m.Boards[:0]
}

// Claim sets the part of a chunk, or nil, and returns how many puzzles it has.
func (r *Reader) Claim(part *puzzles.Part, n int) int {
	if *part = nil; r.splits != nil && n > 1 {
		*part = r.splits.Split(n)
	}
	if *part == nil {
		return 0
	}
	return (*part).Len()
}

// Parse decodes a part into m. If pack is not nil, boards that can be packed are passed to it, and
// stay packed if it returns true.
func (r *Reader) Parse(
	m *Memory, part puzzles.Part, pack func(*puzzle.Goal, []puzzle.Packed) bool,
) {
	n := part.Len()
	if pack != nil {
		boards := slices.Grow(m.Boards[:0], n)[:n]
		if goal, _ := part.Pack(boards); goal != nil && pack(goal, boards) {
			m.Resize(0)
			m.Boards = boards
			return
		}
		m.Boards = boards
	}
	m.Resize(n)
	part.Decode(m.Puzzles)
}

// Settle keeps what has been parsed, if the part was cut well. Otherwise it reads up to n puzzles,
// in order. It returns their number, and the error of Decode.
func (r *Reader) Settle(m *Memory, part puzzles.Part, n int) (count int, err error) {
	if part != nil {
		if count = part.Len(); part.Join(true) {
			return count, nil
		}
	}
	m.Resize(n)
	n, err = r.source.Decode(m.Puzzles)
	m.Puzzles = m.Puzzles[:n]
	return n, err
}
