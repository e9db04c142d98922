package export_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"tilejudge/formats"
	"tilejudge/judge/problem/export"
	"tilejudge/judge/problem/recipe"
)

// newLines returns the lines of the files of a package that are not among those of before.
func newLines(t *testing.T, target *export.Target, p *export.Problem, before []string) []string {
	t.Helper()
	dir := t.TempDir()
	if err := target.Write(dir, p, false); err != nil {
		t.Fatal(err)
	}
	known := make(map[string]bool)
	for _, line := range before {
		known[line] = true
	}
	var lines []string
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		for line := range strings.SplitSeq(string(text), "\n") {
			if !known[line] {
				lines = append(lines, line)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return lines
}

// marks are the forms that the metadata of TestMetadata has in files, in the units of the targets.
var marks = map[string][]string{
	"title":        {"Title: of it"},
	"author":       {"Ada Marker"},
	"license":      {"cc by-sa"},
	"time limit":   {"4.321", "4321"},
	"memory limit": {"543", "556032", "569376768"},
	"languages":    {"lang-17"},
}

// Each part of the metadata is in the package, unless the target says that it has no field for
// it. A part that is not set leaves no trace.
func TestMetadata(t *testing.T) {
	f, err := formats.Lookup("poj-1077")
	if err != nil {
		t.Fatal(err)
	}
	p, err := export.NewProblem(context.Background(), f, recipe.Judge)
	if err != nil {
		t.Fatal(err)
	}
	p.Cases = p.Cases[:3]
	set := *p
	set.Metadata = export.Metadata{
		Title: "Title: of it", Author: "Ada Marker, Bo Other", License: "cc by-sa",
		TimeLimit: 4321 * time.Millisecond, MemoryLimit: 543, Languages: []string{"lang-17"},
	}
	for _, target := range export.All {
		usual := newLines(t, target, p, nil)
		changed := newLines(t, target, &set, usual)
		lacks := target.Lacks(&set.Metadata)
		for part, marks := range marks {
			has := slices.ContainsFunc(changed, func(line string) bool {
				return slices.ContainsFunc(marks, func(mark string) bool {
					return strings.Contains(line, mark)
				})
			})
			if lacking := slices.Contains(lacks, part); has == lacking {
				t.Errorf("%s: %s is in the package: %v, the target lacks it: %v\n%q", target.Name,
					part, has, lacking, changed)
			}
		}
		if len(target.Lacks(&p.Metadata)) > 0 {
			t.Errorf("%s lacks what is not set", target.Name)
		}
	}
}
