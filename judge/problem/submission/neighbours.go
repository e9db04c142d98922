package submission

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"tilejudge/judge/program/access"
	"tilejudge/judge/program/sandbox"
)

// A person may have had a part in a submission. They have several rights: as a student, for
// example, to come into the class's directory, and as anyone to change a file there.
type person struct {
	rights []access.Right
	parts  part
}

// A part is what a person may have done.
type part uint8

const (
	wrote    part = 1 << iota // they can change a file or directory in the folder, or own one
	replaced                  // they can put another file in place of the source
)

// neighbours knows who may have had a part in a submission.
type neighbours struct {
	persons  []person
	counted  int                        // their rights
	looked   map[[2]uint64]bool         // files and directories by access.ID; nil: any
	seen     map[place]part             // by the right to a file, and its directory
	reaching map[place][][]access.Right // what reachAs has returned
	effort   int                        // rights that have been compared, with others or with none
	gaveUp   bool                       // somebody may have had a part who is not found
	rights   map[string]access.Rights   // to directories
}

// A place is a directory that one who has a right would search.
type place struct {
	right access.Right
	dir   string
}

// If persons have more rights, or there is more to compare, or too many files, everyone has had a
// part. A contestant can give a file thousands of rights.
const (
	maxCounted = 256
	maxEffort  = 1 << 24
	eachTry    = 1 << 10 // the effort to ask for the rights to a directory
)

// look looks for who may have had a part in the submission. What is beside a source that has no
// folder is no part of it.
func (c *copying) look() {
	c.reaching, c.rights = make(map[place][][]access.Right), make(map[string]access.Rights)
	c.seen = make(map[place]part)
	if c.folder == "" {
		return
	}
	c.looked = make(map[[2]uint64]bool)
	sandbox.WalkDir(c.from, c.lookAt)
	if c.isTooMuch() {
		c.suspectAll()
		c.looked = nil
	}
}

// isTooMuch reports whether there is more than is looked at.
func (c *copying) isTooMuch() bool {
	return c.gaveUp || c.effort > maxEffort || c.counted > maxCounted ||
		len(c.looked) > sandbox.MaxFiles
}

// suspectAll has everyone take part.
func (c *copying) suspectAll() {
	c.persons = []person{{[]access.Right{access.Everyone}, wrote | replaced}}
	c.at.comers = nil
}

// may reports whether a person may do something with a file, as it seems.
func (c *copying) may(p *person, mode uint32, file access.Rights) bool {
	c.effort += len(p.rights) * len(file)
	return slices.ContainsFunc(p.rights, func(r access.Right) bool { return file.Allow(mode, r) })
}

// lookAt looks for those who can change a file or directory of the folder, or own it, such as a
// student's function beside the jury's main.
func (c *copying) lookAt(file string, e fs.DirEntry, err error) error {
	if err != nil || !e.IsDir() && !e.Type().IsRegular() {
		return nil
	}
	info := c.dir
	if file != c.from {
		if info, err = e.Info(); err != nil {
			return nil
		}
	}
	if file != c.from && (c.leavesOut(file, e) || e.IsDir() && c.isTooDeep(file) ||
		c.language == nil && c.isStrangers(c.dir, info)) {
		if e.IsDir() {
			return fs.SkipDir
		}
		return nil
	}
	c.looked[access.ID(info)] = true
	parts := wrote
	if file == c.Source || strings.HasPrefix(c.Source, file+string(filepath.Separator)) {
		parts |= replaced
	}
	for i, r := range access.Others(file, info, access.Change) {
		if i == 0 && !access.IsOurs(info) { // it is the owner's right
			c.add([][]access.Right{{r}}, wrote)
		}
		at := place{r, filepath.Dir(file)}
		if c.seen[at]&parts == parts {
			continue
		}
		c.seen[at] |= parts
		c.add(c.reachAs(at), parts)
	}
	if c.isTooMuch() {
		return fs.SkipAll
	}
	return nil
}

