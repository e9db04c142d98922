package pipeline_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"tilejudge/judge/pipeline"
)

// A stage squares the numbers below end. The methods that are nil do nothing special.
type stage struct {
	end     int
	claims  bool                 // chunks are claimed
	wrong   func(first int) bool // claims that turn out wrong
	parse   func(first int)
	work    func(n int)
	empty   func(n int) bool // numbers that are read but are no items
	deliver func(n int) error

	claimed, settled int
	drops            int // how often claims have gone back
	open, stale      int // chunks with claims, and with stale claims, that have not been settled
	most             int // items in a chunk
	out              []int
	flushes          int
}

type memory struct{ numbers []int }

type chunk struct {
	first, count, drops int // of the claim
	numbers             []int
}

func (s *stage) Claim(c *chunk, n int) int {
	c.first, c.count, c.drops = s.claimed, 0, s.drops
	if s.claims && n > 1 && s.stale == 0 {
		c.count = min(n, s.end-s.claimed)
		s.claimed += c.count
	}
	if c.count > 0 {
		s.open++
	}
	return c.count
}

func (s *stage) Parse(w *memory, c *chunk) {
	if s.parse != nil {
		s.parse(c.first)
	}
	w.read(c.first, c.count)
}

func (m *memory) read(first, n int) {
	m.numbers = m.numbers[:0]
	for i := range n {
		m.numbers = append(m.numbers, first+i)
	}
}

func (s *stage) Settle(w *memory, c *chunk, n int) (items int, more bool) {
	n = min(n, s.end-s.settled)
	if c.count > 0 {
		s.open--
	}
	switch {
	case c.count == 0:
		w.read(s.settled, n)
	case c.drops != s.drops:
		s.stale--
		w.read(s.settled, n)
	case s.wrong != nil && s.wrong(c.first):
		s.drops++
		s.stale = s.open
		w.read(s.settled, n)
	}
	if s.settled += len(w.numbers); c.count == 0 || c.drops != s.drops {
		s.claimed = s.settled
	}
	items = len(w.numbers)
	if s.empty != nil {
		items -= len(slices.DeleteFunc(slices.Clone(w.numbers), func(n int) bool { return !s.empty(n) }))
	}
	s.most = max(s.most, items)
	return items, s.settled < s.end
}

func (s *stage) Work(_ context.Context, w *memory, c *chunk, early *pipeline.Early) {
	c.numbers = c.numbers[:0]
	defer early.Watch()()
	for _, n := range w.numbers {
		if s.work != nil {
			s.work(n)
		}
		early.Hold(func() { c.numbers = append(c.numbers, n*n) })
	}
}

func (s *stage) Deliver(c *chunk, last bool) error {
	numbers := c.numbers
	c.numbers = c.numbers[:0]
	for _, n := range numbers {
		if s.deliver != nil {
			if err := s.deliver(n); err != nil {
				return err
			}
		}
		s.out = append(s.out, n)
	}
	return nil
}

func (s *stage) Size(c *chunk) (results, memory int) {
	return len(c.numbers), 100 + 8*cap(c.numbers)
}

func (s *stage) flush() error {
	s.flushes++
	return nil
}

func (s *stage) run(ctx context.Context, workers int) error {
	return pipeline.Run(ctx, s, pipeline.Options{
		Workers: workers, Window: 1000, Waiting: 1 << 20, Flush: s.flush,
	})
}

// inOrder complains unless the first n squares have been delivered in order.
func (s *stage) inOrder(t *testing.T, n int) {
	t.Helper()
	for i, square := range s.out {
		if square != i*i {
			t.Fatalf("result %d is %d, want %d", i, square, i*i)
		}
	}
	if len(s.out) != n {
		t.Errorf("%d results, want %d", len(s.out), n)
	}
}

// Results have the order of the items, for any number of workers, whether or not the input is
// claimed, and however many claims are wrong.
func TestOrder(t *testing.T) {
	const n = 20_000
	for _, claims := range []bool{false, true} {
		for _, every := range []int{0, 1, 3} {
			for _, workers := range []int{1, 2, 16} {
				s := &stage{end: n, claims: claims, work: func(n int) {
					if n%1000 == 7 {
						time.Sleep(time.Millisecond)
					}
				}}
				s.wrong = func(first int) bool { return every > 0 && first%every == 0 }
				if err := s.run(t.Context(), workers); err != nil {
					t.Errorf("Run = %v", err)
				}
				s.inOrder(t, n)
			}
		}
	}
}

