package stream_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"tilejudge/formats/puzzles"
	"tilejudge/judge"
	"tilejudge/judge/stream"
	"tilejudge/solver/puzzle"
)

// When the context ends, nothing more is read, and the searches that have begun are
// finished and written.
func TestInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	solved := 0
	b := stream.Batch{Workers: 1, Window: 1000, Solver: fake{hold: func(*puzzle.Puzzle) {
		if solved++; solved == 5 {
			cancel()
		}
	}}}
	var out bytes.Buffer
	stats, err := b.Run(ctx, &source{records: strings.Repeat("s", 1000), perCall: 1}, sink{}, &out)
	if !errors.Is(err, context.Canceled) || out.String() != "sssss" || stats.Solved != 5 {
		t.Errorf("Run = %+v, %v with answers %.20q, want 5 and context.Canceled",
			stats, err, out.String())
	}
}

// A search that goes on for long after an interrupt is stopped and gets no answer.
func TestInterruptEndsSearches(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	begun := func() { time.AfterFunc(time.Millisecond, cancel) }
	b := stream.Batch{Workers: 2, Window: 10, Solver: slow{begun}}
	var out bytes.Buffer
	stats, err := b.Run(ctx, &source{records: "ssgss"}, sink{}, &out)
	if !errors.Is(err, context.Canceled) || out.String() != "ss" || stats.Solved != 2 ||
		stats.GaveUp != 0 {
		t.Errorf("Run = %+v, %v with answers %q, want ss and context.Canceled",
			stats, err, out.String())
	}
}

// A puzzle that takes too long is given up, and the next one is solved.
func TestTimeLimit(t *testing.T) {
	b := stream.Batch{Solver: slow{}, Workers: 1, Window: 10, TimeLimit: time.Millisecond}
	var reports []error
	b.Report = func(err error) { reports = append(reports, err) }
	var out bytes.Buffer
	stats, err := b.Run(context.Background(), &source{records: "sgs"}, sink{}, &out)
	if err != nil || out.String() != "sgs" || stats.GaveUp != 1 || len(reports) != 1 ||
		!errors.Is(reports[0], stream.ErrTimeLimit) {
		t.Errorf("Run = %+v, %v, reports %v, answers %q; want sgs and ErrTimeLimit",
			stats, err, reports, out.String())
	}
}

// slow is a fake that searches until its context ends where a fake gives up. It calls
// begun, if that is not nil, when such a search begins.
type slow struct{ begun func() }

func (s slow) Solve(
	ctx context.Context, p *puzzle.Puzzle, buf puzzle.Path,
) (puzzle.Solution, error) {
	if outcomes[p.Start.Tiles[0]] == 'g' {
		if s.begun != nil {
			s.begun()
		}
		<-ctx.Done()
		return puzzle.Solution{}, ctx.Err()
	}
	return fake{}.Solve(ctx, p, buf)
}

// A panic outside of solving and encoding ends the run as a panic, and no worker waits
// for ever.
func TestPanics(t *testing.T) {
	for _, tt := range []struct {
		name string
		b    stream.Batch
		sink judge.Sink
	}{
		{"report", stream.Batch{Solver: fake{}, Report: func(error) { panic("report") }}, sink{}},
		{"source", stream.Batch{Solver: fake{}}, nil},
		{"part", stream.Batch{Solver: fake{}}, sink{}},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", tt.name)
				}
			}()
			tt.b.Workers, tt.b.Window, tt.b.KeepGoing = 3, 5, true
			var src puzzle.Source = &source{records: strings.Repeat("sgm", 1000), perCall: 1}
			switch tt.name {
			case "source":
				src = nil
			case "part":
				src = tornParts{src}
			}
			tt.b.Run(context.Background(), src, tt.sink, io.Discard)
		}()
	}
	var out bytes.Buffer
	b := stream.Batch{Solver: fake{}, Workers: 2, Window: 10}
	_, err := b.Run(context.Background(), &source{records: "ssu", perCall: 1}, fussy{}, &out)
	fault := (*judge.Fault)(nil)
	if !errors.As(err, &fault) || fault.Puzzle != 3 || out.String() != "ss" {
		t.Errorf("a panic of the sink: %v with answers %q, want a *Fault of puzzle 3 and ss",
			err, &out)
	}
}

// fussy is a sink that panics at an unsolvable puzzle.
type fussy struct{ sink }

func (f fussy) Encode(w *bufio.Writer, n int64, p *puzzle.Puzzle, s puzzle.Solution, err error) {
	if err == puzzle.ErrUnsolvable {
		panic("fuss")
	}
	f.sink.Encode(w, n, p, s, err)
}

// Answers that wait behind a hard puzzle take little memory, even if each is in a
// chunk of its own.
func TestWaitingMemory(t *testing.T) {
	const n = 20000
	started, hold := make(chan bool), make(chan bool)
	var solved atomic.Int64
	b := stream.Batch{Workers: 2, Window: 1 << 16, Solver: fake{hold: func(p *puzzle.Puzzle) {
		switch {
		case outcomes[p.Start.Tiles[0]] == 'g':
			close(started)
			<-hold
		case solved.Add(1) == 5000+n:
			var m runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&m)
			if m.HeapAlloc > 32<<20 {
				t.Errorf("%d waiting answers take %d bytes", n, m.HeapAlloc)
			}
			close(hold)
		}
	}}}
	src := &source{records: strings.Repeat("u", 5000) + "g" + strings.Repeat("u", n), perCall: 1}
	if _, err := b.Run(context.Background(), src, sink{}, io.Discard); err != nil {
		t.Fatal(err)
	}
	<-started
}

// An error of the output ends the run.
func TestBrokenOutput(t *testing.T) {
	b := stream.Batch{Solver: fake{}, Workers: 2, Window: 1000}
	src := &source{records: strings.Repeat("s", 1_000_000), perCall: 10}
	_, err := b.Run(context.Background(), src, sink{}, brokenWriter{})
	if !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("Run = %v, want the writer's error", err)
	}
	if read := src.read.Load(); read > 10000 {
		t.Errorf("%d puzzles read after the output broke", read)
	}
}

// tornParts is a source whose parts panic when they are decoded.
type tornParts struct{ puzzle.Source }

func (tornParts) Split(n int) puzzles.Part { return tornPart{} }

type tornPart struct{ puzzles.Part }

func (tornPart) Len() int                    { return 2 }
func (tornPart) Decode([]puzzle.Puzzle) bool { panic("part") }
