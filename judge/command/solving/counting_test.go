package solving

import (
	"fmt"
	"testing"
	"time"

	"tilejudge/judge/stream"
)

// A person is told which puzzle takes long, and the answers are still counted.
func TestTellCounting(t *testing.T) {
	told := make(chan string)
	j := &job{Answerer: new(stream.Answerer), complain: func(err error) { told <- err.Error() }}
	answered := int64(0)
	j.Batch.Answered = func(puzzles int64) { answered += puzzles }
	stop := j.tellCounting("in", time.Nanosecond)
	defer stop()
	for n := int64(1); n <= 9; n += 4 {
		want := fmt.Sprintf("in: puzzle %d: still counting its shortest paths; Ctrl-C ends that", n)
		if got := <-told; got != want {
			t.Errorf("%q, want %q", got, want)
		}
		j.Batch.Answered(4)
		if answered != n+3 {
			t.Errorf("%d answered, want %d", answered, n+3)
		}
	}
	<-told
}
