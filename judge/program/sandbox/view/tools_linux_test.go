package view

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// Programs behind shims are found, and only those.
func TestTools(t *testing.T) {
	dir := plant(t, "cargo/rustup", "cargo/rustc -> rustup", "mise/bin/mise",
		"mise/shims/node -> ../bin/mise", "other/plain", "other/away -> plain")
	for name, text := range map[string]string{
		"cargo/rustup": "#!/bin/sh\nprintf x >>" + dir + "/cargo/rustup.calls\necho " + dir +
			"/rust/bin/$2\n",
		"mise/bin/mise": "#!/bin/sh\necho " + dir + "/node/bin/$2\n",
		"pyenv": "#!/bin/sh\n[ \"$2\" = python3 ] && echo $0 >>$0.calls && " +
			"echo " + dir + "/3/bin/$2\n",
		"shims/python3": "#!/usr/bin/env bash\nset -e\n" +
			"exec \"" + dir + "/pyenv\" exec \"$program\" \"$@\"\n",
		"shims/python2": "#!/usr/bin/env bash\nexec \"" + dir + "/pyenv\" exec \"$program\" \"$@\"\n",
		"own/script":    "#!/usr/bin/env python3\n",
		"own/rustc":     "#!/bin/sh\n",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Link(dir+"/cargo/rustup", dir+"/cargo/cargo"); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+"/cargo:"+dir+"/mise/shims:"+dir+"/shims:"+dir+"/other:/usr/bin:/bin")
	var tools Tools
	for _, tt := range []struct {
		path    string
		args    []string
		program string
		dirs    []string
	}{
		{dir + "/cargo/rustc", []string{"rustc", "x.rs"}, dir + "/rust/bin/rustc",
			[]string{dir + "/rust/bin"}},
		{dir + "/cargo/cargo", []string{dir + "/cargo/cargo"}, dir + "/rust/bin/cargo",
			[]string{dir + "/rust/bin"}},
		{dir + "/cargo/rustup", []string{"rustup"}, dir + "/cargo/rustup", nil},
		{"/bin/sh", []string{"sh", "-c", "python3 -c 1 && node x"}, "/bin/sh",
			[]string{dir + "/3/bin", dir + "/node/bin"}},
		{dir + "/own/script", []string{"./script"}, dir + "/own/script", []string{dir + "/3/bin"}},
		{dir + "/own/rustc", []string{"./rustc"}, dir + "/own/rustc", nil},
		{"/bin/sh", []string{"sh", "python2", "./node", "plain", "away"}, "/bin/sh", nil},
	} {
		program, dirs := tools.Find(tt.path, tt.args)
		if program != tt.program || !slices.Equal(dirs, tt.dirs) {
			t.Errorf("%s %q: %s, %q; want %s, %q", tt.path, tt.args, program, dirs,
				tt.program, tt.dirs)
		}
	}
	if calls, _ := os.ReadFile(dir + "/pyenv.calls"); len(calls) != len(dir+"/pyenv\n") {
		t.Errorf("pyenv was called: %q, want once", calls)
	}
	many := []string{"true"}
	for i := range 50 {
		name := fmt.Sprint("tool", i)
		many = append(many, name)
		if err := os.Link(dir+"/cargo/rustup", dir+"/cargo/"+name); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 { // what is known counts, too
		tools.Find("/bin/true", many)
	}
	if calls, _ := os.ReadFile(dir + "/cargo/rustup.calls"); len(calls) > 10 {
		t.Errorf("rustup was called %d times", len(calls))
	}
}

// A language's program in PATH may be a link: then the toolchain is shown to which it leads. What
// other links lead to is not: a contestant may name them.
func TestLinkedTools(t *testing.T) {
	dir := plant(t, "bin/node-20 -> ../opt/node/bin/node", "opt/node/bin/node", "opt/node/lib/npm",
		"bin/run -> ../opt/other/bin/run", "opt/other/bin/run", "opt/other/lib/file")
	t.Setenv("PATH", dir+"/bin:/usr/bin:/bin")
	v := New(&Command{
		Args: []string{"sh", "-c", "run"}, Path: "/bin/sh", Dir: dir + "/work", Own: []string{},
	}, &Options{})
	for name, want := range map[string]bool{
		"opt/node/bin/node": true, "opt/node/lib/npm": true,
		"opt/other/bin/run": false, "opt/other/lib/file": false,
	} {
		if got := v.sees(filepath.Join(dir, name)); got != want {
			t.Errorf("%s is shown: %v, want %v", name, got, want)
		}
	}
}

// Where others can make files, they could choose the version of all programs.
func TestSafeHome(t *testing.T) {
	shared := filepath.Join(t.TempDir(), "shared")
	if err := errors.Join(os.Mkdir(shared, 0o700), os.Chmod(shared, 0o777|os.ModeSticky)); err != nil {
		t.Fatal(err)
	}
	for home, want := range map[string]string{
		"/usr": "/usr", "/no-such-home": "/", "": "/", ".": "/", shared: "/", shared + "/none": "/",
	} {
		t.Setenv("HOME", home)
		if got := safeHome(); got != want {
			t.Errorf("%q: %s, want %s", home, got, want)
		}
	}
}
