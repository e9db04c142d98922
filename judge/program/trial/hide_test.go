package trial

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tilejudge/judge"
	"tilejudge/judge/judgetest/lack"
)

// The directory of the cases is hidden, or only inputs and answers if the program is in it.
// So are answers elsewhere to which links lead, and those of cases that nobody named.
func TestHidden(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"work", "cases"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	files := []string{"cases/1.in", "cases/1.out", "cases/3.in", "cases/3.out", "other.out"}
	for _, name := range append(files, "cases/run", "cases/run.py") {
		mode := os.FileMode(0o777)
		if name == "cases/run.py" {
			mode = 0o666
		}
		if err := os.WriteFile(filepath.Join(dir, name), nil, mode); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("../other.out", filepath.Join(dir, "cases", "2.out")); err != nil {
		lack.Skip(t, "symbolic links", err)
	}
	t.Chdir(filepath.Join(dir, "work"))
	cases := []judge.Case{
		{Input: "../cases/1.in", Answer: "../cases/1.out"},
		{Input: "../cases/1.in", Answer: "../cases/2.out"},
		{Input: "../cases/1.in"},
	}
	for _, tt := range []struct {
		path, program string
		want          []string
	}{
		{"../cases", "go", []string{"cases", "other.out"}},
		{"../cases", "../cases/run", files},
		{"../cases", "../cases/run.py", files}, // a source
		{"../cases/1.in", "go", files},
		{"../cases/*.in", "go", files},
		{"..", "go", files}, // it contains the working directory
	} {
		var want []string
		for _, name := range tt.want {
			want = append(want, filepath.Join(dir, filepath.FromSlash(name)))
		}
		if got := Hidden(tt.path, cases, []string{tt.program}); !slices.Equal(got, want) {
			t.Errorf("Hidden(%q) of %s = %q, want %q", tt.path, tt.program, got, want)
		}
	}
}

// All of an archive in a directory is hidden. A missing case hides nothing.
func TestHiddenArchive(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"work", "dmoj"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"c.zip", "run"} {
		if err := os.WriteFile(filepath.Join(dir, "dmoj", name), nil, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(filepath.Join(dir, "work"))
	for _, tt := range []struct{ answer, program, want string }{
		{"../dmoj/c.zip/a/1.out", "go", "dmoj"},
		{"../dmoj/c.zip/a/1.out", "../dmoj/run", "dmoj/c.zip"},
		{"../dmoj/a/1.out", "../dmoj/run", ""},
	} {
		input := strings.TrimSuffix(tt.answer, "out") + "in"
		cases := []judge.Case{{Input: input, Answer: tt.answer}}
		var want []string
		if tt.want != "" {
			want = append(want, filepath.Join(dir, filepath.FromSlash(tt.want)))
		}
		if got := Hidden("../dmoj", cases, []string{tt.program}); !slices.Equal(got, want) {
			t.Errorf("Hidden of %s and %s = %q, want %q", tt.answer, tt.program, got, want)
		}
	}
}

func TestWithin(t *testing.T) {
	for _, tt := range []struct {
		dir, path string
		want      bool
	}{
		{"/a", "/a", true}, {"/a", "/a/b", true}, {"/a", "/ab", false},
		{"/", "/a", true}, {"/a/b", "/a", false},
	} {
		dir, path := filepath.FromSlash(tt.dir), filepath.FromSlash(tt.path)
		if got := Within(dir, path); got != tt.want {
			t.Errorf("%s in %s: %v", path, dir, got)
		}
	}
}
