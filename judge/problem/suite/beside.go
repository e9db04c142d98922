package suite

import (
	"os"
	"path/filepath"

	"tilejudge/judge"
)

// Beside returns the cases with answers whose inputs are in a directory, in any of Layouts.
// Sub-directories do not count. A file may be in several cases.
func Beside(dir string) (cases []judge.Case) {
	entries, _ := os.ReadDir(dir)
	names := make(map[string]error, len(entries))
	for _, e := range entries {
		if !e.IsDir() {
			names[e.Name()] = nil
		}
	}
	for _, l := range Layouts {
		for _, c := range l.cases(names) {
			if c.Answer != "" {
				c.Input, c.Answer = filepath.Join(dir, c.Input), filepath.Join(dir, c.Answer)
				cases = append(cases, c)
			}
		}
	}
	return cases
}
