package sandbox

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// If there is a Command.File, these marks in Command.Args stand for names of files.
const (
	InputMark  = "{input}"
	OutputMark = "{output}"
)

// scratchOutput is the name that OutputMark stands for in a scratch directory.
const scratchOutput = "case.out"

// scratchInput returns the name that InputMark stands for there.
func (c *Command) scratchInput() string { return "case" + cmp.Or(c.Extension, ".in") }

// namesOutput reports whether the program is told the name of a file for its output.
func (c *Command) namesOutput() bool {
	return c.File != "" && slices.ContainsFunc(c.Args, func(arg string) bool {
		return strings.Contains(arg, OutputMark)
	})
}

// named returns the arguments with the names in place of the marks.
func (c *Command) named(input, output string) []string {
	if c.File == "" {
		return c.Args
	}
	marks := strings.NewReplacer(InputMark, input, OutputMark, output)
	args := slices.Clone(c.Args)
	for i := range args[1:] {
		args[1+i] = marks.Replace(args[1+i])
	}
	return args
}

// ownNames returns the arguments of a program that has no scratch directory. The marks stand for
// File itself and for a file beside Stdout. If there is such a file already, it is removed.
func (c *Command) ownNames() ([]string, error) {
	if c.File == "" {
		return c.Args, nil
	}
	input, err := filepath.Abs(c.File)
	if err != nil {
		return nil, err
	}
	output, err := filepath.Abs(c.ownOutput())
	if err != nil {
		return nil, err
	}
	return c.named(input, output), os.RemoveAll(output)
}

// ownOutput returns the name of the file that ownNames tells the program.
func (c *Command) ownOutput() string { return c.Stdout + ".file" }

// collect replaces the standard output by the content of the file that ownNames has named.
func (c *Command) collect(stdout *os.File, r *Result) error {
	if !c.namesOutput() {
		return nil
	}
	defer os.RemoveAll(c.ownOutput())
	limit := c.Limits.output()
	var from *os.File
	info, err := os.Lstat(c.ownOutput())
	if err == nil && info.Mode().IsRegular() {
		from, err = os.Open(c.ownOutput())
	}
	defer from.Close()
	r.Unwritten = unwritten(info, err)
	n, err := takeOutput(from, stdout, limit)
	if r.Output = n; n > limit && r.Exceeded == None {
		r.Exceeded = Output
	}
	return err
}

// unwritten says why the file that a program should have written has no content, or returns
// "". err is the result of opening the file.
func unwritten(info os.FileInfo, err error) string {
	switch {
	case errors.Is(err, os.ErrNotExist):
		return "the program has not written the file " + OutputMark
	case err != nil:
		return fmt.Sprintf("the program has made %s a file that cannot be read", OutputMark)
	case !info.Mode().IsRegular():
		return fmt.Sprintf("the program has made %s %s", OutputMark, kind(info.Mode()))
	default:
		return ""
	}
}

// takeOutput replaces the content of the file to by that of the file from, up to a byte more than
// the limit. If from is nil, or not a plain file, to becomes empty. It returns the number of bytes.
func takeOutput(from, to *os.File, limit int64) (int64, error) {
	if err := to.Truncate(0); err != nil {
		return 0, err
	}
	if _, err := to.Seek(0, io.SeekStart); err != nil {
		return 0, err
	}
	if info, err := from.Stat(); err != nil || !info.Mode().IsRegular() {
		return 0, nil
	}
	return io.Copy(to, io.LimitReader(from, limit+1))
}
