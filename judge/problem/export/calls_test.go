package export_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// checkCalls calls a checker of poj-1077 as judges do. The names of files stand in capitals.
func checkCalls(t *testing.T, program string, files map[string]string) {
	var replaced []string
	for name, file := range files {
		replaced = append(replaced, name, file)
	}
	names := strings.NewReplacer(replaced...)
	for _, tt := range []struct {
		args, stdin string
		code        int
		stdout      string // its beginning
	}{
		{"testlib IN OK", "", 3, ""},
		{"testlib IN OK ANS REPORT -APPES", "", 0, ""},
		{"testlib IN OK ANS REPORT -xml", "", 3, ""},
		{"testlib IN OK ANS REPORT -appes more", "", 3, ""},
		{"testlib IN OK ANS --testset", "", 3, ""},
		{"testlib IN OK ANS --group", "", 3, ""},
		{"testlib --testset tests IN OK ANS --group 1", "", 0, ""},
		{"testlib IN OK EMPTY", "", 3, ""},
		{"testlib IN OK DIR", "", 3, ""},
		{"testlib IN DIR ANS", "", 2, ""},
		{"testlib DIR OK ANS", "", 3, ""},
		{"testlib IN nosuch nosuch", "", 3, ""},
		{"testlib IN ANS DIR/", "r\n", 42, ""}, // testlib.h has been replaced by Kattis's
		{"testlib IN ANS DIR/", "l\n", 43, ""},
		{"hydro IN OK EMPTY", "", 3, "FAIL "},
		{"dmoj IN OK ANS", "", 0, ""},
		{"dmoj IN WA ANS", "", 1, "wrong answer: "},
		{"dmoj IN OK DIR", "", 3, "judge's error: "},
		{"oj IN OK", "", 0, "accepted: "},
		{"kattis IN ANS DIR/", " \n\tR", 42, ""},
		{"kattis IN ANS DIR/ float_tolerance 1e-6", "R\n", 42, ""},
		{"kattis IN ANS DIR/ case_sensitive", "R\n", 43, ""},
		{"kattis IN ANS DIR/ case_sensitive", "\n\n r", 42, ""},
		{"kattis IN ANS DIR/ space_change_sensitive", " r\n", 43, ""},
		{"kattis IN ANS DIR/ case_sensitive space_change_sensitive", "r\n", 42, ""},
	} {
		code, stdout := runProgram(t, tt.stdin, program, strings.Fields(names.Replace(tt.args))...)
		if code != tt.code || !strings.HasPrefix(stdout, tt.stdout) || tt.stdout == "" && stdout != "" {
			t.Errorf("%s: exit %d, %q, want %d, %q", tt.args, code, stdout, tt.code, tt.stdout)
		}
	}
	args := strings.Fields(names.Replace("kattis IN ANS DIR/"))
	runProgram(t, "  l\n", program, args...)
	if text := readFile(t, filepath.Join(files["DIR"], "diffposition.txt")); text != "0 2" {
		t.Errorf("the wrong answer begins at %q, want 0 2", text)
	}
}

// checkReport asks for a report in the form of testlib.
func checkReport(t *testing.T, program, input, output, answer string) {
	report := filepath.Join(t.TempDir(), "report")
	args := []string{"testlib", "--group", "1", input, output, answer, report, "-appes"}
	code, _ := runProgram(t, "", program, args...)
	const xml = `<?xml version="1.0" encoding="windows-1251"?>` +
		`<result outcome = "presentation-error">`
	text := readFile(t, report)
	if code != 2 || !strings.HasPrefix(text, xml) || !strings.Contains(text, "&lt;") {
		t.Errorf("-appes: exit %d, report %q", code, text)
	}
	unasked := report + ".unasked"
	code, _ = runProgram(t, "", program, "testlib", input, output, answer, unasked, "-xml")
	if _, err := os.Stat(unasked); code != 3 || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("-xml: exit %d, the report: %v, want 3 and no report", code, err)
	}
	if code, _ := runProgram(t, "", program, "testlib", input, report+".none", answer); code != 2 {
		t.Errorf("testlib: exit %d without an output file, want 2", code)
	}
}
