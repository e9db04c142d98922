package judge

import (
	"slices"
	"sync/atomic"

	"tilejudge/solver/puzzle"
)

// Parts whose puzzles can be packed and whose answers are lines of letters take a shorter way: the
// judge replays the letters on the packed boards. An answer that is not right, or is anything else,
// is read and judged as any other answer is.

// LineAnswers are Answers that can be lines: each has a path of one letter for each move, or a
// text.
type LineAnswers interface {
	Answers
	// Lines returns the text that has not been read, the move of each letter, and the line that
	// stands for puzzle.ErrUnsolvable. The text is nil if answers are written in another way.
	Lines() (text []byte, letters *[256]puzzle.Move, unsolvable string)
	// Skip takes the next answers, which have that many bytes in all, as read.
	Skip(answers, bytes int)
}

// packedChunk is how many answers a part has that is to be packed, at most.
const packedChunk = 4096

// A packedCheck is what a checking knows of packed parts.
type packedCheck struct {
	replayer atomic.Pointer[packedReplay] // nil: no part has been packed yet
	packed   atomic.Bool                  // the last part was
}

// replayOf returns what replays paths to a goal, or nil if there is one for another goal.
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

// A packedPart is a packed part of a batch. The batch has an item for each puzzle whose verdict is
// not known. The other answers are accepted.
type packedPart struct {
	boards []puzzle.Packed // none: the batch has no packed part
	first  int64           // number of the first puzzle
	line   int             // of it; each puzzle is a line
	passed int64           // number of the last puzzle whose verdict has been passed on
	open   []openAnswer    // of the items, in their order
	lanes  [lanes]lane
}

// An openAnswer is one that is to be judged.
type openAnswer struct {
	index    int // of its puzzle in the part
	from, to int // where it is in the text of the part
}

// readPacked is readPart for a part that can be packed. done is false if it can't.
func (k *checking) readPacked(b *batch, p *part) (good, done bool) {
	answers, ok := p.from[contestants].(LineAnswers)
	if !ok || k.Accepted == nil || p.pack == nil || k.Rule != puzzle.AnyPath ||
		k.Want != puzzle.WantPath || k.ByMoves {
		return false, false
	}
	text, letters, unsolvable := answers.Lines()
	if text == nil {
		return false, false
	}
	q := &b.packed
	q.boards = slices.Grow(q.boards, p.count)[:p.count]
	goal, line := p.pack(q.boards)
	if goal != nil {
		if r := k.replayOf(goal, letters, unsolvable); r != nil {
			q.first, q.line, q.passed = p.first, line, p.first-1
			good = q.replay(r, k.Bound, text) && b.readOpen(answers, goal) && p.isWhole()
			return good, true
		}
	}
	q.boards = q.boards[:0]
	return false, false
}

// replay replays the answers, and finds those that are to be judged: those that are not right, and
// the last one, on whose verdict depends what follows it. It returns false if there are not enough
// lines.
func (q *packedPart) replay(r *packedReplay, bound puzzle.Bound, text []byte) bool {
	q.open = q.open[:0]
	last := len(q.boards) - 1
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
			boards := (*[lanes]puzzle.Packed)(q.boards[first:])
			solved = r.replay(boards, text, &ends, longest, &q.lanes)
		}
		for i, solved := range solved[:n] {
			from, to := ends[i], ends[i+1]
			if solved && bound.Allows(to-from-1) ||
				first+i < last && r.isUnsolvable(text[from:to], q.boards[first+i]) {
				continue
			}
			q.open = append(q.open, openAnswer{first + i, from, to})
		}
	}
	return true
}

// readOpen makes items of the open answers. It returns false if reading one takes more or less than
// its line.
func (b *batch) readOpen(answers LineAnswers, goal *puzzle.Goal) bool {
	q := &b.packed
	b.grow(len(q.open))
	at, read := 0, 0
	for i, a := range q.open {
		answers.Skip(a.index-read, a.from-at)
		at, read = a.to, a.index+1
		p := &b.puzzles[i]
		p.Start.Unpack(goal.Shape, q.boards[a.index])
		p.Goal, p.Bound, p.ID, p.Line, p.Answer = goal, 0, 0, q.line+a.index, nil
		it := b.add(i, q.first+int64(a.index))
		before, _, _ := answers.Lines()
		if b.reply(&it.replies[contestants], answers, it) != nil {
			return false
		}
		after, _, _ := answers.Lines()
		if len(before)-len(after) != a.to-a.from {
			return false
		}
		it.locate()
	}
	return true
}

// passAccepted passes on the verdicts on the answers of a packed part before the nth puzzle, which
// has an item.
func (k *checking) passAccepted(b *batch, n int64) {
	q := &b.packed
	if len(q.boards) == 0 {
		return
	}
	if count := n - q.passed - 1; count > 0 {
		k.tally[AC] += count
		k.Accepted(q.passed+1, q.line+int(q.passed+1-q.first), count)
	}
	q.passed = n
}
