package generate

import "math/bits"

// A stream is the random number generator of one puzzle: SplitMix64 (Steele, Lea and
// Flood: Fast splittable pseudorandom number generators, 2014). It does not use
// math/rand, so that a seed gives the same puzzles on every machine and with every
// version of Go.
type stream uint64

const golden = 0x9e3779b97f4a7c15 // 2^64 divided by the golden ratio

// newStream returns the stream of a puzzle. Each puzzle has its own, so that any of them
// can be made alone.
func newStream(seed uint64, index int64) stream { return stream(mix(mix(seed) + uint64(index))) }

func (r *stream) next() uint64 {
	*r += golden
	return mix(uint64(*r))
}

// mix is a bijection whose results look random.
func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// below draws a number from 0 to n-1, each with the same probability (Lemire:
// Fast random integer generation in an interval, 2019).
func (r *stream) below(n int) int {
	hi, lo := bits.Mul64(r.next(), uint64(n))
	if lo < uint64(n) { // the draw may be one of those that must be rejected
		for threshold := -uint64(n) % uint64(n); lo < threshold; {
			hi, lo = bits.Mul64(r.next(), uint64(n))
		}
	}
	return int(hi)
}

// within draws a number of a range, each with the same probability.
func (r *stream) within(n Range) int { return n.Min + r.below(n.Max-n.Min+1) }
