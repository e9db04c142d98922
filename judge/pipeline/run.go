package pipeline

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sourcegraph/conc/panics"
)

// A run is one call of Run. Each worker claims a chunk, parses it, waits for its turn to settle it,
// and works on it. Then it delivers the chunk, or leaves that to the worker whose chunk comes
// before.
type run[W, C any] struct {
	ctx    context.Context
	work   context.Context // ends some time after ctx
	stage  Stage[W, C]
	cost   atomic.Int64 // estimate: nanoseconds of Work per item; 0: not known yet
	length atomic.Int64 // bytes of an item's results in the last chunk; 0: not known yet

	input   sync.Mutex // guards the fields down to the next blank line, and Claim and Settle
	turns   int        // chunks claimed so far, or about to be settled without a claim
	done    int        // of these, those that have been settled
	claimed int        // items in chunks that have been claimed but not settled, at most
	ended   bool       // there is nothing more to settle
	settled sync.Cond  // done has changed

	queue[W, C]
}

// loop takes chunks through all steps until there are no more. A panic ends the run for all
// workers.
func (r *run[W, C]) loop() {
	defer func() {
		if p := recover(); p != nil {
			r.end(fmt.Errorf("panic: %v", p))
			panic(p)
		}
	}()
	w := new(W)
	for s := r.newSlot(); r.next(w, s); s = r.deliver(s) {
		if s.behind {
			continue
		}
		begin := time.Now()
		r.stage.Work(r.work, w, &s.chunk, &s.early)
		results, memory := r.stage.Size(&s.chunk)
		if s.memory = memory; s.items > 0 {
			// The estimate sinks slowly, so that few hard items get into one chunk.
			old := r.cost.Load()
			r.cost.Store(max(int64(time.Since(begin))/int64(s.items), old-old/8, 1))
			r.length.Store(int64(results / s.items))
		}
	}
}

// next fills the next chunk. It returns false if there is none.
func (r *run[W, C]) next(w *W, s *slot[C]) bool {
	r.input.Lock()
	defer r.input.Unlock()
	for {
		room, ok := r.hasRoom()
		switch {
		case !ok || r.ended || r.ctx.Err() != nil:
			return false
		case room == 0: // others may settle while this one waits
			r.input.Unlock()
			r.waitForRoom()
			r.input.Lock()
			continue
		}
		size, count := r.chunkSize(room-r.claimed), 0
		if size > 0 {
			count = r.stage.Claim(&s.chunk, size)
		}
		if count == 0 && r.done < r.turns {
			r.settled.Wait() // chunks come before the next item
			continue
		}
		s.turn = r.turns
		r.turns++
		var p *panics.Recovered
		if count > 0 {
			p = r.parse(w, s, size)
		}
		r.settle(w, s, size, p)
		return true
	}
}

// parse parses a chunk of up to size items, and waits until it is its turn to be settled. It
// returns a panic, which has to wait for that turn too.
func (r *run[W, C]) parse(w *W, s *slot[C], size int) *panics.Recovered {
	r.claimed += size
	r.input.Unlock()
	p := panics.Try(func() { r.stage.Parse(w, &s.chunk) })
	r.input.Lock()
	r.claimed -= size
	for r.done < s.turn {
		r.settled.Wait()
	}
	return p
}

// settle settles the chunk whose turn it is, or panics if parsing it did.
func (r *run[W, C]) settle(w *W, s *slot[C], size int, p *panics.Recovered) {
	defer func() { // even after a panic: others wait for this turn
		r.done++
		r.settled.Broadcast()
	}()
	s.items, s.memory, s.behind = 0, 0, r.ended
	switch {
	case r.ended:
		return
	case p != nil:
		panic(p.AsError())
	}
	items, more := r.stage.Settle(w, &s.chunk, size)
	s.items, r.ended = items, !more
	r.add(items)
}

// chunkSize returns how many items the next chunk may have, if there is room for them.
func (r *run[W, C]) chunkSize(room int) int {
	if cost := r.cost.Load(); cost > 0 {
		most := min(int64(chunkTime)/cost, maxResults/max(r.length.Load(), 1), maxChunk)
		return int(min(max(most, 1), int64(room)))
	}
	return min(room, 1)
}
