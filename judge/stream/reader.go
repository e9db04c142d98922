package stream

import (
	"errors"
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
// methods are the methods of a pipeline.Stage. If the chunks of a stage have more than a Chunk, the
// stage has methods of its own, which call these.
type Reader struct {
	// Pack is passed boards that can be packed. If it returns true, they stay packed. May be nil.
	Pack func(*puzzle.Goal, []puzzle.Packed) bool

	KeepGoing bool  // after a malformed record
	Records   int64 // that have been settled, or that stand before the source

	source puzzle.Source
	splits Splitter // the source, if it is one
}

// NewReader returns a reader of the puzzles of a source.
func NewReader(src puzzle.Source) *Reader {
	splits, _ := src.(Splitter)
	return &Reader{source: src, splits: splits}
}

// A Chunk is what a Reader says of puzzles that follow one another. The puzzles are in a Memory.
type Chunk struct {
	First int64 // number of the first record, from Reader.Records + 1
	Count int   // of puzzles
	Next  error // of Source.Decode: what comes after the puzzles

	part puzzles.Part // of the source, that has been split off; nil: there is none
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

// Claim splits a part off.
func (r *Reader) Claim(c *Chunk, n int) int {
	if c.part = nil; r.splits != nil && n > 1 {
		c.part = r.splits.Split(n)
	}
	if c.part == nil {
		return 0
	}
	return c.part.Len()
}

// Parse decodes the part.
func (r *Reader) Parse(m *Memory, c *Chunk) {
	n := c.part.Len()
	if r.Pack != nil {
		boards := slices.Grow(m.Boards[:0], n)[:n]
		if goal, _ := c.part.Pack(boards); goal != nil && r.Pack(goal, boards) {
			m.Resize(0)
			m.Boards = boards
			return
		}
		m.Boards = boards
	}
	m.Resize(n)
	c.part.Decode(m.Puzzles)
}

// Settle keeps what has been parsed, if the part was cut well. Otherwise it reads in order.
func (r *Reader) Settle(m *Memory, c *Chunk, n int) (items int, more bool) {
	c.First, c.Next = r.Records+1, nil
	if c.part != nil {
		c.Count = c.part.Len()
	}
	if c.part == nil || !c.part.Join(true) {
		m.Resize(n)
		c.Count, c.Next = r.source.Decode(m.Puzzles)
		m.Puzzles = m.Puzzles[:c.Count]
	}
	r.Records += int64(c.Count)
	if errors.Is(c.Next, puzzle.ErrMalformed) {
		r.Records++
		return c.Count, r.KeepGoing
	}
	return c.Count, c.Next == nil
}
