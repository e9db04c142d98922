package cluster

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"

	"tilejudge/formats"
	"tilejudge/formats/answers"
	"tilejudge/formats/declared"
	"tilejudge/formats/puzzles"
	"tilejudge/solver/puzzle"
)

// open opens a file where the first of some consecutive parts begins. It returns an error if the
// parts have changed since the batch was made.
func (b *Batch) open(ctx context.Context, parts []Part, file int) (*os.File, error) {
	is := b.Files[file]
	f, err := os.Open(b.Path(is))
	if err != nil {
		return nil, err
	}
	if err := b.compare(ctx, f, parts, file); err != nil {
		f.Close()
		return nil, err
	}
	if _, err = f.Seek(parts[0].offset(file), io.SeekStart); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// compare compares the digests of parts of a file.
func (b *Batch) compare(ctx context.Context, f *os.File, parts []Part, file int) error {
	is := b.Files[file]
	info, err := f.Stat()
	if err != nil {
		return err
	}
	changed := fmt.Errorf("%s: the file has changed since the batch was made", is.Name)
	if info.Size() != is.Size {
		return changed
	}
	return onAllCores(ctx, parts, func(p *Part) error {
		sum := sha256.New()
		text := io.NewSectionReader(f, p.offset(file), p.Sizes[file])
		if _, err := io.Copy(sum, text); err != nil {
			return err
		}
		if digest(sum) != p.SHA256[file] {
			return changed
		}
		return nil
	})
}

// A source reads the puzzles of a part that have no record yet, and the answers to them.
type source struct {
	puzzles *puzzles.Decoder
	answers []*answers.Decoder
	files   []*os.File
}

// source opens the files of the part at the first puzzle without a record. Puzzles get the bounds
// of the format to.
func (a *Attempt) source(ctx context.Context, to *formats.Format) (*source, error) {
	b, part := a.Batch, &a.of
	format, err := declared.Lookup(b.Format)
	if err != nil {
		return nil, err
	}
	s := new(source)
	for i, is := range b.Files {
		f, err := b.open(ctx, []Part{a.of}, i)
		if err != nil {
			s.Close()
			return nil, err
		}
		s.files = append(s.files, f)
		if i == 0 {
			s.puzzles = puzzles.NewDecoder(f, is.Name, format)
			s.puzzles.AnswerAs(to)
			s.puzzles.StartAt(part.Puzzles)
			if !a.last() { // what follows the last puzzle of all may be malformed
				s.puzzles.StopAfter(part.Records)
			}
			continue
		}
		d := answers.NewDecoder(f, is.Name, format)
		d.StartAt(part.Answers[i-1])
		s.answers = append(s.answers, d)
	}
	if err := s.skip(part.First, a.records); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// skip reads count puzzles that have a record, and the answers to them. The first of them has the
// number first.
func (s *source) skip(first, count int64) error {
	ps := make([]puzzle.Puzzle, 1)
	for n := first; n < first+count; {
		got, err := s.puzzles.Decode(ps)
		switch {
		case got > 0:
		case errors.Is(err, puzzle.ErrMalformed):
			continue // it has no record
		case err == io.EOF:
			return io.ErrUnexpectedEOF
		case err != nil:
			return err
		}
		for _, a := range s.answers {
			a.Decode(n, &ps[0], nil)
		}
		n++
	}
	return nil
}

// Close closes the files.
func (s *source) Close() {
	for _, f := range s.files {
		f.Close()
	}
}
