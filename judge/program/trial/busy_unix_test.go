//go:build unix

package trial_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"tilejudge/judge"
)

// busyLimit is the limit of CPU time for a program that takes twice as much when it is busy.
const busyLimit = 500 * time.Millisecond

// init makes the test program, as "busy FILE RUNS", busy in some of its runs, which it counts.
func init() {
	if len(os.Args) != 4 || os.Args[1] != "busy" {
		return
	}
	before, _ := os.ReadFile(os.Args[2])
	os.WriteFile(os.Args[2], append(before, '.'), 0o600)
	for strings.Contains(os.Args[3], strconv.Itoa(len(before)+1)) {
		var u unix.Rusage
		if unix.Getrusage(unix.RUSAGE_SELF, &u); u.Utime.Nano()+u.Stime.Nano() > int64(2*busyLimit) {
			break
		}
	}
	os.Exit(0)
}

// Alone, the program has to be accepted three times.
func TestAlone(t *testing.T) {
	for _, tt := range []struct {
		busy, runs string
		want       judge.Verdict
	}{
		{"1", "....", judge.AC}, {"14", "....", judge.TLE}, {"12", "..", judge.TLE},
		{"", ".", judge.AC},
	} {
		tr, results := newTrial(t, "busy", 2)
		file := filepath.Join(t.TempDir(), "runs")
		tr.Command = append(tr.Command, file, tt.busy)
		tr.Limits.CPU = busyLimit
		if _, err := tr.Run(t.Context(), newCases("one")); err != nil || len(*results) != 1 {
			t.Fatalf("%v, %v", *results, err)
		}
		runs, err := os.ReadFile(file)
		if got := (*results)[0].Verdict; got != tt.want || err != nil || string(runs) != tt.runs {
			t.Errorf("busy in %q: %v after %s, %v; want %v after %s", tt.busy, got, runs, err, tt.want,
				tt.runs)
		}
	}
}
