package search

import (
	"context"
	"testing"
)

// A wait for a value ends with its context. The value is made once all the same, and
// later calls get it, even with a cancelled context. A cancelled context starts nothing.
func TestLazy(t *testing.T) {
	var l Lazy[int, string]
	made, begun, may := 0, make(chan struct{}), make(chan struct{})
	build := func() string {
		made++
		close(begun)
		<-may
		return "one"
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if v, err := l.Get(ended, 1, build); err != context.Canceled || made != 0 {
		t.Errorf("with an ended context: %q, %v, made %d times", v, err, made)
	}
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		<-begun
		cancel()
	}()
	if v, err := l.Get(ctx, 1, build); err != context.Canceled {
		t.Errorf("while it is made: %q, %v, want Canceled", v, err)
	}
	close(may)
	for _, ctx := range []context.Context{context.Background(), ended} {
		if v, err := l.Get(ctx, 1, build); v != "one" || err != nil || made != 1 {
			t.Errorf("afterwards: %q, %v, made %d times", v, err, made)
		}
	}
}
