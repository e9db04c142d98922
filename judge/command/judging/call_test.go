package judging

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// Settings stand next to the name by which the program was called, which may be
// a link, and then next to the program.
func TestSettingFiles(t *testing.T) {
	executable, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	beside := func(dir string) []string {
		return []string{filepath.Join(dir, "check-oj.conf"), filepath.Join(dir, "tilejudge.conf")}
	}
	dir, inPath := t.TempDir(), t.TempDir()
	t.Setenv("PATH", inPath)
	for _, d := range []string{dir, inPath} {
		if err := os.WriteFile(filepath.Join(d, "check-oj"), nil, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct{ arg0, first string }{
		{filepath.Join(dir, "check-oj"), dir},
		{"check-oj", inPath},
	} {
		want := slices.Concat(beside(tt.first), beside(filepath.Dir(executable)))
		if got := settingFiles(tt.arg0); !slices.Equal(got, want) {
			t.Errorf("settingFiles(%q) = %q, want %q", tt.arg0, got, want)
		}
	}
}
