package cluster_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tilejudge/judge/cluster"
)

// The merge submits what is left while that gets less, and after nine rounds without that. Then it
// merges, which names what is missing. All engines whose merge does so have the same lines.
func TestScriptAgain(t *testing.T) {
	for _, e := range cluster.Engines {
		if !e.Windows {
			continue
		}
		t.Run(e.Name, func(t *testing.T) {
			if _, err := exec.LookPath("sh"); err != nil {
				t.Skip("the scripts are for a Unix shell")
			}
			testAgain(t, e)
		})
	}
}

func testAgain(t *testing.T, e *cluster.Engine) {
	dir := t.TempDir()
	program := filepath.Join(dir, "program")
	write(t, program, "#!/bin/sh\n"+
		"case $2 in todo) echo 1;; script) echo echo submit;; *) echo $2;; esac\n")
	for _, sub := range []string{"log", "parts"} {
		if err := os.Mkdir(filepath.Join(dir, sub), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	submitted := filepath.Join(dir, "log/submitted")
	write(t, submitted, "")
	merge := mergeOf(t, e, &cluster.Submission{
		Program: program, Name: "night", Dir: dir, Output: dir + "/answers.txt", Numbers: []int{1},
		Split: true, Again: []string{"--slots", "2"},
	})
	var got []string
	for round := range 12 {
		if round == 1 { // another unit
			write(t, filepath.Join(dir, "parts/unit.done"), "")
			later := time.Now().Add(time.Hour)
			if err := os.Chtimes(filepath.Join(dir, "parts/unit.done"), later, later); err != nil {
				t.Fatal(err)
			}
		}
		if round == 2 {
			latest := time.Now().Add(2 * time.Hour)
			if err := os.Chtimes(submitted, latest, latest); err != nil {
				t.Fatal(err)
			}
		}
		cmd := exec.Command("sh")
		cmd.Stdin = strings.NewReader(merge)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		got = append(got, strings.TrimSpace(string(out)))
	}
	want := strings.Repeat("submit ", 11) + "merge"
	if text := strings.Join(got, " "); text != want {
		t.Errorf("got %s\nwant %s", text, want)
	}
}

// mergeOf returns the script of the merge that an engine is given.
func mergeOf(t *testing.T, e *cluster.Engine, s *cluster.Submission) string {
	t.Helper()
	var out strings.Builder
	if err := e.WriteScript(&out, s); err != nil {
		t.Fatal(err)
	}
	checkShell(t, out.String())
	texts := strings.Split(out.String(), "<<'END'\n")
	merge, _, ended := strings.Cut(texts[len(texts)-1], "\nEND\n")
	if !ended {
		t.Fatalf("the merge does not end in\n%s", &out)
	}
	return merge + "\n"
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o777); err != nil {
		t.Fatal(err)
	}
}
