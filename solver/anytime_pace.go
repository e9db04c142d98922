package solver

import (
	"time"
)

// A pace is how fast a beam goes, which tells how wide it may be to end in time.
type pace struct {
	nodes  int64 // at the time
	time   time.Time
	each   float64 // seconds a node took lately; 0: not known
	widest int     // width of any beam
}

// paceNodes is how many nodes a pace is measured over.
const paceNodes = 2048

func (p *pace) begin(b *budget) { p.nodes, p.time = b.nodes, time.Now() }

// width returns how many boards a beam may expand after some moves, so that the budget lasts. The
// path will have at most maxMoves, and probably some fewer.
func (p *pace) width(b *budget, moves, maxMoves int) int {
	movesLeft := max(maxMoves*11/12-moves, (maxMoves-moves)/2, 1)
	nodes := float64(b.limit - b.nodes)
	if end, timed := b.ctx.Deadline(); timed {
		now := time.Now()
		if n := b.nodes - p.nodes; n >= paceNodes {
			p.each = now.Sub(p.time).Seconds() / float64(n)
			p.nodes, p.time = b.nodes, now
		}
		if p.each > 0 {
			nodes = min(nodes, 0.95*end.Sub(now).Seconds()/p.each)
		} else {
			nodes = min(nodes, paceNodes)
		}
	}
	return int(max(firstWidth, min(nodes/float64(movesLeft), float64(p.widest))))
}
