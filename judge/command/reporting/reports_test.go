package reporting

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"unicode/utf8"

	"github.com/urfave/cli/v2"

	"tilejudge/judge"
	"tilejudge/judge/command/app"
	"tilejudge/judge/judgetest/lack"
	"tilejudge/judge/view/report"
)

// reportOn runs a command with the flags that gives two verdicts.
func reportOn(args []string, inputs ...string) (stdout, stderr string, err error) {
	var out, errs bytes.Buffer
	var o Options
	program := &app.App{
		Commands: []*app.Command{{
			Name: "verdicts", Flags: o.Flags(40),
			Action: func(c *cli.Context) error {
				r, err := o.New(c, c.App.Writer, report.Options{}, inputs)
				if err != nil {
					return err
				}
				for _, one := range []judge.Result{
					{Name: "puzzle 1", Verdict: judge.AC},
					{Name: "puzzle 2", Verdict: judge.WA, Message: "21 moves, the shortest is 19"},
				} {
					if !r.Wants(one.Verdict) {
						continue
					}
					if err := r.Case(&one); err != nil {
						return errors.Join(err, r.Close(report.Summary{}))
					}
				}
				return r.Close(report.Summary{Tally: judge.Tally{judge.AC: 1, judge.WA: 1}})
			},
		}},
	}
	args = append([]string{app.Program, "verdicts"}, args...)
	err = program.Run(context.Background(), args, strings.NewReader(""), &out, &errs)
	return out.String(), errs.String(), err
}

func TestReports(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, v := range []string{"NO_COLOR", "CLICOLOR_FORCE", "FORCE_COLOR"} {
		t.Setenv(v, "")
	}
	const text = "AC 1  WA 1  of 2\nWA puzzle 2: 21 moves, the shortest is 19\n"
	const tap = "TAP version 14\nok 1 - puzzle 1\nnot ok 2 - puzzle 2\n"
	for _, tt := range []struct {
		args, want string // of standard output, the beginning
		file, has  string // a file, and its beginning
	}{
		{want: text},
		{args: "-q", want: "AC 1  WA 1  of 2\n"},
		{args: "-v", want: "AC puzzle 1\nWA puzzle 2: 21"},
		{args: "--max-reports 0", want: "WA puzzle 2: 21 moves, the shortest is 19\nAC 1"},
		{args: "--report tap", want: tap},
		{args: "--report tap=-", want: tap},
		{args: "--report tap=t", want: text, file: "t", has: tap},
		{args: "--report json --report junit=j.xml,text=t",
			want: `{"v":1,"type":"case"`, file: "j.xml", has: "<?xml"},
		{args: "--report json --report text=t2,junit=j",
			want: `{"v":1,"type":"case"`, file: "t2", has: text},
		{args: "--color always --report text=t3", want: "\x1b[32mAC\x1b[0m 1",
			file: "t3", has: "\x1b[32mAC"},
	} {
		stdout, stderr, err := reportOn(strings.Fields(tt.args))
		if err != nil || !strings.HasPrefix(stdout, tt.want) || stdout == "" || stderr != "" {
			t.Errorf("%s: %q and %q on stderr, %v; want %q", tt.args, stdout, stderr, err, tt.want)
		}
		if tt.file == "" {
			continue
		}
		if got, err := os.ReadFile(tt.file); err != nil || !strings.HasPrefix(string(got), tt.has) {
			t.Errorf("%s: %s is %q, %v; want %q", tt.args, tt.file, got, err, tt.has)
		}
	}
	t.Setenv("FORCE_COLOR", "1")
	stdout, _, err := reportOn([]string{"--report", "text=plain"})
	if got, _ := os.ReadFile("plain"); err != nil ||
		!strings.Contains(stdout, "\x1b[31mWA") || strings.Contains(string(got), "\x1b") {
		t.Errorf("FORCE_COLOR: %q, the file %q, %v; want colours in the first", stdout, got, err)
	}
}

