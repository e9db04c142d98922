package export_test

import (
	"bufio"
	"bytes"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"

	"tilejudge/formats"
	"tilejudge/formats/answers"
	"tilejudge/solver/puzzle"
)

// walked returns a puzzle that is some moves from its goal, or an unsolvable one.
func walked(rng *rand.Rand, f *formats.Format) (p puzzle.Puzzle) {
	shape := f.Shapes.Min
	for shape != f.Shapes.Max {
		shape.Rows, shape.Cols = f.Shapes.Min.Rows+rng.IntN(4), f.Shapes.Min.Cols+rng.IntN(4)
		if f.HasShape(shape) {
			break
		}
	}
	goal := f.Goal
	if goal == puzzle.Given {
		goal = puzzle.BlankLast
	}
	p.Goal = goal.Goal(shape)
	p.Start = p.Goal.Board.Clone()
	if f.Goal == puzzle.Given {
		b := p.Goal.Board.Clone()
		walk(rng, b, 300)
		p.Goal, _ = puzzle.NewGoal(b)
		p.Start = b.Clone()
	}
	walk(rng, p.Start, rng.IntN(40))
	if rng.IntN(4) == 0 && shape.Cells() > 2 {
		a, b := slices.Index(p.Start.Tiles, 1), slices.Index(p.Start.Tiles, 2)
		p.Start.Tiles[a], p.Start.Tiles[b] = p.Start.Tiles[b], p.Start.Tiles[a]
	}
	if p.Bound = f.Bound(shape); f.MaxBound > 0 {
		p.Bound = puzzle.AtMost(rng.IntN(f.MaxBound + 1))
	}
	return p
}

// walk makes random moves.
func walk(rng *rand.Rand, b puzzle.Board, moves int) {
	for range moves {
		var blanks []int
		for c, t := range b.Tiles {
			if t == puzzle.Blank {
				blanks = append(blanks, c)
			}
		}
		b.Slide(blanks[rng.IntN(len(blanks))], puzzle.UDLR[rng.IntN(4)])
	}
}

// textMutants returns changed texts, each after a note about the change.
func textMutants(rng *rand.Rand, s string) (all [][2]string) {
	add := func(note, text string) { all = append(all, [2]string{note, text}) }
	lines := strings.SplitAfter(s, "\n")
	line := rng.IntN(len(lines))
	join := func(parts ...[]string) string { return strings.Join(slices.Concat(parts...), "") }
	add("upper case", strings.ToUpper(s))
	add("lower case", strings.ToLower(s))
	add("title", strings.ToUpper(s[:1])+s[1:])
	add("no end of the line", strings.TrimSuffix(s, "\n"))
	add("no white space at the end", strings.TrimSpace(s))
	add("Windows", strings.ReplaceAll(s, "\n", "\r\n"))
	add("blanks at ends of lines", strings.ReplaceAll(s, "\n", " \t\n"))
	add("double spaces", strings.ReplaceAll(s, " ", "  "))
	add("no spaces", strings.ReplaceAll(s, " ", ""))
	add("no ends of lines", strings.ReplaceAll(s, "\n", " "))
	add("empty lines", strings.ReplaceAll(s, "\n", "\n\n"))
	add("leading blank", " "+s)
	add("leading line", "\n"+s)
	add("byte order mark", "\xEF\xBB\xBF"+s)
	add("trailing lines", s+"\n\n \n")
	add("trailing junk", s+"x")
	add("trailing line", s+"thank you\n")
	add("trailing NUL", s+"\x00")
	add("twice", s+s)
	add("NUL in the middle", s[:len(s)/2]+"\x00"+s[len(s)/2:])
	add("not UTF-8", s[:len(s)/2]+"\xC3("+s[len(s)/2:])
	add("Latin-1", strings.Replace(s, " ", "\xA0", 1))
	add("half", s[:len(s)/2])
	add("form feeds", strings.ReplaceAll(s, "\n", "\f\n"))
	add("tabs", strings.ReplaceAll(s, " ", "\t"))
	add("last line without its end, and a carriage return", strings.TrimSuffix(s, "\n")+"\r")
	add("dots", strings.ReplaceAll(s, "\n", ".\n"))
	add("quoted", "\""+strings.TrimSpace(s)+"\"\n")
	add("labelled", "answer: "+s)
	add("dropped line", join(lines[:line], lines[line+1:]))
	add("doubled line", join(lines[:line+1], lines[line:]))
	add("figures", s+"nodes_expanded: 12\nRunning Time: 0.5\n")
	for line := range strings.Lines(s) {
		if name, _, ok := strings.Cut(line, ":"); ok && strings.Contains(name, "_") {
			add("a figure with a name of the answer", s+"nodes: 12\n"+name+": 12\n")
			add("a figure with such a name in capitals", s+" "+strings.ToUpper(name)+" = 12\n")
		}
	}
	add("figures after empty lines", s+"\n \nMoves expanded: 12\n\n")
	add("no figures", s+"12 nodes: 1\nnodes\n")
	add("comments", strings.ReplaceAll(s, "\n", " # 1:\n#\n"))
	add("heading", "no name\n"+s)
	add("other words", strings.ReplaceAll(s, "No solution possible", "Unsolvable puzzle"))
	add("commas", strings.Join(strings.Split(s, ""), ","))
	add("spaced", strings.Join(strings.Split(s, ""), " "))
	return append(all, randomMutants(rng, s)...)
}

