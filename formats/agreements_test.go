package formats_test

import (
	"regexp"
	"strings"
	"testing"

	"tilejudge/cases"
	"tilejudge/formats"
)

// The table of what agrees with formats names each format once, and each line is whole.
func TestAgreements(t *testing.T) {
	text, err := cases.Read("agreements")
	if err != nil {
		t.Fatal(err)
	}
	line := regexp.MustCompile(`^([a-z0-9-]+) \| [^|]+ \| [\w.-]+/[\w.-]+(, [^|]+)? \| 20\d\d-\d\d-\d\d$`)
	seen := make(map[string]bool)
	for _, text := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		if strings.HasPrefix(text, "#") {
			continue
		}
		m := line.FindStringSubmatch(text)
		if m == nil {
			t.Errorf("found %q, want FORMAT | WHAT | REPOSITORY, PATH | DATE", text)
			continue
		}
		if _, err := formats.Lookup(m[1]); err != nil || seen[m[1]] || cases.Agreement(m[1]) == "" {
			t.Errorf("%q: %v, seen before: %t", text, err, seen[m[1]])
		}
		seen[m[1]] = true
	}
	if least := 69; len(seen) < least {
		t.Errorf("found %d formats, want at least %d", len(seen), least)
	}
}
