package search

import (
	"context"
	"sync"
)

// A Lazy makes the value of a key at first need and keeps it. Any number of goroutines
// may use it at once.
type Lazy[K comparable, V any] struct {
	mutex sync.Mutex
	made  map[K]*promise[V]
}

// A promise is a value that is being made until done is closed.
type promise[V any] struct {
	done  chan struct{}
	value V
}

// Get returns the value of a key, which build makes at the first call. It returns
// ctx.Err() if ctx ends before the value is there; a build that has begun goes on, for
// later calls.
func (l *Lazy[K, V]) Get(ctx context.Context, key K, build func() V) (value V, err error) {
	p, err := l.promise(ctx, key, build)
	if err != nil {
		return value, err
	}
	select {
	case <-p.done: // even if ctx has ended
		return p.value, nil
	default:
	}
	select {
	case <-p.done:
		return p.value, nil
	case <-ctx.Done():
		return value, ctx.Err()
	}
}

// promise returns the promise of a key. At the first call it starts the build, unless
// ctx has ended.
func (l *Lazy[K, V]) promise(ctx context.Context, key K, build func() V) (*promise[V], error) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if p := l.made[key]; p != nil {
		return p, nil
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	p := &promise[V]{done: make(chan struct{})}
	if l.made == nil {
		l.made = make(map[K]*promise[V])
	}
	l.made[key] = p
	go func() {
		p.value = build()
		close(p.done)
	}()
	return p, nil
}
