package trial_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"tilejudge/judge"
	"tilejudge/judge/program/sandbox"
	"tilejudge/judge/program/trial"
)

// The tests run this binary in the sandbox. With the argument "solver" it is a program
// that prints the same answer to every puzzle, with "crash" one that fails, with "thread" and
// "talker" those that write an error but end with status 0, without and with an answer, and with
// "silent" and "directory" those that do not write the file that they are told.
func TestMain(m *testing.M) {
	sandbox.Main()
	if len(os.Args) == 2 && os.Args[1] == "solver" {
		fmt.Println("r")
		os.Exit(0)
	}
	if len(os.Args) > 1 && (os.Args[1] == "thread" || os.Args[1] == "talker") {
		fmt.Fprintln(os.Stderr, "IndexError: list index out of range")
		if os.Args[1] == "talker" {
			fmt.Println("r")
		}
		os.Exit(0)
	}
	if len(os.Args) == 3 && os.Args[1] == "silent" {
		os.Exit(0)
	}
	if len(os.Args) == 3 && os.Args[1] == "directory" {
		os.Mkdir(os.Args[2], 0o777)
		os.Exit(0)
	}
	if len(os.Args) == 4 && os.Args[1] == "slow" { // in its first run for a case
		if _, err := os.Stat(os.Args[2]); err == nil {
			os.Exit(0)
		}
		os.WriteFile(os.Args[2], nil, 0o600)
		d, _ := time.ParseDuration(os.Args[3])
		time.Sleep(d)
		os.Exit(0)
	}
	if len(os.Args) == 2 && os.Args[1] == "crash" {
		os.Exit(7)
	}
	os.Exit(m.Run())
}

// contains accepts an output that contains the expected answer.
func contains(
	_ context.Context, _, output, answer io.Reader,
) (*judge.Finding, error) {
	got, err := io.ReadAll(output)
	if err != nil {
		return nil, err
	}
	want, err := io.ReadAll(answer)
	if err != nil {
		return nil, err
	}
	if !bytes.Contains(got, want) {
		return &judge.Finding{
			Verdict: judge.WA, Message: fmt.Sprintf("found %q, expected %q", got, want),
		}, nil
	}
	return &judge.Finding{Verdict: judge.AC}, nil
}

func Example() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	var cases []judge.Case
	for i, answer := range []string{"r\n", "d\n"} {
		c := judge.Case{Name: fmt.Sprint("case ", i+1)}
		c.Input = filepath.Join(dir, fmt.Sprint(i, ".in"))
		c.Answer = filepath.Join(dir, fmt.Sprint(i, ".ans"))
		os.WriteFile(c.Input, nil, 0o666)
		os.WriteFile(c.Answer, []byte(answer), 0o666)
		cases = append(cases, c)
	}
	runner, err := sandbox.Start(sandbox.Options{NoSandbox: true})
	if err != nil {
		panic(err)
	}
	defer runner.Close()
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	t := trial.Trial{
		Command: []string{self, "solver"},
		Runners: []*sandbox.Runner{runner},
		Check:   contains,
		Each: func(r *judge.Result) error {
			fmt.Printf("%s: %v %q\n", r.Name, r.Verdict, r.Message)
			return nil
		},
	}
	tally, err := t.Run(context.Background(), cases)
	fmt.Println(&tally, err)
	// Output:
	// case 1: AC ""
	// case 2: WA "found \"r\\n\", expected \"d\\n\""
	// AC 1  WA 1  of 2 <nil>
}
