package compare

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/dustin/go-humanize/english"

	"tilejudge/solver"
	"tilejudge/solver/compare/plot"
	"tilejudge/solver/heuristic"
	"tilejudge/solver/puzzle"
)

// A Drawing is a plot of single puzzles, where a Measure has means over all of them.
type Drawing struct {
	Name  string
	Title string

	// Meaning says what the plot shows and how to read it.
	Meaning string

	X, Y   plot.Axis
	one    bool // it shows something even for a single puzzle
	series func(c *column, i int, puzzles []one) plot.Series
	more   func(*Figures) []plot.Series // series besides those of the searches; nil: none
}

// A one is the runs of one puzzle.
type one struct {
	length int // or unknown
	runs   []Run
}

// Limits on the puzzles of drawings, which show the first ones.
const (
	minDrawn = 10 // on a page: fewer dots say nothing
	maxDrawn = 500
)

// Drawings lists all drawings.
var Drawings = []Drawing{
	{
		Name: "quartiles", Title: "boards expanded: medians and quartiles",
		Meaning: "A point is the median of the puzzles of a length, and the bar through it goes from" +
			" the first quartile to the third: half of the puzzles lie within. Means hide how far" +
			" puzzles of one length differ.",
		X:      plot.Axis{Name: "moves of a shortest solution", Step: 1},
		Y:      plot.Axis{Name: "boards expanded", Log: true},
		series: quartiles,
	},
	{
		Name: "rounds", Title: "boards expanded in each iteration or layer",
		Meaning: "A point is the mean of the puzzles whose search had an iteration with that bound," +
			" or a layer at that depth; for a search from both sides that is the sum of both depths." +
			" On this scale a straight line is a constant branching factor.",
		X:      plot.Axis{Name: "bound of the iteration, or depth of the layer", Step: 1},
		Y:      plot.Axis{Name: "boards expanded (mean)", Log: true, Step: 0.01},
		one:    true,
		series: rounds,
	},
	{
		Name: "solved", Title: "puzzles solved within a time",
		Meaning: "This is a cactus plot. Each search has its puzzles in the order of their times:" +
			" a curve that goes further to the right solves more puzzles, and one that runs lower" +
			" is faster.",
		X: plot.Axis{Name: "puzzles solved", Step: 1}, Y: plot.Axis{Name: "time of each, µs", Log: true},
		series: cactus,
	},
	{
		Name: "time-expanded", Title: "time against boards expanded",
		Meaning: "Each puzzle is a dot. Where dots lie on a line of slope 1, each board costs the same" +
			" time; a search that lies higher pays more for a board.",
		X:      plot.Axis{Name: "boards expanded", Log: true},
		Y:      plot.Axis{Name: "time, µs", Log: true},
		series: scatter(expanded, micros),
	},
	{
		Name: "estimates", Title: "heuristics against true distances",
		Meaning: "Each puzzle is a dot: the heuristic's estimate for its start, against the moves of a" +
			" shortest solution. The nearer the dots are to the line, where both are equal, the" +
			" fewer boards a search expands.",
		X: plot.Axis{Name: "moves of a shortest solution", Step: 1},
		Y: plot.Axis{Name: "estimate", Step: 1},
		series: scatter(func(o one, _ Run) float64 { return float64(o.length) },
			func(_ one, r Run) float64 { return float64(r.Estimate) }),
		more: (*Figures).truth,
	},
	{
		Name: "curve", Title: "shorter paths as time goes on",
		Meaning: "The upper line of a search is the mean length of its paths at each time, and the" +
			" line below it the mean of the bounds: no path has fewer moves. Where the two meet," +
			" all paths are proved to be shortest ones.",
		X:      plot.Axis{Name: "time, s", Log: true},
		Y:      plot.Axis{Name: "moves (mean)", Step: 1},
		one:    true,
		series: curve(func(m solver.Improvement) int { return m.Moves }),
		more:   (*Figures).bounds,
	},
}

// Picture returns the plot with a name: that of a measure, which Plot draws, or of a drawing. The
// error is an *UnknownError or ErrNoPlot.
func (f *Figures) Picture(name string) (*plot.Plot, error) {
	for i := range Drawings {
		if Drawings[i].Name == name {
			return f.Draw(&Drawings[i])
		}
	}
	if err := CheckPicture(name); err != nil {
		return nil, err
	}
	m, err := LookupMeasure(name)
	if err != nil {
		return nil, err
	}
	return f.Plot(m)
}