// largeMutants are texts of 3 MB.
func largeMutants(s string) (all [][2]string) {
	const size = 3 << 20
	for _, fill := range []string{s, " ", "\n", "1", "x", "\x00"} {
		text := strings.Repeat(fill, 1+size/max(len(fill), 1))
		all = append(all, [2]string{"large", text}, [2]string{"large, with a right beginning", s + text})
	}
	return all
}

// randomMutants returns texts with some bytes changed.
func randomMutants(rng *rand.Rand, s string) (all [][2]string) {
	add := func(note, text string) { all = append(all, [2]string{note, text}) }
	for range 25 {
		at, to := rng.IntN(len(s)+1), rng.IntN(len(s)+1)
		at, to = min(at, to), max(at, to)
		b := []byte(s)
		bytes := "udlrUDLR0123456789 \n\t\r-+.,[]{}x\x00\x80("
		c := bytes[rng.IntN(len(bytes))]
		switch rng.IntN(6) {
		case 0:
			add("inserted byte", s[:at]+string([]byte{c})+s[at:])
		case 1:
			add("cut short", s[:at])
		case 2:
			add("cut out", s[:at]+s[to:])
		case 3:
			add("repeated", s[:to]+s[at:])
		case 4:
			b[min(at, len(b)-1)] = c
			add("another byte", string(b))
		case 5:
			add("dropped byte", s[:max(at-1, 0)]+s[at:])
		}
	}
	return all
}

// A reply is an answer that has been read.
type reply struct {
	s   puzzle.Solution
	err error
}

// repliesOf reads the answers to puzzles.
func repliesOf(f *formats.Format, ps []puzzle.Puzzle, text string) (replies []reply) {
	dec := answers.NewDecoder(strings.NewReader(text), "", f)
	for i := range ps {
		s, err, _ := dec.Decode(int64(i+1), &ps[i], nil)
		replies = append(replies, reply{s, err})
	}
	return replies
}

// noSolution are the answers without a solution.
var noSolution = []error{puzzle.ErrUnsolvable, puzzle.ErrGaveUp, puzzle.ErrMalformed}

// pathMutants returns answers with other moves, or another number of moves.
func pathMutants(
	rng *rand.Rand, f *formats.Format, ps []puzzle.Puzzle, right string,
) (all []string) {
	replies := repliesOf(f, ps, right)
	enc, err := answers.NewEncoder(f, f)
	if err != nil {
		return nil
	}
	for range 12 {
		var out bytes.Buffer
		w := bufio.NewWriter(&out)
		which := rng.IntN(len(ps))
		for i, r := range replies {
			s, err := r.s, r.err
			s.Path = slices.Clone(s.Path)
			if i == which && r.err == nil {
				if !mutate(rng, &s) {
					err = noSolution[rng.IntN(len(noSolution))]
				}
			} else if i == which {
				err = nil
			}
			p := ps[i]
			p.Start = p.Start.Clone()
			shown := f.Answer.Step.Up == "" || f.Answer.Each != ""
			leaves := (*puzzle.ReplayError)(nil)
			if shown && errors.As(p.Replay(s.Path), &leaves) && leaves.Move > 0 {
				s.Path = s.Path[:leaves.Move-1] // the boards would leave no place for the others
				s.Moves = len(s.Path)
			}
			enc.Encode(w, int64(i+1), &p, s, err)
		}
		w.Flush()
		all = append(all, out.String())
	}
	return all
}

// mutate changes a solution. It returns false if there shall be no solution instead.
func mutate(rng *rand.Rand, s *puzzle.Solution) bool {
	m := puzzle.UDLR[rng.IntN(4)]
	way := rng.IntN(8)
	if len(s.Path) == 0 && way < 4 {
		s.Moves += way - 1
		return s.Moves >= 0
	}
	at := rng.IntN(len(s.Path) + 1)
	one := min(at, max(len(s.Path)-1, 0))
	switch way {
	case 0:
		s.Path = slices.Delete(s.Path, one, one+1)
	case 1:
		s.Path = slices.Insert(s.Path, at, s.Path[one])
	case 2:
		s.Path[one] = m
	case 3, 4:
		s.Path = slices.Insert(s.Path, at, m, m.Opposite())
	case 5:
		s.Path = append(s.Path, m)
	case 6:
		s.Moves++
		return true
	default:
		return false
	}
	s.Moves = len(s.Path)
	return true
}

// junkAnswers are outputs and inputs without sense in most formats.
var junkAnswers = []string{
	"", " ", "\n", "-1", "-1\n", "2147483648\n", "9223372036854775808", "1.0", "NaN",
	"\x00", "\x80",
	"(()", "{}", "[]\n", "0\n", "00000000000000000001\n", "YES\n", "NO\n", "N\nY\n",
	"unsolvable\n", "malformed\n", "gave up\n", "Malformed", "\xEF\xBB\xBF", "\xEF\xBB",
	"Minimum number of moves = 1000000000\n", "Case 1: 1000000000\n",
	strings.Repeat("u", 20_000), strings.Repeat("d\n", 10_000), strings.Repeat("\n", 20_000),
	strings.Repeat("9", 20_000), strings.Repeat("( ", 10_000), strings.Repeat("1 ", 10_000) + "\n",
}
