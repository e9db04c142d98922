package trial

import (
	"errors"
	"io"
	"os"
	"strings"

	"tilejudge/judge"
	"tilejudge/judge/program/sandbox"
)

// A runner is a sandbox runner with a path for the files of its runs.
type runner struct {
	*sandbox.Runner
	path string // without ".in" for the input and ".out" for the output
}

// withFiles calls use with the input of a case and its answer, which is nil if there is none. It
// does not read the file of the program: without a sandbox the program may have changed it.
func withFiles(c *judge.Case, use func(input, answer io.Reader) error) error {
	input, err := c.Open(c.Input)
	if err != nil {
		return err
	}
	defer input.Close()
	if c.Answer == "" {
		return use(input, nil)
	}
	answer, err := c.Open(c.Answer)
	if err != nil {
		return err
	}
	defer answer.Close()
	return use(input, answer)
}

// isRegular reports whether a name is that of a regular file. A link is none, and neither is a
// pipe, which might never end.
func isRegular(name string) bool {
	info, err := os.Lstat(name)
	return err == nil && info.Mode().IsRegular()
}

// input returns the path of a file with the input of a case. The file is a copy if the case has an
// Opener.
func (s *runner) input(c *judge.Case) (string, error) {
	if c.Opener == nil {
		return c.Input, nil
	}
	from, err := c.Open(c.Input)
	if err != nil {
		return "", err
	}
	defer from.Close()
	name := s.path + ".in"
	to, err := openAgain(name)
	if err != nil {
		return "", err
	}
	n, err := io.Copy(to, from)
	// Programs open /dev/stdin anew, as a user of their own, whatever our umask is.
	return name, errors.Join(err, to.Truncate(n), to.Chmod(0o644), to.Close())
}

// openAgain opens a file to write over what it has, which is quicker than to make a new one. A
// program may have put something else in its place.
func openAgain(name string) (*os.File, error) {
	if isRegular(name) {
		if f, err := os.OpenFile(name, os.O_WRONLY, 0); err == nil {
			return f, nil
		}
	}
	if err := os.RemoveAll(name); err != nil {
		return nil, err
	}
	return os.Create(name)
}

// head returns the beginning of a file, as valid UTF-8, or "".
func head(name string) string {
	if !isRegular(name) {
		return ""
	}
	f, err := os.Open(name)
	if err != nil {
		return ""
	}
	defer f.Close()
	text, _ := io.ReadAll(io.LimitReader(f, 64<<10))
	return strings.ToValidUTF8(string(text), "\uFFFD")
}
