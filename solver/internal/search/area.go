package search

// An Area is the cells of some rows and columns.
type Area struct{ Top, Left, Bottom, Right int } // Bottom and Right are exclusive

// Cells returns the number of cells.
func (a Area) Cells() int { return (a.Bottom - a.Top) * (a.Right - a.Left) }

// Union returns the smallest area that has both.
func (a Area) Union(b Area) Area {
	return Area{
		min(a.Top, b.Top), min(a.Left, b.Left), max(a.Bottom, b.Bottom), max(a.Right, b.Right),
	}
}

// Gap returns how many rows and columns lie between two areas.
func (a Area) Gap(b Area) int {
	return max(0, a.Top-b.Bottom, b.Top-a.Bottom) + max(0, a.Left-b.Right, b.Left-a.Right)
}
