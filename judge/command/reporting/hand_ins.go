package reporting

import (
	"fmt"
	"os"
	"path/filepath"

	"tilejudge/judge"
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
	name := filepath.FromSlash(r.Name) + ".json"
	if !filepath.IsLocal(name) {
		return fmt.Errorf("--report: found a hand-in called %q, expected a name within %s", r.Name,
			h.dir)
	}
	path := filepath.Join(h.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer func() {
		if closed := f.Close(); err == nil {
			err = closed
		}
	}()
	one, err := report.New(h.format, f, h.options)
	if err != nil {
		return fmt.Errorf("--report: %w", err)
	}
	var s report.Summary
	s.Add(r)
	if err := one.Case(r); err != nil {
		return err
	}
	return one.Close(s)
}

// Close does nothing: each file is closed when it is written.
func (h *handIns) Close(report.Summary) error { return nil }
