package stream_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"tilejudge/judge/stream"
	"tilejudge/solver/puzzle"
)

func ExampleBatch() {
	b := stream.Batch{Solver: fake{}, Workers: 2, Window: 100}
	stats, err := b.Run(context.Background(), &source{records: "s u m"}, sink{}, &bytes.Buffer{})
	fmt.Println(stats.Solved, stats.Unsolvable, stats.Malformed, err)
	// Output: 1 1 1 malformed
}

// A source has a record for each letter, which says what the fake solver does with it.
type source struct {
	records string
	perCall int // maximum number of records that a call returns; 0: no maximum
	slow    int // number of records at the beginning that come one at a time
	read    atomic.Int64
	err     error // at the end; nil: io.EOF
}

var outcomes = "sugmpx" // solved, unsolvable, gave up, malformed, panics, unknown error

func (s *source) Decode(ps []puzzle.Puzzle) (n int, err error) {
	s.records = strings.TrimLeft(s.records, " ")
	perCall := s.perCall
	if s.read.Load() < int64(s.slow) {
		perCall = 1
	}
	for n < len(ps) && (perCall == 0 || n < perCall) {
		if s.records == "" {
			if s.err != nil {
				return n, s.err
			}
			return n, io.EOF
		}
		r := s.records[0]
		s.records = strings.TrimLeft(s.records[1:], " ")
		if r == 'm' {
			return n, puzzle.ErrMalformed
		}
		ps[n].Start = puzzle.Board{
			Shape: puzzle.Shape{Rows: 1, Cols: 1},
			Tiles: []puzzle.Tile{puzzle.Tile(strings.IndexByte(outcomes, r))},
		}
		n++
		s.read.Add(1)
	}
	return n, nil
}

// A fake is a solver that does what the puzzle's only tile says.
type fake struct{ hold func(p *puzzle.Puzzle) }

func (f fake) Solve(_ context.Context, p *puzzle.Puzzle, buf puzzle.Path) (puzzle.Solution, error) {
	if f.hold != nil {
		f.hold(p)
	}
	switch outcomes[p.Start.Tiles[0]] {
	case 's':
		return puzzle.Solution{Moves: 2, Path: append(buf[:0], 'u', 'd'), Nodes: 3}, nil
	case 'u':
		return puzzle.Solution{}, puzzle.ErrUnsolvable
	case 'g':
		return puzzle.Solution{Nodes: 5}, fmt.Errorf("%w: no patience", puzzle.ErrGaveUp)
	case 'p':
		panic("at the disco")
	default:
		return puzzle.Solution{}, errors.New("unknown")
	}
}

// A sink writes the letter of each record.
type sink struct{}

func (sink) Encode(w *bufio.Writer, _ int64, p *puzzle.Puzzle, _ puzzle.Solution, err error) {
	if errors.Is(err, puzzle.ErrMalformed) {
		w.WriteByte('m')
		return
	}
	w.WriteByte(outcomes[p.Start.Tiles[0]])
}

func TestBatch(t *testing.T) {
	broken := errors.New("broken")
	long := strings.Repeat("susugssmu", 5000)
	for _, tt := range []struct {
		name, records, want string
		keepGoing           bool
		err                 error // of the source
		wantErr             string
	}{
		{name: "nothing"},
		{name: "all kinds", records: "sugus", want: "sugus"},
		{name: "malformed ends the run", records: "susms", want: "sus", wantErr: "malformed"},
		{name: "malformed keeps its place", records: "msmmsum", want: "msmmsum", keepGoing: true},
		{name: "source breaks", records: "sus", want: "sus", err: broken, wantErr: "broken"},
		{name: "unknown error", records: "suxs", want: "su", wantErr: "puzzle 3: unknown"},
		{name: "panic", records: "mspss", want: "ms", keepGoing: true,
			wantErr: "puzzle 3: the solver panicked on 1x1 board [4]: at the disco"},
		{name: "long", records: long, want: long, keepGoing: true},
	} {
		for _, workers := range []int{1, 2, 7} {
			for _, window := range []int{1, 10, 100000} {
				for _, perCall := range []int{0, 1, 3} {
					var out bytes.Buffer
					var reports int64
					b := stream.Batch{
						Solver: fake{}, Workers: workers, Window: window, KeepGoing: tt.keepGoing,
						Report: func(error) { reports++ },
					}
					stats, err := b.Run(context.Background(),
						&source{records: tt.records, perCall: perCall, err: tt.err}, sink{}, &out)
					what := fmt.Sprintf("%s, %d workers, window %d, %d at a time",
						tt.name, workers, window, perCall)
					got := fmt.Sprint(err)
					if got != tt.wantErr && !(err == nil && tt.wantErr == "") {
						t.Errorf("%s: error %q, want %q", what, got, tt.wantErr)
					}
					if out.String() != tt.want {
						t.Errorf("%s: %.100q, want %.100q", what, out.String(), tt.want)
					}
					count := func(letter string) int64 {
						return int64(strings.Count(tt.want, letter))
					}
					malformed := count("m")
					if tt.wantErr == "malformed" {
						malformed++
					}
					want := stream.Stats{
						Solved: count("s"), Unsolvable: count("u"),
						GaveUp: count("g"), Malformed: malformed,
						Moves: 2 * count("s"), Nodes: 3*count("s") + 5*count("g"), Time: stats.Time,
					}
					if stats != want {
						t.Errorf("%s: stats %+v, want %+v", what, stats, want)
					}
					if tt.keepGoing && reports != stats.Failed() || !tt.keepGoing &&
						reports != stats.GaveUp {
						t.Errorf("%s: %d reports, want one for each that failed of %+v",
							what, reports, stats)
					}
				}
			}
		}
	}
}

