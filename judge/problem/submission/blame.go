package submission

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"tilejudge/judge"
)

// An uncopied says why a submission cannot be copied, which is no fault of the judge's.
type uncopied string

// Error returns what is said.
func (u uncopied) Error() string { return string(u) }

// refused returns the message for the owner of a submission that cannot be copied, or else the
// error.
func refused(err error) (string, error) {
	if odd := uncopied(""); errors.As(err, &odd) {
		return judge.Plain(string(odd), maxMessage), nil
	}
	return "", err
}

// ours are errors for which the owner of a file is not to blame, and changes are those of files
// that change while they are copied.
var (
	ours = []error{
		syscall.ENOSPC, syscall.EDQUOT, syscall.EMFILE, syscall.ENFILE, syscall.ENOMEM, syscall.EIO,
	}
	changes = []error{
		fs.ErrNotExist, fs.ErrExist, syscall.ENOTDIR, syscall.EISDIR, syscall.ESTALE,
		fs.ErrInvalid, syscall.ENXIO, // it is a pipe, a directory or a socket now
		syscall.EINVAL, // it is no link any more
		errReplaced,
	}
)

// errReplaced is the error of a file that has come since its folder was looked at.
var errReplaced = errors.New("it was replaced meanwhile")

// blame returns an uncopied error if the owner of a file is to blame for the error. A file that is
// gone meanwhile, or that we may not read, is left out, unless it is the source. Beside an
// executable, all files are left out for which their owners are to blame: they may be another
// contestant's.
func (c *copying) blame(file string, e fs.DirEntry, err error) error {
	is := func(cause error) bool { return errors.Is(err, cause) }
	path := (*fs.PathError)(nil)
	isCopy := errors.As(err, &path) && strings.HasPrefix(path.Path, c.to)
	changed, beside := isAny(err, changes), file != c.Source
	isFull := is(syscall.ENOSPC) || is(syscall.EDQUOT)
	switch {
	case is(syscall.EFBIG): // by the judge's ulimit -f
		return cannot(file, syscall.EFBIG)
	case isFull && c.most-c.left > c.most/16*3: // otherwise others are to blame
		return uncopied("found more files, or bytes, than TMPDIR has room for")
	case err == nil, err == fs.SkipAll, errors.As(err, new(uncopied)), isAny(err, ours):
		return err
	case isCopy && !is(syscall.ENAMETOOLONG) && !is(fs.ErrExist):
		return err
	case beside && (changed || c.language == nil || is(fs.ErrPermission)):
		if e != nil && e.IsDir() {
			return fs.SkipDir
		}
		return nil
	}
	for errors.Unwrap(err) != nil {
		err = errors.Unwrap(err)
	}
	return cannot(file, err)
}

// isAny reports whether an error is one of some causes.
func isAny(err error, causes []error) bool {
	return slices.ContainsFunc(causes, func(cause error) bool { return errors.Is(err, cause) })
}

// cannot returns the error that a file cannot be copied.
func cannot(file string, cause error) error {
	return uncopied(fmt.Sprintf("%s cannot be copied: %v", filepath.Base(file), cause))
}
