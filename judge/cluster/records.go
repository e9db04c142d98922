package cluster

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"time"
)

// Records are the records of all parts, in order.
type Records struct {
	Batch *Batch

	parts   []Part // to be read, in the order of their puzzles
	ctx     context.Context
	part    int // being read, from 1; 0: none yet
	file    *os.File
	journal *journalReader
	left    int64   // records of the part
	last    float64 // seconds that the last record says the part took so far
	seconds float64 // that the parts before that one took
}

// ErrMissing is returned by Batch.Records if a part has not been done.
var ErrMissing = errors.New("has not been done")

// Records returns the records of a batch. It returns an error that names the first part
// that is missing or not whole, or a file that has changed.
func (b *Batch) Records(ctx context.Context) (*Records, error) {
	parts, err := b.parts()
	if err != nil {
		return nil, err
	}
	for i := range parts {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := b.verify(i+1, parts[i].Records); err != nil {
			return nil, fmt.Errorf("part %d of %d %w", i+1, b.Parts, err)
		}
	}
	slices.SortFunc(parts, func(p, q Part) int { return cmp.Compare(p.First, q.First) })
	for i := range b.Files {
		f, err := b.open(ctx, parts, i)
		if err != nil {
			return nil, err
		}
		f.Close()
	}
	return &Records{Batch: b, parts: parts, ctx: ctx}, nil
}

// verify returns an error if a part, counted from 1, is not published or not whole. want is the
// number of records that it must have.
func (b *Batch) verify(part int, want int64) error {
	name := b.published(part)
	p, err := b.progress(name, part, func([]byte) error { return nil })
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return ErrMissing
	case err != nil && err != errTorn:
		return fmt.Errorf("can't be read: %w", err)
	case err == errTorn || p.failed != "" || p.records != want:
		return fmt.Errorf("is not whole: %s has %d good records of %d; remove it, and do the part again",
			name, p.records, want)
	}
	return nil
}

// next reads the next record into v. It returns io.EOF after the last.
func (r *Records) next(v any) error {
	for r.left == 0 {
		if err := r.nextPart(); err != nil {
			return err
		}
	}
	r.left--
	_, text, err := r.journal.next()
	if err == nil {
		e := entry{Record: v}
		err = json.Unmarshal(text, &e)
		r.last = e.Seconds
	}
	if err != nil {
		return fmt.Errorf("part %d: %w", r.part, err)
	}
	return nil
}

// nextPart opens the next part.
func (r *Records) nextPart() (err error) {
	r.seconds, r.last = r.seconds+r.last, 0
	r.Close()
	if len(r.parts) == 0 {
		return io.EOF
	}
	if err := r.ctx.Err(); err != nil {
		return err
	}
	r.part, r.left = r.parts[0].number, r.parts[0].Records
	r.parts = r.parts[1:]
	r.file, r.journal, err = r.Batch.openJournal(r.Batch.published(r.part), r.part)
	return err
}

// Time returns how long the parts took whose records have been read. If an attempt continued
// another, both count.
func (r *Records) Time() time.Duration {
	return time.Duration((r.seconds + r.last) * float64(time.Second))
}

// Close closes the files.
func (r *Records) Close() {
	if r.file != nil {
		r.file.Close()
		r.file = nil
	}
}

// Open opens the file with the puzzles.
func (r *Records) Open() (io.ReadCloser, error) {
	return os.Open(r.Batch.Path(r.Batch.Files[0]))
}
