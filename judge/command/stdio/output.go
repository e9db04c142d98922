package stdio

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
	"golang.org/x/term"

	"tilejudge/formats"
	"tilejudge/judge/command/app"
)

// An Output is where answers go: standard output, or a file. A regular file is written under
// another name beside its place and renamed at the end, so only a complete new file replaces an old
// one. What an interrupted run wrote stays under the other name.
type Output struct {
	w        io.Writer
	name     string   // of the file
	place    string   // name without symbolic links; "": it is written in place
	file     *os.File // when it is open
	complain func(error)

	// ReplaceLink makes the file take the place of a symbolic link. Otherwise it takes the place to
	// which the link leads, which another user of the directory may have chosen.
	ReplaceLink bool
}

// NewOutput reads the flag --output. It refuses a file that is an input too, which would
// be replaced before it is read, and a standard output that is closed.
func NewOutput(c *cli.Context) (*Output, error) {
	o := NewFileOutput(c, c.String("output"))
	if o.name == "-" {
		o.name = ""
	}
	inputs := c.Args().Slice()
	if len(inputs) == 0 && !c.IsSet("cases") {
		inputs = []string{"-"}
	}
	if IsInput(c, o.name, inputs) {
		return nil, fmt.Errorf("--output: %s is an input", o.name)
	}
	if o.name == "" && isClosed(streamFile(o.w)) {
		return nil, errors.New(
			"standard output is closed; to throw the output away, say --output " + os.DevNull)
	}
	return o, nil
}

// NewFileOutput returns an output to a file, or to standard output if there is no name.
func NewFileOutput(c *cli.Context, name string) *Output {
	return &Output{w: c.App.Writer, name: name, complain: Complainer(c)}
}

// OnTerminal reports whether answers go to a terminal.
func (o *Output) OnTerminal() bool { return o.name == "" && IsTerminal(o.w) }

// inputFlags are the flags whose values may be names of inputs. Those of formatFlags may be names
// of formats instead.
var (
	inputFlags  = []string{"cases", "answers", "shorten", "expected", "policy"}
	formatFlags = []string{"format", "from", "to"}
)

// IsInput reports whether a file is one of the inputs, or one that a flag names. The input "-" is
// standard input.
func IsInput(c *cli.Context, file string, inputs []string) bool {
	old, err := os.Stat(file)
	if err != nil || !old.Mode().IsRegular() {
		return false
	}
	inputs = slices.Clone(inputs)
	for _, flag := range inputFlags {
		inputs = append(inputs, c.String(flag))
	}
	for _, flag := range formatFlags {
		if _, err := formats.Lookup(c.String(flag)); err != nil { // otherwise no file is read
			inputs = append(inputs, c.String(flag))
		}
	}
	for _, name := range inputs {
		info, err := os.Stat(name)
		if name == "-" {
			f, ok := c.App.Reader.(*os.File)
			if !ok {
				continue
			}
			info, err = f.Stat()
		}
		if err == nil && os.SameFile(old, info) {
			return true
		}
	}
	return false
}

