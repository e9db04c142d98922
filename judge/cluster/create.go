package cluster

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"

	"tilejudge/formats"
	"tilejudge/formats/declared"
)

// ErrOther is returned by Create for a directory that has another batch.
var ErrOther = errors.New("the directory has another batch")

// Create makes a batch of up to parts parts, each with about as many puzzles, in the
// directory of the input. Parts are numbered by the linear conflict of their hardest puzzle. If
// the directory has the same batch already, Create returns that. With parts 0, a batch with any
// number of parts counts as the same.
func (in *Input) Create(parts int) (*Batch, error) {
	old, err := Open(in.dir)
	if err == nil && parts == 0 {
		parts = old.Parts
	}
	if err != nil && !errors.Is(err, ErrNone) {
		return nil, err
	}
	all := in.parts(parts)
	b := &Batch{
		Spec: in.Spec, Parts: len(all), Puzzles: in.Puzzles, Expected: in.Expected, dir: in.dir,
	}
	if b.Unit > 0 && int64(b.Parts) != max(in.Puzzles, 1) {
		return nil, fmt.Errorf("found %d puzzles that can be cut into %d parts only, but a split"+
			" batch needs one for each", in.Puzzles, b.Parts)
	}
	if err := b.measure(all); err != nil {
		return nil, err
	}
	if old != nil {
		return old, old.same(b)
	}
	slices.SortStableFunc(all, func(p, q Part) int { return q.hardest - p.hardest })
	for _, dir := range append(b.folders(partsDir), filepath.Join(b.dir, logsDir)) {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return nil, err
		}
	}
	return b.claim(all)
}

// parts chooses cuts so that the parts have about as many puzzles each.
func (in *Input) parts(parts int) (all []Part) {
	at := 0
	n := max(min(int64(parts), in.Puzzles, MaxParts), 1) // without puzzles there is one part
	for k := range n {
		first := 1 + in.Puzzles*k/n
		for at+1 < len(in.cuts) && in.cuts[at+1].First <= first {
			at++
		}
		if len(all) == 0 || all[len(all)-1].First < in.cuts[at].First {
			all = append(all, in.cuts[at])
		}
	}
	at = 0
	for i := range all {
		end := in.Puzzles + 1
		if i+1 < len(all) {
			end = all[i+1].First
		}
		all[i].Records = end - all[i].First
		for ; at < len(in.cuts) && in.cuts[at].First < end; at++ {
			all[i].hardest = max(all[i].hardest, in.cuts[at].hardest)
		}
	}
	return all
}

// measure sets the sizes and digests of all files, and of their parts.
func (b *Batch) measure(parts []Part) error {
	b.Files = slices.Clone(b.Files)
	for i := range b.Files {
		if err := b.measureFile(i, parts); err != nil {
			return err
		}
	}
	return nil
}

func (b *Batch) measureFile(i int, parts []Part) error {
	file := &b.Files[i]
	f, err := os.Open(b.Path(*file))
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	file.Size = info.Size()
	whole := sha256.New()
	for k := range parts {
		end := file.Size
		if k+1 < len(parts) {
			end = parts[k+1].offset(i)
		}
		size := end - parts[k].offset(i)
		sum := sha256.New()
		if n, err := io.Copy(io.MultiWriter(whole, sum), io.LimitReader(f, size)); err != nil {
			return err
		} else if n != size {
			return fmt.Errorf("%s: it became shorter while it was read", file.Name)
		}
		parts[k].Sizes = append(parts[k].Sizes, size)
		parts[k].SHA256 = append(parts[k].SHA256, digest(sum))
	}
	file.SHA256 = digest(whole)
	return nil
}

// same returns an error that says how another batch differs from b.
func (b *Batch) same(o *Batch) error {
	for _, x := range []struct {
		what string
		a, b any
	}{
		{"the version of the program", b.Version, o.Version},
		{"the build of the program", b.Build, o.Build},
		{"the command", b.Command, o.Command},
		{"the options", compact(b.Options), compact(o.Options)},
		{"the time of a unit", b.Unit, o.Unit},
		{"the tables", b.Tables, o.Tables},
		{"no links", b.NoLinks, o.NoLinks},
		{"the format", b.Format, o.Format},
		{"the number of parts", b.Parts, o.Parts},
		{"the number of files", len(b.Files), len(o.Files)},
	} {
		if !reflect.DeepEqual(x.a, x.b) {
			return fmt.Errorf("%s: %w: %s: %v there, %v here", b.dir, ErrOther, x.what, x.a, x.b)
		}
	}
	for i, f := range b.Files {
		if why := f.differs(o.Files[i]); why != "" {
			return fmt.Errorf("%s: %w: %s", b.dir, ErrOther, why)
		}
	}
	return nil
}

// compact returns a text in JSON without white space.
func compact(text json.RawMessage) string {
	var b bytes.Buffer
	json.Compact(&b, text)
	return b.String()
}

// differs says how the file of a batch differs from another one; "": it is the same.
func (f File) differs(o File) string {
	switch {
	case f == o:
		return ""
	case f.Name != o.Name:
		return fmt.Sprintf("it is of %s, not of %s", f.Name, o.Name)
	case f.Path != o.Path && filepath.IsAbs(f.Path):
		return fmt.Sprintf("it is of %s, not of %s", f.Path, o.Path)
	default:
		return fmt.Sprintf("%s has changed since that was made", f.Name)
	}
}

// claim writes the index and the manifest, unless the directory has the manifest of another batch
// by now.
func (b *Batch) claim(parts []Part) (*Batch, error) {
	if err := b.writeIndex(parts); err != nil {
		return nil, err
	}
	text, err := json.MarshalIndent(b, "", " ")
	if err != nil {
		return nil, err
	}
	test := testLinks
	if b.NoLinks {
		test = testExclusive
	}
	err = writeAside(b.dir, bytes.NewReader(append(text, '\n')), func(aside string) error {
		if err := test(aside); err != nil {
			return err
		}
		return b.publish(aside, filepath.Join(b.dir, manifest))
	})
	if err != nil {
		return nil, err
	}
	made, err := Open(b.dir)
	if err != nil {
		return nil, err
	}
	return made, made.same(b)
}

// Copy copies an input into the directory of a batch, and returns it as a file there. The
// name of the copy depends on the bytes, so that it never replaces another.
func Copy(dir, name string, in io.Reader) (File, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return File{}, err
	}
	sum, path := sha256.New(), ""
	err := writeAside(dir, io.TeeReader(in, sum), func(aside string) error {
		path = "input-" + digest(sum)[:16]
		return os.Rename(aside, filepath.Join(dir, path))
	})
	return File{Name: name, Path: path}, err
}

// Declare writes the declaration of a format into the directory of a batch, so that the user's
// file may change, or be missing elsewhere.
func Declare(dir string, f *formats.Format) (File, error) {
	text, err := declared.Encode(f)
	if err != nil {
		return File{}, err
	}
	sum := digestOf(text)
	path := filepath.Join("format-"+sum[:16], declared.FileName(f))
	if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(path)), 0o777); err != nil {
		return File{}, err
	}
	copied, err := Copy(dir, declared.FileName(f), bytes.NewReader(text))
	if err != nil {
		return File{}, err
	}
	err = os.Rename(filepath.Join(dir, copied.Path), filepath.Join(dir, path))
	return File{Name: copied.Name, Path: path, Size: int64(len(text)), SHA256: sum}, err
}
