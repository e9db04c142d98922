package cluster

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// An Attempt is one try to do a part. It appends records to a journal of its own.
type Attempt struct {
	Batch *Batch
	Part  int // from 1

	of      Part
	file    *os.File
	records int64         // in the file
	earlier time.Duration // time that earlier attempts took for the copied records
	begin   time.Time
	signs   signs
}

// ErrDone is returned by Begin if the part has been published.
var ErrDone = errors.New("the part is done")

// published returns the name of the journal of a part that is done.
func (b *Batch) published(part int) string {
	return filepath.Join(b.folder(partsDir, part), fmt.Sprintf("%06d.done", part))
}

// attempts returns the names of the journals of all attempts at a part.
func (b *Batch) attempts(part int) []string {
	names, _ := filepath.Glob(filepath.Join(escaped(b.folder(partsDir, part)),
		fmt.Sprintf("%06d.*.try", part)))
	return names
}

// escaped returns a pattern that matches only the name of a directory.
func escaped(dir string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(dir)
}

// Begin begins an attempt at a part, counted from 1. It copies the records of the longest
// attempt before it, and changes nothing that another attempt has written.
func (b *Batch) Begin(part int) (*Attempt, error) {
	if part < 1 || part > b.Parts {
		return nil, fmt.Errorf("%s has no part %d, but parts 1 to %d", b.dir, part, b.Parts)
	}
	if _, err := os.Lstat(b.published(part)); err == nil {
		return nil, ErrDone
	} else if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	of, err := b.part(part)
	if err != nil {
		return nil, err
	}
	longest := b.longest(part)
	f, err := newFile(b.folder(partsDir, part), fmt.Sprintf("%06d.*.try", part))
	if err != nil {
		return nil, err
	}
	a := &Attempt{Batch: b, Part: part, of: of, file: f, begin: time.Now()}
	if err := a.copy(longest); err != nil {
		f.Close()
		return nil, err
	}
	a.signs.begin(f.Name(), b.Now)
	return a, nil
}

// longest returns the journal with the most records of a part, or "" if none has any. A
// journal that can't be read counts as empty: it costs time, not answers.
func (b *Batch) longest(part int) (name string) {
	most := int64(0)
	for _, try := range b.attempts(part) {
		p, _ := b.progress(try, part, func([]byte) error { return nil })
		if p.records > most {
			name, most = try, p.records
		}
	}
	return name
}

// copy writes the head, and the records of an earlier journal if there is one.
func (a *Attempt) copy(name string) error {
	host, _ := os.Hostname()
	line, err := appendLine(nil, head{a.Batch.id, a.Part, host, os.Getpid(), numbering()})
	if err != nil {
		return err
	}
	out := bufio.NewWriter(a.file)
	out.Write(line)
	if name != "" {
		limit := a.of.Records
		p, err := a.Batch.progress(name, a.Part, func(line []byte) error {
			if a.records++; a.records > limit {
				return fmt.Errorf("%s has more records than part %d", name, a.Part)
			}
			_, err := out.Write(line)
			return err
		})
		if err != nil {
			return err
		}
		a.earlier = time.Duration(p.seconds * float64(time.Second))
	}
	return out.Flush()
}

// Records returns how many records the attempt has, its own and those that it copied.
func (a *Attempt) Records() int64 { return a.records }

// record returns the line of a record.
func (a *Attempt) record(v any) ([]byte, error) {
	return appendLine(nil, entry{Seconds: a.seconds(), Record: v})
}

// seconds returns how long the part has taken so far. It counts all attempts that continued where
// an earlier one had stopped.
func (a *Attempt) seconds() float64 {
	return float64((a.earlier + time.Since(a.begin)).Microseconds()) / 1e6
}

// Write writes whole records to the journal.
func (a *Attempt) Write(lines []byte) (int, error) {
	a.records += int64(bytes.Count(lines, []byte{'\n'}))
	a.signs.searching(nil)
	return a.file.Write(lines)
}

// End ends an attempt with the error of its work. Without one it publishes the records,
// unless another attempt has done so before. It returns the error, or one of its own.
func (a *Attempt) End(work error) error {
	a.signs.stop()
	if want := a.of.Records; work == nil && a.records != want {
		work = fmt.Errorf("found %d records, expected %d: the input has changed",
			a.records, want)
	}
	if work != nil {
		a.note(work)
		a.file.Close()
		return work
	}
	if err := cmp.Or(a.file.Sync(), a.file.Close()); err != nil {
		return err
	}
	return a.Batch.publish(a.file.Name(), a.Batch.published(a.Part))
}

// note writes why the attempt failed, for Status, if it can.
func (a *Attempt) note(work error) {
	why := work.Error()
	if errors.Is(work, context.Canceled) {
		why = "it was interrupted"
	}
	line, err := appendLine(nil, entry{Seconds: a.seconds(), Failed: why})
	if err == nil {
		a.file.Write(line)
	}
}
