package stream_test

import (
	"context"
	"fmt"
	"io"
	"strings"
	"unsafe"

	"tilejudge/formats/puzzles"
	"tilejudge/judge/judgetest"
	"tilejudge/judge/pipeline"
	"tilejudge/judge/stream"
)

// A counting is a pipeline.Stage that counts solvable puzzles.
type counting struct {
	*stream.Reader
	solvable int
}

// A counted is a chunk, and how many of its puzzles are solvable.
type counted struct {
	stream.Chunk
	solvable int
}

func (s *counting) Claim(c *counted, n int) int { return s.Reader.Claim(&c.Chunk, n) }

func (s *counting) Parse(m *stream.Memory, c *counted) { s.Reader.Parse(m, &c.Chunk) }

func (s *counting) Settle(m *stream.Memory, c *counted, n int) (items int, more bool) {
	return s.Reader.Settle(m, &c.Chunk, n)
}

func (s *counting) Work(_ context.Context, m *stream.Memory, c *counted, _ *pipeline.Early) {
	c.solvable = 0
	for i := range m.Puzzles {
		if m.Puzzles[i].Solvable() {
			c.solvable++
		}
	}
}

func (s *counting) Deliver(c *counted, _ bool) error {
	s.solvable += c.solvable
	if c.Next == io.EOF {
		return nil
	}
	return c.Next
}

func (s *counting) Size(c *counted) (results, memory int) { return 0, int(unsafe.Sizeof(*c)) }

// Any work on puzzles is a stage.
func ExampleReader() {
	in := strings.NewReader("1 2 3 4 5 6 7 x 8\n1 2 3 4 5 6 8 7 x\n1 2 3 4 5 x 7 8 6\n")
	s := &counting{Reader: stream.NewReader(
		puzzles.NewDecoder(in, "in", judgetest.Format("hdu-1043")))}
	err := pipeline.Run(context.Background(), s, pipeline.Options{Workers: 2, Window: 100})
	fmt.Println(s.solvable, err)
	// Output: 2 <nil>
}
