package sandbox

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// placeInput puts a copy of a request's file into the scratch directory, and removes what was
// linked there under the names of the request's files. The limit on files must be set anew
// afterwards.
func placeInput(q *request, dir string) (err error) {
	if q.File == "" {
		return nil
	}
	var limit unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_FSIZE, &limit) == nil { // that of the run before
		limit.Cur = limit.Max
		unix.Setrlimit(unix.RLIMIT_FSIZE, &limit)
	}
	os.Remove(filepath.Join(dir, scratchOutput))
	name := filepath.Join(dir, scratchInput)
	os.Remove(name)
	from, err := os.Open(q.File)
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	if _, err = io.Copy(to, from); err != nil {
		to.Close()
		return fmt.Errorf("copy the input: %w", err)
	}
	return to.Close()
}

// outputIn returns the file that takes the place of standard output, or "".
func (q *request) outputIn(dir string) string {
	if !q.Output {
		return ""
	}
	return filepath.Join(dir, scratchOutput)
}

// takeNamed makes what the program has written to its named file its standard output.
func (w *watch) takeNamed() error {
	if w.output == "" {
		return nil
	}
	fd, err := unix.FcntlInt(uintptr(w.stdout), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return err
	}
	stdout := os.NewFile(uintptr(fd), "stdout")
	defer stdout.Close()
	_, err = takeOutput(w.output, stdout, outputLimit(w.limits))
	return err
}
