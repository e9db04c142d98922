package view

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// plant makes files in a new directory: "a/" is a directory, "a -> b" a link, "a|" a pipe.
func plant(t *testing.T, names ...string) (dir string) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		name, target, isLink := strings.Cut(name, " -> ")
		path := filepath.Join(dir, strings.TrimRight(name, "/|"))
		err := os.MkdirAll(filepath.Dir(path), 0o755)
		switch {
		case err != nil:
		case isLink:
			err = os.Symlink(target, path)
		case strings.HasSuffix(name, "/"):
			err = os.MkdirAll(path, 0o755)
		case strings.HasSuffix(name, "|"):
			err = unix.Mkfifo(path, 0o600)
		default:
			err = os.WriteFile(path, nil, 0o755)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// below returns the entries below a directory, as "kind name".
func below(dir string, entries []Entry) (found []string) {
	for _, e := range entries {
		name, err := filepath.Rel(dir, e.Path)
		if err == nil && (e.Path == dir || filepath.IsLocal(name)) {
			found = append(found, string(e.Kind)+" "+name)
		}
	}
	return found
}

// A list has, in place of a directory with a hidden entry, the other entries of the directory. If a
// path is below a shown and a hidden one, the longer of these counts.
func TestViewList(t *testing.T) {
	dir := plant(t, "own/eight", "own/lib/a", "own/cases/1.in", "own/cases/1.out",
		"own/cases/keep/x", "own/pipe|", "own/link -> lib", "other/x", "way -> own", "round -> round")
	for _, tt := range []struct {
		name             string
		show, hide, want []string
	}{
		{"whole", []string{"own"}, nil, []string{"h own"}},
		{"links on the way", []string{"way/link/a"}, nil,
			[]string{"d .", "d own", "d own/lib", "h own/lib/a", "l own/link", "l way"}},
		{"hidden directory", []string{"own"}, []string{"own/cases"},
			[]string{"d .", "s own", "h own/eight", "h own/lib", "l own/link"}},
		{"shown below hidden", []string{"own", "own/cases/keep"}, []string{"own/cases"},
			[]string{"d .", "s own", "d own/cases", "h own/cases/keep", "h own/eight", "h own/lib",
				"l own/link"}},
		{"hidden file", []string{"own/cases"}, []string{"own/cases/1.out"},
			[]string{"d .", "d own", "s own/cases", "h own/cases/1.in", "h own/cases/keep"}},
		{"hidden by a link", []string{"own"}, []string{"way/link"},
			[]string{"d .", "s own", "h own/cases", "h own/eight", "l own/link"}},
		{"both", []string{"own"}, []string{"own"}, nil},
		{"elsewhere", []string{"own"}, []string{"other"}, []string{"h own"}},
		{"missing and circular", []string{"none", "round", "own/lib"}, []string{"none"},
			[]string{"h own/lib"}},
	} {
		v := newView()
		for _, name := range tt.show {
			v.add(filepath.Join(dir, name))
		}
		for _, name := range tt.hide {
			v.conceal(filepath.Join(dir, name))
		}
		got := below(dir, v.Entries(true))
		got = slices.DeleteFunc(got, func(s string) bool {
			return strings.HasPrefix(s, "d ") && !slices.Contains(tt.want, s)
		})
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// A program's own files are those that its command names, with what is beside them, or
// else its directory. Names with a dot, pipes, directories of all kinds and what the judge is
// writing are left out.
func TestOwnFiles(t *testing.T) {
	dir := plant(t, "work/x.py", "work/alice/eight", "work/alice/data", "work/bob/eight",
		"work/.env", "work/pipe|", "home/x.py", "home/mail", "work/env/bin/python",
		"work/env/lib/l", "work/env/pyvenv.cfg", "tools/bin/run", "tools/lib/l", "tools/.git/x",
		"work/bin/eight", "work/lib/l", "work/script", "work/.venv/bin/python -> /bin/sh",
		"work/.venv/lib/l", "work/.venv/pyvenv.cfg", "more/bin/sh -> /bin/sh", "more/lib/l")
	t.Setenv("HOME", dir+"/home")
	t.Setenv("TMPDIR", dir+"/tmp")
	t.Setenv("PATH", dir+"/tools/bin:/usr/bin:/bin")
	script := []byte("#!/usr/bin/env -S run -x\n")
	if err := os.WriteFile(dir+"/work/script", script, 0o755); err != nil {
		t.Fatal(err)
	}
	report, err := os.Create(dir + "/work/report")
	if err != nil {
		t.Fatal(err)
	}
	defer report.Close()
	for _, tt := range []struct {
		name, args, dir string
		want, not       []string
	}{
		{"nothing named", "sh -c ls", "work",
			[]string{"work/x.py", "work/alice/eight"},
			[]string{"work/.env", "work/pipe", "work/report", "home"}},
		{"a program", "./alice/eight", "work",
			[]string{"work/alice/eight", "work/alice/data"}, []string{"work/x.py", "work/bob/eight"}},
		{"an argument", "sh bob/eight", "work",
			[]string{"work/bob/eight"}, []string{"work/alice/eight"}},
		{"a report", "sh report", "work", []string{"work/x.py"}, []string{"work/report"}},
		{"a directory", "sh bob -x", "work", []string{"work/bob/eight"}, []string{"work/x.py"}},
		{"in a home", "sh x.py", "home", []string{"home/x.py"}, []string{"home/mail", "work/x.py"}},
		{"nothing named in a home", "sh -c ls", "home", nil, []string{"home/x.py"}},
		{"with a dot", "sh .env", "work", []string{"work/.env", "work/x.py"}, nil},
		{"Python's environment", "env/bin/python x.py", "work",
			[]string{"work/env/lib/l", "work/x.py"}, []string{"work/.env"}},
		{"an environment of the system's Python", ".venv/bin/python x.py", "work",
			[]string{"work/.venv/lib/l", "work/x.py"}, []string{"work/.env"}},
		{"with a dot, named last", "sh x.py .env", "work",
			[]string{"work/.env", "work/x.py"}, []string{"work/.venv"}},
		{"a link to the system", "../more/bin/sh x.py", "work",
			[]string{"work/x.py"}, []string{"more/lib/l"}},
		{"not a toolchain", "bin/eight", "work", []string{"work/bin/eight"}, []string{"work/lib/l"}},
		{"a tool", "run", "work", []string{"tools/lib/l", "tools/bin/run"}, []string{"home"}},
		{"a script", "./script", "work", []string{"tools/bin/run", "work/x.py"}, nil},
		{"the root", "sh /", "work", []string{"work/x.py"}, []string{"home"}},
	} {
		args := strings.Fields(tt.args)
		own := filepath.Join(dir, tt.dir)
		path := filepath.Join(own, args[0])
		if filepath.Base(args[0]) == args[0] {
			var err error
			if path, err = exec.LookPath(args[0]); err != nil {
				t.Fatal(err)
			}
		}
		v := New(&Command{Args: args, Path: path, Dir: own}, &Options{})
		v.Entries(true)
		for _, name := range tt.want {
			if !v.sees(filepath.Join(dir, name)) {
				t.Errorf("%s: %s is not seen", tt.name, name)
			}
		}
		for _, name := range tt.not {
			if v.sees(filepath.Join(dir, name)) {
				t.Errorf("%s: %s is seen", tt.name, name)
			}
		}
	}
}

// A directory that is moved on while we walk is read once.
func TestMovedOn(t *testing.T) {
	dir := plant(t, "a/t/x", "b/")
	var seen []string
	err := WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if seen = append(seen, strings.TrimPrefix(path, dir)); e.Name() == "x" {
			err = os.Rename(dir+"/a/t", dir+"/b/t")
		}
		return err
	})
	if want := []string{"", "/a", "/a/t", "/a/t/x", "/b", "/b/t"}; err != nil ||
		!slices.Equal(seen, want) {
		t.Errorf("WalkDir has seen %q, %v, want %q", seen, err, want)
	}
}

// Links may lead through very many directories: we give up before the kernel does.
func TestLongLinks(t *testing.T) {
	dir := plant(t, "d/x", "link3 -> d/x")
	for i := range 3 {
		target := fmt.Sprint(strings.Repeat("d/../", 700), "link", i+1)
		if err := os.Symlink(target, fmt.Sprint(dir, "/link", i)); err != nil {
			t.Fatal(err)
		}
	}
	for link, want := range map[string]string{"link1": dir + "/d/x", "link0": "", "link3/y": ""} {
		if real, _ := resolve(filepath.Join(dir, link)); real != want {
			t.Errorf("%s leads to %q, want %q", link, real, want)
		}
	}
}

// Only paths that exist and are neither seen nor hidden are worth a hint.
func TestUnseen(t *testing.T) {
	dir := plant(t, "own/x", "own/secret", "other/x", "closed/x")
	v := newView()
	v.work = dir + "/other"
	v.add(dir + "/own")
	v.conceal(dir + "/own/secret")
	for name, mode := range map[string]os.FileMode{"..": 0o711, ".": 0o711, "closed": 0o700} {
		if err := os.Chmod(filepath.Join(dir, name), mode); err != nil {
			t.Fatal(err)
		}
	}
	for text, want := range map[string]string{
		"cat: " + dir + "/other/x: No such file":                          dir + "/other/x",
		"open " + dir + "/own/x, '" + dir + "/own/secret' and '/no/such'": "",
		"/proc/self/x and /":                    "",
		"cat: x: No such file or directory":     dir + "/other/x",
		"No such file or directory: 'x'":        dir + "/other/x",
		`open("../own/x") or "../own/secret"`:   "",
		"no 'x y', it's x":                      "",
		"no " + dir + "/closed/x":               "",
		dir + strings.Repeat("/../other", 5000): "",
		strings.Repeat("/a", 40000):             "",
	} {
		if got := v.Unseen([]byte(text), true); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// The owner of a directory may replace what a view has found there by a link to any file.
func TestReplacedByLink(t *testing.T) {
	dir := plant(t, "own/p", "own/data/x", "own/link -> ../jury", "own/q -> ../jury/x", "jury/x")
	own := filepath.Join(dir, "own")
	v := New(&Command{Args: []string{own + "/q"}, Path: own + "/q", Dir: "/",
		Own: []string{own + "/q", own + "/link", own + "/data"}}, &Options{})
	for name, want := range map[string]bool{"jury/x": false, "own/data/x": true} {
		if got := v.sees(filepath.Join(dir, name)); got != want {
			t.Errorf("sees %s: %v, want %v", name, got, want)
		}
	}
	held, err := Hold(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer held.Close()
	in, err := Enter(held, "own")
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	for name, want := range map[string]error{"own/q": unix.ELOOP, "own/link/x": unix.ELOOP,
		"own/data": os.ErrInvalid, "own/p": nil, "own/none": unix.ENOENT} {
		f, err := OpenReal(filepath.Join(dir, name))
		if !errors.Is(err, want) {
			t.Errorf("OpenReal of %s: %v, want %v", name, err, want)
		}
		f.Close()
		if path.Dir(name) == "own" {
			f, err = OpenIn(in, path.Base(name))
		} else {
			f, err = Enter(in, "link")
			want = unix.ENOTDIR
		}
		if !errors.Is(err, want) {
			t.Errorf("OpenIn of %s: %v, want %v", name, err, want)
		}
		f.Close()
	}
	// Another directory in the place of one that is held is not looked into.
	if err := os.Rename(dir, dir+"-moved"); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "own/p"), 0o755); err != nil {
		t.Fatal(err)
	}
	if again, err := Enter(held, "own"); err != nil {
		t.Errorf("Enter own in a directory that was moved: %v", err)
	} else if f, err := OpenIn(again, "p"); err != nil {
		t.Errorf("OpenIn of own/p in a directory that was moved: %v", err)
	} else {
		f.Close()
		again.Close()
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(dir+"-moved", dir); err != nil {
		t.Fatal(err)
	}
	var seen []string
	WalkDir(own, func(path string, e fs.DirEntry, err error) error {
		if seen = append(seen, strings.TrimPrefix(path, own)); err != nil {
			seen = append(seen, err.(*fs.PathError).Err.Error())
		} else if path == own+"/data" { // before it is read
			err = errors.Join(os.Rename(path, own+"/past"), os.Symlink(dir+"/jury", path))
		}
		return err
	})
	want := []string{"", "/data", "/data", unix.ELOOP.Error()}
	if !slices.Equal(seen, want) {
		t.Errorf("WalkDir has seen %q, want %q", seen, want)
	}
}
