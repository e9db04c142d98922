package submission

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"tilejudge/judge/program/access"
	"tilejudge/judge/program/sandbox"
)

// neighbours remembers who may change and read what is beside a program or source.
type neighbours struct {
	searchers map[string]access.Rights // those to directories
	writers   access.Rights            // see writersBeside; nil: not known yet
}

// reach reports whether one who has a right to another file may search the directory of a file, and
// all above it up to top.
func (n *neighbours) reach(one access.Right, file, top string) bool {
	if n.searchers == nil {
		n.searchers = make(map[string]access.Rights)
	}
	for at, last := filepath.Dir(file), file; at != last; at, last = filepath.Dir(at), at {
		if n.searchers[at] == nil {
			info, err := os.Lstat(at)
			if err != nil {
				return false
			}
			n.searchers[at] = access.At(at, info)
		}
		if !n.searchers[at].Allow(access.Search, one) {
			return false
		}
		if at == top {
			break
		}
	}
	return true
}

// writersBeside returns the rights of the writers of all files and directories in the folder of a
// program or source. To change one they must reach it, but what they own of the code they have
// written, and put what is in their directories there. If there is too much to look at, it is
// everyone.
func (c *copying) writersBeside() access.Rights {
	if c.writers != nil {
		return c.writers
	}
	others, seen, left := access.Rights{}, make(map[access.Right]bool), sandbox.MaxFiles
	sandbox.WalkDir(c.from, func(file string, e fs.DirEntry, err error) error {
		if err != nil || !e.IsDir() && !e.Type().IsRegular() {
			return nil
		}
		info, err := e.Info()
		left--
		switch {
		case err != nil:
			return nil
		case left < 0 || len(seen) > access.Max:
			others = access.Rights{access.Everyone}
			return fs.SkipAll
		case e.Name()[0] == '.', c.language == nil && c.isStrangers(c.dir, info): // it is left out
			if e.IsDir() && file != c.from {
				return fs.SkipDir
			}
			return nil
		}
		for _, r := range access.Writers(file, info) {
			seen[r] = true
			isTheirs := r.IsUser() && (e.IsDir() || file == c.Source || languageOf(file) != nil)
			if !slices.Contains(others, r) && (isTheirs || c.reach(r, file, "/")) {
				others = append(others, r)
			}
		}
		return nil
	})
	c.writers = others
	return others
}

// isPrivateBeside reports whether a file is beside the program, or in the folder of the source, and
// not all may read it who can change something there.
func (c *copying) isPrivateBeside(file string, readers access.Rights) bool {
	isHidden := func(one access.Right) bool {
		return !readers.AreOf(one) && (!readers.Allow(access.Read, one) || !c.reach(one, file, c.from))
	}
	isBeside := file != c.Source || c.folder != "" && c.language != nil
	return isBeside && isHidden(access.Everyone) &&
		slices.ContainsFunc(c.writersBeside(), isHidden)
}
