package anytime

import (
	"math"
	"time"

	"tilejudge/solver/internal/search"
)

// A pace is the speed of a beam, from which follows how wide it may be to end in time.
type pace struct {
	widest int       // width of any beam
	end    time.Time // if there is a deadline
	nodes  int64     // number of nodes at that time
	time   time.Time
	each   float64 // seconds that a node took recently, or in the beam before; 0: not known
}

// paceNodes is the number of nodes over which a pace is measured.
const paceNodes = 2048

// begin gives a beam the rest of a budget.
func (p *pace) begin(b *search.Budget, widest int) {
	p.nodes, p.time, p.widest = b.Nodes, time.Now(), widest
	if end, timed := b.Ctx.Deadline(); timed {
		p.end = p.time.Add(time.Duration(0.95 * float64(end.Sub(p.time))))
	}
}

// measure sets the seconds of a node to those of a beam that has ended.
func (p *pace) measure(b *search.Budget) {
	if n := b.Nodes - p.nodes; n > 0 {
		p.each = time.Since(p.time).Seconds() / float64(n)
	}
}

// Towards the end of its longest path, a beam has at most endWidth * endGrowth^left boards, with so
// many moves left: it finds the same path as with more.
const (
	endWidth  = 16
	endGrowth = 1.28
)

// width returns how many boards a beam may expand after a number of moves, so that the budget lasts
// to its end. The path will have at most maxMoves, and probably a few less.
func (p *pace) width(b *search.Budget, moves, maxMoves int) int {
	nodes := float64(b.Limit - b.Nodes)
	if _, timed := b.Ctx.Deadline(); timed {
		now := time.Now()
		if n := b.Nodes - p.nodes; n >= paceNodes {
			p.each = now.Sub(p.time).Seconds() / float64(n)
			p.nodes, p.time = b.Nodes, now
		}
		if p.each == 0 {
			nodes = min(nodes, paceNodes)
		} else {
			nodes = min(nodes, p.end.Sub(now).Seconds()/p.each)
		}
	}
	nodes = max(nodes, 1) // the deadline may have passed
	left := float64(maxMoves - moves)
	full := max(left-float64(maxMoves)/12, left/2, 1) // moves with all boards
	ends := math.Log(nodes/full/endWidth) / math.Log(endGrowth)
	full = max(1, min(full, left-ends+1/math.Log(endGrowth)))
	boards := min(nodes/full, endWidth*math.Pow(endGrowth, left))
	return int(max(firstWidth, min(boards, float64(p.widest))))
}
