package table

import (
	"math"
	"math/bits"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"tilejudge/solver/internal/search"
	"tilejudge/solver/puzzle"
)

// distances is the distance table of a shape that is not puzzle.Shape.Small: with walls, in one
// line, or of 11 or 12 cells. It has two bits for each board, its distance modulo 3. Neighbours
// differ by one move, so these two bits tell which of them is nearer to the goal; finding a path,
// or its length, takes a step for each move. See R. E. Korf, P. Schultze: Large-scale parallel
// breadth-first search. AAAI 2005.
//
// Cells are numbered without walls. A board is its tiles, in the order of their cells, four bits
// each and the first lowest; those from blankBit on are the cell of the blank. Tiles are numbered
// in the order of the goal, so the goal has 0 1 2 ….
type distances struct {
	order   puzzle.Order
	home    int       // goal cell of the blank
	tiles   int       // number of tiles on a board
	each    uint32    // number of ranks for each cell of the blank
	next    [][4]int8 // next[cell][k] is where move k of the order takes the blank, or -1
	goal    uint64    // the goal as a board
	modulo3 []uint32  // 16 boards a word, by rank; unreached: no move leads from there to the goal
}

const (
	// maxOpen is the most open cells of a board with distances: 12 cells have 239,500,800 boards.
	maxOpen   = 12
	blankBit  = 4 * maxOpen
	unreached = 3
	perWord   = 16
)

// hasDistances reports whether boards of a shape can have a table of distances.
func hasDistances(s puzzle.Shape) bool {
	return s.Spare == 0 && s.Open() > 1 && s.Open() <= maxOpen
}

// Boards returns how many boards the table of a shape has, and 0 if there is no table for it. They
// are half of all permutations of the cells that are no walls.
func Boards(s puzzle.Shape) int64 {
	if !s.Small() && !hasDistances(s) {
		return 0
	}
	count := int64(1)
	for i := 3; i <= s.Open(); i++ {
		count *= int64(i)
	}
	return count
}

// distancesMemory returns about the bytes that building a table of distances takes: a quarter of a
// byte a board for the table, and the layers of the search. 530 MB were measured for 12 cells.
func distancesMemory(s puzzle.Shape) int64 { return 2<<20 + Boards(s)*9/4 }

// newDistances visits all boards breadth-first, back from the goal, on a number of cores.
func newDistances(id tableID, order puzzle.Order, cores int) *distances {
	shape := id.shape
	d := &distances{
		order: order, home: shape.Number(id.home), tiles: shape.Open() - 1,
		each: uint32(max(Boards(shape)/int64(shape.Open()), 1)),
	}
	grid := search.NewGrid(shape, order)
	for cell := range shape.Cells() {
		if shape.IsWall(cell) {
			continue
		}
		next := [4]int8{-1, -1, -1, -1}
		for k, to := range grid.Next[cell] {
			if to >= 0 {
				next[k] = int8(shape.Number(int(to)))
			}
		}
		d.next = append(d.next, next)
	}
	d.modulo3 = slices.Repeat([]uint32{math.MaxUint32}, int(d.each)*shape.Open()/perWord+1)
	for tile := range d.tiles {
		d.goal |= uint64(tile) << (4 * tile)
	}
	d.goal |= uint64(d.home) << blankBit
	d.reach(d.rank(d.goal), 0)
	layer := [][]uint64{{d.goal}}
	for length := uint32(1); len(layer) > 0; length++ {
		layer = d.expandLayer(layer, length%3, cores)
	}
	return d
}

// expandLayer returns the boards of the next layer, whose distances modulo 3 it sets. A layer
// consists of parts; each is the work of one goroutine.
func (d *distances) expandLayer(layer [][]uint64, mod uint32, cores int) (next [][]uint64) {
	if cores <= 0 {
		cores = runtime.GOMAXPROCS(0)
	}
	var taken atomic.Int64
	var mutex sync.Mutex
	var wait sync.WaitGroup
	for range min(cores, len(layer)) {
		wait.Go(func() {
			for i := taken.Add(1); i <= int64(len(layer)); i = taken.Add(1) {
				parts := d.expand(layer[i-1], mod)
				layer[i-1] = nil
				mutex.Lock()
				next = append(next, parts...)
				mutex.Unlock()
			}
		})
	}
	wait.Wait()
	return next
}

// layerPart is about the largest number of boards in a part of a layer.
const layerPart = 1 << 16

