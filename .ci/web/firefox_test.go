package web

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// Firefox draws the page, too, if it is installed. It is asked for a screenshot only: the driver of
// the other tests is for Chromium.
func TestFirefox(t *testing.T) {
	t.Parallel()
	program, err := exec.LookPath("firefox")
	if err != nil {
		t.Skip("found no firefox")
	}
	dir := t.TempDir()
	if shots := os.Getenv("SCREENSHOTS"); shots != "" {
		dir = shots
	}
	file := filepath.Join(dir, "firefox.png")
	cmd := exec.Command(program, "--headless", "--profile", t.TempDir(), "--screenshot", file,
		"--window-size=390,844", appFile(t))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	shot, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got := brightness(t, "firefox", shot); got < 128 {
		t.Errorf("brightness %.0f of light colours", got)
	}
}
