package checker

import (
	"bufio"
	"slices"

	"tilejudge/judge"
	"tilejudge/judge/stream"
	"tilejudge/solver/puzzle"
)

// Where answers are not lines of letters, the judge has the right ones written. Most answers have
// the same text: they need not be read. The workers write the right answers to the puzzles of a
// part, several parts at once. Each part is compared with the answers once those before it have
// been read, so that it does not matter where answers end. An answer with another text may be right
// as well. It is read and judged as any other answer is.
//
// Only the judge says that a path is right: it replays the path, and asks parity whether a puzzle
// is solvable, before it takes what was written for a right answer. For a number of moves, the
// judge relies on the solver.

// groupSize is how many answers are compared at once.
const groupSize = 16

// A rightText has the texts of the right answers to a part.
type rightText struct {
	text stream.Text
	ends []int        // ends[i] is where the ith answer ends; an empty one is not known
	w    bufio.Writer // to the text

	solved []uint64 // of TableSolver.SolvePacked
	goal   *puzzle.Goal
	line   int  // of the first puzzle, if they are packed
	warms  bool // the solver can't look answers up yet, but soon can, or finds them by search

	path  puzzle.Path // memory for one path
	tiles []puzzle.Tile
}

// reset empties the text.
func (r *rightText) reset() { r.text, r.ends, r.warms = r.text[:0], r.ends[:0], false }

// begin returns where the ith answer begins.
func (r *rightText) begin(i int) int {
	if i == 0 {
		return 0
	}
	return r.ends[i-1]
}

// isLines reports whether an answer is a line or several.
func isLines(text []byte) bool { return len(text) > 0 && text[len(text)-1] == '\n' }

// setWays sets how answers may be found to be right without being read.
func (k *checking) setWays() {
	if k.Right == nil {
		return
	}
	k.packs = stream.NewPackedLane(k.Solver, k.Right)
	if k.Accepted == nil || k.Expected != nil || k.ByMoves || k.Want == puzzle.WantDecision {
		return // parity decides, which is faster
	}
	if _, letters, _ := k.Answers.Lines(); letters != nil && k.replays() {
		return
	}
	k.text = k.Answers
	k.many, _ = k.Solver.(judge.TableSolver)
}

// comparesText reports whether the next part is to be compared with right answers. If most of a
// part before it had other texts, it is not.
func (k *checking) comparesText() bool {
	if k.pause > 0 {
		k.pause--
		return false
	}
	return k.text != nil && k.many != nil
}

// writePacked writes the right answers to a part that can be packed. done is false if it can't.
func (k *checking) writePacked(b *block, p *part) (good, done bool) {
	r := &b.right
	r.reset()
	if k.packs == nil || k.Want != puzzle.WantLength {
		return false, false
	}
	boards := slices.Grow(b.boards[:0], p.count)[:p.count]
	if r.goal, r.line = p.puzzles.Pack(boards); r.goal == nil {
		return false, false
	}
	r.solved = append(r.solved[:0], boards...)
	if !k.packs.Solver.SolvePacked(r.goal, r.solved) {
		return false, false
	}
	b.boards = boards
	goal := k.packedGoal(r.goal)
	text, enc, bound := r.text, k.packs.Encoder, k.Bound
	r.ends = slices.Grow(r.ends, p.count)[:p.count]
	for i, board := range boards {
		longer, solved, moves := enc.AppendPacked(text, r.solved[i:i+1])
		if (solved > 0) == goal.Solvable(board) && bound.Allows(moves) && isLines(longer[len(text):]) {
			text = longer
		}
		r.ends[i] = len(text)
	}
	r.text = text
	return true, true
}

// packedGoal returns the packed goal of a goal, which is the same one each time.
func (k *packedCheck) packedGoal(goal *puzzle.Goal) *puzzle.PackedGoal {
	if k.goal.Load() == nil {
		k.goal.Store(puzzle.NewPackedGoal(goal))
	}
	return k.goal.Load()
}

// writeRight writes the right answers to the puzzles of a block, as far as no search is needed.
func (k *checking) writeRight(b *block, p *part) {
	r := &b.right
	r.reset()
	if r.path == nil {
		r.path = make(puzzle.Path, 0, 128)
	}
	r.w.Reset(&r.text)
	add := func(q *puzzle.Puzzle, s puzzle.Solution, err error) {
		begin := len(r.text)
		if k.proves(q, s, err) {
			r.tiles = append(r.tiles[:0], q.Start.Tiles...) // Encode may change them
			k.Right.Encode(&r.w, p.first+int64(len(r.ends)), q, s, err)
			r.w.Flush() // to memory
			copy(q.Start.Tiles, r.tiles)
		}
		if !isLines(r.text[begin:]) {
			r.text = r.text[:begin]
		}
		r.ends = append(r.ends, len(r.text))
	}
	k.many.SolveMany(k.ctx, b.puzzles[:p.count], r.path, add)
	if len(r.ends) == 0 {
		k.warmUp(r, b.puzzles[:p.count], add)
	}
	for len(r.ends) < p.count {
		r.ends = append(r.ends, len(r.text))
	}
}

