//go:build hosts

// These tests run the judges' own programs on packages: make test-hosts. They are not part
// of the others, as they need the source of these programs; HOSTS.md says where it is.

package export_test

import (
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tilejudge/judge/problem/export"
)

// A hostProgram is a judge's own program that reads packages. Its arguments have fields:
// {source} is the directory that the variable names, {here} that of the scripts, {packages}
// the packages, {parent} the directory of the first one, {python} what VARIABLE_PYTHON names.
type hostProgram struct {
	name     string
	variable string // names the directory of its source
	target   string
	formats  []string // nil: all; the variable FORMATS names others
	args     []string
	python   string // "" or the directory of Python's modules, below the source
	want     string // at the end of what it says, if its exit code is not enough
}

var hostPrograms = []hostProgram{
	{
		name: "problemtools", variable: "PROBLEMTOOLS", target: "kattis",
		formats: []string{"uva-652"}, python: ".",
		args: []string{"{python}", "-m", "problemtools.verifyproblem", "-p",
			"config", "validators", "graders", "data", "submissions", "--", "{packages}"},
		want: "tested: 0 errors, 0 warnings",
	},
	{
		name: "BAPCtools validates", variable: "BAPCTOOLS", target: "kattis-2025",
		formats: []string{"uva-652"}, python: ".",
		args: []string{"{python}", "-m", "bapctools", "validate", "--no-bar"},
	},
	{
		name: "BAPCtools runs", variable: "BAPCTOOLS", target: "kattis-2025",
		formats: []string{"uva-652"}, python: ".",
		args: []string{"{python}", "-m", "bapctools", "run", "--no-bar"},
	},
	{
		// BAPCtools ends with an error if a case that it makes differs from the one of the package.
		name: "BAPCtools generates", variable: "BAPCTOOLS", target: "kattis-2025",
		formats: []string{"uva-652"}, python: ".",
		args: []string{"{python}", "-m", "bapctools", "generate", "--no-bar"},
		want: " cases generated",
	},
	{
		name: "DMOJ", variable: "DMOJ", target: "dmoj", formats: []string{"uva-652"}, python: ".",
		args: []string{"{python}", "{here}/dmoj.py", "{packages}"},
	},
	{
		name: "Hydro", variable: "HYDRO", target: "hydro",
		args: []string{"node", "{here}/hydro.cjs", "{source}", "{packages}"},
	},
	{
		name: "SYZOJ", variable: "SYZOJ", target: "syzoj",
		args: []string{"node", "{here}/syzoj.cjs", "{source}", "{packages}"},
	},
	{
		name: "CMS", variable: "CMS", target: "cms", formats: []string{"uva-652"}, python: ".",
		args: []string{"{python}", "{here}/cms_import.py", "{source}", "{packages}"},
	},
	{
		name: "QDUOJ", variable: "JUDGER", target: "qduoj", formats: []string{"uva-652"},
		python: "bindings/Python",
		args:   []string{"{python}", "{here}/qduoj_run.py", "{source}", "{packages}"},
	},
	{
		name: "polygon-cli", variable: "POLYGONCLI", target: "polygon", python: ".",
		args: []string{"{python}", "{here}/polygon_import.py", "{packages}"},
	},
	{
		name: "rbx", variable: "RBX", target: "polygon", python: ".",
		args: []string{"{python}", "{here}/rbx_import.py", "{packages}"},
	},
	{
		name: "polygon2domjudge", variable: "POLYGON2DOMJUDGE", target: "polygon",
		formats: []string{"uva-652"}, python: ".",
		args: []string{"{python}", "{here}/polygon2domjudge.py", "{parent}"},
	},
	{
		name: "online-judge-tools", variable: "OJ", target: "oj", formats: []string{"uva-652"},
		python: ".", args: []string{"sh", "{here}/oj.sh", "{python}", "{packages}"},
		want: "as they should be",
	},
	{
		name: "Rime", variable: "RIME", target: "rime", formats: []string{"uva-652"},
		args: []string{"{python}", "{source}/rime.py", "test", "{packages}"},
		want: "Total 0 errors, 0 warnings",
	},
}

// The judges' own programs accept our packages. Each takes minutes.
func TestHostPrograms(t *testing.T) {
	for _, h := range hostPrograms {
		t.Run(h.name, func(t *testing.T) {
			source := os.Getenv(h.variable)
			if source == "" {
				t.Fatalf("%s: found none, expected a directory: see HOSTS.md", h.variable)
			}
			dir := t.TempDir()
			h.run(t, source, dir)
		})
	}
}

// run makes packages in a directory, and runs the program on them: in each, unless its arguments
// name them.
func (h *hostProgram) run(t *testing.T, source, dir string) {
	packages := h.packages(t, dir)
	here, err := filepath.Abs("testdata/hosts")
	if err != nil {
		t.Fatal(err)
	}
	python := cmp.Or(os.Getenv(h.variable+"_PYTHON"), "python3")
	fields := strings.NewReplacer(
		"{source}", source, "{here}", here, "{parent}", dir, "{python}", python)
	var args []string
	places := packages
	for _, arg := range h.args {
		if arg == "{packages}" || arg == "{parent}" {
			places = packages[:1]
		}
		if arg == "{packages}" {
			args = append(args, packages...)
		} else {
			args = append(args, fields.Replace(arg))
		}
	}
	for _, place := range places {
		text, err := h.call(t, source, place, args)
		t.Logf("%s", text)
		if err != nil || !strings.Contains(text, h.want) {
			t.Errorf("%s, %s: %v, want %q", h.name, filepath.Base(place), err, h.want)
		}
	}
}

// call runs the program in a directory.
func (h *hostProgram) call(t *testing.T, source, dir string, args []string) (string, error) {
	config := dirOf(t, map[string]string{"config.yaml": "{}\n"}) + "/config.yaml"
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "CONFIG_FILE="+config)
	if h.python != "" {
		path := filepath.Join(source, h.python) + ":" + os.Getenv("PYTHONPATH")
		cmd.Env = append(cmd.Env, "PYTHONPATH="+path)
	}
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// packages makes the packages, and returns their directories.
func (h *hostProgram) packages(t *testing.T, dir string) (packages []string) {
	target, err := export.Lookup(h.target)
	if err != nil {
		t.Fatal(err)
	}
	names := h.formats
	if all := os.Getenv("FORMATS"); all != "" {
		names = strings.Fields(all)
	}
	for _, f := range packaged {
		if names != nil && names[0] != "all" && !slices.Contains(names, f.Name) {
			continue
		}
		name := filepath.Join(dir, strings.ReplaceAll(f.Name, "-", "")) // as Kattis wants it
		if err := target.Write(name, problemOf(t, f.Name), false); err != nil {
			t.Fatal(err)
		}
		packages = append(packages, name)
	}
	return packages
}
