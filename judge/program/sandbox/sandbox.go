// Package sandbox runs an untrusted program under limits of time, memory, output and
// processes. The program gets its input and nothing else: no network, no files but its own
// and the system's, and one directory to write to, which is removed afterwards. The package
// reports what a run took and which limit it exceeded; the caller decides what that means
// for a contestant. It protects against accidents and cheating. It does not protect against
// malware, because programs share the kernel.
//
//	func main() {
//		sandbox.Main()
//		r, err := sandbox.Start(sandbox.Options{})
//		...
//		defer r.Close()
//		result, err := r.Run(ctx, sandbox.Command{Args: []string{"./eight"}, Stdin: "1.in"})
//	}
//
// On Linux a small helper process starts the programs. It is our own binary with a
// special first argument, which Main recognises. There are two reasons for a helper.
// First, when a child starts, the kernel counts the memory of its parent as the
// child's. Second, if the system allows, the helper is the first process of its own process
// namespace: when it ends, the kernel ends all processes in the namespace.
//
// # What a program sees
//
// On Linux programs have a root of their own, in which the host's files are read-only and at
// their own paths: /usr and the other directories of the system, some files of /etc, the
// toolchains in PATH and behind shims there (rustup, pyenv), what the program needs to be started
// (its interpreter, libraries and toolchain), its own files, and Options.Mount. A program's own
// files are those that its command names, with the files beside them; if the command names none,
// those in Command.Dir. A command that the contestant has written names none, see Command.Own. An
// interpreter that a program names must be among the files that it sees. Not shown are names
// that begin with a dot, homes, directories for temporary files, Options.Hide, our own binary and
// files that we are writing. If the judge is root, or newuidmap is installed, programs run as a
// user of their own. Where namespaces are forbidden, Landlock confines programs to the same files.
//
// # What holds the limits
//
// Where the system lets us make control groups, of version 1 or 2, each runner has one: the
// kernel then limits memory of all kinds, processes and threads. In version 2 that works below the
// judge's group only if no other process is in that: the judge moves into a group below, and comes
// back at the end. Else it asks systemd, root's or the user's, for a group with the helper. Without
// control groups, memory and processes are measured every 10 ms, and the filter of system calls
// refuses memory that cannot be measured. If a disk is full, that is an error, not the program's
// failure.
//
// # What the tests show
//
// PROMISES.md lists what a program cannot do, in each of several surroundings of the judge. A
// program that loops, sleeps, ignores every signal, or answers and then hangs is ended
// within 200 ms of its limit. Exit codes, signals, closed streams and NUL bytes are reported
// as they are. While the judge holds 300 MB, a program that needs 2 MB is charged with 2 MB.
package sandbox

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Options say how programs are run.
type Options struct {
	// NoSandbox runs programs in Command.Dir with our own environment, network and
	// files. Limits still hold, and all processes are ended.
	NoSandbox bool

	// Mount lists directories and files that programs see, at the same paths, besides their own
	// files and the system's. Programs cannot change them.
	Mount []string

	// Hide lists directories and files that programs do not see, even if they are below what
	// programs do see, or if a command names them. What Mount has below them is seen.
	Hide []string

	// Network lets programs use the loopback device of a network of their own, which leads
	// nowhere else.
	Network bool

	// Calls has the numbers of system calls that programs may make besides the usual ones, see
	// ReadPolicy. PROMISES.md says what holds without them.
	Calls []uint32

	// Runners is how many runners there will be at once, which share what the system allows. 0
	// means 1.
	Runners int

	// without lists means that are not used, as if the system did not have them. Tests set it.
	without []string
}

// CheckMount returns an error unless a path can be one of Options.Mount.
func CheckMount(path string) error {
	path, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	if _, err := os.Stat(path); err != nil {
		return err
	}
	for _, own := range []string{"/dev", "/proc", "/sys"} {
		if path == "/" || path == own || strings.HasPrefix(path, own+"/") {
			return fmt.Errorf("%s: cannot be shown: programs have their own /, /dev and /proc", path)
		}
	}
	return nil
}

// Limits end a run that exceeds them. Zero means no limit.
type Limits struct {
	CPU  time.Duration // user and system time of all processes of the run
	Wall time.Duration

	// Wait is how much longer than Wall a run may take because its threads wait for a processor, or
	// for a directory, as Linux alone tells. The last wait of a process that ends may not count.
	Wait time.Duration

	// Memory is the maximum of bytes in memory or swapped out at one time. Without a control group,
	// memory that a process shares with its parent counts for both, unless they have all in common.
	// The address space has no limit, because programs in Go and Java reserve more than they use.
	Memory int64

	Output    int64 // bytes in any one file
	Processes int   // that are alive at one time; of threads 4 times as many, and 64, are allowed
}

// Limits that suit most programs.
const (
	UsualOutput    = 64 << 20
	UsualProcesses = 64
)

// output returns the limit of bytes in a file.
func (l *Limits) output() int64 {
	if l.Output <= 0 {
		return defaultOutput
	}
	return l.Output
}

