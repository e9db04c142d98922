//go:build amd64 || arm64

package filter

import (
	"fmt"
	"strconv"
	"strings"
)

// parse returns the numbers of the system calls that a text names. A line may name several calls; a
// comment goes from # to the end of its line. An error gives the name of the text, and the
// line and the column of a word that is no system call of this machine.
func parse(name, text string) (calls []uint32, err error) {
	known := table()
	err = words(text, func(line, col int, word string) error {
		number, ok := known[word]
		if !ok {
			return fmt.Errorf("%s:%d:%d: found %.40q, expected the name of a system call of Linux on"+
				" this machine, such as inotify_init1", name, line, col, word)
		}
		calls = append(calls, number)
		return nil
	})
	return calls, err
}

// usual returns the numbers of the calls in a list of ours, without those that this machine lacks.
func usual(known map[string]uint32, text string) (calls []uint32) {
	words(text, func(_, _ int, word string) error {
		if number, ok := known[word]; ok {
			calls = append(calls, number)
		}
		return nil
	})
	return calls
}

// words calls a function with each word of a list of calls, its line and its column, which count
// from 1 and in bytes, until the function returns an error.
func words(text string, f func(line, col int, word string) error) error {
	line := 0
	for text := range strings.Lines(text) {
		line++
		text, _, _ = strings.Cut(text, "#")
		col := 1
		for word := range strings.FieldsSeq(text) {
			col += strings.Index(text[col-1:], word)
			if err := f(line, col, word); err != nil {
				return err
			}
			col += len(word)
		}
	}
	return nil
}

// table returns the number of each call by its name.
func table() map[string]uint32 {
	known := make(map[string]uint32, 400)
	next := uint32(0)
	for word := range strings.FieldsSeq(numbers) {
		if first, err := strconv.ParseUint(word, 10, 32); err == nil {
			next = uint32(first)
			continue
		}
		known[word] = next
		next++
	}
	return known
}
