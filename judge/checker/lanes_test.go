package checker_test

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"tilejudge/formats"
	"tilejudge/formats/answers"
	"tilejudge/formats/puzzles"
	"tilejudge/judge/checker"
	"tilejudge/judge/convert"
	"tilejudge/solver/puzzle"
)

// The stages have lanes: they decode in pieces, keep boards packed, look answers up, replay letters
// three at a time, compare answers with the text of right ones. A lane changes the time that a
// stream takes, and nothing else. So each stage is run twice on every input, and compared.

// A way is how a stage takes an input.
type way struct {
	plain   bool // no lane is open: one worker reads in order, each answer by itself
	workers int
	pieces  int // bytes that arrive at once, at most; 0: all of them
	seed    uint64
}

// open returns an input. Bytes that arrive one by one are never cut ahead.
func (w *way) open(text string) io.Reader {
	in := io.Reader(strings.NewReader(text))
	switch {
	case w.plain:
		return iotest.OneByteReader(in)
	case w.pieces > 0:
		return &dripping{in, w.pieces, rand.New(rand.NewPCG(w.seed, 1))}
	default:
		return in
	}
}

// A dripping reader gives up to most bytes at once.
type dripping struct {
	io.Reader
	most int
	rnd  *rand.Rand
}

func (d *dripping) Read(p []byte) (int, error) {
	return d.Reader.Read(p[:min(len(p), 1+d.rnd.IntN(d.most))])
}

// Prompt reports whether the next Read is known not to block. A reader that gives few bytes at once
// says no.
func (d *dripping) Prompt() bool { return d.most > 1000 }

// lanes run a stage on puzzles and answers. They return all that it writes and reports.
var lanes = map[string]func(t *testing.T, s *checked, in, out string, w way, option int) string{
	"solve": func(t *testing.T, s *checked, in, _ string, w way, option int) string {
		to, a := s.format, s.answerer
		if other := formats.All[len(s.in)%len(formats.All)]; option%3 == 0 && a.Check(to, other) == nil {
			to = other
		}
		var text, reports bytes.Buffer
		a.Batch.Workers, a.Batch.Window = w.workers, 1+option%1000
		a.Batch.KeepGoing = option%2 == 0
		a.Batch.Report = func(err error) { fmt.Fprintln(&reports, err) }
		stats, err := a.Run(t.Context(), w.open(in), "in", s.format, to, &text)
		stats.Time, stats.Nodes = 0, 0
		return fmt.Sprintln(&text, &reports, stats, err)
	},
	"check": func(t *testing.T, s *checked, in, out string, w way, _ int) string {
		k := s.checker(t, "")
		k.Workers = w.workers
		found, _ := findings(t, k, w.open(in), w.open(out), nil, true, false)
		return strings.Join(found, "\n")
	},
	"check in brief": func(t *testing.T, s *checked, in, out string, w way, _ int) string {
		k := s.checker(t, "")
		k.Workers, k.Keep = w.workers, 40
		found, accepted := findings(t, k, w.open(in), w.open(out), nil, false, !w.plain)
		s.brief += accepted
		return strings.Join(found, "\n")
	},
	"check otherwise": func(t *testing.T, s *checked, in, out string, w way, option int) string {
		k := s.checker(t, []string{"", "", "", "24", "any", "shortest", "least"}[option%7])
		if k.Workers = w.workers; option%3 == 0 {
			k.Tolerance = answers.Tolerance{Case: option%2 == 0, Space: true}
		}
		var expected io.Reader
		switch option % 8 {
		case 0:
			expected = w.open(s.out)
		case 1: // the judge's own answers may be wrong, too
			expected, out = w.open(out), s.out
		}
		found, _ := findings(t, k, w.open(in), w.open(out), expected, false, !w.plain)
		return strings.Join(found, "\n")
	},
	"validate": func(t *testing.T, s *checked, in, _ string, w way, option int) string {
		var notes strings.Builder
		v := puzzles.Validator{Format: s.format, Lenient: option%8 == 0}
		v.Note = func(e *formats.SyntaxError) { fmt.Fprintln(&notes, e) }
		if option%2 == 0 && !v.Lenient {
			v.Each = func(p *puzzle.Puzzle) error {
				if p.Start.Tiles[0] == 7 && p.Start.Tiles[1] == 3 {
					return fmt.Errorf("odd")
				}
				return nil
			}
		}
		if w.plain {
			n, err := v.Validate(w.open(in), "in")
			return fmt.Sprintln(&notes, n, err)
		}
		n, err := checker.Validate(t.Context(), &v, w.open(in), "in", w.workers)
		return fmt.Sprintln(&notes, n, err)
	},
	"convert": func(t *testing.T, s *checked, in, _ string, w way, option int) string {
		to := formats.All[option%len(formats.All)]
		if option%3 == 0 {
			to = s.format
		}
		var text, reports, spool bytes.Buffer
		c := convert.Puzzles(to, &text, &spool)
		c.Workers, c.KeepGoing = w.workers, option%2 == 0
		c.Force = to.PromisesBound() && !s.format.Shapes.Max.Small() // or else it searches
		c.Report = func(err error) { fmt.Fprintln(&reports, err) }
		err := c.Run(t.Context(), w.open(in), "in", s.format)
		return fmt.Sprintln(&text, cmp.Or(err, c.Close()), &reports, &spool)
	},
}

