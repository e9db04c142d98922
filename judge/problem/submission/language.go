package submission

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/mattn/go-shellwords"

	"tilejudge/judge/program/sandbox"
)

// A language says how a source becomes a program. In the words of commands, {input} stands for the
// source, {output} for the program, and {name} for the name of the source without its extension.
// {more} stands for the other sources of a directory, and {folder} for the directory. {script} is
// the source in its directory if that is the submission, and else its copy {output}. {heap} stands
// for what heap returns.
type language struct {
	extensions []string
	compile    []string // compiles the source, or checks and copies it
	run        []string // nil: {output} alone
	least      string   // a source that every compiler takes, of a program called {name}

	// heap returns the words that set the heap of a program, so that one with much garbage stays
	// within a limit of memory in bytes; 0: there is none. The runtime's own choice follows the
	// machine. nil: there are no such words.
	heap func(limit int64) []string
}

// compiler returns the program that compiles a source.
func (l *language) compiler() string {
	if l.compile[0] == "sh" && l.least != "" {
		return l.compile[3] // see inShell
	}
	return l.compile[0]
}

// inShell returns words that run a script which starts a compiler: $1 is the source, $2 the
// program, $3 the {name}, and those after it are more.
func inShell(compiler, script string, more ...string) []string {
	return append([]string{"sh", "-c", script, compiler, sandbox.InputMark, sandbox.OutputMark,
		"{name}"}, more...)
}

// check returns words that check a source by a command, and copy the source if it is in order.
func check(compiler, command string, more ...string) []string {
	return inShell(compiler, command+` && cat "$1" > "$2"`, more...)
}

// goScript compiles a package of a module, if there is a go.mod: that of the source, or else the
// first one with a main function. Otherwise it compiles the directory of the source, with what is
// embedded and without what is for other systems, or if that fails, all sources as one package.
const goScript = `
case $2 in /*) out=$2 ;; *) out=$PWD/$2 ;; esac
export HOME=$PWD XDG_CONFIG_HOME= GOCACHE=$PWD/c GOPATH=$PWD/p GOTOOLCHAIN=local GOPROXY=off
mkdir -p c .config/go/telemetry && echo off > .config/go/telemetry/mode
if [ -d "${1%/*}" ] && mod=$(cd "${1%/*}" && GO111MODULE=on go env GOMOD) && [ -f "$mod" ] &&
	( : < "$mod" ) 2> /dev/null; then # not one above the folder
	export GO111MODULE=on
	cd "${1%/*}"
	if [ "$(go list -f '{{.Name}}' .)" != main ]; then
		cd "${mod%/*}"
		cd "$(go list -f '{{if eq .Name "main"}}{{.Dir}}{{end}}' ./... | sed '/./!d;q')"
	fi
	vcs=$(go help build | grep -o -m 1 -e -buildvcs) # Go before 1.18 has no such flag
	exec go build ${vcs:+$vcs=false} -buildmode=exe -o "$out" .
fi
export GO111MODULE=off
(cd "${1%/*}" && go build -buildmode=exe -o "$out" .) 2> /dev/null && exit
cp "$1" main.go && shift 3 && for f; do cp "$f" . || exit 1; done
go build -buildmode=exe -o "$out" *.go`

// rustScript takes edition 2024 for what 2021 does not allow, if there is such an edition, and 2018
// if there is no other. In a folder of Cargo's, the library beside the program is the crate that
// Cargo.toml names, if the program needs it.
const rustScript = `
source=$1 out=$2 src=${1%/*}
case $src in */bin) src=${src%/*} ;; esac
name() { # in a section of Cargo.toml
	sed -nE '/^\[ *'"$1"' *\]/,/^\[/ s/^name *= *["'\'']([^"'\'']*).*/\1/p' "$src/../Cargo.toml"
}
crate=$(if [ -f "$src/lib.rs" ]; then name lib; name package; fi | head -n 1 | tr - _)
build() {
	set -- --edition "$1" -O
	if [ -n "$crate" ] && rustc "$@" --crate-type rlib --crate-name "$crate" "$src/lib.rs"; then
		program "$@" --extern "$crate=lib$crate.rlib" && return
	fi
	program "$@"
}
program() { rustc "$@" --crate-name program -o "$out" "$source"; }
if build 2021 2> errors || build 2024 2> /dev/null || build 2018 2> old; then exit; fi
shown=errors
grep -q '^error: .*edition' errors && shown=old # there is no edition 2021
cat $shown >&2
exit 1`

