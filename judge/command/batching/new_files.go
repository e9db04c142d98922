package batching

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/urfave/cli/v2"

	"tilejudge/formats"
	"tilejudge/judge/cluster"
	"tilejudge/judge/command/flags"
	"tilejudge/judge/command/stdio"
)

// openFiles finds the files, copies them if that is asked for, and detects the format.
func (r *request) openFiles(c *cli.Context) error {
	for i := range r.Files {
		f := &r.Files[i]
		isSame := func(o cluster.File) bool { return o.Path == "-" && f.Path == "-" }
		if slices.ContainsFunc(r.Files[i+1:], isSame) {
			return errors.New("batch new: only one of the files can be standard input")
		}
		if err := r.openFile(c, f); err != nil {
			return err
		}
		if i > 0 || r.Format != "" {
			continue
		}
		if err := r.detect(c, f); err != nil {
			return err
		}
	}
	format, err := flags.LookupFormat(r.Format)
	if err != nil {
		return fmt.Errorf("--format: %w", err)
	}
	r.trial, err = r.task.Trial(c, format)
	return err
}

// openFile sets the path of a file, and copies it if that is asked for.
func (r *request) openFile(c *cli.Context, f *cluster.File) error {
	if f.Path == "-" && !r.copy {
		return errors.New("standard input is read once, so a batch of it takes --copy")
	}
	in, err := stdio.Open(c, f.Path)
	if err != nil {
		return err
	}
	defer in.Close()
	head := make([]byte, 512)
	n, err := in.Read(head)
	if err != nil && err != io.EOF {
		return fmt.Errorf("%s: %w", f.Name, err)
	}
	if r.copy {
		*f, err = cluster.Copy(r.dir, f.Name, io.MultiReader(bytes.NewReader(head[:n]), in))
		return err
	}
	if !stdio.ReadsTwice(f.Path) {
		return fmt.Errorf("%s: it is not a regular file of text, which can be read again,"+
			" so a batch of it takes --copy", f.Name)
	}
	f.Path, err = filepath.Abs(f.Path)
	return err
}

// detect sets the format of the puzzles in a file.
func (r *request) detect(c *cli.Context, f *cluster.File) error {
	path := f.Path
	if !filepath.IsAbs(path) {
		path = filepath.Join(r.dir, path)
	}
	in, err := stdio.Open(c, path)
	if err != nil {
		return err
	}
	defer in.Close()
	var to *formats.Format
	switch {
	case r.task.unanswered:
		to = formats.All[0] // so formats that differ in their answers alone will do
	case r.task.to != nil && *r.task.to != "":
		if to, err = flags.LookupFormat(*r.task.to); err != nil {
			return err
		}
	}
	format, _, err := stdio.Detect(c.Context, in, f.Name, "format", to, nil)
	if err != nil {
		return err
	}
	r.Format, err = r.keep(format)
	return err
}