// isLookedAt reports whether a file, and the directory that it is in, have been looked at. Whoever
// can rename the folder may have put another one in its place meanwhile.
func (c *copying) isLookedAt(dir, file fs.FileInfo) bool {
	return c.looked == nil || c.looked[access.ID(dir)] && c.looked[access.ID(file)]
}

// add adds persons with some rights, who have had a part.
func (c *copying) add(all [][]access.Right, parts part) {
	for _, rights := range all {
		i := slices.IndexFunc(c.persons, func(p person) bool { return slices.Equal(p.rights, rights) })
		if i < 0 {
			c.persons = append(c.persons, person{rights, parts})
			c.counted += len(rights)
		} else {
			c.persons[i].parts |= parts
		}
	}
}

// reachAs returns the rights of those who have one right and may search a directory and all above
// it. It remembers them: there may be thousands of directories.
func (c *copying) reachAs(at place) (all [][]access.Right) {
	if all, ok := c.reaching[at]; ok {
		return all
	}
	switch up := filepath.Dir(at.dir); {
	case !c.rightsTo(at.dir).Allow(access.Search, at.right):
		all = c.reach([]access.Right{at.right}, at.dir)
	case up == at.dir:
		all = [][]access.Right{{at.right}}
	default:
		all = c.reachAs(place{at.right, up})
	}
	c.reaching[at] = all
	return all
}

// reach returns some rights, with those with which others may search a directory and all above it:
// several times, if there are several such rights, and never, if nobody else may.
func (c *copying) reach(rights []access.Right, dir string) (all [][]access.Right) {
	if c.effort += eachTry; c.isTooMuch() {
		return nil
	}
	p := person{rights: rights}
	for c.may(&p, access.Search, c.rightsTo(dir)) {
		up := filepath.Dir(dir)
		if up == dir {
			return [][]access.Right{rights}
		}
		dir = up
	}
	info, err := os.Lstat(dir)
	if err != nil {
		c.gaveUp = true // the directory has been moved
		return nil
	}
	for _, r := range access.Others(dir, info, access.Search) {
		all = append(all, c.reach(append(slices.Clone(rights), r), dir)...)
		if len(all) > maxCounted {
			c.gaveUp = true
			return nil
		}
	}
	return all
}

// rightsTo returns the rights to a directory.
func (c *copying) rightsTo(dir string) access.Rights {
	rights, ok := c.rights[dir]
	if !ok {
		if info, err := os.Lstat(dir); err == nil {
			rights = access.At(dir, info)
		} else {
			c.gaveUp = true // the directory has been moved
		}
		c.rights[dir] = rights
	}
	return rights
}

// comers returns which persons may search the directory that is entered, and those above it in the
// folder.
func (c *copying) comers() []bool {
	if c.at.comers == nil {
		for i := range c.persons {
			stays := slices.ContainsFunc(c.at.rights, func(dir access.Rights) bool {
				return !c.may(&c.persons[i], access.Search, dir)
			})
			c.at.comers = append(c.at.comers, !stays)
		}
	}
	return c.at.comers
}

// isPrivate reports whether not all may read a file that is open who may have had a part in the
// submission. The source itself need not be read by those who cannot replace it, and a stranger's
// is there to be judged.
func (c *copying) isPrivate(file string, info fs.FileInfo, readers access.Rights) bool {
	parts := wrote
	if file == c.Source {
		if c.language == nil || !access.IsOurs(info) {
			return false
		}
		parts = replaced
	}
	if c.effort > maxEffort {
		c.suspectAll()
	}
	comers := c.comers()
	for i, p := range c.persons {
		isOwner := slices.ContainsFunc(p.rights, readers.AreOf)
		if p.parts&parts != 0 && !isOwner && !(comers[i] && c.may(&p, access.Read, readers)) {
			return true
		}
	}
	return false
}
