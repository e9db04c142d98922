// Tests runs go test with its arguments, and prints what go test prints. Its last lines tell
// which tests were skipped for want of something, and how to get that.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"maps"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
)

// An event is a line of go test -json.
type event struct {
	Action, Package, Test, Output string
}

// lacks matches what a test says as it is skipped: what this system lacks, and how to get it.
var lacks = regexp.MustCompile(`this system lacks (.*)`)

func main() {
	log.SetFlags(0)
	cmd := exec.Command("go", append([]string{"test", "-json"}, os.Args[1:]...)...)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		log.Fatal(err)
	}
	skipped, readErr := report(out, os.Stdout)
	for _, want := range slices.Sorted(maps.Keys(skipped)) {
		fmt.Printf("skipped: %s: this system lacks %s\n", strings.Join(skipped[want], ", "), want)
	}
	if err := errors.Join(readErr, cmd.Wait()); err != nil {
		os.Exit(1)
	}
}

// report prints a line for each package, and all that failing tests print. It returns the tests
// that were skipped, by what the system lacks.
func report(in io.Reader, out io.Writer) (map[string][]string, error) {
	skipped := make(map[string][]string)
	printed := make(map[string][]byte) // by tests, or packages, that have not ended
	for d := json.NewDecoder(in); ; {
		var e event
		if err := d.Decode(&e); err == io.EOF {
			return skipped, nil
		} else if err != nil {
			return skipped, err
		}
		key := e.Package + "\t" + e.Test
		switch e.Action {
		case "build-output":
			fmt.Fprint(out, e.Output)
		case "output":
			printed[key] = append(printed[key], e.Output...)
			continue
		case "fail":
			out.Write(printed[key])
			if e.Test == "" { // a test that has not ended says why
				out.Write(unfinished(printed, key))
			}
		case "pass":
			if e.Test == "" {
				text := bytes.TrimRight(printed[key], "\n")
				fmt.Fprintf(out, "%s\n", text[bytes.LastIndexByte(text, '\n')+1:])
			}
		case "skip":
			if m := lacks.FindSubmatch(printed[key]); m != nil {
				skipped[string(m[1])] = append(skipped[string(m[1])], e.Test)
			}
		default:
			continue
		}
		delete(printed, key)
	}
}

// unfinished returns what the tests of a package print that did not end.
func unfinished(printed map[string][]byte, pkg string) (text []byte) {
	for _, key := range slices.Sorted(maps.Keys(printed)) {
		if strings.HasPrefix(key, pkg) && key != pkg {
			text = append(text, printed[key]...)
			delete(printed, key)
		}
	}
	return text
}
