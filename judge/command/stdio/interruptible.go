package stdio

import (
	"context"
	"io"
	"os"
)

// open opens a file to read. To open a named pipe may take for ever, so it
// gives up when ctx ends.
func open(ctx context.Context, name string) (*os.File, error) {
	type result struct {
		file *os.File
		err  error
	}
	opened := make(chan result, 1)
	go func() {
		f, err := os.Open(name)
		opened <- result{f, err}
	}()
	select {
	case r := <-opened:
		return r.file, r.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// interruptible returns a reader whose Read gives up when ctx ends. A regular file never waits. For
// other files a goroutine reads ahead; when ctx ends, it may stay blocked in its last read.
// (Wake-ups by the system differ: on Windows, the known library cancelreader reads the console in
// place of a redirected standard input.)
func interruptible(ctx context.Context, in io.Reader) io.Reader {
	if f, ok := in.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			return &regular{ctx, in}
		}
		widen(f)
	}
	const buffers, size = 4, 256 << 10
	r := &readAhead{ctx: ctx, full: make(chan block, buffers), empty: make(chan []byte, buffers)}
	for range cap(r.empty) {
		r.empty <- make([]byte, size)
	}
	go func() {
		for buf := range r.empty {
			n, err := in.Read(buf)
			r.full <- block{buf, n, err}
			if err != nil {
				return
			}
		}
	}()
	return r
}

// A regular reads a regular file until ctx ends.
type regular struct {
	ctx context.Context
	in  io.Reader
}

func (r *regular) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.in.Read(p)
}

// Prompt returns true: a regular file never waits.
func (r *regular) Prompt() bool { return true }

type readAhead struct {
	ctx   context.Context
	full  chan block
	empty chan []byte
	now   block
	at    int // in now.buf
}

// Prompt reports whether something has been read ahead.
func (r *readAhead) Prompt() bool { return r.at < r.now.n || r.now.err != nil || len(r.full) > 0 }

// A block is the outcome of a read.
type block struct {
	buf []byte
	n   int
	err error
}

func (r *readAhead) Read(p []byte) (int, error) {
	if r.at == r.now.n {
		if r.now.err != nil {
			return 0, r.now.err
		}
		if r.now.buf != nil {
			r.empty <- r.now.buf
		}
		r.now, r.at = block{}, 0
		if err := r.ctx.Err(); err != nil { // also if there is input without end
			return 0, err
		}
		select {
		case r.now = <-r.full:
		case <-r.ctx.Done():
			return 0, r.ctx.Err()
		}
	}
	n := copy(p, r.now.buf[r.at:r.now.n])
	r.at += n
	if r.at == r.now.n {
		return n, r.now.err
	}
	return n, nil
}
