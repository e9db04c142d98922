package command

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tilejudge/cases"
	"tilejudge/formats"
	"tilejudge/judge/view/web"
)

// page does a task as the page in a browser does it. It returns what commands would write.
func page(t *testing.T, r web.Request) (stdout, stderr string, failed bool) {
	web.Do(t.Context(), &r, func(e *web.Event) {
		stdout += e.Output
		if e.Message != nil {
			stderr += "tilejudge: " + e.Message.Text + "\n"
		}
		if e.Done != nil {
			failed = e.Done.Failed
		}
	})
	return stdout, stderr, failed
}

// The page in a browser writes the bytes and messages of the commands, in every format: for good
// inputs, and for inputs with something wrong in them.
func TestPageWritesAsCommands(t *testing.T) {
	if testing.Short() {
		t.Skip("200 runs, in one goroutine")
	}
	dir := t.TempDir()
	input, output := filepath.Join(dir, web.InputName), filepath.Join(dir, web.AnswersName)
	same := func(t *testing.T, r web.Request, args ...string) {
		t.Helper()
		for name, text := range map[string]string{input: r.Input, output: r.Answers} {
			if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		var stdout, stderr bytes.Buffer
		code := run(t.Context(), append([]string{"tilejudge"}, args...), nil, &stdout, &stderr)
		messages := strings.ReplaceAll(stderr.String(), dir+string(filepath.Separator), "")
		wantOut := strings.ReplaceAll(stdout.String(), dir+string(filepath.Separator), "")
		out, errs, failed := page(t, r)
		if out != wantOut || errs != messages || failed != (code != 0) {
			t.Errorf("%v: exit %d\n%s%s\nthe page: failed %v\n%s%s", args, code, wantOut, messages,
				failed, out, errs)
		}
	}
	for _, f := range formats.All {
		t.Run(f.Name, func(t *testing.T) {
			e, err := cases.Lookup(f.Name)
			if err != nil {
				t.Fatal(err)
			}
			bad := strings.Replace(e.Input, "1", "?", 1)
			for _, text := range []string{e.Input, bad} {
				same(t, web.Request{Task: "solve", Format: f.Name, Input: text},
					"solve", "-f", f.Name, input)
				same(t, web.Request{Task: "check", Format: f.Name, Input: text, Answers: e.Answer},
					"check", "--show-failures", "0", "-f", f.Name, input, output)
				same(t, web.Request{Task: "convert", Format: f.Name, To: "princeton", Input: text},
					"convert", "--from", f.Name, "--to", "princeton", input)
			}
			same(t, web.Request{Task: "check", Format: f.Name, Input: e.Input, Answers: "what\n"},
				"check", "--show-failures", "0", "-f", f.Name, input, output)
		})
	}
	const two = "1 2 3 4 x 5 7 8 6\n1 2 3 4 5 6 7 x 8\n"
	same(t, web.Request{Task: "solve", Input: "[[4,1,2],[5,0,3]]\n"}, "solve", input)
	same(t, web.Request{Task: "solve", Format: "poj-1077", To: "leetcode-773", Input: two},
		"solve", "-f", "poj-1077", "--to", "leetcode-773", input)
	same(t, web.Request{Task: "check", Format: "poj-1077", Require: "shortest", Input: two,
		Answers: "rlrd\nr\n"}, "check", "--show-failures", "0", "-f", "poj-1077", "--require",
		"shortest", input, output)
	same(t, web.Request{Task: "convert", Format: "poj-1077", To: "hdu-3567", Input: two,
		Answers: "rd\nr\n"},
		"convert", "--from", "poj-1077", "--to", "hdu-3567", "--answers", input, output)
}
