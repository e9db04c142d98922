package sandbox

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// lacksEnv lists what a machine of CI may lack: names of means, programs and the like, with
// commas between them.
const lacksEnv = "SANDBOX_LACKS"

// MayLack reports whether tests may go on, or be skipped, without something. In CI, where
// nobody reads what was skipped, lacksEnv must name it.
func MayLack(name string) bool {
	listed := slices.Contains(strings.Split(os.Getenv(lacksEnv), ","), name)
	return os.Getenv("CI") == "" || listed
}

// Lack skips a test for want of something, or fails if the machine may not lack it.
func Lack(t testing.TB, name string, reason any) {
	t.Helper()
	if !MayLack(name) {
		t.Fatalf("no %s: %v; %s lists what a machine of CI may lack", name, reason, lacksEnv)
	}
	t.Skipf("this system lacks %s: %v", name, reason)
}
