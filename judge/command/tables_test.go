package command

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tilejudge/judge/command/app"
	"tilejudge/solver/puzzle"
	"tilejudge/solver/stored"
	"tilejudge/solver/tables"
)

// testTables are small tables to try the commands with.
var testTables = []*tables.Spec{
	{
		Name: "small", Shape: puzzle.Shape{Rows: 3, Cols: 4}, Title: "all zero",
		Speeds: "nothing", Size: 3 << 20, Memory: 1 << 20, Version: 1,
		Build: func(context.Context, []byte, func(done, total int64)) error { return nil },
	},
	{
		Name: "wrong", Shape: puzzle.Shape{Rows: 4, Cols: 4}, Title: "never built",
		Speeds: "nothing", Size: 1, Version: 1,
		Build: func(context.Context, []byte, func(done, total int64)) error {
			return errors.New("no luck")
		},
	},
	{
		Name: "slow", Shape: puzzle.Shape{Rows: 5, Cols: 5}, Title: "never done",
		Speeds: "15-puzzles, a little", Size: 1 << 20, Version: 1,
		Build: func(ctx context.Context, _ []byte, progress func(done, total int64)) error {
			progress(1, 3)
			<-ctx.Done()
			return ctx.Err()
		},
	},
}

// tablesMain is the program with testTables.
func tablesMain() {
	stored.All = testTables
	Main()
}

// useTestTables makes a test use testTables. It must not run beside others.
func useTestTables(t *testing.T) {
	before := stored.All
	stored.All = testTables
	t.Cleanup(func() { stored.All = before })
}

// An interrupt ends a build, and leaves only the lock file.
func TestInterruptedBuild(t *testing.T) {
	useTestTables(t)
	dir := filepath.Join(t.TempDir(), "tables")
	ctx, cancel := context.WithCancel(t.Context())
	messages, stderr := io.Pipe()
	exit := make(chan int)
	var stdout bytes.Buffer
	go func() {
		args := []string{"tilejudge", "tables", "build", "slow", "--tables-dir", dir}
		code := run(ctx, args, strings.NewReader(""), &stdout, stderr)
		stderr.Close()
		exit <- code
	}()
	line, err := bufio.NewReader(messages).ReadString('\n')
	want := "tilejudge: slow: building: 1.0 MiB on the disk of " + dir +
		", at most 1.0 MiB of memory\n"
	if line != want || err != nil {
		t.Errorf("stderr %q, %v, want %q", line, err, want)
	}
	cancel()
	if code := <-exit; code != app.ExitInterrupted || stdout.Len() > 0 {
		t.Errorf("exit %d with %q on stdout, want %d and nothing", code, &stdout,
			app.ExitInterrupted)
	}
	files, err := os.ReadDir(dir)
	if err != nil || len(files) != 1 || files[0].Name() != "tables.lock" {
		t.Errorf("the folder has %v, %v", files, err)
	}
}
