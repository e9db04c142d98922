package cluster

import (
	"embed"
	"encoding/json"
	"fmt"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"
	"text/template"
	"unicode"

	"al.essio.dev/pkg/shellescape"
)

// A Submission is what a script submits: jobs for parts of a batch, and one that merges.
type Submission struct {
	Program string   // as the machines find it
	Name    string   // of the jobs
	Dir     string   // of the batch, as the machines find it
	Base    string   // the last name of the directory here
	Output  string   // of the merge
	Options []string // for the engine's own command
	Slots   int      // jobs at once; 0: the engine decides
	Image   string   // that has the program, for engines of containers
	Claim   string   // for a volume that has the batch, for engines of containers
	Split   bool     // the batch is split: jobs may end at any time, and then others go on

	Tables []string // that a job builds first
	Merge  []string // options for the merge
	Again  []string // flags of batch script that submit what these jobs leave; none: nothing does

	Numbers []int // of the missing parts, increasing; none: only the merge is left
	Arrays  []Array
}

// An Array is an array of jobs. Each of them does one part.
type Array struct {
	Parts    string // as FormatParts writes them
	Jobs     int    // how many these are
	Numbered bool   // each job has the number of its part; otherwise they count from 1
}

// arrays returns arrays for some parts.
func (e *Engine) arrays(parts []int) (all []Array) {
	for len(parts) > 0 {
		n := min(len(parts), e.MaxArray)
		list := FormatParts(parts[:n])
		for len(list) > e.MaxList {
			n = n * 3 / 4
			list = FormatParts(parts[:n])
		}
		numbered := e.Sparse && parts[n-1] <= e.MaxArray
		all = append(all, Array{Parts: list, Jobs: n, Numbered: numbered})
		parts = parts[n:]
	}
	return all
}

// Parts returns the parts as FormatParts writes them, and "" if only the merge is left.
func (s *Submission) Parts() string { return FormatParts(s.Numbers) }

// Jobs returns how many parts there are.
func (s *Submission) Jobs() int { return len(s.Numbers) }

// Missing names the parts in words.
func (s *Submission) Missing() string {
	if s.Jobs() == 1 {
		return "the missing part " + s.Parts()
	}
	return fmt.Sprintf("the %d missing parts", s.Jobs())
}

//go:embed scripts
var scripts embed.FS

// WriteScript writes the script, or the configuration, that makes an engine run the jobs of s. It
// sets the arrays of s.
func (e *Engine) WriteScript(w io.Writer, s *Submission) error {
	for _, text := range append([]string{s.Program, s.Dir, s.Base, s.Output, s.Image}, s.Options...) {
		if strings.ContainsFunc(text, func(r rune) bool {
			return unicode.IsControl(r) || unicode.In(r, unicode.Zl, unicode.Zp) // which end lines in YAML
		}) {
			return fmt.Errorf("found %q, expected a text without line ends for a script", text)
		}
	}
	s.Arrays = e.arrays(s.Numbers)
	s.Merge = e.mergeOptions(s.Options)
	name := e.Name + ".tmpl"
	t, err := template.New(name).Funcs(template.FuncMap{
		"sh": shellescape.Quote, "words": shellescape.QuoteCommand, "percent": doublePercent,
		"json": jsonList, "list": list, "json1": jsonWord, "condor": condorArguments,
		"sub":  func(a, b int) int { return a - b },
		"yaml": strconv.Quote, "array": arrayName,
		"min": func(a, b int) int { return min(a, b) },
	}).
		ParseFS(scripts, path.Join("scripts", name), "scripts/again.tmpl")
	if err != nil {
		return err
	}
	return t.Execute(w, s)
}

// mergeOptions returns the options for the job that merges: all but those for the time, memory and
// cores of a part, for which it could wait long.
func (e *Engine) mergeOptions(options []string) (rest []string) {
	for i := 0; i < len(options); i++ {
		name, _, joined := strings.Cut(options[i], "=")
		switch {
		case !slices.Contains(e.PartOptions, name):
			rest = append(rest, options[i])
		case !joined && i+1 < len(options) && !strings.HasPrefix(options[i+1], "-"):
			i++ // the value of the option
		}
	}
	return rest
}

// doublePercent returns a name of a file for Slurm, which takes % for the beginning of a field.
func doublePercent(name string) string { return strings.ReplaceAll(name, "%", "%%") }

// list returns words, and those of lists of words, in one list.
func list(words ...any) (all []string) {
	for _, w := range words {
		switch w := w.(type) {
		case string:
			all = append(all, w)
		case []string:
			all = append(all, w...)
		}
	}
	return all
}

// jsonList returns a list of strings as JSON.
func jsonList(words []string) (string, error) {
	text, err := json.Marshal(words)
	return string(text), err
}

// jsonWord returns a string as JSON.
func jsonWord(word string) (string, error) {
	text, err := json.Marshal(word)
	return string(text), err
}

// condorArguments returns words for HTCondor: all in double quotes, each in single quotes, and both
// doubled within words.
func condorArguments(words ...any) string {
	all := list(words...)
	for i, w := range all {
		all[i] = "'" + strings.ReplaceAll(strings.ReplaceAll(w, "'", "''"), `"`, `""`) + "'"
	}
	return `"` + strings.Join(all, " ") + `"`
}

// arrayName returns the name of an array, counted from 0: the first has that of the batch.
func arrayName(batch string, i int) string {
	if i == 0 {
		return batch
	}
	return batch + "-" + strconv.Itoa(i+1)
}
