package solving

import (
	"fmt"
	"sync/atomic"
	"time"
)

// countingPatience is how long it may take to find the shortest paths of a puzzle before a message
// says so.
const countingPatience = 3 * time.Second

// tellCounting says, through complain, which puzzle of an input takes longer than patience to find
// all its shortest paths. (--limit shortens only the list of them.) Call it after showProgress, and
// call stop when the input is answered.
func (j *job) tellCounting(name string, patience time.Duration) (stop func()) {
	var answered atomic.Int64
	timer := time.AfterFunc(patience, func() {
		j.complain(fmt.Errorf("%s: puzzle %d: still counting its shortest paths; Ctrl-C ends that",
			name, answered.Load()+1))
	})
	shown := j.Batch.Answered
	j.Batch.Answered = func(puzzles int64) {
		answered.Add(puzzles)
		timer.Reset(patience)
		if shown != nil {
			shown(puzzles)
		}
	}
	return func() {
		timer.Stop()
		j.Batch.Answered = shown
	}
}
