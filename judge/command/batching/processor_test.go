package batching

import (
	"runtime"
	"testing"
	"time"
)

// Work counts, as much as the cores can do in that time at most.
func TestProcessorTime(t *testing.T) {
	begin, before := time.Now(), processorTime()
	took := time.Duration(0)
	for took < 50*time.Millisecond {
		took = processorTime() - before
	}
	const granularity = 50 * time.Millisecond // of processor times on some systems
	if most := time.Since(begin)*time.Duration(runtime.NumCPU()) + granularity; took > most {
		t.Errorf("cores worked for %v, but they could for %v only", took, most)
	}
}
