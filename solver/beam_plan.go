package solver

// A plan is the order in which a beam puts tiles in place. It has groups of tiles, and a group
// stays once it is in place. The groups are parts of the outer rows and columns, from
// outside to inside, and last the cells around the goal of the blank.
type plan struct {
	groups  [][]int32 // tiles
	groupOf []int32   // of each tile; that of the blank is len(groups)
	rest    area      // the cells of the last group
	weight  int32     // in a score, of each move that a tile of the group lacks
	whole   bool      // there is one group
}

// A planShape tells how to cut a board into groups.
type planShape struct {
	lastSide int   // of the cells around the goal of the blank
	chunk    int   // tiles of a group in a line; those at the end of a line have up to one more
	merge    int   // neighbouring groups that are made one
	weight   int32 // of plan
}

// newPlan returns a plan for a grid whose blank has its goal in cell home. The rest has at
// least two rows and columns, so what is not in place yet stays connected.
func newPlan(g *grid, home int, s planShape) *plan {
	p := &plan{rest: area{0, 0, g.Rows, g.Cols}, groupOf: make([]int32, g.Cells())}
	var chunks [][]int32
	for {
		line := p.peel(g, home, s)
		if line == nil {
			break
		}
		for len(line) > 0 {
			n := min(s.chunk, len(line))
			if len(line)-n < 2 { // a single tile could not be put at the end of its line
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

// peel takes an outer line from the rest, of the longer side, and returns its cells. It
// returns nil if no side is longer than s.lastSide.
func (p *plan) peel(g *grid, home int, s planShape) (line []int32) {
	a := &p.rest
	rows, cols := a.bottom-a.top, a.right-a.left
	if max(rows, cols) <= s.lastSide {
		return nil
	}
	if cols > rows {
		c := a.left
		if int(g.col[home])-a.left < a.right-1-int(g.col[home]) {
			a.right--
			c = a.right
		} else {
			a.left++
		}
		for r := a.top; r < a.bottom; r++ {
			line = append(line, int32(r*g.Cols+c))
		}
		return line
	}
	r := a.top
	if int(g.row[home])-a.top < a.bottom-1-int(g.row[home]) {
		a.bottom--
		r = a.bottom
	} else {
		a.top++
	}
	for c := a.left; c < a.right; c++ {
		line = append(line, int32(r*g.Cols+c))
	}
	return line
}

// addRest adds the group of the cells that are left.
func (p *plan) addRest(g *grid, home int) {
	var tiles []int32
	for r := p.rest.top; r < p.rest.bottom; r++ {
		for c := p.rest.left; c < p.rest.right; c++ {
			if t := r*g.Cols + c; t != home && !g.IsWall(t) {
				tiles = append(tiles, int32(t))
			}
		}
	}
	if len(tiles) > 0 {
		p.groups = append(p.groups, tiles)
	}
}
