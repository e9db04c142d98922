package anytime

import (
	"math"

	"tilejudge/solver/internal/search"
)

// A smallSelection chooses the children that a smallBeam keeps: those with the smallest scores. It
// drops boards that it kept before, as far as it remembers. It may keep a few boards more than the
// width, since it keeps all or none of the boards with equal scores.
type smallSelection struct {
	width  int
	counts []int32 // of children by score, from countsFrom on
	low    int     // the first and the last index of counts in use
	high   int
	limit  int32    // children with larger scores need not be added
	found  []uint32 // memory for numbers of children
	seen   []uint32 // hashes of boards that were kept, by their last bits
}

// A score outside the range of counts counts as the closest score in the range.
const (
	countsFrom = -1 << 12
	countsTo   = 1<<17 + countsFrom
)

// begin forgets the children.
func (s *smallSelection) begin() {
	if s.counts == nil {
		s.counts = make([]int32, countsTo-countsFrom)
	} else if s.low <= s.high {
		clear(s.counts[s.low : s.high+1])
	}
	s.low, s.high = len(s.counts), -1
}

// forget clears the memory of boards seen, and makes it large enough for a beam of a width. Fewer
// than seenPerBoard for each board are as good.
func (s *smallSelection) forget(width int) {
	s.seen, s.limit = forgotten(s.seen, max(width/8, 128)), math.MaxInt32
}

func scoreIndex(score int32) int {
	return int(min(max(score, countsFrom), countsTo-1)) - countsFrom
}

// count adds a child with a score.
func (s *smallSelection) count(score int32) {
	i := scoreIndex(score)
	s.counts[i]++
	s.low, s.high = min(s.low, i), max(s.high, i)
}

// choose sets keep of the children that are kept, and returns their number. If it keeps as many as
// it may, the largest of their scores is the limit of the next children, since scores fall by about
// a move with each move.
func (s *smallSelection) choose(children []smallChild) (kept int) {
	end := s.low
	for end <= s.high && kept < s.width-s.width/32 {
		begin := end
		for found := int32(0); end <= s.high && int(found) < s.width-kept; end++ {
			found += s.counts[end]
		}
		kept += s.keep(children, begin, end)
	}
	if s.limit = math.MaxInt32; end <= s.high {
		s.limit = int32(end-1+countsFrom) - valueUnit/2
	}
	return kept
}

// keep keeps the new boards among the children whose scores have an index from begin to end. It
// finds these children first: then it need not wait for one hash after the other.
func (s *smallSelection) keep(children []smallChild, begin, end int) (kept int) {
	s.found = search.Resized(s.found, len(children)+1)
	n := 0
	for i := range children {
		s.found[n] = uint32(i)
		if at := scoreIndex(children[i].score); begin <= at && at < end {
			n++
		}
	}
	mask := uint64(len(s.seen) - 1)
	for _, i := range s.found[:n] {
		c := &children[i]
		seen := &s.seen[c.hash&mask]
		if tag := uint32(c.hash>>32) | 1; *seen != tag {
			*seen = tag
			c.keep = true
			kept++
		}
	}
	return kept
}

// kept returns the numbers of the children that are kept.
func (s *smallSelection) kept(children []smallChild) []uint32 {
	s.found = search.Resized(s.found, len(children)+1)
	n := 0
	for i := range children {
		s.found[n] = uint32(i)
		if children[i].keep {
			n++
		}
	}
	return s.found[:n]
}
