package export_test

import (
	"archive/zip"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"tilejudge/judge/problem/export"
)

// A zip file has the files of the package, the same bytes each time, and is not overwritten
// unless that is asked for.
func TestZip(t *testing.T) {
	p := three()
	p.Binary = programFile(t, "text")
	for _, tt := range []struct{ target, problem, run string }{
		{"domjudge", "problem.yaml", "output_validators/check/run"},
		{"kattis", "slide/problem.yaml", "slide/output_validators/check/run"},
	} {
		target, err := export.Lookup(tt.target)
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(t.TempDir(), "slide.zip")
		var texts [2]string
		for i := range texts {
			if err := target.WriteZip(file, p, i > 0); err != nil {
				t.Fatal(err)
			}
			texts[i] = readFile(t, file)
		}
		if texts[0] != texts[1] {
			t.Errorf("%s: the zip file is another one each time", tt.target)
		}
		if err := target.WriteZip(file, p, false); err == nil {
			t.Errorf("%s: the zip file was overwritten", tt.target)
		}
		modes := modesIn(t, file)
		if modes[tt.problem] != 0o644 || modes[tt.run] != 0o755 {
			t.Errorf("%s: the modes are %v", tt.target, modes)
		}
	}
}

// programFile writes a program, without the right to execute it, and returns its file.
func programFile(t *testing.T, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "program")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

// modesIn returns the modes of the files in a zip file.
func modesIn(t *testing.T, file string) map[string]fs.FileMode {
	t.Helper()
	r, err := zip.OpenReader(file)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	modes := make(map[string]fs.FileMode)
	for _, f := range r.File {
		modes[f.Name] = f.Mode()
	}
	return modes
}
