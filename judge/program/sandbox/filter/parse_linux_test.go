//go:build amd64 || arm64

package filter

import (
	"os"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// The tables of names agree with the numbers that package unix has.
func TestTable(t *testing.T) {
	known := table()
	for name, number := range map[string]uint32{
		"read": unix.SYS_READ, "exit_group": unix.SYS_EXIT_GROUP, "clone3": unix.SYS_CLONE3,
		"preadv2": unix.SYS_PREADV2, "rseq": unix.SYS_RSEQ,
		"pidfd_send_signal": unix.SYS_PIDFD_SEND_SIGNAL, "seccomp": unix.SYS_SECCOMP,
		"rseq_slice_yield": unix.SYS_RSEQ_SLICE_YIELD,
	} {
		if known[name] != number {
			t.Errorf("%s: %d, want %d", name, known[name], number)
		}
	}
}

// read returns the words of a list of calls in a file.
func read(t *testing.T, file string) (names []string) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	words(string(text), func(_, _ int, word string) error {
		names = append(names, word)
		return nil
	})
	return names
}

// Each call that is allowed is one of a machine, and stands once.
func TestAllowed(t *testing.T) {
	machines := slices.Concat(read(t, "calls_amd64.txt"), read(t, "calls_arm64.txt"))
	seen := make(map[string]bool)
	for _, list := range []string{allowed, sockets, counted, messages, changes, attributes} {
		words(list, func(_, _ int, word string) error {
			if !slices.Contains(machines, word) || seen[word] {
				t.Errorf("%s is no call of a machine, or stands twice", word)
			}
			seen[word] = true
			return nil
		})
	}
}

// What programs were seen to need is allowed, except calls that they did without.
func TestMeasured(t *testing.T) {
	refused := []string{
		"clone3", "connect", "fallocate", "fsetxattr", "pidfd_send_signal", "socket",
	}
	allowed := strings.Fields(allowed + " " + counted + " " + changes)
	names := read(t, "testdata/measured.txt")
	if len(names) < 100 {
		t.Fatalf("%d calls were measured", len(names))
	}
	for _, name := range names {
		if slices.Contains(allowed, name) == slices.Contains(refused, name) {
			t.Errorf("%s: want it either allowed or refused", name)
		}
	}
}

// A list may have comments. A word that is no call is an error with its place.
func TestParse(t *testing.T) {
	calls, err := parse("more", "# queues\nio_setup  io_submit # two\n\ninotify_init1")
	want := []uint32{unix.SYS_IO_SETUP, unix.SYS_IO_SUBMIT, unix.SYS_INOTIFY_INIT1}
	if err != nil || !slices.Equal(calls, want) {
		t.Errorf("%v, %v, want %v", calls, err, want)
	}
	for text, place := range map[string]string{
		"\nread reed": `more:2:6: found "reed"`, "7": `more:1:1: found "7"`,
		"read\x00": "more:1:1: found \"read\\x00\"", "reread read read2": "more:1:1:",
		"read  ad ": "more:1:7:",
	} {
		if _, err := parse("more", text); err == nil || !strings.HasPrefix(err.Error(), place) {
			t.Errorf("%q: %v, want %s", text, err, place)
		}
	}
}