// A report that fails does not make the others shorter.
func TestReportFails(t *testing.T) {
	t.Chdir(t.TempDir())
	var errs bytes.Buffer
	var o Options
	program := &app.App{Commands: []*app.Command{{
		Name: "verdicts", Flags: o.Flags(40),
		Action: func(c *cli.Context) error {
			r, err := o.New(c, c.App.Writer, report.Options{Programs: true}, nil)
			if err != nil {
				return err
			}
			for _, v := range []judge.Verdict{judge.AC, judge.WA} {
				err = cmp.Or(err, r.Case(&judge.Result{Name: "a", Verdict: v}))
			}
			tally := judge.Tally{judge.AC: 1, judge.WA: 1}
			return cmp.Or(err, r.Close(report.Summary{Tally: tally}))
		},
	}}}
	err := program.Run(context.Background(), []string{app.Program, "verdicts", "--report", "tap=t"},
		strings.NewReader(""), brokenPipe{}, &errs)
	got, _ := os.ReadFile("t")
	want := "TAP version 14\nok 1 - a\nnot ok 2 - a\n"
	if !errors.Is(err, syscall.EPIPE) || !strings.HasPrefix(string(got), want) {
		t.Errorf("%v with the other report %q, want EPIPE and %q", err, got, want)
	}
}

// A brokenPipe has no reader.
type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, syscall.EPIPE }

// Two reports to one file are refused, whatever it is called.
func TestReportLinks(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.Symlink("a", "link"); err != nil {
		lack.Skip(t, "symbolic links", err)
	}
	for _, names := range [][2]string{{"a", "link"}, {"link", "a"}} {
		args := []string{"--report", "tap=" + names[0], "--report", "json=" + names[1]}
		_, _, err := reportOn(args)
		if want := "--report: two reports go to " + names[1]; err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", names, err, want)
		}
	}
}

func TestReportErrors(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	if err := os.WriteFile("in.txt", []byte("kept"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ args, want string }{
		{"--report jsn", `--report: unknown format "jsn" (did you mean "json"?)`},
		{"--report json=", `--report: found "json=", expected a file after =`},
		{"--report json --report tap=-", "--report: only one can go to standard output"},
		{"--report tap=a --report json=./a", "--report: two reports go to a"},
		{"--report json=in.txt", "--report: in.txt is an input"},
		{"--report json=" + filepath.Join(dir, "in.txt"), "is an input"},
		{"--report json=no/such/file", "no/such/file"},
		{"--color yes", `--color: unknown setting "yes", expected auto, always or never`},
		{"-q -v", "--quiet and --verbose exclude each other"},
		{"--max-reports -1", "--max-reports: found -1, expected at least 0"},
		{"--max-reports few", `--max-reports: found "few", expected a whole number`},
	} {
		stdout, _, err := reportOn(strings.Fields(tt.args), "-", "other.txt", "in.txt")
		if err == nil || stdout != "" ||
			!strings.Contains(filepath.ToSlash(err.Error()), filepath.ToSlash(tt.want)) {
			t.Errorf("%s: %q, error %v; want %s", tt.args, stdout, err, tt.want)
		}
	}
	if got, err := os.ReadFile("in.txt"); err != nil || string(got) != "kept" {
		t.Errorf("the input is %q, %v", got, err)
	}
}

// The name of a hand-in leads to a file of its own in the directory.
func TestFileName(t *testing.T) {
	for _, name := range []string{"alice", "group/alice", "a..b"} {
		if got := filepath.ToSlash(fileName(name)); got != name+".json" {
			t.Errorf("%s: %s", name, got)
		}
	}
	files := make(map[string]string)
	for _, name := range []string{
		"..-" + fmt.Sprintf("%x", sha256.Sum256([]byte(".."))),
		"alice", "/alice", "./alice", "mallory/../alice", "../alice", "__/alice", "_/alice", "..", "__",
		"ali\x00ce", "ali_ce",
		strings.Repeat("a", 255), strings.Repeat("a", 256), strings.Repeat("é", 3000),
	} {
		file := fileName(name)
		if files[file] != "" || !filepath.IsLocal(file) || len(file) > 255 ||
			!utf8.ValidString(file) || strings.Contains(file, "\x00") {
			t.Errorf("%s: %s, as %s", name, file, files[file])
		}
		files[file] = name
	}
}
