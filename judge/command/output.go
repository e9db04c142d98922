package command

import (
	"bytes"
	"fmt"
	"io"
	"os"

	"github.com/urfave/cli/v2"
)

// An output is where answers go: standard output, or the file of --output.
type output struct {
	w    io.Writer
	name string   // of the file
	file *os.File // when it is open
}

// newOutput reads the flag. It refuses a file that is an input too, which would
// be emptied before it is read.
func newOutput(c *cli.Context) (*output, error) {
	o := &output{w: c.App.Writer, name: c.String("output")}
	if o.name == "-" {
		o.name = ""
	}
	inputs := c.Args().Slice()
	if len(inputs) == 0 && !c.IsSet("cases") {
		inputs = []string{"-"}
	}
	if isInput(c, o.name, inputs) {
		return nil, fmt.Errorf("--output: %s is an input", o.name)
	}
	return o, nil
}

// isInput reports whether a file is one of the inputs, of which "-" is standard
// input.
func isInput(c *cli.Context, file string, inputs []string) bool {
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

// open opens the file, if it is not open: as late as that, so that a mistake in
// the command line leaves it alone.
func (o *output) open() (err error) {
	if o.name == "" || o.file != nil {
		return nil
	}
	// Not for reading as well, which would keep a pipe open that no one reads.
	o.file, err = os.OpenFile(o.name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
	o.w = o.file
	return err
}

// Write writes to the file, which must be open, or to standard output.
func (o *output) Write(p []byte) (int, error) { return o.w.Write(p) }

func (o *output) close() error {
	if o.file == nil {
		return nil
	}
	return o.file.Close()
}

// canWrite returns an error if a file can't be written to. It changes none.
func canWrite(file string) error {
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

// save writes a file, once all that it is to hold is there.
func save(file string, write func(io.Writer) error) error {
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return err
	}
	return os.WriteFile(file, b.Bytes(), 0o666)
}
