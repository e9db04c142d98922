package submission

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"tilejudge/judge/program/access"
	"tilejudge/judge/program/sandbox"
	"tilejudge/judge/program/trial"
)

// A person may have had a part in a submission. They have several rights: as a member of a class,
// for example, to come into a directory, and as one of a team to change a file there.
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
	persons []person
	counted int                        // how many rights the persons have together
	author  access.Rights              // to what the author owns, who is a stranger; nil: none is
	looked  map[[2]uint64]bool         // files and directories by access.ID; nil: any
	coming  map[place][][]access.Right // what comeAs has returned
	rights  map[string]access.Rights   // to directories
	effort  int                        // rights that have been compared
	gaveUp  bool                       // somebody may have had a part who is not found
}

// A place is a directory of the folder to which one who has a right would come.
type place struct {
	right access.Right
	dir   string
}

// If persons have more rights, or there is more to compare, or too many files, everyone has had a
// part. A contestant can give each file thousands of rights.
const (
	maxCounted = 256
	maxEffort  = 1 << 24
	eachWay    = 1 << 6  // the effort to remember a way
	eachTry    = 1 << 10 // the effort to try several ways
	eachKept   = 1 << 2  // the effort to remember a right
)

// look looks for who may have had a part in the submission. What is beside a source that has no
// folder is no part of it.
func (c *copying) look() {
	if c.folder == "" {
		return
	}
	folder := c.way[0].info
	if c.program != nil && !access.IsOurs(c.program) {
		c.author = access.At(c.Source, c.program)
	} else if !access.IsOurs(folder) {
		c.author = access.At(c.from, folder)
	}
	c.coming, c.rights = make(map[place][][]access.Right), make(map[string]access.Rights)
	c.looked = make(map[[2]uint64]bool)
	sandbox.WalkDir(c.from, c.lookAt)
	c.coming, c.rights = nil, nil // they may be large
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
	c.effort = 0
	c.persons = []person{{[]access.Right{access.Everyone}, wrote | replaced}}
	for i := range c.way {
		c.way[i].comers = nil
	}
}

// may reports whether those who have some rights may do something with a file, as it seems.
func (c *copying) may(rights []access.Right, mode uint32, file access.Rights) bool {
	c.effort += len(rights) * len(file)
	return slices.ContainsFunc(rights, func(r access.Right) bool { return file.Allow(mode, r) })
}

// lookAt looks for those who can change a file or directory of the folder, or own it, such as a
// student's function beside the jury's main.
func (c *copying) lookAt(file string, e fs.DirEntry, err error) error {
	if err != nil || !e.IsDir() && !e.Type().IsRegular() {
		return nil
	}
	var skip error
	if e.IsDir() {
		skip = fs.SkipDir
	}
	info := c.way[0].info
	if file != c.from {
		if c.leavesOut(file, e) || e.IsDir() && c.isTooDeep(file) {
			return skip
		}
		if info, err = e.Info(); err != nil {
			return nil
		}
	}
	rights := access.At(file, info)
	if file != c.from && c.isOthers(file, info, rights) {
		return skip
	}
	c.looked[access.ID(info)] = true
	parts := wrote
	if trial.Within(file, c.Source) {
		parts |= replaced
	}
	c.effort += len(rights)
	for i, r := range rights.Others(access.Change) {
		if i == 0 && !access.IsOurs(info) { // it is the owner's right
			c.add([]access.Right{r}, wrote)
		}
		for _, all := range c.comeAs(place{r, filepath.Dir(file)}) {
			c.add(all, parts)
		}
	}
	if c.isTooMuch() {
		return fs.SkipAll
	}
	return nil
}

// isOthers reports whether a file or directory is left out because it belongs to a stranger: beside
// an executable, or because the author, who owns the source or else the folder, may not read it.
func (c *copying) isOthers(file string, info fs.FileInfo, rights access.Rights) bool {
	switch {
	case c.language == nil:
		return c.isStrangers(c.way[0].info, info)
	case access.IsOurs(info) || c.author == nil || trial.Within(file, c.Source):
		return false
	case info.IsDir():
		return !rights.Allow(access.Search, c.author.Owner())
	default:
		return !rights.Allow(access.Read, c.author.Owner())
	}
}

// isLookedAt reports whether a file, and the directory that it is in, have been looked at. Whoever
// can rename the folder may have put another one in its place meanwhile.
func (c *copying) isLookedAt(dir, file fs.FileInfo) bool {
	return c.looked == nil || c.looked[access.ID(dir)] && c.looked[access.ID(file)]
}

// add adds a person, who has had a part.
func (c *copying) add(rights []access.Right, parts part) {
	i := slices.IndexFunc(c.persons, func(p person) bool { return slices.Equal(p.rights, rights) })
	if i < 0 {
		c.persons = append(c.persons, person{rights, parts})
		c.counted += len(rights)
	} else {
		c.persons[i].parts |= parts
	}
}

// comeAs returns the rights of those who have one right and come to a directory of the folder. It
// remembers them: there may be thousands of directories.
func (c *copying) comeAs(at place) (all [][]access.Right) {
	switch all, ok := c.coming[at]; {
	case ok:
		return all
	case len(at.dir) < len(c.from): // to the folder, all may have a way of their own, such as a mount
		return [][]access.Right{{at.right}}
	}
	c.effort += eachWay
	if at.dir != c.from && c.may([]access.Right{at.right}, access.Search, c.rightsTo(at.dir)) {
		all = c.comeAs(place{at.right, filepath.Dir(at.dir)})
	} else {
		all = c.come([]access.Right{at.right}, at.dir)
	}
	c.coming[at] = all
	return all
}

// come returns the ways in which somebody with some rights gets to a directory of the folder. A way
// is these rights, and those that it takes to search the directory and all above it in the folder.
// There are several ways if several such rights are others', and none if nobody else may search it.
func (c *copying) come(rights []access.Right, dir string) (all [][]access.Right) {
	if c.effort += eachTry; c.isTooMuch() {
		return nil
	}
	for c.may(rights, access.Search, c.rightsTo(dir)) {
		if dir == c.from {
			return [][]access.Right{rights}
		}
		dir = filepath.Dir(dir)
	}
	for _, r := range c.rightsTo(dir).Others(access.Search) {
		all = append(all, c.come(append(slices.Clone(rights), r), dir)...)
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
		c.effort += eachKept * len(rights)
	}
	return rights
}

// comers returns which persons may search the directory that is entered, and those above it in the
// folder.
func (c *copying) comers() []bool {
	above := slices.Repeat([]bool{true}, len(c.persons))
	for i := range c.way {
		at := &c.way[i]
		if at.comers == nil {
			at.comers = slices.Clone(above)
			for j, p := range c.persons {
				at.comers[j] = above[j] && c.may(p.rights, access.Search, at.rights)
			}
		}
		above = at.comers
	}
	return above
}

// isPrivate reports whether somebody who may have had a part in the submission may not read an open
// file. Those who cannot replace the source itself need not be able to read that, and a stranger's
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
		if p.parts&parts != 0 && !isOwner && !(comers[i] && c.may(p.rights, access.Read, readers)) {
			return true
		}
	}
	return false
}
