package plot

import (
	"cmp"
	"math"
	"slices"

	"github.com/dustin/go-humanize"
)

// A scale maps the values of an axis to places on a canvas.
type scale struct {
	log       bool
	low, high float64 // values at the ends of the axis, or their logarithms
	from, to  float64 // places of the ends
	ticks     []tick
	fine      []float64 // values of grid lines between the ticks
}

// A tick is a value with a label.
type tick struct {
	value float64
	label string
}

func (s *scale) at(value float64) float64 {
	if s.log {
		value = math.Log10(value)
	}
	return s.from + (value-s.low)/(s.high-s.low)*(s.to-s.from)
}

// scale returns a scale for values, without the places of its ends.
func (a *Axis) scale(values []float64) (s scale) {
	switch {
	case len(a.Rows) > 0:
		s.low, s.high = float64(len(a.Rows))-0.5, -0.5
		for i, name := range a.Rows {
			s.ticks = append(s.ticks, tick{float64(i), name})
		}
		return s
	case a.Log:
		return powers(slices.Min(values), slices.Max(values))
	case a.Zero:
		return round(0, slices.Max(values), cmp.Or(a.Step, 1))
	default:
		return round(slices.Min(values), slices.Max(values), cmp.Or(a.Step, 1))
	}
}

// round returns a scale with about a dozen ticks at round numbers, from at or below low to at or
// above high. They are no closer to each other than the least step.
func round(low, high, least float64) (s scale) {
	step := least
	for i := 0; (high-low)/step > 10; i++ {
		step *= []float64{2, 2.5, 2}[i%3] // 1, 2, 5, 10
	}
	from, to := math.Floor(low/step), math.Ceil(high/step)
	if from == to {
		from, to = from-1, to+1
	}
	for i := from; i <= to; i++ {
		s.ticks = append(s.ticks, tick{i * step, humanize.FtoaWithDigits(i*step, 2)})
	}
	s.low, s.high = from*step, to*step
	return s
}

// powers returns a logarithmic scale with ticks at the powers of ten around low and high, and fine
// lines at their multiples.
func powers(low, high float64) scale {
	s := scale{log: true, low: math.Floor(math.Log10(low)), high: math.Ceil(math.Log10(high))}
	if s.low == s.high {
		s.high++
	}
	for e := s.low; e <= s.high; e++ {
		power := math.Pow(10, e)
		s.ticks = append(s.ticks, tick{power, humanize.Commaf(power)})
		for digit := 2.0; digit < 10 && e < s.high; digit++ {
			s.fine = append(s.fine, digit*power)
		}
	}
	return s
}
