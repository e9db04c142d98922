package command

import (
	"archive/zip"
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tilejudge/judge/command/app"
	"tilejudge/judge/judgetest/lack"
	"tilejudge/judge/program/sandbox"
	"tilejudge/judge/program/sandbox/means"
)

// answerFiles has a file for each way to keep cases. "r" is right in all of them.
func answerFiles(t *testing.T) (dir string) {
	dir = t.TempDir()
	text := map[string]string{"in": "1 2 3 4 5 6 7 x 8\n", "out": "r\n"}
	archive, err := os.Create(filepath.Join(dir, "c.zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer archive.Close()
	w := zip.NewWriter(archive)
	for ext, content := range text {
		for _, name := range []string{"c/1.", "c/2.", "flat."} {
			path := filepath.Join(dir, filepath.FromSlash(name+ext))
			os.MkdirAll(filepath.Dir(path), 0o755)
			if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		f, err := w.CreateHeader(&zip.FileHeader{Name: "1." + ext}) // stored
		if err == nil {
			_, err = f.Write([]byte(content))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	script := "#!/bin/sh\neval \"$1\"\n"
	for _, name := range []string{"c", "d"} {
		os.MkdirAll(filepath.Join(dir, name), 0o755)
		err := os.WriteFile(filepath.Join(dir, name, "x.sh"), []byte(script), 0o755)
		if err != nil {
			t.Fatal(err)
		}
	}
	os.Remove(filepath.Join(dir, "c", "2.out"))
	for link, target := range map[string]string{"link": "c", "c/2.out": "../flat.out"} {
		if err := os.Symlink(target, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// A program can't see the expected answers, wherever the cases are and on whatever path
// it looks. It can see what it needs.
func TestRunHides(t *testing.T) {
	r, err := sandbox.Start(sandbox.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r.Close()
	if !slices.ContainsFunc(r.Means(), func(m means.Means) bool {
		return m.Name == means.Root && m.InForce
	}) {
		lack.Skip(t, "hidden directories", "see doctor")
	}
	dir := answerFiles(t)
	t.Chdir(dir)
	for _, tt := range []struct {
		cases, script string
		args          []string // of sh
		want          string   // the last line
		temp          string   // the directory of temporary files; "": that of the system
	}{
		{cases: "c", script: "cat c/1.out"},
		{cases: "c", script: "cat link/1.out"},
		{cases: "c", script: "cat " + dir + "/c/1.out"},
		{cases: "c", script: "cat /proc/self/root" + dir + "/c/1.out"},
		{cases: "c", script: "cat $(find " + dir + " -name 1.out)"},
		{cases: "link", script: "cat c/1.out"},
		{cases: dir + "/c/", script: "cat c/1.out"},
		{cases: "c/*.in", script: "cat c/1.out"},
		{cases: "c/1.in", script: "cat c/1.out"},
		{cases: "flat.in", script: "cat flat.out"},
		{cases: "flat.in", script: "cat c/2.out"},
		{cases: ".", script: "cat flat.out c/1.out"},
		{cases: "c.zip", script: "cat c.zip | tr -d '\\0' | grep -a -o '^r$'"},
		{cases: "c.zip", script: "cat ${TMPDIR:-/tmp}/tilejudge-run-*/*.ans"},
		{cases: "c", args: []string{"c/x.sh", "echo r"}, want: "2 of 2 accepted"},
		{cases: "c", args: []string{"c/x.sh", "cat c/1.out"}},
		{cases: "c", script: "cat flat.out"}, // c/2.out is a link to it
		{cases: "c", script: "test -s flat.in && echo r", want: "2 of 2 accepted"},
		{cases: "c/*.in", script: "test -s c/x.sh && echo r", want: "2 of 2 accepted"},
		{cases: "c/*.in", script: "test -e c/1.in && echo r"},
		{cases: "c", script: "test -e d/x.sh || echo r"},
		{cases: "c", script: "test -e d/x.sh || echo r", want: "2 of 2 accepted", temp: "d"},
	} {
		if tt.temp != "" {
			t.Setenv("TMPDIR", tt.temp)
		}
		args := append([]string{"sh"}, tt.args...)
		if tt.args == nil {
			args = append(args, "-c", tt.script)
		}
		var stdout, stderr bytes.Buffer
		args = append(
			[]string{app.Program, "run", "-q", "-f", "poj-1077", "--cases", tt.cases, "--"},
			args...)
		run(t.Context(), args, strings.NewReader(""), &stdout, &stderr)
		got := stdout.String()
		refused := strings.HasPrefix(got, "0 of ")
		if tt.want == "" && !refused || tt.want != "" && got != tt.want+"\n" || stderr.Len() > 0 {
			t.Errorf("--cases %s: %q: %q, %s; want %q", tt.cases, args, got, &stderr, tt.want)
		}
	}
}

// Compiled programs are seen where the directory of temporary files is a link.
func TestTemporaryLink(t *testing.T) {
	dir := answerFiles(t)
	t.Chdir(dir)
	t.Setenv("TMPDIR", "temp") // in the same directory
	err := os.Mkdir("programs", 0o755)
	err = errors.Join(err, os.Symlink("d", "temp"), os.WriteFile(
		filepath.Join("programs", "a.x"), []byte("# @RUN@: sh {output}\necho r\n"), 0o644))
	if err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	args := []string{app.Program, "run", "-q", "-f", "poj-1077", "--cases", "c", "--programs", "programs"}
	code := run(t.Context(), args, strings.NewReader(""), &stdout, &stderr)
	if code != 0 {
		t.Errorf("exit %d, %s%s", code, &stdout, &stderr)
	}
}
