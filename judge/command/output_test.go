package command

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tilejudge/judge/command/app"
)

// What a run wrote before it was interrupted is kept beside the file of --output, which stays as
// it was.
func TestInterruptedOutput(t *testing.T) {
	for _, old := range []string{"", "old\n"} {
		out := filepath.Join(t.TempDir(), "out.txt")
		if old != "" {
			if err := os.WriteFile(out, []byte(old), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		for _, aside := range []string{out + ".partial", out + ".partial-2"} {
			stderr := interrupted(t, out, aside)
			if want := aside + "\n"; !strings.HasSuffix(stderr, want) {
				t.Errorf("stderr %q, want it to end with %q", stderr, want)
			}
			if got, _ := os.ReadFile(out); string(got) != old {
				t.Errorf("%s has %q, want %q", out, got, old)
			}
		}
	}
}

// interrupted runs solve until the first answer is in the file aside, interrupts it, and
// returns its messages.
func interrupted(t *testing.T, out, aside string) string {
	t.Helper()
	in, feed := io.Pipe()
	defer feed.Close()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var stderr bytes.Buffer
	exit := make(chan int)
	go func() {
		args := []string{"tilejudge", "solve", "-f", "poj-1077", "-o", out}
		exit <- run(ctx, args, in, io.Discard, &stderr)
	}()
	w := bufio.NewWriter(feed)
	fmt.Fprintln(w, "1 2 3 4 5 6 7 x 8")
	w.Flush()
	for range 500 {
		if got, _ := os.ReadFile(aside); string(got) == "r\n" {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	cancel()
	if code := <-exit; code != app.ExitInterrupted {
		t.Errorf("exit %d, want %d", code, app.ExitInterrupted)
	}
	if got, err := os.ReadFile(aside); string(got) != "r\n" {
		t.Errorf("%s has %q, %v, want the answer", aside, got, err)
	}
	return stderr.String()
}
