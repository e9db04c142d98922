package checker_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tilejudge/formats"
	"tilejudge/formats/answers"
	"tilejudge/formats/puzzles"
	"tilejudge/judge"
	"tilejudge/judge/checker"
	"tilejudge/judge/judgetest"
	"tilejudge/judge/protocol"
	"tilejudge/solver/puzzle"
)

// A dripping reader gives up to most bytes at once.
type dripping struct {
	io.Reader
	most int
	rnd  *rand.Rand
}

func (d dripping) Read(p []byte) (int, error) {
	return d.Reader.Read(p[:min(len(p), 1+d.rnd.IntN(d.most))])
}

// Prompt reports whether the next Read takes no waiting, which a reader of few bytes denies.
func (d dripping) Prompt() bool { return d.most > 1000 }

// verdicts returns what a number of workers finds, as text.
func verdicts(
	t *testing.T, f *formats.Format, texts []string, workers, most int, rnd *rand.Rand,
) (out []string) {
	t.Helper()
	k, err := checker.New(f, "", workers)
	if err != nil {
		t.Fatal(err)
	}
	var files []protocol.File
	for i, text := range texts {
		in := dripping{strings.NewReader(text), most, rnd}
		if i > 0 {
			in.rnd = rand.New(rand.NewPCG(rnd.Uint64(), 1))
		}
		files = append(files, protocol.File{Name: []string{"in", "out", "ans"}[i], Reader: in})
	}
	var expected *protocol.File
	if len(files) > 2 {
		expected = &files[2]
	}
	tally, err := k.Run(t.Context(), files[0], files[1], expected, func(f *judge.Finding) {
		c := f.Clone()
		text := fmt.Sprint(c.N, c.Line, c.Verdict, c.Message, c.Unread, c.At, c.ExpectedAt, c.Answer)
		if c.Puzzle != nil {
			text += fmt.Sprint(c.Puzzle.Start, c.Puzzle.Goal.Tiles, c.Puzzle.Bound, c.Puzzle.ID)
		}
		out = append(out, text)
	})
	return append(out, fmt.Sprint(tally, err))
}

// spoil changes some bytes and lines of a text.
func spoil(text string, rnd *rand.Rand) string {
	const junk = "0123456789xXudlrUDLR ,[]\n\n\r#ab"
	b := []byte(text)
	for range rnd.IntN(3) {
		at := rnd.IntN(len(b) + 1)
		c := []byte{junk[rnd.IntN(len(junk))]}
		switch rest := b[min(at+1, len(b)):]; rnd.IntN(5) {
		case 0:
			b = bytes.Join([][]byte{b[:at], c, rest}, nil)
		case 1:
			b = bytes.Join([][]byte{b[:at], c, b[at:]}, nil)
		case 2:
			b = bytes.Join([][]byte{b[:at], rest}, nil)
		case 3:
			b = bytes.Clone(b[:len(b)-min(len(b), rnd.IntN(9))])
		default: // a line comes twice, or not at all
			lines := strings.SplitAfter(string(b), "\n")
			i := rnd.IntN(len(lines))
			b = []byte(strings.Join(lines[:i], "") + strings.Repeat(lines[i], rnd.IntN(3)) +
				strings.Join(lines[i+1:], ""))
		}
	}
	return string(b)
}

// Several workers, who share the reading, find what one finds, who reads in order: whatever the
// puzzles and answers are, and however their bytes arrive.
func TestWorkersAgree(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for i, f := range formats.All {
		if testing.Short() && i%8 > 0 {
			continue
		}
		e, some := judgetest.Sample(t, f)
		for range 2 {
			times := 1
			if f.MaxPuzzles != 1 {
				times += rnd.IntN(8000/len(e.Input+e.Answer) + 1)
			}
			texts := repeated(t, f, some, e.Answer, times)
			if rnd.IntN(4) > 0 {
				texts[0] = spoil(texts[0], rnd)
			}
			if rnd.IntN(4) > 0 {
				texts[1] = spoil(texts[1], rnd)
			}
			if rnd.IntN(2) > 0 {
				texts = append(texts, spoil(repeated(t, f, some, e.Answer, times)[1], rnd))
			}
			want := verdicts(t, f, texts, 1, 1<<20, rnd)
			workers := []int{2, 3, 8, 64}[rnd.IntN(4)]
			got := verdicts(t, f, texts, workers, []int{1, 100, 5000, 1 << 20}[rnd.IntN(4)], rnd)
			for i := range max(len(got), len(want)) {
				if i >= len(got) || i >= len(want) || got[i] != want[i] {
					t.Fatalf("%s, %d workers: %q\nfinding %d is %.500q\nwant %.500q", f.Name, workers,
						texts, i, got[min(i, len(got)):], want[min(i, len(want)):])
				}
			}
		}
	}
}

// repeated returns an input with some puzzles again and again, and the answers to them.
func repeated(
	t *testing.T, f *formats.Format, some []puzzle.Puzzle, right string, times int,
) (texts []string) {
	t.Helper()
	d := answers.NewDecoder(strings.NewReader(right), "right", f)
	e, err := answers.NewEncoder(f, f)
	if err != nil {
		t.Fatal(err)
	}
	solutions, errs := make([]puzzle.Solution, len(some)), make([]error, len(some))
	for i := range some {
		solutions[i], errs[i], _ = d.Decode(int64(i+1), &some[i], nil)
	}
	var out bytes.Buffer
	w := bufio.NewWriter(&out)
	for n := range int64(times * len(some)) {
		i := n % int64(len(some))
		p := some[i]
		p.Start = p.Start.Clone()
		e.Encode(w, n+1, &p, solutions[i], errs[i])
	}
	w.Flush()
	return []string{puzzles.EncodeAll(f, slices.Repeat(some, times)), out.String()}
}
