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

	"github.com/sourcegraph/conc/iter"
)

// Records are the records of all parts, in order.
type Records struct {
	Batch *Batch

	parts   []Part // to be read, in the order of their puzzles
	ctx     context.Context
	part    int // being read, from 1; 0: none yet
	file    *os.File
	journal *journalReader
	text    []byte  // of a record
	left    int64   // records of the part
	seconds float64 // that the part and those before it took
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
	if err := onAllCores(ctx, parts, b.verify); err != nil {
		return nil, err
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

// onAllCores calls do for all parts, several at once. It returns the error of the first one that
// fails.
func onAllCores(ctx context.Context, parts []Part, do func(*Part) error) error {
	errs := make([]error, len(parts))
	iter.ForEachIdx(parts, func(i int, p *Part) {
		if errs[i] = ctx.Err(); errs[i] == nil {
			errs[i] = do(p)
		}
	})
	return cmp.Or(errs...)
}

// verify returns an error if a part is not published or not whole. It sets how long the part took.
func (b *Batch) verify(part *Part) error {
	name := b.published(part.number)
	p, err := b.progress(name, part.number, func([]byte) error { return nil })
	part.seconds = p.seconds
	switch {
	case errors.Is(err, fs.ErrNotExist):
		err = ErrMissing
	case err != nil && err != errTorn:
		err = fmt.Errorf("can't be read: %w", err)
	case err == errTorn || p.failed != "" || p.records != part.Records:
		err = fmt.Errorf("is not whole: %s has %d good records of %d; remove it, and do the part again",
			name, p.records, part.Records)
	}
	if err != nil {
		return fmt.Errorf("part %d of %d %w", part.number, b.Parts, err)
	}
	return nil
}

// Append appends the next n records to a text, a line for each. If there are fewer, it appends
// these, and returns io.EOF.
func (r *Records) Append(text []byte, n int) ([]byte, error) {
	for range n {
		for r.left == 0 {
			if err := r.nextPart(); err != nil {
				return text, err
			}
		}
		line, _, err := r.journal.next()
		if err != nil {
			return text, fmt.Errorf("part %d: %w", r.part, err)
		}
		r.left--
		text = append(text, line[checksumLen:]...)
	}
	return text, nil
}

// next reads the next record into v. It returns io.EOF after the last.
func (r *Records) next(v any) error {
	text, err := r.Append(r.text[:0], 1)
	r.text = text
	if err != nil {
		return err
	}
	return json.Unmarshal(text, &entry{Record: v})
}

// nextPart opens the next part.
func (r *Records) nextPart() (err error) {
	r.Close()
	if len(r.parts) == 0 {
		return io.EOF
	}
	if err := r.ctx.Err(); err != nil {
		return err
	}
	r.part, r.left = r.parts[0].number, r.parts[0].Records
	r.seconds += r.parts[0].seconds
	r.parts = r.parts[1:]
	r.file, r.journal, err = r.Batch.openJournal(r.Batch.published(r.part), r.part)
	return err
}

// Time returns how long the parts took whose records are read or have been. If an attempt continued
// another, both count.
func (r *Records) Time() time.Duration {
	return time.Duration(r.seconds * float64(time.Second))
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
