package declared

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"tilejudge/formats"
)

// Read returns the format that a file declares. It must not have the name of a format of
// formats.All: it would get the puzzles that are bundled for that format.
func Read(file string) (*formats.Format, error) {
	text, err := readFile(file)
	if err != nil {
		return nil, err
	}
	f, err := Parse(file, text)
	if err != nil {
		return nil, err
	}
	if _, err := formats.Lookup(f.Name); err == nil {
		return nil, fmt.Errorf("%s: found the name of a format that is built in, expected another"+
			" name of the file", file)
	}
	return f, nil
}

// readFile reads a regular file: maxSize+1 bytes at most, so that its caller sees if it is too
// large.
func readFile(name string) ([]byte, error) {
	info, err := os.Stat(name) // opening a named pipe could wait for ever
	switch {
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, fmt.Errorf("%s: found a directory, expected a file", name)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s: found a device or a pipe, expected a regular file", name)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, maxSize+1))
}

// Dir returns the directory of the user's declarations, or "" if the system names none.
func Dir() string {
	dir, err := os.UserConfigDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "tilejudge", "formats")
}

// Lookup returns the format of a name. A name that ends in ".toml" or has a separator of
// directories is that of a file. Others are names of formats.All, or else of files NAME.toml in
// the user's directory. The error is formats.ErrUnknown if there is no such format.
func Lookup(name string) (*formats.Format, error) {
	if strings.HasSuffix(name, extension) ||
		strings.ContainsAny(name, "/"+string(filepath.Separator)) {
		return Read(name)
	}
	f, unknown := formats.Lookup(name)
	if dir := Dir(); unknown != nil && dir != "" && validName().MatchString(name) {
		f, err := Read(filepath.Join(dir, name+extension))
		if !errors.Is(err, fs.ErrNotExist) {
			return f, err
		}
	}
	return f, unknown
}

// Names lists the names of formats.All, and then those of the files in the user's directory.
func Names() []string {
	names := formats.Names()
	for _, file := range ownFiles() {
		name := strings.TrimSuffix(filepath.Base(file), extension)
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// Own returns the formats that files in the user's directory declare, and the errors of the files
// that declare none.
func Own() (fs []*formats.Format, errs []error) {
	for _, file := range ownFiles() {
		if f, err := Read(file); err != nil {
			errs = append(errs, err)
		} else {
			fs = append(fs, f)
		}
	}
	return fs, errs
}

// ownFiles lists the declarations in the user's directory, by name.
func ownFiles() (files []string) {
	dir := Dir()
	if dir == "" {
		return nil
	}
	entries, _ := os.ReadDir(dir) // most often there is none
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), extension) {
			files = append(files, filepath.Join(dir, e.Name()))
		}
	}
	return files
}
