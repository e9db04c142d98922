package stdio

import (
	"bytes"
	"fmt"
	"io"
	"os"

	"tilejudge/judge/command/app"

	"github.com/urfave/cli/v2"
	"golang.org/x/term"
)

// An Output is where answers go: standard output, or the file of --output.
type Output struct {
	w    io.Writer
	name string   // of the file
	file *os.File // when it is open
}

// NewOutput reads the flag. It refuses a file that is an input too, which would
// be emptied before it is read.
func NewOutput(c *cli.Context) (*Output, error) {
	o := &Output{w: c.App.Writer, name: c.String("output")}
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
	return o, nil
}

// IsInput reports whether a file is one of the inputs, of which "-" is standard
// input.
func IsInput(c *cli.Context, file string, inputs []string) bool {
	old, err := os.Stat(file)
	if err != nil || !old.Mode().IsRegular() {
		return false
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

// Open opens the file, if it is not open: as late as that, so that a mistake in
// the command line leaves it alone.
func (o *Output) Open() (err error) {
	if o.name == "" || o.file != nil {
		return nil
	}
	// Not for reading as well, which would keep a pipe open that no one reads.
	o.file, err = os.OpenFile(o.name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
	o.w = o.file
	return err
}

// Write writes to the file, which must be open, or to standard output.
func (o *Output) Write(p []byte) (int, error) { return o.w.Write(p) }

// Close closes the file.
func (o *Output) Close() error {
	if o.file == nil {
		return nil
	}
	return o.file.Close()
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

// IsTerminal reports whether a stream of the program is one.
func IsTerminal(w any) bool {
	if checked, ok := w.(*app.CheckedWriter); ok {
		w = checked.Writer
	}
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Complainer returns a function that prints an error.
func Complainer(c *cli.Context) func(error) {
	return func(err error) { fmt.Fprintf(c.App.ErrWriter, "%s: %v\n", c.App.Name, err) }
}
