// Package export makes problem packages for other judges: statement, cases, validator,
// checker and example submissions, all from the declaration of a format. The programs are
// in C++: they give the same verdicts as the Go code, and share no code with it.
//
//	t, err := export.Lookup("kattis")
//	p, err := export.NewProblem(ctx, format, recipe.Judge)
//	err = t.Write(directory, p, false)
//
// HOSTS.md beside the code says what the judges' own programs made of the packages.
package export

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"tilejudge/judge"
)

// A Target is a judge that packages are made for. It is plain data; All lists the targets.
//
// The names of files have fields: {problem} is the name of the format, {n} the number of a case
// from 1, with zeros before it, {number} that number without zeros, {index} the number of the case
// from 0, {kind} "sample" or "secret", {name} the name of a case or of a submission, and {verdict}
// the judge's word for the verdict that a submission gets. If a name is "", the target has no such
// file.
type Target struct {
	Name string

	input, answer      string // of a case
	sampleInput        string // of the copy of a sample that the statement shows
	sampleAnswer       string
	trial              string // of the files of a Trial, without extension; {kind} is Trial.Kind
	checker, validator string
	generator          string // makes the cases that have a seed
	manual             string // of the copies of the others, without extension
	submission         string
	description        text // of a submission
	texts              []text
	generators         text // lists all cases, and how they are made; none if none has a seed

	protocol   string                   // by which the judge calls the checker
	validation string                   // by which the judge calls the validator
	verdicts   map[judge.Verdict]string // what {verdict} stands for
	binaries   bool                     // the judge takes checkers and validators as binaries
	folder     bool                     // in a zip file, all files are in one folder
	noResults  bool                     // submissions do not have DOMjudge's @EXPECTED_RESULTS@

	// noAnswers says that the judge passes no expected answers to the checker. Then the source of
	// the checker contains the answers that it needs.
	noAnswers bool

	// optimize is the level at which GCC optimizes the checker; "": the judge chooses it.
	optimize string

	fields   fields        // the metadata that packages can hold
	maxCases int           // 0: no limit
	maxTime  time.Duration // of all cases together; 0: no limit
}

// A text is a file made from a template.
type text struct{ name, template string }

// ErrUnknown is returned for a name that is not in All.
var ErrUnknown = errors.New("unknown judge")

// Lookup returns the target of that name, or ErrUnknown.
func Lookup(name string) (*Target, error) {
	for _, t := range All {
		if t.Name == name {
			return t, nil
		}
	}
	return nil, fmt.Errorf("%w %q", ErrUnknown, name)
}

// Names lists the names of all targets.
func Names() (names []string) {
	for _, t := range All {
		names = append(names, t.Name)
	}
	return names
}

// Write makes a package in a directory. The directory must be empty or not exist, unless overwrite
// is set: then Write overwrites files with the same names.
func (t *Target) Write(dir string, p *Problem, overwrite bool) error {
	k, err := newPack(t, p)
	if err != nil {
		return err
	}
	entries, err := os.ReadDir(dir)
	switch {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	case len(entries) > 0 && !overwrite:
		return fmt.Errorf("%s is not empty: it has %q", dir, entries[0].Name())
	}
	for _, name := range k.names() {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		mode := fs.FileMode(0o666)
		if k.files[name].executable {
			mode = 0o777
		}
		if err := os.WriteFile(path, k.files[name].data, mode); err != nil {
			return err
		}
	}
	return nil
}

// usualLimit is the limit on the time of a case. The right solution takes less than half a
// second in every format.
const usualLimit = 5 * time.Second

// limit returns the limit on the time of each case of a problem. It is the setter's or the usual
// one, or less if the judge limits the time of all cases together.
func (t *Target) limit(p *Problem) time.Duration {
	limit := cmp.Or(p.TimeLimit, usualLimit)
	if t.maxTime == 0 {
		return limit
	}
	const step = 500 * time.Millisecond
	return min(limit, max(step, (t.maxTime/time.Duration(len(p.Cases))).Truncate(step)))
}

// Reduces returns the limit on the time of a case if it is less than the setter's, because the
// judge limits the time of all cases together. Otherwise it returns 0.
func (t *Target) Reduces(p *Problem) time.Duration {
	fitting := *p
	fitting.Cases = t.fit(p.Cases)
	if limit := t.limit(&fitting); limit < p.TimeLimit {
		return limit
	}
	return 0
}

// LeavesOut returns how many cases are left out, because the judge takes fewer.
func (t *Target) LeavesOut(p *Problem) int { return len(p.Cases) - len(t.fit(p.Cases)) }

// fit returns the cases that the judge takes: all cases or, of each series such as "random-1",
// "random-2", …, the first, the last, and some at even distances between them.
func (t *Target) fit(cases []Case) []Case {
	if t.maxCases == 0 || len(cases) <= t.maxCases {
		return cases
	}
	series := seriesOf(cases)
	quota := make([]int, len(series))
	for left := t.maxCases; left > 0; {
		for i := range series {
			if left > 0 && quota[i] < len(series[i]) {
				quota[i]++
				left--
			}
		}
	}
	var chosen []int
	for i, s := range series {
		for j := range quota[i] {
			chosen = append(chosen, s[j*(len(s)-1)/max(quota[i]-1, 1)])
		}
	}
	slices.Sort(chosen)
	fitting := make([]Case, 0, len(chosen))
	for _, i := range chosen {
		fitting = append(fitting, cases[i])
	}
	return fitting
}