// expand returns those neighbours of boards that have not been reached before.
//
// It looks many neighbours up before it sets any: nearly every look-up misses the cache, and the
// misses overlap until an atomic operation waits for all of them.
func (d *distances) expand(boards []uint64, mod uint32) (parts [][]uint64) {
	const many = 256
	type neighbour struct {
		board uint64
		rank  uint32
	}
	var part []uint64
	var found [many + 4]neighbour
	for i, n := 0, 0; i < len(boards); {
		for ; i < len(boards) && n < many; i++ {
			b := boards[i]
			ahead := d.prefixes(b)
			for _, to := range d.next[b>>blankBit] {
				if to >= 0 {
					c, same := slide(b, int(to))
					found[n] = neighbour{c, d.rankAfter(c, ahead[:], same)}
					n++
				}
			}
		}
		fresh := 0
		for _, c := range found[:n] {
			found[fresh] = c
			if d.modulo(c.rank) == unreached {
				fresh++
			}
		}
		for _, c := range found[:fresh] {
			if d.reach(c.rank, mod) {
				part = append(part, c.board)
			}
		}
		if n = 0; len(part) >= layerPart {
			parts, part = append(parts, part), nil
		}
	}
	if len(part) > 0 {
		parts = append(parts, part)
	}
	return parts
}

// slide returns the board after the blank has moved to another cell, and how many of its first
// tiles stay the same. The tile that moves passes the tiles in the cells between.
func slide(b uint64, to int) (after uint64, same int) {
	blank := int(b >> blankBit)
	from, place := to, blank-1 // of the tile in the order
	if to > blank {
		from, place = to-1, blank
	}
	after = b ^ uint64(blank^to)<<blankBit
	if from == place {
		return after, from
	}
	low, high := 4*min(from, place), 4*max(from, place)
	between := uint64(1)<<(high+4) - 1<<low
	tiles, tile := b&between, b>>(4*from)&15
	if from < place {
		tiles = tiles>>4&between | tile<<high
	} else {
		tiles = tiles<<4&between | tile<<low
	}
	return after&^between | tiles, low / 4
}

// A prefix is the first tiles of a board: their rank, and the set of them.
type prefix struct {
	rank uint32
	set  uint64
}

// add returns the prefix with one more tile, after which left tiles remain.
func (p prefix) add(tile uint64, left int) prefix {
	bit := uint64(1) << (tile & 15)
	digit := bits.OnesCount64((bit - 1) &^ p.set)
	return prefix{p.rank*uint32(left+1) + uint32(digit), p.set | bit}
}

// prefixes returns the prefix before each tile of a board.
func (d *distances) prefixes(b uint64) (ahead [maxOpen]prefix) {
	for i := range d.tiles - 1 {
		ahead[i+1] = ahead[i].add(b>>(4*i), d.tiles-1-i)
	}
	return ahead
}

// rank returns the rank of a board. Boards with the blank in the same cell have consecutive ranks,
// in the order of the Cantor expansions of all their tiles but the last two; the order of those
// follows from parity.
func (d *distances) rank(b uint64) uint32 {
	ahead := [maxOpen]prefix{}
	return d.rankAfter(b, ahead[:], 0)
}

// rankAfter is rank for a board of whose first tiles the prefixes are known.
func (d *distances) rankAfter(b uint64, ahead []prefix, first int) uint32 {
	first = max(min(first, d.tiles-2), 0)
	p := ahead[first]
	for i := first; i < d.tiles-2; i++ {
		p = p.add(b>>(4*i), d.tiles-1-i)
	}
	return uint32(b>>blankBit)*d.each + p.rank
}

// reach sets the distance of a board if it has none, and reports whether it did.
func (d *distances) reach(rank, mod uint32) bool {
	word, shift := &d.modulo3[rank/perWord], rank%perWord*2
	for {
		old := atomic.LoadUint32(word)
		if old>>shift&3 != unreached {
			return false
		}
		if atomic.CompareAndSwapUint32(word, old, old&^(3<<shift)|mod<<shift) {
			return true
		}
	}
}

// modulo returns the distance of a board modulo 3, or unreached.
func (d *distances) modulo(rank uint32) uint32 {
	return atomic.LoadUint32(&d.modulo3[rank/perWord]) >> (rank % perWord * 2) & 3
}

// solve returns the length of a shortest path, and appends the first of them to path unless it is
// nil. Parity must allow the puzzle. It returns false if no moves lead to the goal although parity
// allows it.
func (d *distances) solve(p *puzzle.Puzzle, path *puzzle.Path) (length int, ok bool) {
	b, place := uint64(p.Start.Number(p.Start.Blank()))<<blankBit, 0
	for _, tile := range p.Start.Tiles {
		if tile > 0 {
			t := p.Goal.Number(p.Goal.Cell(tile))
			if t > d.home {
				t--
			}
			b |= uint64(t) << place
			place += 4
		}
	}
	if d.modulo(d.rank(b)) == unreached {
		return 0, false
	}
	for ; b != d.goal; length++ {
		var k int
		k, b = d.nearer(b)
		if path != nil {
			*path = append(*path, d.order[k])
		}
	}
	return length, true
}

// nearer returns the first move, in order, that leads nearer to the goal, and the board after it.
func (d *distances) nearer(b uint64) (move int, after uint64) {
	want := (d.modulo(d.rank(b)) + 2) % 3
	for k, to := range d.next[b>>blankBit] {
		if to < 0 {
			continue
		}
		if c, _ := slide(b, int(to)); d.modulo(d.rank(c)) == want {
			return k, c
		}
	}
	panic("no move leads nearer to the goal")
}
