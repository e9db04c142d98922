package solver

import (
	"context"
	"sync"
)

// lazy makes values at first need and keeps them. Any number of goroutines may
// ask for one.
type lazy[K comparable, V any] struct {
	mutex sync.Mutex
	of    map[K]*promise[V]
}

// A promise is a value that is being made until done is closed.
type promise[V any] struct {
	done  chan struct{}
	value V
}

// get returns the value of a key, which build makes the first time. It returns
// ctx.Err() if ctx ends before the value is there; one that has been begun is made
// all the same, for those who ask next.
func (l *lazy[K, V]) get(ctx context.Context, key K, build func() V) (value V, err error) {
	p, err := l.promise(ctx, key, build)
	if err != nil {
		return value, err
	}
	select {
	case <-p.done: // ended or not
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

// promise returns the promise of a key, and begins to keep it the first time,
// unless ctx has ended.
func (l *lazy[K, V]) promise(ctx context.Context, key K, build func() V) (*promise[V], error) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if p := l.of[key]; p != nil {
		return p, nil
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	p := &promise[V]{done: make(chan struct{})}
	if l.of == nil {
		l.of = make(map[K]*promise[V])
	}
	l.of[key] = p
	go func() {
		p.value = build()
		close(p.done)
	}()
	return p, nil
}
