package checker

import (
	"tilejudge/formats/answers"
	"tilejudge/formats/puzzles"
	"tilejudge/judge"
	"tilejudge/judge/stream"
	"tilejudge/solver/puzzle"
)

// A block is a chunk of consecutive items, and the memory of their puzzles, paths and texts.
type block struct {
	items   []item
	puzzles []puzzle.Puzzle // of the items, in their order
	used    int             // the most puzzles that have been decoded into it
	paths   puzzle.Path
	texts   []byte
	ends    [2]error // what follows the last answers of the block before, if that is wrong
	part    *part    // to be joined; nil: there is none
	inOrder int      // the most answers to read in order, if there is no part

	// Parts have items for some of their puzzles only.
	size     int             // puzzles of the part
	boards   []puzzle.Packed // the puzzles, if they are packed
	accepted []accepted      // the answers without an item, in order
	passed   int             // how many of these have been passed on
	replayed replayed
	right    rightText
}

// accepted are the arguments of a call of an AcceptedFunc.
type accepted struct {
	first      int64
	line, step int
	count      int64
}

// reset empties a block.
func (b *block) reset() {
	b.items, b.paths, b.texts = b.items[:0], b.paths[:0], b.texts[:0]
	b.ends, b.part, b.inOrder = [2]error{}, nil, checkChunk
	b.size, b.boards = 0, b.boards[:0]
	b.accepted, b.passed = b.accepted[:0], 0
}

// usualPath is enough for the moves of most answers.
const usualPath = checkBytes / checkChunk

// grow makes room for a number of items. It drops the items that the block has.
func (b *block) grow(n int) {
	if n > len(b.puzzles) {
		n = max(n, 2*len(b.puzzles))
		b.items = make([]item, 0, n)
		b.puzzles, b.used = make([]puzzle.Puzzle, n), 0
		b.paths = make(puzzle.Path, 0, min(checkBytes, n*usualPath))
	}
}

// swap exchanges the first n puzzles of b with n puzzles of o, from the puzzle from on.
func (b *block) swap(o *block, from, n int) {
	b.used, o.used = max(b.used, n), max(o.used, from+n)
	for i := range n {
		b.puzzles[i], o.puzzles[from+i] = o.puzzles[from+i], b.puzzles[i]
	}
}

// dropLarge drops the memory of large boards, before the first n puzzles are decoded.
func (b *block) dropLarge(n int) {
	for i := range b.puzzles[:b.used] {
		if p := &b.puzzles[i]; cap(p.Start.Tiles) > stream.MaxTiles {
			p.Start.Tiles = nil
		}
	}
	b.used = max(b.used, n)
}

// add adds an item for the ith puzzle of the block, whose number is n.
func (b *block) add(i int, n int64) *item {
	last := len(b.items)
	b.items = b.items[:last+1]
	it := &b.items[last]
	it.puzzle, it.err = &b.puzzles[i], nil
	it.Finding = judge.Finding{N: n, Line: it.puzzle.Line}
	return it
}

// accept adds an accepted answer to the nth puzzle. line is that of the puzzle.
func (b *block) accept(n int64, line int) {
	if last := len(b.accepted) - 1; last >= 0 {
		a := &b.accepted[last]
		if a.count == 1 {
			a.step = line - a.line
		}
		if a.first+a.count == n && a.line+int(a.count)*a.step == line {
			a.count++
			return
		}
	}
	b.acceptLines(n, line, 1)
}

// acceptLines adds count accepted answers to puzzles on consecutive lines.
func (b *block) acceptLines(first int64, line, count int) {
	if count > 0 {
		b.accepted = append(b.accepted, accepted{first, line, 1, int64(count)})
	}
}

// fail adds an item with an error in place of a puzzle.
func (b *block) fail(n int64, line int, err error) {
	b.items = append(b.items, item{err: err, Finding: judge.Finding{N: n, Line: line}})
}

// reply reads an answer into r, with a path in the block's memory while there is room. It returns
// an error of reading.
func (b *block) reply(r *reply, from *answers.Decoder, it *item) error {
	used := len(b.paths)
	r.Solution, r.Err, r.Form = from.Decode(it.N, it.puzzle, b.paths[used:])
	r.begin = from.Begin()
	if r == &it.replies[expected] {
		r.Line = from.Line()
	}
	if used+len(r.Path) <= cap(b.paths) {
		b.paths = b.paths[:used+len(r.Path)]
	}
	begin := len(b.texts)
	b.texts = append(b.texts, from.Text()...)
	r.text = b.texts[begin:]
	if r.Err != nil && !judge.IsAnswer(r.Err) {
		return r.Err
	}
	return nil
}

