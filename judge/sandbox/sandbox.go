// Package sandbox runs a program that nobody vouches for: under limits of time,
// memory, output and processes, without network, and unable to write anywhere
// but into a directory that is gone afterwards. It says what a run took and
// which limit it exceeded; what that means for a contestant is the caller's
// business. It is made for fairness and against accidents. It shares a kernel
// with what it runs, so it is no place for malware.
//
//	func main() {
//		sandbox.Main()
//		r, err := sandbox.Start(sandbox.Options{})
//		...
//		defer r.Close()
//		result, err := r.Run(ctx, sandbox.Command{Args: []string{"./eight"}, Stdin: "1.in"})
//	}
//
// On Linux programs are started by a small helper process, our own binary under
// another first argument, which Main turns into one. For a child is charged
// with the memory that its parent had when it was started, and because the
// helper is the first process of a namespace of its own where that is allowed:
// when it ends, the kernel ends all that it has started.
package sandbox

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// Options say how programs are run.
type Options struct {
	// In the sandbox programs have our user's right to read files. Root's right
	// to read what is others' is not among them.
	//
	// NoSandbox runs programs in Command.Dir with our own environment,
	// network and files. Limits hold, and nothing is left running.
	NoSandbox bool

	// Without names means that are not to be used, as if the system did not
	// have them.
	Without []string
}

// A Command is a program, its input and its limits.
type Command struct {
	// Args is the program and its arguments. A name without a slash is looked
	// up in PATH, another relative name begins at Dir.
	Args []string

	// Dir is where the program lives; "" is our own working directory. The
	// program finds what is in it in its scratch directory, as links: as many
	// as maxLinks, and what Args name. What is below /dev or /run is not there.
	Dir string

	Stdin  string // a file; "": nothing to read
	Stdout string // a file, which is created or emptied; "": what is written is lost
	Limits Limits
}

// Limits end a run that exceeds them. Zero is no limit.
type Limits struct {
	CPU  time.Duration // of all processes of the run, user and system
	Wall time.Duration

	// Memory is bytes that are resident at once. What a process has from its
	// parent counts in both. The address space has no limit: a program that
	// reserves more than it touches, as Go and Java do, is not to be blamed.
	Memory int64

	Output    int64 // bytes in any one file
	Processes int   // alive at once; threads do not count
}

// A Limit is one of Limits.
type Limit uint8

// The limits; None is none of them.
const (
	None Limit = iota
	CPU
	Wall
	Memory
	Output
	Processes
)

var limitNames = [...]string{"none", "CPU time", "wall time", "memory", "output", "processes"}

// String returns the name of the limit in words.
func (l Limit) String() string { return limitNames[l] }

// A Result is what a run took and how it ended.
type Result struct {
	Exceeded Limit // the first that was seen; the run was ended for it, or had ended

	CPU, Wall time.Duration

	// Memory is bytes that were resident at once, at most. Below what the helper
	// has, some 5 MB, it is as last seen, or that if the run was too short.
	Memory int64

	Output int64  // bytes of Command.Stdout
	Exit   int    // status, if Signal is ""
	Signal string // that ended it: "SIGSEGV"
	Stderr []byte // the first maxStderr bytes
}

const (
	maxStderr = 64 << 10
	maxLinks  = 1024

	// pollTime is how often a run is looked at.
	pollTime = 10 * time.Millisecond

	// defaultOutput limits files when Limits.Output does not: standard error
	// is kept in memory.
	defaultOutput = 1 << 30
)

// A StartError is why a program was not started.
type StartError struct {
	Name string // as in Command.Args
	Err  error
}

// Error says which program it was, and why.
func (e *StartError) Error() string { return fmt.Sprintf("cannot start %q: %v", e.Name, e.Err) }

// Unwrap returns the reason.
func (e *StartError) Unwrap() error { return e.Err }

// lookUp returns absolute paths of the program and of its directory.
func (c *Command) lookUp() (path, dir string, err error) {
	if len(c.Args) == 0 || c.Args[0] == "" {
		return "", "", &StartError{"", exec.ErrNotFound}
	}
	if dir, err = filepath.Abs(c.Dir); err != nil {
		return "", "", err
	}
	if strings.Contains(strings.Join(c.Args, ""), "\x00") {
		return "", "", &StartError{c.Args[0], syscall.EINVAL}
	}
	path = c.Args[0]
	if filepath.Base(path) != path && !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	if path, err = exec.LookPath(path); err != nil {
		if e, ok := err.(*exec.Error); ok {
			err = e.Err
		}
		return "", "", &StartError{c.Args[0], err}
	}
	path, err = filepath.Abs(path)
	return path, dir, err
}

// openOutput opens the file that becomes standard output.
func (c *Command) openOutput() (*os.File, error) {
	if c.Stdout == "" {
		return os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	}
	return os.Create(c.Stdout)
}

// head returns how standard error begins.
func head(stderr *os.File) []byte {
	text, _ := io.ReadAll(io.NewSectionReader(stderr, 0, maxStderr))
	return text
}

// checkInput makes sure that opening the input does not wait for anybody.
func (c *Command) checkInput() error {
	if c.Stdin == "" {
		return nil
	}
	info, err := os.Stat(c.Stdin)
	if err == nil && !info.Mode().IsRegular() && info.Mode()&os.ModeCharDevice == 0 {
		err = fmt.Errorf("%s: not a plain file", c.Stdin)
	}
	return err
}

// checkArg, as the only argument, makes Main exit: a program to try things with.
const checkArg = "__check"

// Check runs a program that does nothing, ourselves, and returns why it failed.
func (r *Runner) Check(ctx context.Context) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	result, err := r.Run(ctx, Command{
		Args: []string{self, checkArg}, Dir: filepath.Dir(self), Limits: Limits{Wall: 10 * time.Second},
	})
	if err == nil && (result.Exit != 0 || result.Signal != "" || result.Exceeded != None) {
		err = fmt.Errorf("sandbox: a program that does nothing failed in it: "+
			"exit %d, signal %q, limit %v: %s",
			result.Exit, result.Signal, result.Exceeded, result.Stderr)
	}
	return err
}
