package shell_test

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tilejudge/judge/program/shell"
)

func Example() {
	fmt.Println(shell.Quote("tilejudge", "run", "--", "echo", "it's $1", ""))
	// Output: tilejudge run -- echo 'it'\''s $1' ''
}

// A shell reads the words that were quoted, whatever is in them.
func TestQuote(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no shell")
	}
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.StringMatching(`[ -~\n\tä]*`), 1, 20).Draw(t, "words")
		line := shell.Quote(words...)
		got, err := exec.Command(sh, "-c", `printf '%s\0' `+line).Output()
		if want := strings.Join(words, "\x00") + "\x00"; err != nil || string(got) != want {
			t.Fatalf("%s: %q, %v, want %q", line, got, err, want)
		}
	})
}
