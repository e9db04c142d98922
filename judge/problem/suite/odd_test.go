package suite_test

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"tilejudge/judge/problem/suite"
)

// A warning or an error names each file that is not regular or can't be read.
func TestOddFiles(t *testing.T) {
	pipe := &fstest.MapFile{Mode: fs.ModeNamedPipe}
	s, err := suite.Search(fstest.MapFS{"1.in": {}, "1.out": pipe, "2.in": pipe, "3.txt": pipe}, "")
	if err != nil || show(s.Cases) != "1=1.in>" {
		t.Fatalf("cases %v, %v, want only 1.in", s, err)
	}
	want := "[1.out is not a regular file 2.in is not a regular file]"
	if got := fmt.Sprint(s.Warnings); got != want {
		t.Errorf("warnings %s, want %s", got, want)
	}
	_, err = suite.Search(fstest.MapFS{"2.in": pipe}, "pairs")
	want = "no cases found: looked for %s.in; 2.in is not a regular file"
	if !errors.Is(err, suite.ErrNoCases) || err.Error() != want {
		t.Errorf("error %q, want %q", err, want)
	}
	for name, want := range map[string]string{
		"test/2.in": "test/2.in: denied", "test/2.out": "test/2.out: denied", ".": ".: denied",
	} {
		files := denied{of("test/1.in test/2.in test/2.out"), name}
		if _, err := suite.Search(files, ""); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %s", name, err, want)
		}
	}
}

// A directory that can't be read is an error where the layout, or one that comes before it, has
// files, and otherwise a warning.
func TestUnreadable(t *testing.T) {
	for _, tt := range []struct {
		layout, files, denied string
		fails                 bool
	}{
		{"", "data/sample/1.in data/secret/1.in", "data/secret", true},
		{"", "data/sample/1.in data/secret/g/1.in", "data/secret/g", true},
		{"", "data/sample/1.in data/invalid_input/1.in", "data/invalid_input", false},
		{"", "test/1.in data/secret/1.in", "data", true},
		{"", "input/input1.txt output/output1.txt", "output", true},
		{"", "test/1.in lost/2.in", "lost", false},
		{"", "1.in lost/2.in", "lost", true},
		{"oj", "test/1.in data/secret/1.in", "data", false},
		{"q%n/in", "q1/in q2/in q3/in", "q2", true},
		{"q%n/in", "q1/in q2/x/in", "q2/x", false},
		{"q%n/in", "q1/in q/in", "q", false},
	} {
		s, err := suite.Search(denied{of(tt.files), tt.denied}, tt.layout)
		want := fmt.Sprintf("%s can't be read: %[1]s: denied", tt.denied)
		switch {
		case tt.fails && (err == nil || err.Error() != want):
			t.Errorf("%s without %s: error %v, want %s", tt.files, tt.denied, err, want)
		case !tt.fails && (err != nil || fmt.Sprint(s.Warnings) != "["+want+"]"):
			t.Errorf("%s without %s: %v, %v, want a warning: %s", tt.files, tt.denied, s, err, want)
		}
	}
}

// denied is a file system with one file or directory that can't be read.
type denied struct {
	fs.FS
	name string
}

func (d denied) Open(name string) (fs.File, error) {
	if name == d.name {
		return nil, fmt.Errorf("%s: denied", name)
	}
	return d.FS.Open(name)
}

// endless is a file system in which every directory has endlessly many names.
type endless struct {
	fs.FileInfo
	dirs bool
}

func (e endless) Open(string) (fs.File, error) { return e, nil }
func (endless) Stat() (fs.FileInfo, error)     { return nil, errors.New("no stat") }
func (endless) Read([]byte) (int, error)       { return 0, io.EOF }
func (endless) Close() error                   { return nil }
func (e endless) IsDir() bool                  { return e.dirs }
func (endless) Name() string                   { return "x" }
func (endless) Type() fs.FileMode              { return 0 }
func (endless) Info() (fs.FileInfo, error)     { return nil, errors.New("no info") }
func (e endless) ReadDir(n int) ([]fs.DirEntry, error) {
	return slices.Repeat([]fs.DirEntry{e}, n), nil
}

func TestEndless(t *testing.T) {
	for _, dirs := range []bool{true, false} {
		_, err := suite.Search(endless{dirs: dirs}, "")
		if err == nil || !strings.HasPrefix(err.Error(), "more than 1048576 files") {
			t.Errorf("error %v, want that there are too many", err)
		}
	}
	deep := of(strings.Repeat("d/", 15) + "1.in " + strings.Repeat("e/", 16) + "1.in")
	s, err := suite.Search(deep, "")
	if err != nil || len(s.Cases) != 1 || len(s.Warnings) != 1 ||
		!strings.Contains(s.Warnings[0].Error(), "is not searched") {
		t.Errorf("cases %v, %v, want one and a warning", s, err)
	}
}
