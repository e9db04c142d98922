package generate

import "math/bits"

// A stream is the chance that makes one puzzle: SplitMix64 (Steele, Lea and
// Flood: Fast splittable pseudorandom number generators, 2014). It is written
// out here, with its bounded draws, so that a seed means the same puzzles on
// every machine and with every version.
type stream uint64

const golden = 0x9e3779b97f4a7c15 // 2^64 divided by the golden ratio

// newStream returns the stream of a puzzle. Each has its own, so that any can
// be made alone.
func newStream(seed uint64, index int64) stream { return stream(mix(mix(seed) + uint64(index))) }

func (r *stream) next() uint64 {
	*r += golden
	return mix(uint64(*r))
}

// mix is a bijection that leaves no trace of order among its results.
func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// below draws a number from 0 to n-1, each with the same probability (Lemire:
// Fast random integer generation in an interval, 2019).
func (r *stream) below(n int) int {
	hi, lo := bits.Mul64(r.next(), uint64(n))
	if lo < uint64(n) { // perhaps one of the numbers that would come too often
		for least := -uint64(n) % uint64(n); lo < least; {
			hi, lo = bits.Mul64(r.next(), uint64(n))
		}
	}
	return int(hi)
}

// within draws a number of a range.
func (r *stream) within(n Range) int { return n.Least + r.below(n.Most-n.Least+1) }
