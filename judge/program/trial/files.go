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

// withFiles calls use with the input of a case and its answer, which is nil if there is
// none. It makes the input again: without a sandbox the program may have changed or
// replaced its files. It never copies the answer to a file, since another program could
// read that.
func (t *Trial) withFiles(
	s *runner, c *judge.Case, use func(input string, answer io.Reader) error,
) error {
	input, err := s.input(c)
	if err != nil {
		return err
	}
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
	if err := os.RemoveAll(name); err != nil { // a program may have put something here
		return "", err
	}
	to, err := os.Create(name)
	if err != nil {
		return "", err
	}
	_, err = io.Copy(to, from)
	return name, errors.Join(err, to.Close())
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
