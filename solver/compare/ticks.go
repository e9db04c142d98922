package compare

import (
	"math"

	"github.com/dustin/go-humanize"
	"github.com/wcharczuk/go-chart/v2"
)

// roundTicks returns about a dozen ticks at round numbers, from at or below low to at or
// above high, no closer to each other than the least step.
func roundTicks(low, high, least float64) (ticks []chart.Tick) {
	step := least
	for i := 0; (high-low)/step > 10; i++ {
		step *= []float64{2, 2.5, 2}[i%3] // 1, 2, 5, 10
	}
	from, to := math.Floor(low/step), math.Ceil(high/step)
	if from == to {
		from, to = from-1, to+1
	}
	for i := from; i <= to; i++ {
		value := i * step
		ticks = append(ticks, chart.Tick{Value: value, Label: humanize.FtoaWithDigits(value, 2)})
	}
	return ticks
}

// powerTicks returns ticks at the powers of ten around low and high, which are logarithms,
// and grid lines at the powers and at their multiples.
func powerTicks(low, high float64) (ticks []chart.Tick, grid []chart.GridLine) {
	from, to := math.Floor(low), math.Ceil(high)
	if from == to {
		to++
	}
	for e := from; e <= to; e++ {
		ticks = append(ticks, chart.Tick{Value: e, Label: humanize.Commaf(math.Pow(10, e))})
		for digit := 2.0; digit < 10 && e < to; digit++ {
			grid = append(grid, chart.GridLine{Value: e + math.Log10(digit), Style: plotMinor})
		}
		grid = append(grid, chart.GridLine{Value: e})
	}
	return ticks, grid
}
