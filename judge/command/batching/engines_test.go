package batching_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"tilejudge/judge/cluster"
)

// tool runs tilejudge in a directory, and returns its output.
func tool(t testing.TB, dir, program string, args ...string) string {
	t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Dir = dir
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%q: %v\n%s%s", args, err, out, &stderr)
	}
	return string(out)
}

const fewPuzzles = "1 2 3 4 5 6 7 x 8\n2 3 4 1 5 x 7 6 8\n1 2 3 4 5 6 8 7 x\n1 2 3 4 5 x 7 8 6\n"

// Scripts for shells are valid, however many parts are missing, and even if the directory has a
// name that a shell would take apart. Each submits exactly the missing parts.
func TestScripts(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("the scripts are for a Unix shell")
	}
	tilejudge := program(t)
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "in.txt"), []byte(fewPuzzles), 0o666); err != nil {
		t.Fatal(err)
	}
	night := "the night's $1"
	tool(t, dir, tilejudge, "batch", "new", night, "--parts", "4", "-f", "poj-1077", "in.txt")
	for _, tt := range []struct{ done, missing string }{
		{"", "1-4"}, {"3", "1-2,4"}, {"1", "2,4"}, {"2", "4"}, {"4", ""},
	} {
		if tt.done != "" {
			tool(t, dir, tilejudge, "batch", "work", night, "--part", tt.done)
		}
		for _, e := range cluster.Engines {
			args := []string{"batch", "script", night, "--engine", e.Name}
			if e.Options {
				args = append(args, "--", "--queue=a b")
			}
			text := tool(t, dir, tilejudge, args...)
			if tt.missing != "" && !strings.Contains(text, listed(e.Name, tt.missing)) {
				t.Errorf("%s of %s:\n%s", e.Name, tt.missing, text)
			}
			if tt.missing == "" && strings.Contains(text, "work") || !strings.Contains(text, "merge") {
				t.Errorf("%s of nothing:\n%s", e.Name, text)
			}
			if e.Name == "kubernetes" {
				continue // it is no script: see .ci/cluster/kubernetes
			}
			check := exec.Command(shell, "-n")
			check.Stdin = strings.NewReader(text)
			if out, err := check.CombinedOutput(); err != nil {
				t.Errorf("%s: %v\n%s\n%s", e.Name, err, out, text)
			}
		}
	}
}

// listed returns how the script for an engine lists parts.
func listed(engine, parts string) string {
	switch engine {
	case "parallel":
		all, _ := cluster.ParseParts(parts)
		return "\n" + strings.Join(strings.Fields(strings.Trim(fmt.Sprint(all), "[]")), "\n") + "\nEND\n"
	case "slurm":
		return "--array=" + parts + " "
	case "aws":
		if len(parts) == 1 {
			return `"--part","` + parts + `"`
		}
		return `"--of","` + parts + `"`
	case "google":
		return `"--of","` + parts + `"`
	case "htcondor":
		return `'--of' '` + parts + `' '--part' `
	case "kubernetes":
		return `--of, "` + parts + `"`
	default:
		return "--of " + parts + " --part "
	}
}

// GNU parallel does a batch on this machine. It tries a part again that failed.
func TestParallel(t *testing.T) {
	need(t)
	if _, err := exec.LookPath("parallel"); err != nil {
		t.Fatalf("%v; Debian: apt-get install parallel", err)
	}
	tilejudge := program(t)
	dir := t.TempDir()
	in := filepath.Join(dir, "in.txt")
	tool(t, dir, tilejudge, "generate", "-f", "uva-10181", "-n", "20", "--seed", "1",
		"--walk", "20", "-o", in)
	want := tool(t, dir, tilejudge, "solve", "-f", "uva-10181", in)
	tool(t, dir, tilejudge, "batch", "new", "the night", "--parts", "6", "-f", "uva-10181", in)
	broken := filepath.Join(dir, "broken") // part 3 fails at first
	failed := filepath.Join(dir, "failed")
	err := os.WriteFile(broken, []byte(`#!/bin/sh
case "$*" in *"--part 3 "*) test -e '`+failed+`' || { touch '`+failed+`'; kill -9 $$; } ;; esac
exec `+tilejudge+` "$@"
`), 0o777)
	if err != nil {
		t.Fatal(err)
	}
	script := tool(t, dir, tilejudge, "batch", "script", "the night", "--engine", "parallel",
		"--program", broken, "--", "--sshlogin", ":")
	tool(t, dir, "sh", "-c", script)
	if got := load(t, filepath.Join(dir, "the night", "answers.txt")); got != want {
		t.Errorf("the answers are %q, want %q", got, want)
	}
	if load(t, failed) != "" {
		t.Error("no part failed")
	}
}
