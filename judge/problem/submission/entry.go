package submission

import (
	"bytes"
	"cmp"
	"encoding/json"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// entry returns the source of a folder that has the entry point: one called main, unless it is for
// Node and further down, or that which package.json starts, or else the first by byEntry. isClear
// is true if package.json says so.
func entry(home, folder string, members []*Submission) (first *Submission, isClear bool) {
	first = slices.MinFunc(members, byEntry)
	isBelow := path.Dir(first.Name) != folder
	if entryRank(first) < 2 && !(isBelow && nodeExtension.MatchString(first.Name)) {
		return first, false
	}
	for _, start := range packageStarts(filepath.Join(home, "package.json")) {
		for _, name := range []string{start, start + ".js", start + "/index.js"} {
			if i := slices.IndexFunc(members, func(s *Submission) bool {
				return s.Name == path.Join(folder, name)
			}); i >= 0 {
				return members[i], true
			}
		}
	}
	return first, false
}

// packageStarts returns what a package.json of Node starts, as it says it: by its script start, and
// by its main file.
func packageStarts(file string) (names []string) {
	const most = 1 << 20
	var p struct {
		Main    string
		Scripts struct{ Start string }
	}
	if info, err := os.Lstat(file); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	text, _ := head(file, most)
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	json.Unmarshal(text, &p) // after an error, what else it says counts
	words := strings.Fields(preloads.ReplaceAllString(p.Scripts.Start, ""))
	if i := slices.Index(words, "node"); i >= 0 {
		names = words[i+1:] // other options are no names of sources
	}
	if p.Main != "" {
		names = append(names, p.Main)
	}
	return names
}

// preloads are options of Node that name modules which it loads before the program.
var preloads = regexp.MustCompile(`(-r|--(require|import|(experimental-)?loader))\s+\S+`)

// byEntry compares two sources by which of them rather has the entry point.
func byEntry(a, b *Submission) int {
	return cmp.Or(entryRank(a)-entryRank(b), strings.Count(a.Name, "/")-strings.Count(b.Name, "/"))
}

var (
	// indexes are what Python and Node run of a directory.
	indexes = regexp.MustCompile(`^/(__main__\.py|index\.[cm]?js)$`)

	// modules are rather parts of a program than its entry point.
	modules = regexp.MustCompile(`/src/lib\.rs$|\.[cm]js$`)

	// builds only build or install a program, or belong to what others have written.
	builds = regexp.MustCompile(`/((setup|conftest)\.py|(makefile|build)\.pl|build\.rs|` +
		`(gulpfile|gruntfile|.*\.config)\.[cm]?js)$|/(venv|site-packages|vendor|target)/`)
)

// isPart reports whether a source is rather no program, or only builds it.
func isPart(s *Submission) bool { return entryRank(s) > 4 }

// entryRank is 0 for a file called main, as Kattis and BAPCtools demand, 2 for indexes, 8 for
// builds, and else 4; for modules it is 1 more.
func entryRank(s *Submission) (rank int) {
	name := strings.ToLower(strings.TrimPrefix(s.Name, folderOf(s.Name))) // such as /src/main.rs
	switch {
	case builds.MatchString(name):
		rank = 8
	case strings.TrimSuffix(path.Base(name), path.Ext(name)) == "main":
		rank = 0
	case indexes.MatchString(name):
		rank = 2
	default:
		rank = 4
	}
	if modules.MatchString(name) {
		rank++
	}
	return rank
}
