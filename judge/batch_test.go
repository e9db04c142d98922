package judge_test

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
	"time"

	"tilejudge/judge"
	"tilejudge/solver/puzzle"
)

func Example() {
	b := judge.Batch{Solver: fake{}, Workers: 2, Window: 100}
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

func TestRun(t *testing.T) {
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
		{name: "panic", records: "mspss", want: "ms", keepGoing: true, wantErr: "puzzle 3: the solver panicked on 1x1 board [4]: at the disco"},
		{name: "long", records: long, want: long, keepGoing: true},
	} {
		for _, workers := range []int{1, 2, 7} {
			for _, window := range []int{1, 10, 100000} {
				for _, perCall := range []int{0, 1, 3} {
					var out bytes.Buffer
					var reports int64
					b := judge.Batch{
						Solver: fake{}, Workers: workers, Window: window, KeepGoing: tt.keepGoing,
						Report: func(error) { reports++ },
					}
					stats, err := b.Run(context.Background(), &source{records: tt.records, perCall: perCall, err: tt.err}, sink{}, &out)
					what := fmt.Sprintf("%s, %d workers, window %d, %d at a time", tt.name, workers, window, perCall)
					if got := fmt.Sprint(err); got != tt.wantErr && !(err == nil && tt.wantErr == "") {
						t.Errorf("%s: error %q, want %q", what, got, tt.wantErr)
					}
					if out.String() != tt.want {
						t.Errorf("%s: %.100q, want %.100q", what, out.String(), tt.want)
					}
					count := func(letter string) int64 { return int64(strings.Count(tt.want, letter)) }
					malformed := count("m")
					if tt.wantErr == "malformed" {
						malformed++
					}
					want := judge.Stats{
						Solved: count("s"), Unsolvable: count("u"), GaveUp: count("g"), Malformed: malformed,
						Moves: 2 * count("s"), Nodes: 3*count("s") + 5*count("g"), Time: stats.Time,
					}
					if stats != want {
						t.Errorf("%s: stats %+v, want %+v", what, stats, want)
					}
					if tt.keepGoing && reports != stats.Failed() || !tt.keepGoing && reports != stats.GaveUp {
						t.Errorf("%s: %d reports, want one for each that failed of %+v", what, reports, stats)
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
	b := judge.Batch{Workers: 3, Window: window, Solver: fake{hold: func(p *puzzle.Puzzle) {
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
	b := judge.Batch{Solver: fake{}, Workers: 2, Window: 10}
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
		b := judge.Batch{Solver: solver, Workers: 1, Window: 1 << 16}
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

// When the context ends, nothing more is read, and the searches that have begun are
// finished and written.
func TestInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	solved := 0
	b := judge.Batch{Workers: 1, Window: 1000, Solver: fake{hold: func(*puzzle.Puzzle) {
		if solved++; solved == 5 {
			cancel()
		}
	}}}
	var out bytes.Buffer
	stats, err := b.Run(ctx, &source{records: strings.Repeat("s", 1000), perCall: 1}, sink{}, &out)
	if !errors.Is(err, context.Canceled) || out.String() != "sssss" || stats.Solved != 5 {
		t.Errorf("Run = %+v, %v with answers %.20q, want 5 and context.Canceled", stats, err, out.String())
	}
}

// A search that goes on for long after an interrupt is stopped and gets no answer.
func TestInterruptEndsSearches(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(time.Millisecond, cancel)
	b := judge.Batch{Workers: 2, Window: 10, Solver: slow{}}
	var out bytes.Buffer
	stats, err := b.Run(ctx, &source{records: "ssgss"}, sink{}, &out)
	if !errors.Is(err, context.Canceled) || out.String() != "ss" || stats.Solved != 2 || stats.GaveUp != 0 {
		t.Errorf("Run = %+v, %v with answers %q, want ss and context.Canceled", stats, err, out.String())
	}
}

// A puzzle that takes too long is given up, and the next one is solved.
func TestTimeLimit(t *testing.T) {
	b := judge.Batch{Solver: slow{}, Workers: 1, Window: 10, TimeLimit: time.Millisecond}
	var reports []error
	b.Report = func(err error) { reports = append(reports, err) }
	var out bytes.Buffer
	stats, err := b.Run(context.Background(), &source{records: "sgs"}, sink{}, &out)
	if err != nil || out.String() != "sgs" || stats.GaveUp != 1 || len(reports) != 1 ||
		!errors.Is(reports[0], judge.ErrTimeLimit) {
		t.Errorf("Run = %+v, %v, reports %v, answers %q; want sgs and ErrTimeLimit", stats, err, reports, out.String())
	}
}

// slow is a fake that searches until its context ends where a fake gives up.
type slow struct{}

func (slow) Solve(ctx context.Context, p *puzzle.Puzzle, buf puzzle.Path) (puzzle.Solution, error) {
	if outcomes[p.Start.Tiles[0]] == 'g' {
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
		b    judge.Batch
		sink judge.Sink
	}{
		{"report", judge.Batch{Solver: fake{}, Report: func(error) { panic("report") }}, sink{}},
		{"source", judge.Batch{Solver: fake{}}, nil},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", tt.name)
				}
			}()
			tt.b.Workers, tt.b.Window, tt.b.KeepGoing = 3, 5, true
			var src judge.Source = &source{records: strings.Repeat("sgm", 1000), perCall: 1}
			if tt.name == "source" {
				src = nil
			}
			tt.b.Run(context.Background(), src, tt.sink, io.Discard)
		}()
	}
	var out bytes.Buffer
	b := judge.Batch{Solver: fake{}, Workers: 2, Window: 10}
	_, err := b.Run(context.Background(), &source{records: "ssu", perCall: 1}, fussy{}, &out)
	if fault := (*judge.Fault)(nil); !errors.As(err, &fault) || fault.Puzzle != 3 || out.String() != "ss" {
		t.Errorf("a panic of the sink: %v with answers %q, want a *Fault of puzzle 3 and ss", err, &out)
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
	b := judge.Batch{Workers: 2, Window: 1 << 16, Solver: fake{hold: func(p *puzzle.Puzzle) {
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
	b := judge.Batch{Solver: fake{}, Workers: 2, Window: 1000}
	src := &source{records: strings.Repeat("s", 1_000_000), perCall: 10}
	if _, err := b.Run(context.Background(), src, sink{}, brokenWriter{}); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("Run = %v, want the writer's error", err)
	}
	if read := src.read.Load(); read > 10000 {
		t.Errorf("%d puzzles read after the output broke", read)
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