// SetWall sets the limit of wall time to one that programs exceed only if they sleep.
func (l *Limits) SetWall() {
	l.Wall = 2*l.CPU + time.Second
	l.Wait = 4 * l.Wall
}

// A Limit names one of Limits.
type Limit uint8

// The limits. None means that no limit was exceeded.
const (
	None Limit = iota
	CPU
	Wall
	Memory
	Output
	Processes
	Scratch // MaxScratch
	Files   // MaxFiles
	Tasks   // processes and threads that the system's limits leave to the program
)

var limitNames = [...]string{
	"none", "CPU time", "wall time", "memory", "output", "processes", "scratch directory", "files",
	"processes and threads, as the system's limits leave them",
}

// These limits hold for the scratch directory of every program in a sandbox.
const (
	MaxScratch = 256 << 20 // bytes of all files
	MaxFiles   = 16 << 10  // files and directories: to remove them takes us some 0.1 ms each
)

// String returns the name of the limit in words.
func (l Limit) String() string { return limitNames[l] }

// A Result is what a run took and how it ended.
type Result struct {
	Exceeded Limit // the first limit that was seen to be exceeded, during the run or after it

	CPU, Wall time.Duration

	// Memory is the peak of resident bytes. In a sandbox, a program that can be traced is asked for it
	// at its end, unless it has had children or was stopped. Otherwise the kernel reports no peak
	// below the memory of the helper, some 8 MB: if the peak is lower, Memory is the last measured
	// value, or the memory of the helper if the run was too short to measure.
	Memory int64

	Output int64  // bytes of Command.Stdout
	Exit   int    // status, if Signal is ""
	Signal string // that ended the program: "SIGSEGV"
	Stderr []byte // its beginning and end: see maxStderr

	// Unseen is a file of the host that a failed program names on standard error but does
	// not see. Options.Mount would show it. "": there is none.
	Unseen string

	// Unwritten says why there is no plain file of the name that OutputMark stands for. ""
	// means that there is such a file, or that Command has no OutputMark.
	Unwritten string

	// HelperKilled means that the program has ended or stopped the helper, or has made the
	// kernel end it for want of memory. The other fields are then unknown.
	HelperKilled bool
}

// judge notes the first limit that is exceeded. output is the size of the largest file of output.
func (r *Result) judge(l *Limits, output int64) {
	switch {
	case r.Exceeded != None:
	case l.CPU > 0 && r.CPU > l.CPU:
		r.Exceeded = CPU
	case l.Wall > 0 && r.Wall > l.Wall:
		r.Exceeded = Wall
	case l.Memory > 0 && r.Memory > l.Memory:
		r.Exceeded = Memory
	case output > l.output():
		r.Exceeded = Output
	}
}

const (
	maxStderr = 64 << 10 // bytes of standard error that are kept
	maxLinks  = 1024

	// pollTime is the time between two measurements of a run.
	pollTime = 10 * time.Millisecond

	// defaultOutput limits files if Limits.Output does not, because standard error is
	// kept in memory.
	defaultOutput = 1 << 30
)

// A StartError means that a program was not started.
type StartError struct {
	Name string // as in Command.Args
	Err  error
}

// Error names the program and the reason.
func (e *StartError) Error() string { return fmt.Sprintf("cannot start %q: %v", e.Name, e.Err) }

// Unwrap returns the reason.
func (e *StartError) Unwrap() error { return e.Err }

// ErrTooMany is why a program is not started whose files are too many to hide some of them.
var ErrTooMany = errors.New("found too many files beside the program, or too long paths, to hide" +
	" some of them")

// ends returns the beginning and the end of standard error: together maxStderr bytes, if there are
// more. Compilers say first what is wrong, and runtimes last.
func ends(stderr *os.File) []byte {
	text, _ := io.ReadAll(io.NewSectionReader(stderr, 0, maxStderr))
	info, err := stderr.Stat()
	if err != nil || info.Size() <= maxStderr {
		return text
	}
	last, _ := io.ReadAll(io.NewSectionReader(stderr, info.Size()-maxStderr/2, maxStderr/2))
	return append(text[:min(len(text), maxStderr/2)], last...)
}

// checkArg, as the only argument, makes Main exit at once: Check runs that as a program.
const checkArg = "__check"

// Check runs our own binary as a program that does nothing, and returns an error if that
// fails.
func (r *Runner) Check(ctx context.Context) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	result, err := r.Run(ctx, Command{
		Args: []string{self, checkArg}, Dir: filepath.Dir(self),
		Limits: Limits{Wall: 10 * time.Second},
	})
	if err == nil && (result.Exit != 0 || result.Signal != "" || result.Exceeded != None) {
		err = fmt.Errorf("sandbox: a program that does nothing failed in it: "+
			"exit %d, signal %q, limit %v: %s",
			result.Exit, result.Signal, result.Exceeded, result.Stderr)
	}
	return err
}