// locate sets where the answers begin.
func (it *item) locate() {
	it.At, it.ExpectedAt = it.replies[contestants].begin, it.replies[expected].begin
}

// unjudged returns the finding without a verdict.
func unjudged(f *judge.Finding) judge.Finding {
	return judge.Finding{N: f.N, Line: f.Line, At: f.At, ExpectedAt: f.ExpectedAt}
}

// memory returns about how many bytes the puzzle and the answers of an item take.
func (it *item) memory() int {
	board := 4 * len(it.puzzle.Start.Tiles)
	size := board
	for i := range it.replies {
		r := &it.replies[i]
		size += len(r.Path) + len(r.text)
		if r.Made != nil {
			size += board
		}
	}
	return size
}

// A part is a piece of each stream: some puzzles, and the answers to them if it was cut well.
type part struct {
	count   int
	first   int64 // number of the first puzzle
	puzzles puzzles.Part
	from    [2]*answers.Part // the answers to these; none if they are in turn
	inTurn  bool             // its answers are compared once those before it have been read
	good    bool             // it was cut well, as far as the part itself tells
}

// claimPart splits off up to size puzzles and the answers to them. It returns the number of
// puzzles, or 0 if it can't.
func (k *checking) claimPart(b *block, size int) int {
	if len(k.split) == 0 || k.ctx.Err() != nil || k.ended || k.astray || k.behind > 0 {
		return 0
	}
	inTurn := k.comparesText()
	if k.open > 0 && inTurn != k.inTurn {
		return 0 // all parts before it must have been joined
	}
	k.inTurn = inTurn
	n, split := size, k.split
	if inTurn {
		split = nil
	}
	for _, a := range split {
		n = min(n, a.Ready(size))
	}
	cut := k.Puzzles.Split(n)
	if cut == nil {
		if n == 0 || n == 1 {
			b.inOrder = 1 // after one answer, more have arrived
		}
		return 0
	}
	p := &part{count: cut.Len(), first: k.taken + 1, puzzles: cut, inTurn: inTurn}
	for i, a := range split {
		p.from[i] = a.Split(p.count)
	}
	b.part = p
	k.open++
	k.taken += int64(p.count)
	return p.count
}

// join settles a part. If it was cut wrongly, join reads a block in order instead.
func (k *checking) join(b *block, p *part) {
	k.open--
	good := p.good && p.first == k.n+1 && k.behind == 0
	good = p.puzzles.Join(good) && good
	for _, a := range p.from {
		if a != nil {
			good = a.Join(good) && good
		}
	}
	if !good {
		k.astray = true
		b.reset()
		k.read(b, checkChunk)
		return
	}
	if p.inTurn {
		k.compare(b, p)
		return
	}
	k.n += int64(p.count)
	for i, r := range b.items[len(b.items)-1].replies {
		k.last[i] = r.Err
	}
}

// readPart reads a part as if those before it had been cut well. It returns false if it was not
// cut well itself.
func (k *checking) readPart(b *block, p *part) bool {
	b.size = p.count
	way := k.readPacked
	if p.inTurn {
		way = k.writePacked
	}
	good, packed := way(b, p)
	if k.packed.Store(packed); packed {
		return good
	}
	b.grow(p.count)
	b.dropLarge(p.count)
	if !p.puzzles.Decode(b.puzzles) {
		return false
	}
	if p.inTurn {
		k.writeRight(b, p)
		return true
	}
	for i := range p.count {
		it := b.add(i, p.first+int64(i))
		for j, answers := range p.from {
			if answers != nil && b.reply(&it.replies[j], &answers.Decoder, it) != nil {
				return false
			}
		}
		it.locate()
	}
	return p.isWhole()
}

// isWhole reports whether the answers of the part, which have been read, were cut well.
func (p *part) isWhole() bool {
	for _, a := range p.from {
		if a != nil && !a.IsWhole() {
			return false
		}
	}
	return true
}