// javaScript names the file after its public class, as javac demands, and finds the class that has
// the main method, which may be in a package: the one named like the file, or Main, or the first.
// Of several classes, javap tells which have that method; main without static or parameters, as
// Java 25 allows it, counts if there is no other. Small JDKs lack javap: then it is a class in
// which GNU's grep finds a method or a constructor with one parameter, an array of strings.
// Resources are found where builds look for them in a folder, whose copy is files, beside the
// program.
const javaScript = `
source=$1 jar=$2
case $3 in [-@]*) first=Main ;; *) first=$3 ;; esac # javac has options and lists of such names
name=$first; shift 3
build() { javac -J-Duser.language=en -encoding UTF-8 -d classes "$name.java" "$@"; }
mkdir classes && cp "$source" "$name.java" &&
if ! build "$@" 2> errors; then
	name=$(sed -n 's/.*should be declared in a file named \(.*\)\.java.*/\1/p' errors | head -n 1)
	if [ -z "$name" ]; then cat errors >&2; exit 1; fi
	mv "$first.java" "$name.java" && build "$@" || exit 1
fi
rm -f classes/module-info.class # jar would refuse a main class without package
named() { sort | sed 's/^classes.//; s/\.class$//; s/\//./g'; }
main=$(find classes -name '*.class' | named)
if [ "$(echo "$main" | wc -l)" -gt 1 ]; then
	listed=$(javap -cp classes $main 2> /dev/null)
	having() {
		echo "$listed" | sed -nE '
			s/^([a-z]+ )*(class|interface) ([^ <]*).*\{$/\3/; t class
			/'"$1"'/ { x; p; x; }
			b
			:class
			h'
	}
	main=$(having ' static .*void main\(java\.lang\.String(\[\]|\.\.\.)\)')
	main=${main:-$(having ' void main\((java\.lang\.String(\[\]|\.\.\.))?\)')}
	main=${main:-$(grep -rlF '([Ljava/lang/String;)V' classes | named)}
	main=$(echo "$main" | grep "^\(.*\.\)*$name\$" || echo "$main" | grep '^\(.*\.\)*Main$' ||
		echo "$main")
fi
main=$(echo "${main:-$name}" | head -n 1)
echo "Class-Path: files/ files/src/ files/src/main/resources/ files/resources/" > manifest
jar cfme "$jar" manifest "$main" -C classes .`

// gcc returns words that compile sources with GCC. Headers that neither the system nor the
// directory of a source has are found in the folder and in its directory include. Before glibc 2.34
// threads, timers and dlopen are in libraries of their own.
func gcc(words ...string) []string {
	words = append(words, "-O2", "-pthread", "-idirafter", "{folder}", "-idirafter",
		"{folder}/include", "-o", "{output}", "{input}", "{more}", "-lm")
	if runtime.GOOS == "linux" {
		words = append(words, "-lrt", "-ldl")
	}
	return words
}

// nodeScript checks a source where it is, since package.json may say that it is a module. Node runs
// a file that is called X.JS, but does not check it.
const nodeScript = `
case $1 in *.js | *.[cm]js) ;; *) cp "$1" program.js && set -- program.js "$2" ;; esac
node --check "$1"`

// languages are the languages that are known by the extensions of files.
var languages = []language{
	{[]string{".c"}, gcc("gcc", "-x", "c", "-std=gnu17"), nil, "int main(void) { return 0; }", nil},
	// gnu++2a is gnu++20, by the name that GCC before 10 knows, too.
	{[]string{".cc", ".cpp", ".cxx", ".c++", ".C"}, gcc("g++", "-x", "c++", "-std=gnu++2a"), nil,
		"int main() {}", nil},
	{[]string{".rs"}, inShell("rustc", rustScript), nil, "fn main() {}", nil},
	{[]string{".go"}, inShell("go", goScript, "{more}"), nil, "package main; func main() {}", nil},
	{[]string{".java"}, inShell("javac", javaScript, "{more}"),
		// Without a root of its own, a program cannot write to /tmp.
		[]string{"java", "-XX:+UseSerialGC", "-Xss64m", "-Djava.io.tmpdir=.", "{heap}", "-jar",
			"{output}"},
		"class {name} { public static void main(String[] words) {} }", javaHeap},
	{[]string{".py", ".py3"}, check("python3", `python3 -c 'import sys`+"\n"+
		`compile(open(sys.argv[1], "rb").read(), sys.argv[2], "exec")' "$1" "$3"`),
		[]string{"python3", "{script}"}, "1", nil},
	{[]string{".js", ".mjs", ".cjs"}, check("node", nodeScript),
		[]string{"node", "{heap}", "{script}"}, "1", nodeHeap},
	{[]string{".rb"}, check("ruby", `ruby -c "$1" >&2`), []string{"ruby", "{script}"}, "1", nil},
	{[]string{".pl"}, check("perl", `(cd "$4" && perl -c "$1")`, "{folder}"), // it loads modules
		[]string{"perl", "{script}"}, "1", nil},
}

