package reporting

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"unicode"

	"tilejudge/judge"
	"tilejudge/judge/command/stdio"
	"tilejudge/judge/view/report"
)

// handIns writes reports that are about one hand-in each: a file for each hand-in of a class.
type handIns struct {
	format, dir string
	options     report.Options
}

// Wants returns true: each hand-in has a report.
func (h *handIns) Wants(judge.Verdict) bool { return true }

// Case writes the report of a hand-in, which has one test.
func (h *handIns) Case(r *judge.Result) (err error) {
	file := filepath.Join(h.dir, fileName(r.Name))
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return err
	}
	f, err := stdio.Replace(file)
	if err != nil {
		return err
	}
	defer func() {
		if closed := f.Close(); err == nil {
			err = closed
		}
	}()
	one, err := h.open(f, r.Name)
	if err != nil {
		return err
	}
	var s report.Summary
	s.Add(r)
	if err := one.Case(r); err != nil {
		return err
	}
	return one.Close(s)
}

// maxName is how many bytes a hand-in's name may have if its report is to have that name, too: with
// ".json", no more than a file's name may have.
const maxName = 250

// summed is a name that fileName could have given to another one.
var summed = regexp.MustCompile(`-[0-9a-fA-F]{64}$`)

// fileName returns the path of a hand-in's report from the directory on. A name of an archive may
// be none for a file, or have "..", which would lead to the report of another, or out of the
// directory: then a sum makes the path that of no other.
func fileName(name string) string {
	name = filepath.ToSlash(name)
	if len(name) > maxName || path.Clean(name) != name || !filepath.IsLocal(name) ||
		strings.ContainsFunc(name, unicode.IsControl) || summed.MatchString(name) {
		sum := sha256.Sum256([]byte(name))
		most := min(len(name), maxName-2*len(sum)-1)
		name = strings.Map(func(r rune) rune {
			if r == '/' || unicode.IsControl(r) {
				return '_'
			}
			return r
		}, strings.ToValidUTF8(name[:most], ""))
		name += fmt.Sprintf("-%x", sum)
	}
	return filepath.FromSlash(name) + ".json"
}

// open returns the report of one hand-in, whose name is that of the owner in reports that have one.
func (h *handIns) open(w io.Writer, name string) (report.Reporter, error) {
	o := h.options
	o.Getenv = func(variable string) string {
		switch {
		case variable == "OWNER":
			return name
		case h.options.Getenv == nil:
			return ""
		default:
			return h.options.Getenv(variable)
		}
	}
	one, err := report.New(h.format, w, o)
	if err != nil {
		return nil, fmt.Errorf("--report: %w", err)
	}
	return one, nil
}

// Close does nothing: each file is closed when it is written.
func (h *handIns) Close(report.Summary) error { return nil }
