package judge

import (
	"errors"
	"io"
	"os"
)

// A Case is an input for programs, and perhaps the judge's own answers to it.
type Case struct {
	Name    string
	Kind    Kind
	Purpose string // what the case shows, in a line; "": unknown
	Strict  bool   // the judge has no such input: its layout or its size is beyond what it promises
	Input   string // name of a file
	Answer  string // name of a file; "": there are no answers

	// Seeded is the arguments with which an exported generator makes the input again, such as
	// "seed=1 first=1 puzzles=5"; "": no generator makes it.
	Seeded string

	// Opener opens the input and the answers if they are not files of the system: those
	// in an archive, for example, or those that are made when they are read. nil: they
	// are files.
	Opener func(name string) (io.ReadCloser, error)
}

// A Kind tells apart the cases that are not made to show one property of puzzles.
type Kind uint8

const (
	Usual  Kind = iota
	Sample      // puzzles of the judge's statement
	Layout      // a sample with other white space
	Every       // every puzzle of a shape: large, and slow to make
)

// Open opens the input or the answers, by their name.
func (c *Case) Open(name string) (io.ReadCloser, error) {
	if c.Opener != nil {
		return c.Opener(name)
	}
	return os.Open(name)
}

// ReadInput returns the whole input.
func (c *Case) ReadInput() ([]byte, error) {
	in, err := c.Open(c.Input)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return io.ReadAll(in)
}

// ErrArchive is wrapped by the error of a file that can't be read because of its archive.
var ErrArchive = errors.New("a fault of the archive")
