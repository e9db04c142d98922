package pdb

import (
	"context"
	"fmt"
	"math/bits"
	"runtime"
	"sync"
	"sync/atomic"
)

// Build fills to, which has p.Bytes() zero bytes, with the table of p. It works on
// all cores, and calls progress, if that is not nil, from time to time and from one
// goroutine. It returns ctx.Err() if ctx ends first.
//
// It searches breadth-first from the goal. A state is a placement of the tiles and
// the region of the blank: the cells that it reaches without moving them. The set of
// cells that the tiles occupy determines the regions and the possible moves, whatever
// the order of the tiles. So all orders of one set and region form a block. One move
// takes all orders of a block to the same other block, and permutes the orders in one
// of a few ways. A layer is a list of orders for each block. The next layer is made
// block by block from the lists of the neighbouring blocks, which fit a cache.
//
// Beside the table it needs a byte and some bits for each entry, and the lists: 0.9
// GiB for 8 tiles of 4x4.
func Build(ctx context.Context, p Pattern, to []byte, progress func(done, total int64)) error {
	if p.Shape.Walls != 0 {
		return fmt.Errorf("pdb: no table of values for %v boards", p.Shape)
	}
	if err := p.check(); err != nil {
		return err
	}
	if len(to) != p.Bytes() {
		return fmt.Errorf("pdb: %d bytes for a table of %d", len(to), p.Bytes())
	}
	b := newBuild(p)
	b.moves = make([]uint8, len(b.masks)*b.count)
	for i := range b.moves {
		b.moves[i] = unseen
	}
	b.visit = b.setMoves
	if progress == nil {
		progress = func(int64, int64) {}
	}
	total := b.states() * 4 / 3 // packing takes a quarter of the time
	if err := b.search(ctx, func(met int64) { progress(met, total) }); err != nil {
		return err
	}
	b.free()
	err := b.pack(ctx, to)
	progress(total, total)
	return err
}

// search visits all states, layer by layer, and calls progress with the number of
// states met.
func (b *build) search(ctx context.Context, progress func(met int64)) error {
	b.begin()
	met := int64(1)
	for depth, more := uint8(1), met; more > 0; depth++ {
		var err error
		if more, err = b.layer(ctx, depth); err != nil {
			return err
		}
		met += more
		progress(met)
	}
	return nil
}

// setMoves is a visit that keeps the fewest moves of each placement over all regions.
func (b *build) setMoves(set int, _ uint32, orders []uint16, depth uint8) {
	moves := b.moves[set*b.count:][:b.count]
	for _, order := range orders {
		if moves[order] == unseen {
			moves[order] = depth
		}
	}
}

// A build is the state of Build.
type build struct {
	Pattern
	*blocks
	edges  [][]edge   // edges[block] are the moves that lead to the block
	seen   [][]uint64 // seen[block] has a bit for each order
	now    [][]uint16 // now[block] are the orders in this layer
	next   [][]uint16 // next[block] are the orders in the next layer
	moves  []uint8    // moves[set*count+order] is the number of moves to the goal, or unseen
	arenas []arena    // one for each worker
	// visit gets the orders of a block in a layer. Calls for the same set come from
	// one goroutine at a time.
	visit func(set int, block uint32, orders []uint16, depth uint8)
}

const unseen = 255

// An edge is a move from a block. It takes the tile at place i among the set's cells
// to place j.
type edge struct {
	from uint32
	i, j uint8
}

func newBuild(p Pattern) *build {
	b := &build{Pattern: p, blocks: newBlocks(p.Shape, len(p.Tiles))}
	near := neighbours(p.Shape)
	b.edges = make([][]edge, len(b.regions))
	b.seen = make([][]uint64, len(b.regions))
	b.now = make([][]uint16, len(b.regions))
	b.next = make([][]uint16, len(b.regions))
	b.arenas = make([]arena, runtime.GOMAXPROCS(0))
	b.each(context.Background(), func(_, set int) { b.open(set, &near) })
	return b
}

// open sets up the blocks of a set.
func (b *build) open(set int, near *[maxCells]uint32) {
	mask := b.masks[set]
	first, end := b.first[set], b.first[set+1]
	words := (b.count + 63) / 64
	seen := make([]uint64, words*int(end-first))
	for block := first; block < end; block++ {
		b.seen[block], seen = seen[:words], seen[words:]
		var edges [4 * maxTiles]edge
		n := 0
		for tiles := mask; tiles != 0; tiles &= tiles - 1 {
			to := bits.TrailingZeros32(tiles)
			for froms := near[to] & b.regions[block]; froms != 0; froms &= froms - 1 {
				from := bits.TrailingZeros32(froms)
				old := mask ^ 1<<to ^ 1<<from
				edges[n] = edge{
					b.block(old, to),
					uint8(bits.OnesCount32(old & (1<<from - 1))),
					uint8(bits.OnesCount32(mask & (1<<to - 1))),
				}
				n++
			}
		}
		b.edges[block] = append([]edge(nil), edges[:n]...)
	}
}

// begin sets the first layer to the goal.
func (b *build) begin() {
	mask, order := b.setAndOrder(b.Tiles)
	block := b.block(mask, b.Blank)
	b.seen[block][order/64] |= 1 << (order % 64)
	b.now[block] = []uint16{uint16(order)}
	b.visit(b.rank(mask), block, b.now[block], 0)
}

// layer goes on to the next layer, and returns the number of its states.
func (b *build) layer(ctx context.Context, depth uint8) (int64, error) {
	var met atomic.Int64
	err := b.each(ctx, func(worker, set int) {
		for block := b.first[set]; block < b.first[set+1]; block++ {
			list := b.meet(block, b.arenas[worker].room(b.count))
			b.visit(set, block, list, depth)
			b.next[block] = list
			b.arenas[worker].take(len(list))
			met.Add(int64(len(list)))
		}
	})
	for i := range b.arenas {
		b.arenas[i].swap()
	}
	b.now, b.next = b.next, b.now
	return met.Load(), err
}

// meet returns the orders of a block that moves from the present layer reach for the
// first time. It uses the memory of list.
func (b *build) meet(block uint32, list []uint16) []uint16 {
	seen := b.seen[block]
	n := 0
	list = list[:b.count]
	for _, e := range b.edges[block] {
		from := b.now[e.from]
		if len(from) == 0 {
			continue
		}
		moved := b.moved[e.i][e.j]
		for _, order := range from {
			order := moved[order]
			word, bit := &seen[order/64], uint64(1)<<(order%64)
			list[n] = order // kept if it is new; a branch would be mispredicted
			fresh := ^*word >> (order % 64) & 1
			*word |= bit
			n += int(fresh)
			if n == len(list) {
				return list
			}
		}
	}
	return list[:n]
}

// free drops the memory that pack does not need.
func (b *build) free() {
	b.edges, b.seen, b.now, b.next, b.arenas = nil, nil, nil, nil, nil
}

// each calls f for every set, on all cores, until ctx ends.
func (b *build) each(ctx context.Context, f func(worker, set int)) error {
	const chunk = 32
	return parallel(ctx, (len(b.masks)+chunk-1)/chunk, func(worker, i int) {
		for set := i * chunk; set < min((i+1)*chunk, len(b.masks)); set++ {
			f(worker, set)
		}
	})
}

// parallel calls f for each i below n, on all cores, until ctx ends. It returns
// ctx.Err().
func parallel(ctx context.Context, n int, f func(worker, i int)) error {
	var next atomic.Int64
	var wait sync.WaitGroup
	for worker := range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				f(worker, i)
			}
		})
	}
	wait.Wait()
	return ctx.Err()
}
