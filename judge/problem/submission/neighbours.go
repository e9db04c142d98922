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

// A person may have had a part in a submission: as the owner of a file, a user or a member of a
// group with a right to change it, or anyone.
type person struct {
	access.Right
	parts part
}

// A part is what a person may have done.
type part uint8

const (
	wrote    part = 1 << iota // they can change a file or directory in the folder, or own one
	replaced                  // they can put another file in place of the source
)

// neighbours knows who may have had a part in a submission.
type neighbours struct {
	persons []person
	author  *access.Right            // of the stranger who owns the folder, or else the source
	looked  map[[2]uint64]bool       // files and directories by access.ID; nil: any
	coming  map[place][]access.Right // what comeAs has returned
	rights  map[string]access.Rights // to directories
	effort  int                      // rights that have been compared
	gaveUp  bool                     // somebody may have had a part who is not found
}

// A place is a directory of the folder to which one who has a right would come.
type place struct {
	right access.Right
	dir   string
}

// If there are more persons, or there is more to compare, or too many files, everyone has had a
// part. A contestant can give each file thousands of rights.
const (
	maxPersons = 256
	maxEffort  = 1 << 24
	eachWay    = 1 << 8  // the effort to remember a way
	eachList   = 1 << 10 // the effort to read an access control list
)

// look looks for who may have had a part in the submission. What is beside a source that has no
// folder is no part of it.
func (c *copying) look() {
	c.coming, c.rights = make(map[place][]access.Right), make(map[string]access.Rights)
	if c.folder == "" {
		return
	}
	for path, info := range map[string]fs.FileInfo{c.Source: c.program, c.from: c.dir} {
		if info != nil && !access.IsOurs(info) && (c.author == nil || path == c.from) {
			owner := access.At(path, info).Owner()
			c.author = &owner
		}
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
	return c.gaveUp || c.effort > maxEffort || len(c.persons) > maxPersons ||
		len(c.looked) > sandbox.MaxFiles
}

// suspectAll has everyone take part.
func (c *copying) suspectAll() {
	c.persons = []person{{access.Everyone, wrote | replaced}}
	c.at.comers = nil
}

// allow reports whether one who has a right to another file may do something with a file.
func (c *copying) allow(file access.Rights, mode uint32, one access.Right) bool {
	c.effort += len(file)
	return file.Allow(mode, one)
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
	rights := access.At(file, info)
	if file != c.from && (c.leavesOut(file, e) || e.IsDir() && c.isTooDeep(file) ||
		c.isOthers(file, info, rights)) {
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
	c.effort += eachList
	for i, r := range rights.Others(access.Change) {
		if i == 0 && !access.IsOurs(info) { // it is the owner's right
			c.add(r, wrote)
		}
		for _, one := range c.comeAs(place{r, filepath.Dir(file)}) {
			c.add(one, parts)
		}
	}
	if c.isTooMuch() {
		return fs.SkipAll
	}
	return nil
}

// isOthers reports whether a file or directory is left out because it belongs to a stranger: beside
// an executable, or because the author may not read it.
func (c *copying) isOthers(file string, info fs.FileInfo, rights access.Rights) bool {
	switch {
	case c.language == nil:
		return c.isStrangers(c.dir, info)
	case access.IsOurs(info) || file == c.Source || c.author == nil:
		return false
	case info.IsDir():
		return !rights.Allow(access.Search, *c.author)
	default:
		return !rights.Allow(access.Read, *c.author)
	}
}

// isLookedAt reports whether a file, and the directory that it is in, have been looked at. Whoever
// can rename the folder may have put another one in its place meanwhile.
func (c *copying) isLookedAt(dir, file fs.FileInfo) bool {
	return c.looked == nil || c.looked[access.ID(dir)] && c.looked[access.ID(file)]
}

// add adds a person, who has had a part.
func (c *copying) add(one access.Right, parts part) {
	i := slices.IndexFunc(c.persons, func(p person) bool { return p.Right == one })
	if i < 0 {
		c.persons = append(c.persons, person{one, parts})
	} else {
		c.persons[i].parts |= parts
	}
}

// comeAs returns the rights of those who have one right and come to a directory of the folder: that
// right, or in its place the rights with which others search the directories on the way. Above the
// folder, all may have a way of their own, such as a mount.
func (c *copying) comeAs(at place) (all []access.Right) {
	if len(at.dir) < len(c.from) || c.isTooMuch() {
		return []access.Right{at.right}
	}
	if all, ok := c.coming[at]; ok {
		return all
	}
	c.effort += eachWay
	enter := []access.Right{at.right}
	if rights := c.rightsTo(at.dir); !c.allow(rights, access.Search, at.right) {
		enter = rights.Others(access.Search)
	}
	for _, r := range enter {
		for _, one := range c.comeAs(place{r, filepath.Dir(at.dir)}) {
			if !slices.Contains(all, one) {
				all = append(all, one)
			}
		}
	}
	c.coming[at] = all
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
		c.effort += eachList
	}
	return rights
}

// comers returns which persons may search the directory that is entered, and those above it in the
// folder.
func (c *copying) comers() []bool {
	if c.at.comers == nil {
		for i := range c.persons {
			stays := slices.ContainsFunc(c.at.rights, func(dir access.Rights) bool {
				return !c.allow(dir, access.Search, c.persons[i].Right)
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
		if p.parts&parts != 0 && !readers.AreOf(p.Right) &&
			!(comers[i] && c.allow(readers, access.Read, p.Right)) {
			return true
		}
	}
	return false
}
