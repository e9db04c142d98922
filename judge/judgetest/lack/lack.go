// Package lack says what tests may lack on the machine that runs them.
package lack

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// env lists what a machine of CI may lack: names of means, programs and the like, with
// commas between them.
const env = "SANDBOX_LACKS"

// May reports whether tests may go on, or be skipped, without something. In CI, where
// nobody reads what was skipped, env must name it.
func May(name string) bool {
	listed := slices.Contains(strings.Split(os.Getenv(env), ","), name)
	return os.Getenv("CI") == "" || listed
}

// Skip skips a test for want of something, or fails if the machine may not lack it. The last lines
// of make test repeat what is lacking.
func Skip(t testing.TB, name string, reason any) {
	t.Helper()
	if !May(name) {
		t.Fatalf("no %s: %v; %s lists what a machine of CI may lack", name, reason, env)
	}
	t.Skipf("this system lacks %s: %v", name, reason)
}