// CheckPicture returns an *UnknownError if Picture has no plot with a name.
func CheckPicture(name string) error {
	all := append(MeasureNames(), DrawingNames()...)
	if slices.Contains(all, name) {
		return nil
	}
	return &UnknownError{"plot", name, all}
}

// DrawingNames returns the names of Drawings.
func DrawingNames() (names []string) {
	for _, d := range Drawings {
		names = append(names, d.Name)
	}
	return names
}

func expanded(_ one, r Run) float64 { return float64(r.Expanded) }
func micros(_ one, r Run) float64   { return float64(r.Time.Nanoseconds()) / 1e3 }

// Draw returns the plot of a drawing, or ErrNoPlot if there is nothing to draw.
func (f *Figures) Draw(d *Drawing) (*plot.Plot, error) {
	p := &plot.Plot{
		Title: fmt.Sprintf("%s, %s %s", heading(d.Title), humanize.Comma(int64(len(f.puzzles))),
			english.PluralWord(len(f.puzzles), "puzzle", "")),
		Label: heading(d.Title), X: d.X, Y: d.Y,
	}
	some := false
	for i, c := range f.columns {
		s := d.series(c, i, f.puzzles)
		s.Name = c.name()
		some = some || len(s.Points) > 0
		p.Series = append(p.Series, s)
	}
	if !some {
		return nil, ErrNoPlot
	}
	if d.more != nil {
		p.Series = append(p.Series, d.more(f)...)
		p.Series = slices.DeleteFunc(p.Series, func(s plot.Series) bool { return len(s.Points) == 0 })
	}
	return p, nil
}

// truth returns the line on which estimates are exact.
func (f *Figures) truth() []plot.Series {
	most := 0
	for _, o := range f.puzzles {
		most = max(most, o.length)
	}
	to := float64(most)
	return []plot.Series{{Name: "true distance", Line: true, Plain: true,
		Points: []plot.Point{{}, {X: to, Y: to}}}}
}

// bounds has a line for each search that tells how short paths can be.
func (f *Figures) bounds() (all []plot.Series) {
	for i, c := range f.columns {
		s := curve(func(m solver.Improvement) int { return m.Bound })(c, i, f.puzzles)
		s.Name = c.name() + ", bound"
		all = append(all, s)
	}
	return all
}

// curve returns the mean of a value over the puzzles, as it changes over time. It has a point
// whenever the value of some puzzle improves, from the time on when all puzzles have a value.
// Puzzles that the search gave up do not count.
func curve(value func(solver.Improvement) int) func(*column, int, []one) plot.Series {
	type change struct {
		time  time.Duration
		first bool
		by    int
	}
	return func(_ *column, i int, puzzles []one) plot.Series {
		var changes []change
		waiting, sum := 0, 0
		for _, o := range puzzles {
			all := o.runs[i].Improvements
			for k, m := range all {
				last := 0
				if k > 0 {
					last = value(all[k-1])
				}
				changes = append(changes, change{m.Time, k == 0, value(m) - last})
			}
			waiting += min(len(all), 1)
		}
		n := float64(waiting)
		slices.SortStableFunc(changes, func(a, b change) int { return cmp.Compare(a.time, b.time) })
		s := plot.Series{Line: true, Plain: true}
		for _, c := range changes {
			if c.first {
				waiting--
			}
			at := max(c.time.Seconds(), 1e-6)
			if len(s.Points) > 0 { // a step
				s.Points = append(s.Points, plot.Point{X: at, Y: float64(sum) / n})
			}
			if sum += c.by; waiting == 0 {
				s.Points = append(s.Points, plot.Point{X: at, Y: float64(sum) / n})
			}
		}
		if len(s.Points) == 1 { // nothing became better
			s.Points = nil
		}
		return s
	}
}

// scatter returns a dot for each puzzle where both values are above 0.
func scatter(x, y func(one, Run) float64) func(*column, int, []one) plot.Series {
	return func(_ *column, i int, puzzles []one) (s plot.Series) {
		for _, o := range puzzles {
			p := plot.Point{X: x(o, o.runs[i]), Y: y(o, o.runs[i])}
			if o.runs[i].GaveUp == "" && p.X > 0 && p.Y > 0 {
				s.Points = append(s.Points, p)
			}
		}
		return s
	}
}

