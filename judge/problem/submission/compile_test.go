package submission_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"tilejudge/judge"
	"tilejudge/judge/judgetest/lack"
	"tilejudge/judge/problem/submission"
	"tilejudge/judge/program/sandbox"
)

// runner starts a runner, or skips the test if a compiler is missing.
func runner(t *testing.T, needs ...string) *sandbox.Runner {
	t.Helper()
	for _, name := range needs {
		if _, err := exec.LookPath(name); err != nil {
			lack.Skip(t, "the program "+name, "install the package "+name)
		}
	}
	r, err := sandbox.Start(sandbox.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

// javaMain returns a source whose last class prints a word.
func javaMain(classes, word string) string {
	return classes + " { public static void main(String[] w) { System.out.println(\"" + word +
		"\"); } }"
}

// compileAndRun returns the output of a program, or the compiler's message.
func compileAndRun(t *testing.T, r *sandbox.Runner, s *submission.Submission) (string, error) {
	t.Helper()
	dir := t.TempDir()
	os.Chmod(filepath.Dir(dir), 0o755)
	os.Chmod(dir, 0o755)
	message, err := s.Compile(t.Context(), r, dir, nil)
	if err != nil || message != "" {
		return message, err
	}
	out := filepath.Join(t.TempDir(), "out")
	_, err = r.Run(t.Context(), sandbox.Command{Args: s.Command, Stdout: out})
	text, _ := os.ReadFile(out)
	return string(text), err
}

const isMain = "import { fileURLToPath } from 'url'\n"

// A source for Node finds itself where the command says that it is.
func TestNodeMain(t *testing.T) {
	runner(t, "node").Close()
	t.Chdir(tree(t, map[string]string{
		"a.mjs": isMain + "if (fileURLToPath(import.meta.url) === process.argv[1]) console.log('7')",
	}))
	a := &submission.Submission{Name: "a", Command: []string{"node", "a.mjs"}}
	c := contest([]*submission.Submission{a}, equal("7\n"))
	if got := onlyVerdict(t, c); !strings.HasPrefix(got, "AC") {
		t.Error(got)
	}
}

// Sources are compiled in the sandbox, and what comes out runs.
func TestCompile(t *testing.T) {
	for _, tt := range []struct{ needs, name, text, want string }{
		{"gcc", "a.c", "#include <stdio.h>\nint main(void) { puts(\"fine\"); }\n", "fine\n"},
		{"gcc", "a.c", "int main( { }\n", "a.c:1:"},
		{"g++", "a.C", "#include <cstdio>\nint main() { puts(\"fine\"); }\n", "fine\n"},
		{"python3", "a.py", "print('fine')\n", "fine\n"},
		{"python3", "a.py", "print('fine'\n", "SyntaxError: "},
		{"node", "a.js", "const { Worker, isMainThread } = require('worker_threads')\n" +
			"if (isMainThread) new Worker(__filename); else console.log('fine')", "fine\n"},
		{"node", "a.mjs", "import { Worker, isMainThread } from 'worker_threads'\n" +
			"if (isMainThread) new Worker(new URL(import.meta.url)); else console.log('fine')", "fine\n"},
		{"node", "a.mjs", isMain + "if (fileURLToPath(import.meta.url) === process.argv[1]) " +
			"console.log('fine')", "fine\n"},
		{"node", "A.JS", "if (__filename === process.argv[1]) console.log('fine')", "fine\n"},
		{"node", "a.cjs", "let\nlet error = ;", "SyntaxError: "},
		{"python3", "a.py", "try: import program\nexcept ImportError: print('fine')\n", "fine\n"},
		{"rustc", "a.rs", "fn f(x: &u32) -> impl std::fmt::Display { x }\n" + // not in 2021
			"fn main() { if f(&1).to_string() == \"1\" { println!(\"fine\"); } }\n", "fine\n"},
		{"rustc", "a.rs+x", "#![ allow(unused) ]\nfn main() { println!(\"fine\"); }\n", "fine\n"},
		{"python3", "a.py+x", "#!/usr/bin/env no-python\nprint('fine')\n", "fine\n"},
		{"python3", "b.py+x", "#!/usr/bin/env python3\r\nprint('fine')\n", "fine\n"},
		{"python3", "c.py+x", "#!/usr/bin/env python3\nprint('fine')\n", "fine\n"},
		{"sh", "a.xyz", "# @RUN@: sh {output}\necho fine\n", "fine\n"},
		{"sh", "a.out", "# @RUN@: sh {output}\necho fine\n", "fine\n"},
		{"sh", "a.xyz", "# @COMPILE@: sh -c 'tr f F < \"$1\" > \"$2\"' sh {input} {output}\n" +
			"# @RUN@: sh {output}\necho fine\n", "Fine\n"},
		{"sh", "a.xyz", "# @COMPILE@: sh -c 'echo no error >&2; exit 1'\n", "no error"},
		{"sh", "a.xyz", "# @COMPILE@: sh -c 'printf \"# x\\n./x.go:2:5: undefined: y\" >&2; exit 1'\n",
			"./x.go:2:5: undefined: y"},
		{"sh", "a.xyz", "# @COMPILE@: sh -c 'exit 1' {input}\n", "the compiler failed"},
		{"sh", "a.xyz", "# @COMPILE@: sh -c 'printf %9000d 1 >&2; exit 1' {input}\n", "1"},
		{"sh", "a.xyz", "# @COMPILE@: sh -c 'printf case.xyz%09000d 1 >&2; exit 1' {input}\n",
			"a.xyz" + strings.Repeat("0", 495) + "…"},
		{"gcc", "a.c", "// @COMPILE@: gcc {input} -o {output}\nint puts(); int main(void) { puts(" +
			"\"fine\"); }\n", "fine\n"},
		{"gcc", "an error.c", "// @COMPILE@: sh -c 'gcc {input} -o {output}'\nint main( { }\n",
			"an error.c:2:"},
		{"javac", "a.java", javaMain("public class a", "fine"), "fine\n"},
		{"javac", "a.java", javaMain("class b { b(String[] s) {} }\nclass a", "fine"), "fine\n"},
		{"javac", "a-b.java", javaMain("class a {}\npublic final class Main", "fine"), "fine\n"},
		{"javac", "a-b.java", javaMain("class a {}\nclass Main", "fine"), "fine\n"},
		{"javac", "x.java", javaMain("class Main", "fine") + javaMain("class Brute", ""), "fine\n"},
		{"javac", "-x.java", javaMain("class A", "fine"), "fine\n"},
		{"javac", "@x.java", javaMain("class A", "fine"), "fine\n"},
		{"javac", "a.java", javaMain("class B<T> { B(String[] s) {} }\nfinal class X", "fine"),
			"fine\n"},
		{"javac", "a.java", javaMain("class A { class a { a(String[] s) {} } }\nclass X", "fine"),
			"fine\n"},
		{"javac", "a.java", javaMain("class A { A(String[] s) {} }\ninterface X", "fine"), "fine\n"},
		{"javac", "a.java", javaMain("class A { A(String[] s) {} }\nclass Subclass extends A\n"+
			"implements Cloneable { Subclass() { super(null); } }\nclass X extends Subclass", "fine"),
			"fine\n"},
		{"javac", "a.java", strings.Replace(javaMain("class A { A(String[] s) {} }\nclass X", "fine"),
			"static", "static synchronized", 1), "fine\n"},
		{"javac", "a.java", javaMain("package x.y; class b {}\npublic class Main", "fine"), "fine\n"},
		{"javac", "a.java", "public class Main {\n\tint f() {}\n}", "Main.java:2: error: missing"},
		{"javac", "a.java", javaMain("package x; class b", "fine"), "fine\n"},
		{"javac", "a.java", "class Main {", "a.java:1: error: reached end of file"},
	} {
		t.Run(tt.name+" "+tt.want, func(t *testing.T) {
			if tt.needs == "javac" && testing.Short() {
				t.Skip("takes a second")
			}
			r := runner(t, tt.needs)
			all, _, err := submission.Find(tree(t, map[string]string{tt.name: tt.text}))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := all[0].Compiler(); err != nil {
				t.Fatal(err)
			}
			got, err := compileAndRun(t, r, all[0])
			if err != nil || !strings.HasPrefix(got, tt.want) {
				t.Errorf("%s %q: %q, %v; want %q", tt.name, tt.text, got, err, tt.want)
			}
		})
	}
}

// A directory below one of an expected verdict is one program, and sees no other.
func TestFolder(t *testing.T) {
	const puts = "#include <stdio.h>\n#include \"b.h\"\nint main(void) { puts(b()); }\n"
	const header = "#include \"{secret}\"\n"
	for _, tt := range []struct {
		needs string
		files map[string]string
		want  string
	}{
		{"gcc", map[string]string{"main.c": puts, "b.h": "char *b(void);", "b.c": "#include \"b.h\"\n" +
			"char *b(void) { return \"fine\"; }"}, "fine\n"},
		{"gcc", map[string]string{"a.c": puts, "b.h": "#define b() \"fine\""}, "fine\n"},
		{"gcc", map[string]string{"a.c": puts, "b.h": header}, "b.h:1:10: fatal error: /"},
		{"gcc", map[string]string{"a.c": puts, "b.h": "->../secret.h"}, "a.c:2:10: fatal error: b.h"},
		{"gcc", map[string]string{"main.c+x": puts, "b.h+x": "#define b() \"fine\"",
			"README.md+x": "# a\n", "a.out+x": "\x7fELF\x00", "tests/gen.py": ""}, "fine\n"},
		{"python3", map[string]string{"main.py": "import u.f", "u/f.py": "print('fine')"}, "fine\n"},
		{"python3", map[string]string{"main.py+x": "#!/usr/bin/env python3\nimport u",
			"u.py": "print('fine')"}, "fine\n"},
		{"gcc", map[string]string{"main.c": puts, "b.h": "#define b() \"fine\"",
			"sub/main.py": "# @COMPILE@: gcc '"}, "fine\n"},
		{"gcc", map[string]string{"src/main.c": puts, "include/b.h": "#include \"c.h\"",
			"include/stdio.h": "#error", "c.h": "#define b() \"fine\""}, "fine\n"},
		{"javac", map[string]string{"Main.java": javaMain("class Main", "fine\" + Util.X + \""),
			"Util.java": "class Util { static int X = 1; }", "module-info.java": "module m {}"},
			"fine1\n"},
		{"javac", map[string]string{"src/x/App.java": "package x;\n" + javaMain("public class App",
			"\" + new java.util.Scanner(App.class.getResourceAsStream(\"t.txt\")).next() + "+
				"java.util.ResourceBundle.getBundle(\"b\").getString(\"k\") + \""),
			"src/x/t.txt": "fi", "src/main/resources/b.properties": "k=ne"}, "fine\n"},
		{"rustc", map[string]string{"main.rs": "mod u; fn main() { u::f() }",
			"u.rs": "pub fn f() { println!(\"fine\") }"}, "fine\n"},
		{"rustc", map[string]string{"src/main.rs": "fn main() { my_puzzle::f() }",
			"src/lib.rs": "pub fn f() { println!(\"fine\") }",
			"Cargo.toml": "[ package ]\nname = 'my-puzzle' # \"\n[[bin]]\nname = \"b\"\n"}, "fine\n"},
		{"rustc", map[string]string{"src/bin/a.rs": "fn main() { println!(\"fine\") }",
			"src/lib.rs": "", "Cargo.toml": "[package]\nname = \"std\"\n"}, "fine\n"},
		{"go", map[string]string{"a.go": "package a; func main() {}"}, "-buildmode=exe requires exactly"},
		{"go", map[string]string{"a.go": "package main; func main() { f() }",
			"b.go": "package main; func f() { print(); println2() }",
			"c.go": "package main; import \"fmt\"; func println2() { fmt.Println(\"fine\") }"}, "fine\n"},
		{"go", map[string]string{"a.go": "package main; func main() { f() }", "t.txt": "fine",
			"f_plan9.go": "package main; func f() {}",
			"f_linux.go": "package main; import \"os\"; import _ \"embed\"\n//go:embed t.txt\n" +
				"var s string\nfunc f() { os.Stdout.WriteString(s) }"}, "fine"},
		{"go", map[string]string{"a.go": "//go:build ignore\n\npackage main; func main() { f() }",
			"b.go": "package main; import \"os\"; func f() { os.Stdout.WriteString(\"fine\") }"}, "fine"},
		{"go", map[string]string{"go.mod": "module m\n", "u/f.txt": "fine\n",
			"cmd/m/m.go": "package main; import (\"m/u\"; \"os\"); " +
				"func main() { os.Stdout.WriteString(u.F) }",
			"u/u.go": "package u; import _ \"embed\"\n//go:embed f.txt\nvar F string"}, "fine\n"},
		{"node", map[string]string{"main.js": "console.log(require('./lib'))",
			"lib/index.js": "module.exports = 'fine'"}, "fine\n"},
		{"node", map[string]string{"run.js": "console.log(require('./lib'))",
			"lib/index.js": "module.exports = 'fine'"}, "fine\n"},
		{"node", map[string]string{"run.js": "console.log(require('u'))",
			"node_modules/u/index.js": "module.exports = 'fine'"}, "fine\n"},
		{"node", map[string]string{"index.js": "require('./u')",
			"u.js": "console.log('fine')"}, "fine\n"},
		{"node", map[string]string{"lib/main.js": "", "lib/index.js": "console.log('fine')",
			"package.json": "\ufeff" + `{"main": "lib", "scripts": {"start": [0]}}`}, "fine\n"},
		{"node", map[string]string{"a.js": "import { f } from './u.js'; f()", "a.py": "",
			"package.json": `{"type": "module", "main": "u.js",
				"scripts": {"start": "node -r ./u.js a.js 7"}}`,
			"u.js": "export function f() { console.log('fine') }"}, "fine\n"},
		{"node", map[string]string{"a.mjs": "import { f } from './u.cjs'; f()",
			"u.cjs": "exports.f = () => console.log('fine')", "a.config.js": ""}, "fine\n"},
		{"node", map[string]string{"a.cjs": "console.log('fine')", "u.js": "require('./a.cjs')"},
			"fine\n"},
		{"node", map[string]string{"A.JS": "if (__filename === process.argv[1]) console.log('fine')"},
			"fine\n"},
		{"python3", map[string]string{"src/main.py": "print('fine')", "x.js": "",
			"package.json": `{"main": "x.js"}`}, "fine\n"},
		{"python3", map[string]string{"a.py": "print('fine')",
			"venv/lib/python3/site-packages/pip/main.py": ""}, "fine\n"},
		{"python3", map[string]string{"conftest.py": "", "solve.py": "print('fine')", "setup.py": "",
			"build.rs": ""}, "fine\n"},
	} {
		t.Run(tt.needs+" "+tt.want, func(t *testing.T) {
			if testing.Short() && (tt.needs == "javac" || tt.needs == "go" || tt.needs == "rustc") {
				t.Skip("takes a second")
			}
			r := runner(t, tt.needs)
			dir := tree(t, map[string]string{"accepted/secret.h": "#define b() \"secret\""})
			for name, text := range tt.files {
				name, isExecutable := strings.CutSuffix(name, "+x")
				file, mode := filepath.Join(dir, "accepted", "x", name), os.FileMode(0o600)
				if isExecutable {
					mode = 0o700
				}
				text = strings.ReplaceAll(text, "{secret}", filepath.Join(dir, "accepted", "secret.h"))
				err := os.MkdirAll(filepath.Dir(file), 0o755)
				if to, ok := strings.CutPrefix(text, "->"); ok {
					err = errors.Join(err, os.Symlink(to, file))
				} else {
					err = errors.Join(err, os.WriteFile(file, []byte(text), mode))
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			all, _, err := submission.Find(dir)
			if err != nil || len(all) != 1 {
				t.Fatalf("found %d programs, %v, want one", len(all), err)
			}
			got, err := compileAndRun(t, r, all[0])
			if err != nil || !strings.HasPrefix(got, tt.want) {
				t.Errorf("%q, %v; want %q", got, err, tt.want)
			}
		})
	}
}

// Perl runs what a script uses when it checks the script: what is beside it is found there, too.
func TestPerlModule(t *testing.T) {
	runner(t, "perl").Close()
	all, _, err := submission.Find(tree(t, map[string]string{
		"accepted/x/main.pl": "use lib '.'; use X; print X::f();",
		"accepted/x/X.pm":    "package X; sub f { 7 } 1",
	}))
	if err != nil {
		t.Fatal(err)
	}
	if got := onlyVerdict(t, contest(all, equal("7"))); !strings.HasPrefix(got, "AC") {
		t.Error(got)
	}
}

// The heap of Java is below the limit of memory: garbage is collected in time.
func TestJavaHeap(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second")
	}
	runner(t, "javac").Close()
	for _, tt := range []struct {
		limit      int64 // MiB
		main, want string
	}{
		{64, "byte[] b = new byte[20 << 20];", "AC "}, {1 << 40, "", "AC "},
		{128, "int[] b = new int[20_000_000];", "AC "},
		{256, "long[] b = new long[25_000_000];", "AC "},
		{128, "byte[][] live = new byte[640][]; " +
			"for (int i = 0; i < 20000; i++) live[i * 31 % 640] = new byte[100_000];", "AC "},
		{128, "byte[][] live = new byte[5000][]; for (int i = 0; i < 400000; i++) " +
			"live[i % 5000] = new byte[1000]; deep(400000);", "AC "},
		{64, "for (Object o = null; words != null;) o = new Object[] {o};",
			"MLE the heap is full; limit 64 MiB"},
	} {
		all, _, err := submission.Find(tree(t, map[string]string{"Main.java": "class Main { " +
			"static int deep(int n) { return n == 0 ? 0 : 1 + deep(n - 1); } " +
			"public static void main(String[] words) { " + tt.main + " System.out.print(7); } }"}))
		if err != nil {
			t.Fatal(err)
		}
		c := contest(all, equal("7"))
		c.Trial.Limits.Memory = tt.limit << 20
		if got := onlyVerdict(t, c); !strings.HasPrefix(got, tt.want) {
			t.Errorf("limit %d MiB, %s: %s, want %s", tt.limit, tt.main, got, tt.want)
		}
	}
}

// So is the heap of Node.
func TestNodeHeap(t *testing.T) {
	runner(t, "node").Close()
	for main, want := range map[string]string{
		"for (let i = 0; i < 6e6; i++) all[i % 2e5] = [i, {i}];": "AC ",
		"for (;;) all.push([all.length]);":                       "MLE ",
	} {
		all, _, err := submission.Find(tree(t, map[string]string{
			"accepted/a.js": "const all = []; " + main + " process.stdout.write(`7`)",
		}))
		if err != nil {
			t.Fatal(err)
		}
		c := contest(all, equal("7"))
		c.Trial.Limits.Memory = 128 << 20
		if got := onlyVerdict(t, c); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s, want %s", main, got, want)
		}
	}
}

// Who hands in more sources than a command can name gets CE, unless the language needs no names.
func TestManySources(t *testing.T) {
	if testing.Short() {
		t.Skip("makes thousands of files")
	}
	for needs, tt := range map[string]struct{ extension, text, want string }{
		"gcc":     {".c", "int main(void) { return 0; }", `cannot start "gcc": argument list too long`},
		"python3": {".py", "print('fine')", "fine\n"},
	} {
		r := runner(t, needs)
		files := map[string]string{"accepted/x/main" + tt.extension: tt.text}
		for i := range 3000 {
			name := fmt.Sprintf("accepted/x/%0200d%s", i, tt.extension)
			files[name] = ""
		}
		all, _, err := submission.Find(tree(t, files))
		if err != nil || len(all) != 1 {
			t.Fatalf("found %d programs, %v, want one", len(all), err)
		}
		got, err := compileAndRun(t, r, all[0])
		if err != nil || got != tt.want {
			t.Errorf("%s: %q, %v; want %q", needs, got, err, tt.want)
		}
	}
}

// If a compiler fails on every source, that is not the contestant's fault.
func TestCompilerIsBroken(t *testing.T) {
	runner(t, "sh").Close()
	tools := tree(t, map[string]string{"rustc+x": "#!/bin/sh\necho error: no toolchain >&2\nexit 1\n"})
	os.Chmod(filepath.Dir(tools), 0o755)
	t.Setenv("PATH", tools+":"+os.Getenv("PATH"))
	all, _, err := submission.Find(tree(t, map[string]string{
		"a.rs": "fn main() {}", "b.x": "// @COMPILE@: rustc {input}\n",
		"accepted/c/c.x":     "// @COMPILE@: {folder}/rustc\n",
		"accepted/c/rustc+x": "#!/bin/sh\nexit 1\n",
	}))
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	c := contest(all, equal(""))
	c.Each = func(r *judge.Result) error {
		fmt.Fprintf(&got, "%s %v: %s\n", r.Program, r.Verdict, r.Message)
		return nil
	}
	_, err = c.Run(t.Context())
	const why = "JE: rustc does not work in the sandbox (see --mount): error: no toolchain\n"
	want := "a.rs " + why + "accepted/c/c.x CE: the compiler failed, and wrote no message\n" +
		"b.x " + why
	if err != nil || got.String() != want {
		t.Errorf("%v, found\n%s\nwant\n%s", err, &got, want)
	}
}

func TestCompilerIsMissing(t *testing.T) {
	dir := tree(t, map[string]string{"a.x": "# @COMPILE@: no-such-compiler\n"})
	all, _, err := submission.Find(dir)
	if err != nil {
		t.Fatal(err)
	}
	_, err = all[0].Compiler()
	const want = "a.x: it needs no-such-compiler: "
	if err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
}

// A checker of scripts takes an empty one, and may say that it is in order.
func TestEmptyScript(t *testing.T) {
	r := runner(t, "perl")
	all, _, err := submission.Find(tree(t, map[string]string{"a.pl": ""}))
	if err != nil {
		t.Fatal(err)
	}
	got, err := all[0].Compile(t.Context(), r, t.TempDir(), nil)
	if want := "the program is empty"; err != nil || got != want {
		t.Errorf("%q, %v; want %q", got, err, want)
	}
}

// What is wrong with one source does not keep the other programs from being judged.
func TestBadSources(t *testing.T) {
	r := runner(t, "sh")
	self, _ := os.Executable()
	for text, want := range map[string]string{
		"# @RUN@: 'x\n":                 "a.x: @RUN@: found",
		"# @EXPECTED_RESULTS@: FINE\n":  "a.x: @EXPECTED_RESULTS@: found",
		"# @COMPILE@: /no/such/one\n":   `cannot start "/no/such/one": no such file`,
		"# @COMPILE@: /etc/passwd\n":    `cannot start "/etc/passwd": no such file`,
		"# @COMPILE@: " + self + "\n":   "cannot start",
		"# @COMPILE@: /proc/self/exe\n": "cannot start",
		"# @RUN@: sh {output}\n":        "found a source of more",
	} {
		dir := tree(t, map[string]string{"a.x": text})
		all, _, err := submission.Find(dir)
		if strings.HasPrefix(want, "found a source") {
			err = os.Truncate(filepath.Join(dir, "a.x"), sandbox.MaxScratch)
		}
		if err != nil {
			t.Fatal(err)
		}
		got, err := all[0].Compile(t.Context(), r, t.TempDir(), nil)
		if err != nil || !strings.HasPrefix(got, want) {
			t.Errorf("%.40q: %q, %v, want %s", text, got, err, want)
		}
	}
}
