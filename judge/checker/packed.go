package checker

import (
	"slices"
	"sync/atomic"

	"tilejudge/formats/answers"
	"tilejudge/solver/puzzle"
)

// Parts whose puzzles can be packed and whose answers are lines of letters take a shorter way: the
// judge replays the letters on the packed boards. An answer that is not right, or is anything else,
// is read and judged as any other answer is.

// A packedCheck is what a checking knows of packed parts.
type packedCheck struct {
	goal     atomic.Pointer[puzzle.PackedGoal]
	replayer atomic.Pointer[packedReplay] // nil: no part has been packed yet
	packed   atomic.Bool                  // the last part was packed
}

// replayOf returns the packedReplay for a goal, or nil if there is one for another goal already.
func (k *packedCheck) replayOf(
	goal *puzzle.Goal, letters *[256]puzzle.Move, unsolvable string,
) *packedReplay {
	if k.replayer.Load() == nil {
		k.replayer.CompareAndSwap(nil, newPackedReplay(goal, letters, unsolvable))
	}
	if r := k.replayer.Load(); r.goal == goal {
		return r
	}
	return nil
}

// replayed has the memory that replaying the answers of a part takes, and what it finds.
type replayed struct {
	best  []uint64 // of TableSolver.SolvePacked, for each board
	open  []openAnswer
	lanes [lanes]lane
}

// An openAnswer is an answer that is still to be judged.
type openAnswer struct {
	index    int // of its puzzle in the part
	from, to int // where it is in the text of the part
}

// replays reports whether the judge can replay answers that are letters.
func (k *checking) replays() bool {
	return k.Accepted != nil && k.Want == puzzle.WantPath && k.Rule != puzzle.Least &&
		!k.ByMoves && k.Expected == nil
}

// readPacked is readPart for a part that can be packed. done is false if it can't.
func (k *checking) readPacked(b *block, p *part) (good, done bool) {
	from := p.from[contestants]
	if from == nil || !k.replays() {
		return false, false
	}
	text, letters, unsolvable := from.Lines()
	if letters == nil {
		return false, false
	}
	boards := slices.Grow(b.boards[:0], p.count)[:p.count]
	goal, line := p.puzzles.Pack(boards)
	if goal == nil || !k.findBest(b, goal, boards) {
		return false, false
	}
	r := k.replayOf(goal, letters, unsolvable)
	if r == nil {
		return false, false
	}
	b.boards = boards
	good = k.replayLines(b, r, text) && b.readOpen(&from.Decoder, goal, p.first, line) && p.isWhole()
	return good, true
}

// findBest has the solver look up the best paths, if the judge has to know them. It returns false
// if the solver can't.
func (k *checking) findBest(b *block, goal *puzzle.Goal, boards []puzzle.Packed) bool {
	q := &b.replayed
	q.best = q.best[:0]
	if k.Rule == puzzle.AnyPath {
		return true
	}
	q.best = append(q.best, boards...)
	return k.packs != nil && k.packs.Solver.SolvePacked(goal, q.best)
}

// replayLines replays the answers, and finds those that are still to be judged: those that are not
// right, and the last one, whose verdict depends on what follows it. It returns false if there are
// not enough lines.
func (k *checking) replayLines(b *block, r *packedReplay, text []byte) bool {
	q := &b.replayed
	q.open = q.open[:0]
	last := len(b.boards) - 1
	for first, at := 0, 0; first <= last; first += lanes {
		ends := [lanes + 1]int{at} // ends[i+1] is where the ith line ends
		n, longest := min(lanes, last+1-first), 0
		for i := range n {
			size := lineSize(text[at:])
			if size == 0 {
				return false
			}
			at += size
			ends[i+1], longest = at, max(longest, size)
		}
		longest += longest & 1
		var solved [lanes]bool
		if first+n <= last && longest <= maxLine && ends[lanes-1]+longest <= len(text) {
			boards := (*[lanes]puzzle.Packed)(b.boards[first:])
			solved = r.replay(boards, text, &ends, longest, &q.lanes)
		}
		for i, solved := range solved[:n] {
			from, to := ends[i], ends[i+1]
			if solved && k.Bound.Allows(to-from-1) && k.isBest(b, first+i, to-from-1) ||
				first+i < last && r.isUnsolvable(text[from:to], b.boards[first+i]) {
				continue
			}
			q.open = append(q.open, openAnswer{first + i, from, to})
		}
	}
	return true
}

// isBest reports whether a path for the ith board of a block may be right with that number of
// moves.
func (k *checking) isBest(b *block, i, moves int) bool {
	if len(b.replayed.best) == 0 {
		return true
	}
	text, solved, best := k.packs.Encoder.AppendPacked(b.right.text[:0], b.replayed.best[i:i+1])
	b.right.text = text
	return solved == 1 && moves == best
}

// readOpen makes items of the open answers, and accepts the others. first and line are the number
// and the line of the first puzzle. It returns false if reading an answer takes more or less than
// its line.
func (b *block) readOpen(from *answers.Decoder, goal *puzzle.Goal, first int64, line int) bool {
	b.grow(len(b.replayed.open))
	at, read := 0, 0 // bytes and answers
	for i, a := range b.replayed.open {
		b.acceptLines(first+int64(read), line+read, a.index-read)
		from.Skip(a.index-read, a.from-at)
		at, read = a.to, a.index+1
		b.unpack(i, goal, b.boards[a.index], line+a.index)
		it := b.add(i, first+int64(a.index))
		before, _, _ := from.Lines()
		if b.reply(&it.replies[contestants], from, it) != nil {
			return false
		}
		after, _, _ := from.Lines()
		if len(before)-len(after) != a.to-a.from {
			return false
		}
		it.locate()
	}
	return true
}

// unpack sets the ith puzzle of the block to a packed board, which stands on a line.
func (b *block) unpack(i int, goal *puzzle.Goal, board puzzle.Packed, line int) {
	p := &b.puzzles[i]
	p.Start.Unpack(goal.Shape, board)
	p.Goal, p.Bound, p.ID, p.Line, p.Answer = goal, 0, 0, line, nil
}