const (
	// warmUps is how many puzzles of a part are solved at least if a solver can't look answers up
	// yet. They take less time than reading the answers to the part and to those that follow.
	warmUps = 16

	// nodesPerByte is the largest number of nodes of a search that take as long as reading a byte.
	nodesPerByte = 4
)

// warmUp solves puzzles with small boards, the first of a part, and calls add with their answers.
// After some puzzles a solver can look answers up; where every path is right, the judge gives it no
// other puzzles to solve. All these searches take no longer than reading the answers before.
func (k *checking) warmUp(
	r *rightText, ps []puzzle.Puzzle, add func(*puzzle.Puzzle, puzzle.Solution, error),
) {
	for i := range ps {
		if !ps[i].Start.Small() ||
			i >= warmUps && k.searched.Load() >= nodesPerByte*k.reached.Load() {
			break
		}
		r.warms = true
		s, err := k.many.Solve(k.ctx, &ps[i], r.path)
		k.searched.Add(s.Nodes)
		add(&ps[i], s, err)
	}
}

// proves reports whether what a solver says of a puzzle is right, as far as the judge can tell.
func (k *checking) proves(p *puzzle.Puzzle, s puzzle.Solution, err error) bool {
	switch _, bounded := k.Bound.Moves(); {
	case err == puzzle.ErrUnsolvable:
		return !p.Solvable()
	case err == puzzle.ErrTooLong:
		return k.TooLong && !bounded && p.Solvable()
	case err != nil, !p.Bound.Allows(s.Moves), !k.Bound.Allows(s.Moves):
		return false
	case k.Want == puzzle.WantPath:
		return len(s.Path) == s.Moves && p.Replay(s.Path) == nil
	default:
		return p.Solvable()
	}
}

// compare accepts the next answers as far as they are the right ones of a part, and makes items
// of the others, and of the last one.
func (k *checking) compare(b *block, p *part) {
	used := 0   // bytes of memory
	unlike := 0 // answers whose text differs from the right one, if that is known
	for i := 0; i < p.count; {
		if n := k.skipRight(b, i, p.count-1); n > 0 {
			i += n
			continue
		}
		if used > checkBytes || len(b.items) == cap(b.items) || i > 0 && !k.text.Arrived() {
			k.leaveRight(b, i)
			break
		}
		if !b.right.warms || b.right.ends[i] > b.right.begin(i) {
			unlike++
		}
		it := b.add(b.puzzleAt(i), k.n+1)
		reply := &it.replies[contestants]
		if k.err = b.reply(reply, k.Answers, it); k.err != nil {
			b.items = b.items[:len(b.items)-1]
			k.ended = true
			return
		}
		it.locate()
		k.last[contestants] = reply.Err
		used += it.memory()
		k.n++
		i++
	}
	if unlike > p.count/4+1 {
		k.pause = otherParts
	}
}

// otherParts is how many parts are read, if most answers of the part before had other texts.
const otherParts = 8

// skipRight accepts the next answers, from the ith of a part up to the last but one, as long as
// they have the text of right ones and the answer that follows has it, too. It returns how many it
// accepts, or 0 if the next answer must be read.
func (k *checking) skipRight(b *block, i, last int) (n int) {
	r := &b.right
	for n <= groupSize && i+n <= last && r.ends[i+n] > r.begin(i+n) {
		n++
	}
	skips := func(n int) bool {
		begin := r.begin(i)
		return k.text.SkipText(n, r.begin(i+n)-begin, r.text[begin:r.ends[i+n]])
	}
	if n--; n < 1 {
		return 0
	}
	if !skips(n) {
		if n = 1; !skips(n) {
			return 0
		}
	}
	first := k.n + 1
	k.n += int64(n)
	if len(b.boards) > 0 {
		b.acceptLines(first, r.line+i, n)
		return n
	}
	for j := range n {
		b.accept(first+int64(j), b.puzzles[i+j].Line)
	}
	return n
}

// puzzleAt returns where in the block the ith puzzle of a part is. It unpacks a packed puzzle
// first.
func (b *block) puzzleAt(i int) int {
	if len(b.boards) == 0 {
		return i
	}
	at := len(b.items)
	b.unpack(at, b.right.goal, b.boards[i], b.right.line+i)
	return at
}

// leaveRight hands the puzzles of a part, from the ith on, over to the next block.
func (k *checking) leaveRight(b *block, i int) {
	if len(b.boards) == 0 {
		k.leave(b, i, b.size, nil)
		return
	}
	rest := new(block)
	rest.grow(b.size - i)
	for j := i; j < b.size; j++ {
		rest.unpack(j-i, b.right.goal, b.boards[j], b.right.line+j)
	}
	k.leave(rest, 0, b.size-i, nil)
}
