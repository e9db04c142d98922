package app

import (
	"fmt"
	"strings"

	"github.com/xrash/smetrics"
)

// Suggest returns a hint at the name that is most like a wrong one, such as
// ` (did you mean "solve"?)`, or "" if none is like it.
func Suggest(wrong string, names []string) string {
	best, likeness := "", 0.7 // a less likely name would mislead
	lower := strings.ToLower(wrong)
	for _, name := range names {
		if l := smetrics.JaroWinkler(lower, name, 0.7, 4); l > likeness && alike(lower, name) {
			best, likeness = name, l
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf(" (did you mean %q?)", best)
}

// alike reports whether a wrong name is another one with a few typing errors: up to one in three
// letters, but not in the first letter of a short name. A name that is cut off is alike, too.
func alike(wrong, name string) bool {
	if len(wrong) >= 3 && strings.HasPrefix(name, wrong) {
		return true
	}
	if len(wrong) < 4 && !strings.HasPrefix(name, wrong[:min(1, len(wrong))]) {
		return false
	}
	slips := smetrics.WagnerFischer(wrong, name, 1, 1, 1)
	return slips <= (max(len(wrong), len(name))+1)/3
}

// fewNames is the largest number of names that a message lists.
const fewNames = 8

// Unknown returns the error for a name that is not in a closed list: `unknown format "poj-1078"
// (did you mean "poj-1077"?)`. If no name is alike and there are few names, the error lists them
// all.
func Unknown(what, wrong string, names []string) error {
	hint := Suggest(wrong, names)
	if hint == "" && len(names) <= fewNames {
		hint = ", expected " + orList(names)
	}
	return fmt.Errorf("unknown %s %q%s", what, wrong, hint)
}

// habits maps flags that people know from other programs to what this program has instead.
var habits = map[string]string{
	"--size":       "an input tells the size of its boards; generate and stress take --size",
	"--goal":       "a format tells the goal: see formats",
	"--count":      "generate takes --count",
	"--timeout":    "solve and compare limit a search, run and stress a program",
	"--time-limit": "solve and compare limit a search, run and stress a program",
	"--threads":    "-j N, or --workers N, uses N cores",
	"--input":      "files are named without a flag, and - is standard input",
	"--file":       "files are named without a flag, and - is standard input",
}

func unknownFlag(wrong string, flags []string) error {
	wrong, _, _ = strings.Cut(wrong, "=")
	if habit := habits[wrong]; habit != "" {
		return fmt.Errorf("unknown flag %q (%s)", wrong, habit)
	}
	return fmt.Errorf("unknown flag %q%s", wrong, Suggest(wrong, flags))
}

// orList returns "a", "a or b", or "a, b or c".
func orList(names []string) string {
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " or " + names[last]
}
