package command

import (
	"strings"
	"testing"

	"tilejudge/judge/command/app"
)

// The examples of help and manual print the lines that follow them.
func TestExamples(t *testing.T) {
	path := shellPath(t)
	program := newApp("")
	for _, c := range program.Commands {
		if len(c.Examples) == 0 {
			t.Errorf("%s has no example", c.Name)
		}
	}
	const width = 84 // columns: those of help, 88, less 4 for a prompt
	for _, e := range app.Examples(program) {
		for line := range strings.SplitSeq(e.Command, "\n") {
			if len(line) > width {
				t.Errorf("%q has %d columns, want at most %d", line, len(line), width)
			}
		}
		t.Run(e.Command, func(t *testing.T) {
			if got := shell(t, path, t.TempDir(), e.Command); !got.matches(e.Output) {
				t.Errorf("$ %s\n%s\nwant\n%s", e.Command, got, e.Output)
			}
		})
	}
}