// Small items share a chunk. The first item has a chunk of its own, since its cost is not known.
func TestChunks(t *testing.T) {
	s := &stage{end: 1, claims: true}
	if err := s.run(t.Context(), 2); err != nil || s.most != 1 {
		t.Errorf("the first chunk has %d items: %v", s.most, err)
	}
	s = &stage{end: 50_000, claims: true}
	if err := s.run(t.Context(), 2); err != nil || s.most < 10 || s.most > 1000 {
		t.Errorf("chunks have up to %d items, want more than 10, and no more than the window", s.most)
	}
}

// What a slow chunk has so far is delivered and flushed while its next item takes long, and a chunk
// that is used again is never touched by the timer of its last use.
func TestEarly(t *testing.T) {
	var delivered atomic.Int64
	s := &stage{end: 3000, claims: true}
	s.deliver = func(int) error { delivered.Add(1); return nil }
	s.work = func(n int) {
		for n%500 == 499 && delivered.Load() < int64(n) {
			runtime.Gosched() // until all before it have been delivered
		}
	}
	if err := s.run(t.Context(), 3); err != nil {
		t.Errorf("Run = %v", err)
	}
	s.inOrder(t, 3000)
}

// A slow chunk does not stop the others, as far as the window has room.
func TestSlow(t *testing.T) {
	var settled atomic.Int64
	s := &stage{end: 5000, claims: true}
	s.work = func(n int) {
		settled.Store(max(settled.Load(), int64(n)))
		for n == 100 && settled.Load() < 600 {
			runtime.Gosched()
		}
	}
	if err := s.run(t.Context(), 2); err != nil {
		t.Errorf("Run = %v", err)
	}
	s.inOrder(t, 5000)
}

// Chunks without items are bounded by their memory.
func TestEmptyChunks(t *testing.T) {
	var read atomic.Int64
	s := &stage{end: 100_000, empty: func(n int) bool {
		read.Store(int64(n))
		return n > 0
	}}
	release := make(chan bool)
	s.work = func(n int) {
		if n == 0 {
			<-release
		}
	}
	time.AfterFunc(50*time.Millisecond, func() { close(release) })
	most := int64(0)
	s.deliver = func(square int) error {
		if square == 0 {
			most = read.Load()
		}
		return nil
	}
	err := pipeline.Run(t.Context(), s, pipeline.Options{Workers: 2, Window: 1000, Waiting: 10_000})
	if err != nil || most > 10_000/100+2 {
		t.Errorf("%d records were read while one was worked on, %v", most, err)
	}
	s.inOrder(t, 100_000)
}

// An error ends the run, after what comes before it.
func TestError(t *testing.T) {
	bad := errors.New("bad")
	for _, workers := range []int{1, 4} {
		s := &stage{end: 1 << 30, claims: true, deliver: func(n int) error {
			if n == 5000*5000 {
				return bad
			}
			return nil
		}}
		if err := s.run(t.Context(), workers); err != bad {
			t.Errorf("Run = %v, want %v", err, bad)
		}
		s.inOrder(t, 5000)
	}
}

// A panic in any step ends the run for all workers, and panics again. One while parsing waits for
// its turn.
func TestPanics(t *testing.T) {
	boom := func(n int) {
		if n > 3000 {
			panic("boom")
		}
	}
	for name, s := range map[string]*stage{
		"parse":   {parse: boom},
		"settle":  {wrong: func(first int) bool { boom(first); return false }},
		"work":    {work: boom},
		"deliver": {deliver: func(n int) error { boom(n / 3000); return nil }},
	} {
		t.Run(name, func(t *testing.T) {
			s.end, s.claims = 1<<30, true
			defer func() {
				if p := recover(); !strings.Contains(fmt.Sprint(p), "boom") {
					t.Errorf("panic %v, want boom", p)
				}
				s.inOrder(t, len(s.out))
				if name == "parse" && len(s.out) == 0 {
					t.Errorf("nothing was delivered before the panic")
				}
			}()
			s.run(t.Context(), 4)
		})
	}
}

// When the context ends, what has begun is delivered, and nothing else.
func TestInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	s := &stage{end: 1 << 30, claims: true, work: func(n int) {
		if n == 1000 {
			cancel()
		}
	}}
	if err := s.run(ctx, 4); err != context.Canceled {
		t.Errorf("Run = %v, want %v", err, context.Canceled)
	}
	s.inOrder(t, s.settled)
}