// javaHeap returns the words that set the heap of Java. Besides the heap a program takes some 36
// MiB and what grows with the heap. The largest array has to fit into what is not for new objects:
// the part for these is small, and as large from the start. The heap begins with a quarter of the
// limit: so garbage is seldom collected, and leaves room for deep stacks. A full heap ends the
// program: otherwise Java may collect garbage for seconds before it gives up.
func javaHeap(limit int64) []string {
	if limit == 0 {
		return []string{"-Xms32m"} // otherwise garbage takes a share of the machine's memory
	}
	mib := limit >> 20
	heap := min(max(mib-mib/32-36, 8), 31<<10) // above, each reference takes twice the bytes
	first := min(heap, max(mib/4, 32), 512)    // the system may refuse more than it has
	young := min(max(mib/16, 2), first/2)
	return []string{
		fmt.Sprintf("-Xms%dm", first), fmt.Sprintf("-Xmx%dm", heap), fmt.Sprintf("-Xmn%dm", young),
		"-XX:+ExitOnOutOfMemoryError", "-XX:+DisplayVMOutputToStderr", // which says so
	}
}

// nodeHeap returns the words that set the heap of Node. Besides that for what is not new, a program
// takes some 48 MiB, three semi-spaces for what is new, and buffers. Garbage is collected each time
// that the heap has three times what was in use: below a limit, Node would do so far more often.
func nodeHeap(limit int64) []string {
	if limit == 0 {
		return nil
	}
	mib := limit >> 20
	semi := int64(2)
	for semi < 16 && semi*2 <= (mib-32)/12 { // powers of two: Node has 16
		semi *= 2
	}
	heap := max(mib-48-3*semi, mib/4, 2)
	return []string{
		fmt.Sprintf("--max-old-space-size=%d", heap),
		"--heap-growing-percent=200",
		fmt.Sprintf("--max-semi-space-size=%d", semi),
	}
}

// languageOf returns the language that the extension of a file has, or nil. A file called a.C is in
// C++, one called A.PY in Python.
func languageOf(name string) *language {
	for _, extension := range []string{path.Ext(name), strings.ToLower(path.Ext(name))} {
		for i := range languages {
			if slices.Contains(languages[i].extensions, extension) {
				return &languages[i]
			}
		}
	}
	return nil
}

func extensions() (all []string) {
	for _, l := range languages {
		all = append(all, l.extensions[0])
	}
	return all
}

// These marks at the beginning of a source stand before the commands that compile and run it. The
// words of a command may be quoted as in a shell.
const (
	compileMark = "@COMPILE@: "
	runMark     = "@RUN@: "
	firstBytes  = 4096 // in which a mark must stand
)

// ownLanguage returns the language that the first lines of a source describe, or nil.
func ownLanguage(text []byte) (*language, error) {
	compile, err := marked(text, compileMark)
	if err != nil {
		return nil, err
	}
	run, err := marked(text, runMark)
	if err != nil {
		return nil, err
	}
	switch {
	case compile == nil && run == nil:
		return nil, nil
	case compile == nil:
		compile = inShell(run[0], `cat "$1" > "$2"`)
	}
	return &language{compile: compile, run: run}, nil
}

// marked returns the words after a mark, or nil.
func marked(text []byte, mark string) ([]string, error) {
	_, rest, ok := strings.Cut(string(text), mark)
	if !ok {
		return nil, nil
	}
	line, _, _ := strings.Cut(rest, "\n")
	line = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(line), "*/"))
	words, err := shellwords.Parse(line)
	if err != nil || len(words) == 0 {
		return nil, fmt.Errorf("%sfound %q, expected a command", mark, line)
	}
	return words, nil
}

// interpreted reports whether the first line of a file names an interpreter on this machine. Of
// other programs the contestant shall not learn whether the machine has them.
func interpreted(text []byte) bool {
	line, ok := bytes.CutPrefix(text, []byte("#!"))
	line, _, _ = bytes.Cut(line, []byte("\n"))
	words := strings.Fields(string(line))
	isPath := len(words) > 0 && path.IsAbs(words[0]) // unlike an attribute of Rust
	if !ok || !isPath || bytes.HasSuffix(line, []byte("\r")) {
		return false
	}
	name := words[0]
	if path.Base(name) == "env" && len(words) > 1 && !strings.HasPrefix(words[1], "-") {
		name = words[1]
	}
	dirs := append(filepath.SplitList(os.Getenv("PATH")), "/bin", "/usr/bin", "/usr/local/bin")
	if path.Base(name) != name && !slices.Contains(dirs, path.Dir(name)) {
		return false
	}
	_, err := exec.LookPath(name)
	return err == nil
}