// Open opens the file, if it is not open. Call it late, so that a mistake in the command line
// leaves the old file alone.
func (o *Output) Open() (err error) {
	if o.name == "" || o.file != nil {
		return nil
	}
	if o.file, err = o.openAside(); o.file == nil && err == nil {
		// If it were open for reading as well, a pipe that no one reads would stay open.
		o.file, err = os.OpenFile(o.name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
	}
	o.w = o.file
	return err
}

// openAside creates a file beside the place of the output. It returns nil if the output is to
// be written in place: if it is not a regular file, or its directory takes no new files.
func (o *Output) openAside() (*os.File, error) {
	mode := os.FileMode(0o666)
	old, err := os.Stat(o.name)
	if o.ReplaceLink && isLink(o.name) && !isDevice(o.name) {
		old, err = nil, fs.ErrNotExist
	}
	switch {
	case err == nil && (!old.Mode().IsRegular() || isDevice(o.name)):
		return nil, nil
	case err == nil:
		mode = old.Mode().Perm()
		if err := CanWrite(o.name); err != nil {
			return nil, err
		}
		if o.place, err = filepath.EvalSymlinks(o.name); err != nil {
			return nil, nil
		}
	default:
		if isLink(o.name) && !o.ReplaceLink {
			return nil, nil // a link to nothing
		}
		o.place = o.name
	}
	f, err := createAside(o.place, mode)
	if err != nil && (o.ReplaceLink || errors.Is(err, fs.ErrExist)) {
		return nil, err
	}
	if err != nil {
		o.place = ""
		return nil, nil // in place, which gives a better error
	}
	if old != nil {
		f.Chmod(mode) // whatever the umask; where that is not possible, the file is still right
	}
	return f, nil
}

// createAside creates a file called name.partial, or name.partial-2 and so on if there
// is one that an earlier run has left.
func createAside(name string, mode os.FileMode) (*os.File, error) {
	const maxLeft = 100
	aside := name + ".partial"
	for n := 2; ; n++ {
		f, err := os.OpenFile(aside, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		switch {
		case !errors.Is(err, fs.ErrExist):
			return f, err
		case n > maxLeft:
			return nil, fmt.Errorf("%w: remove what earlier runs have left as %s.partial*", err, name)
		}
		aside = fmt.Sprintf("%s.partial-%d", name, n)
	}
}

// isLink reports whether a name is that of a symbolic link.
func isLink(name string) bool {
	info, err := os.Lstat(name)
	return err == nil && info.Mode()&fs.ModeSymlink != 0
}

// isDevice reports whether a name is that of a device or of an open file, such as /dev/stdout.
func isDevice(name string) bool {
	path, err := filepath.Abs(name)
	return err == nil && (strings.HasPrefix(path, "/dev/") || strings.HasPrefix(path, "/proc/"))
}

// Write writes to the file, which must be open, or to standard output.
func (o *Output) Write(p []byte) (int, error) { return o.w.Write(p) }

// Close ends the output of a run that ended with the error run. It moves a complete file to its
// place. If the run stopped early, it says where the file is. It returns run, or else an error of
// its own.
func (o *Output) Close(run error) error {
	if o.file == nil {
		return run
	}
	info, unknown := o.file.Stat()
	err := cmp.Or(run, o.file.Close())
	switch aside := o.file.Name(); {
	case o.place == "":
		return err
	case err == nil, errors.Is(err, app.ErrFailed): // the output has all that was read
		return cmp.Or(os.Rename(aside, o.place), err)
	case unknown == nil && info.Size() == 0:
		os.Remove(aside)
		return err
	default:
		o.complain(fmt.Errorf("%s is left as it was; what there is of the output is in %s",
			o.name, aside))
		return err
	}
}

// SameFile reports whether two names, neither "", are those of one regular file, which may not be
// there yet. "-" is standard output.
func SameFile(c *cli.Context, a, b string) bool {
	stat := func(name string) (os.FileInfo, error) {
		if f := streamFile(c.App.Writer); name == "-" && f != nil {
			return f.Stat()
		}
		return os.Stat(name)
	}
	infoA, errA := stat(a)
	infoB, errB := stat(b)
	if errA == nil && errB == nil {
		return infoA.Mode().IsRegular() && os.SameFile(infoA, infoB)
	}
	absA, errA := filepath.Abs(a)
	absB, errB := filepath.Abs(b)
	if errA != nil || errB != nil {
		return a == b
	}
	return absA == absB
}

// CanWrite returns an error if a file can't be written to. It changes none.
func CanWrite(file string) error {
	_, absent := os.Stat(file)
	f, err := os.OpenFile(file, os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	f.Close()
	if absent != nil {
		os.Remove(file)
	}
	return nil
}

// Save writes a file, once all that it is to hold is there.
func Save(file string, write func(io.Writer) error) error {
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return err
	}
	return os.WriteFile(file, b.Bytes(), 0o666)
}

// Replace creates a file in place of what has its name, which may be a link of another user's: that
// might lead to any file.
func Replace(file string) (*os.File, error) {
	os.Remove(file)
	return os.OpenFile(file, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
}

// IsTerminal reports whether a stream of the program is a terminal.
func IsTerminal(w any) bool {
	f := streamFile(w)
	return f != nil && term.IsTerminal(int(f.Fd()))
}

// Terminal returns the file of a stream of the program that is a terminal, or nil.
func Terminal(w any) *os.File {
	if !IsTerminal(w) {
		return nil
	}
	return streamFile(w)
}

// OpenTerminal opens the terminal that the process has, to read keys while standard input is
// something else.
func OpenTerminal() (*os.File, error) { return os.Open(terminalName) }

// streamFile returns the file that a stream of the program is, or nil.
func streamFile(w any) *os.File {
	if checked, ok := w.(*app.CheckedWriter); ok {
		w = checked.Writer
	}
	f, _ := w.(*os.File)
	return f
}

// Complainer returns a function that prints an error.
func Complainer(c *cli.Context) func(error) {
	return func(err error) { app.Complain(c.App.ErrWriter, err) }
}
