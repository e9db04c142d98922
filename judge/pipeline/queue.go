package pipeline

import "sync"

// A queue delivers chunks in the order of the stream. Chunks that come before their turn wait.
type queue[W, C any] struct {
	Options
	stage Stage[W, C]

	mutex       sync.Mutex // guards all fields below, and Deliver
	room        sync.Cond  // there may be room for more, or err is set
	turn        int        // of the chunk to deliver next
	waiting     map[int]*slot[C]
	held        int // bytes of the chunks in waiting
	undelivered int // items that have been settled and not delivered
	free        []*slot[C]
	spare       int   // bytes of the chunks in free
	err         error // the first that ends the run
}

// hasRoom returns how many items may be settled now. It returns false if the run has ended.
func (q *queue[W, C]) hasRoom() (items int, ok bool) {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	return q.roomLeft(), q.err == nil
}

func (q *queue[W, C]) roomLeft() int {
	if q.held >= q.Waiting {
		return 0
	}
	return max(q.Window-q.undelivered, 0)
}

// waitForRoom waits until more items may be settled, or the run has ended.
func (q *queue[W, C]) waitForRoom() {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	for q.roomLeft() == 0 && q.err == nil {
		q.room.Wait()
	}
}

// add counts items that have been settled.
func (q *queue[W, C]) add(items int) {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	q.undelivered += items
}

// deliver delivers a chunk and those that waited for it, if it is their turn; otherwise it lets the
// chunk wait. It returns a chunk that is free for use.
func (q *queue[W, C]) deliver(s *slot[C]) *slot[C] {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	q.waiting[s.turn] = s
	q.held += s.memory
	for s := q.waiting[q.turn]; s != nil; s = q.waiting[q.turn] {
		delete(q.waiting, q.turn)
		q.turn++
		q.held -= s.memory
		q.undelivered -= s.items
		if q.err == nil && !s.behind {
			q.fail(q.stage.Deliver(&s.chunk, true))
		}
		q.keep(s)
	}
	q.flush()
	q.room.Broadcast()
	return q.reuse()
}

// deliverEarly delivers the results that a chunk has so far, if it is their turn. It returns false
// if the watch has ended.
func (q *queue[W, C]) deliverEarly(s *slot[C], watch int) bool {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	s.early.mutex.Lock()
	defer s.early.mutex.Unlock()
	if s.early.watch != watch {
		return false
	}
	if q.turn == s.turn && q.err == nil {
		q.fail(q.stage.Deliver(&s.chunk, false))
		q.flush()
	}
	return true
}

func (q *queue[W, C]) flush() {
	if q.Flush != nil {
		q.fail(q.Flush())
	}
}

// keep keeps a chunk for use, unless the others take enough memory.
func (q *queue[W, C]) keep(s *slot[C]) {
	_, s.memory = q.stage.Size(&s.chunk)
	if q.spare+s.memory <= q.Waiting || len(q.free) == 0 {
		q.free = append(q.free, s)
		q.spare += s.memory
	}
}

// reuse returns a chunk that is free for use.
func (q *queue[W, C]) reuse() *slot[C] {
	last := len(q.free) - 1
	if last < 0 {
		return q.newSlot()
	}
	s := q.free[last]
	q.free = q.free[:last]
	q.spare -= s.memory
	return s
}

func (q *queue[W, C]) newSlot() *slot[C] {
	s := new(slot[C])
	s.early.again = func(watch int) bool { return q.deliverEarly(s, watch) }
	return s
}

// end makes an error end the run for all workers.
func (q *queue[W, C]) end(err error) {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	q.fail(err)
	q.room.Broadcast()
}

// fail ends the run if there is an error. Of several errors the first one counts.
func (q *queue[W, C]) fail(err error) {
	if q.err == nil {
		q.err = err
	}
}