// mutations change a text in one way each.
var mutations = []func(text string, r *rand.Rand) string{
	func(text string, r *rand.Rand) string { return text[:r.IntN(len(text)+1)] },
	func(text string, r *rand.Rand) string { return times(text, 0, r) },
	func(text string, r *rand.Rand) string { return times(text, 2, r) },
	func(text string, _ *rand.Rand) string { return strings.ReplaceAll(text, "\n", "\r\n") },
	func(text string, r *rand.Rand) string { return insert(text, "\r", r) },
	func(text string, _ *rand.Rand) string { return "\ufeff" + text },
	func(text string, r *rand.Rand) string { return insert(text, "\x00", r) },
	func(text string, r *rand.Rand) string { return insert(text, "\xff", r) },
	func(text string, r *rand.Rand) string { return insert(text, "   ", r) },
	func(text string, r *rand.Rand) string { return insert(text, "\n\n", r) },
	func(text string, r *rand.Rand) string { return replace(text, 1, r) },
	func(text string, r *rand.Rand) string { return replace(text, 1+r.IntN(30), r) },
	func(text string, _ *rand.Rand) string { return strings.TrimSuffix(text, "\n") },
	func(text string, r *rand.Rand) string { return text + "\nr0 "[r.IntN(4):] },
	func(text string, r *rand.Rand) string { return change(text, 1, r) },
	func(text string, r *rand.Rand) string { return change(text, 20, r) },
	func(text string, r *rand.Rand) string { return change(text, 300, r) },
}

// insert puts something somewhere into a text.
func insert(text, some string, r *rand.Rand) string {
	at := r.IntN(len(text) + 1)
	return text[:at] + some + text[at:]
}

// replace replaces some bytes of a text by others.
func replace(text string, some int, r *rand.Rand) string {
	const junk = "0123456789xXudlrUDLR ,[]\n\r\t#ab\x00\xff"
	b := []byte(text)
	for range min(some, len(b)) {
		b[r.IntN(len(b))] = junk[r.IntN(len(junk))]
	}
	return string(b)
}

// times returns a text with one of its lines n times.
func times(text string, n int, r *rand.Rand) string {
	lines := strings.SplitAfter(text, "\n")
	i := r.IntN(len(lines))
	lines[i] = strings.Repeat(lines[i], n)
	return strings.Join(lines, "")
}

// change changes up to some lines of a text, or words of them, which may be moves.
func change(text string, some int, r *rand.Rand) string {
	lines := strings.SplitAfter(text, "\n")
	for range 1 + r.IntN(some) {
		i := r.IntN(len(lines))
		words := []string{lines[i]}
		if r.IntN(2) == 0 {
			words = strings.SplitAfter(lines[i], " ")
		}
		j := r.IntN(len(words))
		word := strings.TrimRight(words[j], " \n")
		at := r.IntN(len(word) + 1)
		detour := []string{"ud", "lr", "du", "rl"}[r.IntN(4)]
		changed := []string{
			"", "0", "99", "x", "unsolvable", strings.ToUpper(word), word[:at], word + "ud",
			word[:at] + strings.Repeat(detour, 1+r.IntN(3)) + word[at:],
			word + strings.Repeat("lr", 200), word + "\n" + word, "-" + word,
		}
		words[j] = changed[r.IntN(len(changed))] + words[j][len(word):]
		lines[i] = strings.Join(words, "")
	}
	return strings.Join(lines, "")
}

// agree mutates puzzles or answers or both or none, and runs each stage both ways.
func (s *checked) agree(t *testing.T, mutate func(string, *rand.Rand) string, r *rand.Rand) {
	t.Helper()
	in, out := s.in, s.out
	which := r.IntN(4)
	if which&1 == 0 {
		in = mutate(in, r)
	}
	if which > 0 {
		out = mutate(out, r)
	}
	option := r.IntN(1 << 20)
	fast := way{
		workers: []int{1, 2, 3, 8, 64}[r.IntN(5)], pieces: []int{0, 100, 3000, 20_000}[r.IntN(4)],
		seed: r.Uint64(),
	}
	for name, run := range lanes {
		want := strings.Split(run(t, s, in, out, way{plain: true, workers: 1}, option), "\n")
		got := strings.Split(run(t, s, in, out, fast, option), "\n")
		for i := range max(len(got), len(want)) {
			if i >= len(got) || i >= len(want) || got[i] != want[i] {
				t.Fatalf("%s %s, option %d, %+v: line %d is %.300q\nwant %.300q\nin %.2000q\nout %.2000q",
					name, s.format.Name, option, fast, i, got[min(i, len(got)):],
					want[min(i, len(want)):], in, out)
			}
		}
	}
}

// Whatever is wrong with an input, in any format, a stage does on its lanes what it does without.
// Each format has a sixth of what may be wrong. FuzzLanes has all.
func TestLanes(t *testing.T) {
	brief, size := 0, int64(1500)
	if testing.Short() {
		size = 400
	}
	for i, f := range formats.All {
		if testing.Short() && i%2 > 0 {
			continue
		}
		r := rand.New(rand.NewPCG(uint64(i), 2))
		s := newChecked(t, f, size)
		for m, mutate := range mutations {
			if (!testing.Short() && (i+m)%6 == 0) || i < 2 || i/2%len(mutations) == m {
				s.agree(t, mutate, r)
			}
		}
		if s.brief > 0 {
			brief++
		}
	}
	expected := len(formats.All) / 4
	if testing.Short() {
		expected /= 8
	}
	if brief < expected {
		t.Errorf("answers in %d formats of %d were accepted in brief", brief, len(formats.All))
	}
}

// FuzzLanes is TestLanes on other seeds.
func FuzzLanes(f *testing.F) {
	streams := make(map[string]*checked)
	f.Add(uint64(1))
	f.Fuzz(func(t *testing.T, seed uint64) {
		r := rand.New(rand.NewPCG(seed, 1))
		format := formats.All[r.IntN(len(formats.All))]
		if streams[format.Name] == nil {
			streams[format.Name] = newChecked(t, format, 1500)
		}
		streams[format.Name].agree(t, mutations[r.IntN(len(mutations))], r)
	})
}