// While a hard puzzle is searched, the answers before it are written, and the other
// workers go on until the window is full.
func TestWindow(t *testing.T) {
	const window = 50
	started, hold, once := make(chan bool), make(chan bool), sync.Once{}
	src := &source{records: "ss" + "g" + strings.Repeat("u", 1000), slow: 3}
	solved := atomic.Int64{}
	full := make(chan bool)
	b := stream.Batch{Workers: 3, Window: window, Solver: fake{hold: func(p *puzzle.Puzzle) {
		if outcomes[p.Start.Tiles[0]] == 'g' {
			once.Do(func() { close(started) })
			<-hold
		} else if solved.Add(1) == window-1+2 { // a window without the hard one, and the two before
			close(full)
		}
	}}}
	out := &lockedBuffer{}
	done := make(chan error)
	go func() {
		_, err := b.Run(context.Background(), src, sink{}, out)
		done <- err
	}()
	<-started
	<-full
	for range 1000 {
		runtime.Gosched() // gives the workers a chance to read too far
	}
	if got := src.read.Load(); got > window+2 {
		t.Errorf("%d puzzles read, want at most the window of %d and the 2 answered", got, window)
	}
	close(hold)
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if got, want := out.String(), "ssg"+strings.Repeat("u", 1000); got != want {
		t.Errorf("answers %.80q, want %.80q", got, want)
	}
	if len(out.writes) == 0 || !strings.HasPrefix("ss", out.writes[0]) {
		t.Errorf("writes %.80q, want first the answers before the hard puzzle", out.writes)
	}
}

// An answer is written as soon as it is known, while the source waits for more.
func TestLoneAnswer(t *testing.T) {
	r, w := io.Pipe()
	src := &waiting{more: make(chan bool)}
	b := stream.Batch{Solver: fake{}, Workers: 2, Window: 10}
	go func() {
		_, err := b.Run(context.Background(), src, sink{}, w)
		w.CloseWithError(err)
	}()
	one := make([]byte, 1)
	for range 3 {
		src.more <- true
		if _, err := io.ReadFull(r, one); err != nil || one[0] != 's' {
			t.Fatalf("answer %q, %v, want s", one, err)
		}
	}
	close(src.more)
	if rest, err := io.ReadAll(r); len(rest) > 0 || err != nil {
		t.Errorf("after the end: %q, %v", rest, err)
	}
}

// waiting is a source that waits for a message before each puzzle.
type waiting struct{ more chan bool }

func (s *waiting) Decode(ps []puzzle.Puzzle) (int, error) {
	if !<-s.more {
		return 0, io.EOF
	}
	return (&source{records: "s"}).Decode(ps[:1])
}

// A long search does not delay the answers before it in its chunk.
func TestSplit(t *testing.T) {
	puzzles := strings.Repeat("s", 3000)
	release := make(chan bool)
	solver := fake{hold: func(p *puzzle.Puzzle) {
		if outcomes[p.Start.Tiles[0]] == 'u' {
			<-release
		}
	}}
	out, in := io.Pipe()
	done := make(chan error)
	go func() {
		b := stream.Batch{Solver: solver, Workers: 1, Window: 1 << 16}
		_, err := b.Run(context.Background(), &source{records: puzzles + "u" + "s"}, sink{}, in)
		in.Close()
		done <- err
	}()
	got := make([]byte, len(puzzles))
	if _, err := io.ReadFull(out, got); err != nil || string(got) != puzzles {
		t.Errorf("answers %q, %v, want %d before the search ends", got, err, len(puzzles))
	}
	close(release)
	if rest, err := io.ReadAll(out); string(rest) != "us" || err != nil {
		t.Errorf("the rest is %q, %v, want us", rest, err)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

// lockedBuffer is a buffer for several goroutines. It keeps the writes apart.
type lockedBuffer struct {
	mutex  sync.Mutex
	writes []string
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.writes = append(b.writes, string(p))
	return len(p), nil
}

func (b *lockedBuffer) String() string {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return strings.Join(b.writes, "")
}
