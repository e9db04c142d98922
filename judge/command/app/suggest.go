package app

import (
	"fmt"
	"strings"

	"github.com/xrash/smetrics"
)

// Suggest returns a hint at the name that a wrong one is most likely meant to be, such
// as ` (did you mean "solve"?)`, or "" if it is like none.
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

// alike reports whether one name is the other with a few slips of the finger: one for
// every three letters, of which the first of a short name is none. A name may also be
// cut short.
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

// fewNames is how many names a message lists.
const fewNames = 8

// Unknown returns the error for a name that is none of a closed list: `unknown format
// "poj-1078" (did you mean "poj-1077"?)`. If it is like none, a short list is named.
func Unknown(what, wrong string, names []string) error {
	hint := Suggest(wrong, names)
	if hint == "" && len(names) <= fewNames {
		hint = ", expected " + orList(names)
	}
	return fmt.Errorf("unknown %s %q%s", what, wrong, hint)
}

func unknownFlag(wrong string, flags []string) error {
	wrong, _, _ = strings.Cut(wrong, "=")
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
