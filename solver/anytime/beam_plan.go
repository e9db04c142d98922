package anytime

import (
	"tilejudge/solver/internal/search"
)

// A plan is the order in which a beam puts tiles in place. It has groups of tiles, and a group
// stays once it is in place. The groups are parts of the outer rows and columns, from
// outside to inside, and last the cells around the goal of the blank.
type plan struct {
	groups  [][]int32   // tiles
	groupOf []int32     // the group of each tile; the blank has len(groups)
	rest    search.Area // the cells of the last group
	weight  int32       // weight in a score of each move that a tile of the group still needs
	whole   bool        // there is only one group
}

// A planShape tells how to cut a board into groups.
type planShape struct {
	lastSide int   // rows and columns of the last group, around the goal of the blank
	chunk    int   // tiles of a group in a line; the group at the end of a line may have one more
	merge    int   // number of neighbouring groups that are merged into one
	weight   int32 // of plan
}

// newPlan returns a plan for a grid in which the goal cell of the blank is home. The cells that are
// left always have at least two rows and columns, so tiles that are not in place yet stay
// connected.
func newPlan(g *search.Grid, home int, s planShape) *plan {
	p := &plan{rest: search.Area{Bottom: g.Rows, Right: g.Cols}, groupOf: make([]int32, g.Cells())}
	var chunks [][]int32
	for {
		line := p.peel(g, home, s)
		if line == nil {
			break
		}
		for len(line) > 0 {
			n := min(s.chunk, len(line))
			if len(line)-n < 2 { // a single tile could not be put in place at the end of a line
				n = len(line)
			}
			chunks = append(chunks, line[:n])
			line = line[n:]
		}
	}
	for i, c := range chunks {
		if i%s.merge == 0 {
			p.groups = append(p.groups, nil)
		}
		last := len(p.groups) - 1
		p.groups[last] = append(p.groups[last], c...)
	}
	p.addRest(g, home)
	for i, group := range p.groups {
		for _, t := range group {
			p.groupOf[t] = int32(i)
		}
	}
	p.groupOf[home] = int32(len(p.groups))
	p.weight, p.whole = s.weight, len(p.groups) == 1
	return p
}

// peel takes an outer line of the longer side from the rest, and returns its cells. It returns nil
// if no side is longer than s.lastSide.
func (p *plan) peel(g *search.Grid, home int, s planShape) (line []int32) {
	a := &p.rest
	rows, cols := a.Bottom-a.Top, a.Right-a.Left
	if max(rows, cols) <= s.lastSide {
		return nil
	}
	if cols > rows {
		c := a.Left
		if int(g.Col[home])-a.Left < a.Right-1-int(g.Col[home]) {
			a.Right--
			c = a.Right
		} else {
			a.Left++
		}
		for r := a.Top; r < a.Bottom; r++ {
			line = append(line, int32(r*g.Cols+c))
		}
		return line
	}
	r := a.Top
	if int(g.Row[home])-a.Top < a.Bottom-1-int(g.Row[home]) {
		a.Bottom--
		r = a.Bottom
	} else {
		a.Top++
	}
	for c := a.Left; c < a.Right; c++ {
		line = append(line, int32(r*g.Cols+c))
	}
	return line
}

// addRest adds the last group, of the cells that are left.
func (p *plan) addRest(g *search.Grid, home int) {
	var tiles []int32
	for r := p.rest.Top; r < p.rest.Bottom; r++ {
		for c := p.rest.Left; c < p.rest.Right; c++ {
			if t := r*g.Cols + c; t != home && !g.IsWall(t) {
				tiles = append(tiles, int32(t))
			}
		}
	}
	if len(tiles) > 0 {
		p.groups = append(p.groups, tiles)
	}
}
