// Package cluster cuts the work of one command on one input into parts, which any number of
// machines can do, and puts what they found together again. It starts no jobs: an engine such
// as Slurm does, and each of its jobs does one part.
//
// The machines share a directory, and nothing else. Each attempt to do a part writes a file
// of its own: a record for each puzzle, as soon as it and all before it are done. A finished
// attempt publishes its file with a hard link, which only the first can make, or by a rename if
// there are no links. So attempts may
// die at any time, or run twice at once; each part is published once, and a new attempt goes
// on where the longest one before it stopped.
//
//	b, err := cluster.Create(ctx, "night", spec, 400)
//	a, err := b.Begin(17)
//	err = a.End(a.Solve(ctx, answerer, format))
//	records, err := b.Records(ctx) // once all parts are done
//
// The records hold solutions, not answers as a format has them. The merge reads the input again,
// and takes the solutions from the records instead of searching for them: so the same code writes
// the same answers as without parts.
package cluster

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// A Spec says what a batch is to do.
type Spec struct {
	Version string          // of the program
	Build   string          // tells two programs of that version apart; "": it is not known
	Command string          // "solve", "check" or "compare"
	Options json.RawMessage // of the command: a JSON object
	Format  string          // of the puzzles: a name, or the file that Declare wrote
	Files   []File          // the puzzles; for check also the answers and the expected ones
	Formats []File          `json:",omitempty"` // the files that Declare wrote
	Unit    time.Duration   `json:",omitempty"` // of work, if searches are split; 0: they are not
	Tables  []string        `json:",omitempty"` // that searches look up, in the directory
	NoLinks bool            `json:",omitempty"` // the file system has no hard links
}

// A File is an input of a batch.
type File struct {
	Name   string // for messages
	Path   string // absolute, or in the directory of the batch
	Size   int64  // bytes
	SHA256 string // in hexadecimal digits
}

// A Batch is a directory with the parts of some work. It is read-only after it is made.
type Batch struct {
	Spec
	Parts   int   // how many
	Puzzles int64 // of all parts; each will have a record
	Index   File  // describes each part

	Expected time.Duration `json:",omitempty"` // as in Input

	dir string
	id  string // differs between batches
}

const (
	manifest = "batch.json" // the Batch
	partsDir = "parts"
	logsDir  = "log"

	// MaxParts is the largest number of parts. No common engine takes larger arrays.
	MaxParts = 100_000
)

// ErrNone is returned by Open for a directory that has no batch.
var ErrNone = errors.New("there is no batch")

// Open returns the batch in a directory.
func Open(dir string) (*Batch, error) {
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return nil, fmt.Errorf("%s: found a file, expected the directory of a batch", dir)
	}
	name := filepath.Join(dir, manifest)
	text, err := readPlain(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w", dir, ErrNone)
	}
	if err != nil {
		return nil, err
	}
	b := &Batch{dir: dir, id: digestOf(text)}
	if err := json.Unmarshal(text, b); err != nil {
		return nil, fmt.Errorf("%s: damaged, or of another version of the program: %w", name, err)
	}
	if b.Options == nil || b.Parts < 1 || b.Parts > MaxParts || len(b.Files) == 0 {
		return nil, fmt.Errorf("%s: it has no options, parts or files", name)
	}
	return b, b.sameFormats()
}

// sameFormats returns an error if the declaration of a format is not as Declare wrote it.
func (b *Batch) sameFormats() error {
	for _, f := range b.Formats {
		text, err := os.ReadFile(b.Path(f))
		if err != nil {
			return err
		}
		if digestOf(text) != f.SHA256 {
			return fmt.Errorf("%s: found another format than when the batch was made", b.Path(f))
		}
	}
	return nil
}

// Needed lists the files from which the answers are merged.
func (b *Batch) Needed() []string {
	all := []string{filepath.Join(b.dir, manifest), b.Path(b.Index)}
	for _, f := range slices.Concat(b.Files, b.Formats) {
		all = append(all, b.Path(f))
	}
	for part := 1; part <= b.Parts; part++ {
		all = append(all, b.published(part))
	}
	return all
}

// Dir returns the directory of the batch.
func (b *Batch) Dir() string { return b.dir }

// TablesDir returns the directory for the tables of the batch.
func (b *Batch) TablesDir() string { return filepath.Join(b.dir, "tables") }

// Log returns a file, in the directory of the batch, for the messages of a job.
func (b *Batch) Log(name string) string { return filepath.Join(b.dir, logsDir, name) }

// Path returns where a file is.
func (b *Batch) Path(f File) string {
	if filepath.IsAbs(f.Path) {
		return f.Path
	}
	return filepath.Join(b.dir, f.Path)
}

// digest returns what has been hashed so far in hexadecimal digits.
func digest(h hash.Hash) string { return hex.EncodeToString(h.Sum(nil)) }

func digestOf(text []byte) string {
	sum := sha256.New()
	sum.Write(text)
	return digest(sum)
}
