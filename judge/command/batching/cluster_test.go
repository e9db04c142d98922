package batching_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// need skips a test of a cluster unless all are asked for: they need programs of Debian,
// and a minute and a half.
func need(t testing.TB) {
	t.Helper()
	if os.Getenv("CLUSTER_TESTS") != "all" {
		t.Skip("make test-cluster runs it")
	}
}

// program builds tilejudge, and returns its file.
func program(t testing.TB) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "tilejudge")
	out, err := exec.Command("go", "build", "-o", file, "tilejudge").CombinedOutput()
	if err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return file
}

// save writes a file in a directory of the test, and returns its name.
func save(t testing.TB, name, text string) string {
	t.Helper()
	name = filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(name, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
	return name
}

// load returns the text of a file.
func load(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
