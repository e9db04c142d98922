//go:build !windows

package command

import (
	"io"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"tilejudge/judge/command/app"
)

// Commands that take longer than a second show how far they are. Ctrl-C leaves the terminal as if
// there had been no bar.
func TestBars(t *testing.T) {
	if testing.Short() {
		t.Skip("a bar appears after a second, and a search ends a second after Ctrl-C")
	}
	out := filepath.Join(t.TempDir(), "out")
	for _, tt := range []struct{ name, args, has string }{
		{"solve", "solve --cases korf-felner-50 -j 1 -o " + out, "0 of 50"},
		{"solve on a terminal", "solve --cases korf-felner-50 -j 1", "0 of 50"},
		{"compare", "compare --cases korf-felner-50 -a idastar --node-limit 0", "0 of 50"},
		{"generate", "generate -f korf-15 -n 300000 --depth 45 --seed 1 -o " + out, " of 300,000"},
		{"run", "run -f poj-1077 --no-sandbox -- sleep 0.3", " of 62"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := newTerminal(t, strings.Fields(tt.args)...)
			s.start([]string{"CI="})
			s.Shows(tt.has)
			// A terminal shows this at Ctrl-C. (It also drops output that is on its way, which this
			// does not.)
			io.WriteString(s.TTY, "^C")
			s.program.Process.Signal(syscall.SIGINT)
			s.ends(app.ExitInterrupted)
			left := s.Text()
			if strings.ContainsAny(left, "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏") || strings.Contains(left, "--]") ||
				strings.Contains(left, "^C") {
				t.Errorf("the screen is left as\n%s", left)
			}
		})
	}
}
