//go:build unix

package declared_test

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"tilejudge/formats/declared"
)

// A named pipe, which nobody may ever write to, is refused at once.
func TestReadPipe(t *testing.T) {
	name := filepath.Join(t.TempDir(), "pipe.toml")
	if err := syscall.Mkfifo(name, 0o666); err != nil {
		t.Fatal(err)
	}
	if f, err := declared.Read(name); err == nil || !strings.Contains(err.Error(), "a pipe") {
		t.Errorf("Read = %v, %v", f, err)
	}
}
