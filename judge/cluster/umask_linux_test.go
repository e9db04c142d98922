package cluster_test

import (
	"io/fs"
	"path/filepath"
	"syscall"
	"testing"
)

// Others can read the files of a batch as far as the umask of its user allows that.
func TestUmask(t *testing.T) {
	for _, tt := range []struct {
		umask int
		want  fs.FileMode
	}{{0o022, 0o644}, {0o027, 0o640}, {0o002, 0o664}, {0o077, 0o600}} {
		old := syscall.Umask(tt.umask)
		defer syscall.Umask(old)
		b, err := create(t.TempDir(), few, 2)
		if err != nil {
			t.Fatal(err)
		}
		if err := work(b, 1); err != nil {
			t.Fatal(err)
		}
		err = filepath.WalkDir(b.Dir(), func(name string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() {
				return err
			}
			info, err := e.Info()
			if err == nil && info.Mode() != tt.want {
				t.Errorf("with the umask %03o, %s has the mode %v", tt.umask, name, info.Mode())
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
