package anytime

import (
	"cmp"
	"math/bits"
	"slices"
	"tilejudge/solver/internal/search"
)

// A beamSelection chooses the children that a beam keeps: those with the smallest scores, and among
// equal scores the first ones. It keeps one of several children with the same place hash, and drops
// a child whose place hash a kept child had before, as far as it remembers.
type beamSelection struct {
	children []beamChild
	width    int      // children to keep
	sorted   []int32  // indices of children
	starts   []int32  // memory of sort
	seen     []uint64 // place hashes of children that were kept, by their last bits
}

// seenPerBoard is how many place hashes a selection remembers for each board of the beam.
const seenPerBoard = 32

// beamBytes is the memory that a beam holds for each board of its width: leaves, children and their
// indices, place hashes, and the parts of the tour that are not shared.
const beamBytes = 3*64 + 40 + 12 + 8*2*seenPerBoard + 64

func (s *beamSelection) begin(width int) {
	s.width = width
	s.seen = forgotten(s.seen, width)
}

// forgotten returns cleared memory for what a beam of a width has seen. It uses seen again if that
// is large enough.
func forgotten[T uint32 | uint64](seen []T, width int) []T {
	room := 1 << bits.Len(uint(width*seenPerBoard-1))
	if cap(seen) < room {
		return make([]T, room)
	}
	seen = seen[:room]
	clear(seen)
	return seen
}

// isNew reports whether no child with this place hash was kept before, and remembers the hash.
func (s *beamSelection) isNew(place uint64) bool {
	seen := &s.seen[place&uint64(len(s.seen)-1)]
	if *seen == place {
		return false
	}
	*seen = place
	return true
}

// choose sets the field keep of the children that are kept, and returns their number.
func (s *beamSelection) choose() (kept int) {
	s.sort()
	for _, i := range s.sorted {
		c := &s.children[i]
		if !s.isNew(c.place) {
			continue
		}
		c.keep = true
		if kept++; kept == s.width {
			break
		}
	}
	return kept
}

// sort sorts the children by their scores and keeps equal ones in their order. The scores are
// mostly close together.
func (s *beamSelection) sort() {
	if len(s.children) == 0 {
		s.sorted = s.sorted[:0]
		return
	}
	low, high := s.children[0].score, s.children[0].score
	for i := range s.children {
		low, high = min(low, s.children[i].score), max(high, s.children[i].score)
	}
	if int(high-low) > 16*len(s.children) {
		s.compare()
		return
	}
	s.starts = append(s.starts[:0], make([]int32, high-low+2)...)
	for i := range s.children {
		s.starts[s.children[i].score-low+1]++
	}
	for i := range s.starts[1:] {
		s.starts[i+1] += s.starts[i]
	}
	s.sorted = search.Resized(s.sorted, len(s.children))
	for i := range s.children {
		start := &s.starts[s.children[i].score-low]
		s.sorted[*start] = int32(i)
		*start++
	}
}

// compare does what sort does, for scores that are far apart.
func (s *beamSelection) compare() {
	s.sorted = s.sorted[:0]
	for i := range s.children {
		s.sorted = append(s.sorted, int32(i))
	}
	slices.SortFunc(s.sorted, func(i, j int32) int {
		return cmp.Or(cmp.Compare(s.children[i].score, s.children[j].score), cmp.Compare(i, j))
	})
}
