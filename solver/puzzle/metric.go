package puzzle

import "slices"

// A Metric tells what counts as one move. Paths are made of moves of one cell in any metric.
type Metric uint8

// The metrics.
const (
	SingleTile Metric = iota // a move of one tile
	MultiTile                // a slide: moves of one or more tiles in a line, in one direction
)

// MetricNames returns the names that ParseMetric takes.
func MetricNames() []string { return []string{SingleTile: "single-tile", MultiTile: "multi-tile"} }

// String returns the name.
func (m Metric) String() string { return MetricNames()[m] }

// ParseMetric returns the metric of a name, and whether there is one.
func ParseMetric(name string) (m Metric, ok bool) {
	i := slices.Index(MetricNames(), name)
	return Metric(max(i, 0)), i >= 0
}

// Slides returns the length of a path in the metric MultiTile: how many runs of equal moves it
// has.
func (p Path) Slides() (n int) {
	for i, m := range p {
		if i == 0 || m != p[i-1] {
			n++
		}
	}
	return n
}