func cactus(_ *column, i int, puzzles []one) plot.Series {
	var times []float64
	for _, o := range puzzles {
		if o.runs[i].GaveUp == "" {
			times = append(times, max(micros(o, o.runs[i]), 0.1))
		}
	}
	slices.Sort(times)
	s := plot.Series{Line: true, Plain: true}
	for n, time := range times {
		s.Points = append(s.Points, plot.Point{X: float64(n + 1), Y: time})
	}
	return s
}

// rounds leaves out puzzles that the search gave up.
func rounds(_ *column, i int, puzzles []one) plot.Series {
	type sum struct{ puzzles, expanded int64 }
	sums := make(map[int]sum)
	for _, o := range puzzles {
		for _, r := range o.runs[i].Rounds {
			if o.runs[i].GaveUp == "" && r.Expanded > 0 {
				sums[r.Moves] = sum{sums[r.Moves].puzzles + 1, sums[r.Moves].expanded + r.Expanded}
			}
		}
	}
	s := plot.Series{Line: true}
	for _, moves := range slices.Sorted(maps.Keys(sums)) {
		mean := float64(sums[moves].expanded) / float64(sums[moves].puzzles)
		s.Points = append(s.Points, plot.Point{X: float64(moves), Y: mean})
	}
	return s
}

// quartiles leaves out lengths for which the search gave up on a puzzle, as Plot does.
func quartiles(c *column, i int, puzzles []one) plot.Series {
	byLength := make(map[int][]float64)
	for _, o := range puzzles {
		if o.length > 0 && c.byLength[o.length].gaveUp == 0 {
			byLength[o.length] = append(byLength[o.length], max(expanded(o, o.runs[i]), 1))
		}
	}
	s := plot.Series{Line: true}
	for length, all := range byLength {
		slices.Sort(all)
		at := func(part float64) float64 { return all[int(part*float64(len(all)-1)+0.5)] }
		s.Points = append(s.Points,
			plot.Point{X: float64(length), Y: at(0.5), Low: at(0.25), High: at(0.75)})
	}
	slices.SortFunc(s.Points, func(a, b plot.Point) int { return int(a.X - b.X) })
	return s
}

// estimators returns an Estimator for the heuristic of each search. It is nil for searches without
// a heuristic, and for pattern databases, which would be built twice.
func estimators(searches []Search) ([]*heuristic.Estimator, error) {
	all := make([]*heuristic.Estimator, len(searches))
	for i, s := range searches {
		if s.Heuristic == "" {
			continue
		}
		h, patterns, err := solver.ParseHeuristic(s.Heuristic)
		if err != nil {
			return nil, err
		}
		if h != solver.PatternDatabase && patterns == nil {
			all[i] = &heuristic.Estimator{Heuristic: h}
		}
	}
	return all, nil
}

// estimate sets the estimates of the runs of a puzzle.
func (r *Race) estimate(p *puzzle.Puzzle, runs []Run) {
	for i, e := range r.estimators {
		if e != nil {
			runs[i].Estimate, _ = e.Value(p) // 0 where the heuristic does not take the board
		}
	}
}

// WritePuzzles writes the numbers behind the drawings as CSV: a line of column names, then a line
// for each search of each puzzle.
func (f *Figures) WritePuzzles(w io.Writer) error {
	all := csv.NewWriter(w)
	all.Write([]string{"puzzle", "search", "length", "moves", "estimate", "expanded", "generated",
		"time_us", "gave_up"})
	for n, o := range f.puzzles {
		length := ""
		if o.length != unknown {
			length = strconv.Itoa(o.length)
		}
		for i, r := range o.runs {
			all.Write([]string{
				strconv.Itoa(n + 1), f.columns[i].String(), length, fmt.Sprint(r.Moves),
				strconv.Itoa(r.Estimate), fmt.Sprint(r.Expanded), fmt.Sprint(r.Generated),
				strconv.FormatFloat(micros(o, r), 'f', 1, 64), r.GaveUp,
			})
		}
	}
	all.Flush()
	return all.Error()
}
