package submission

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"tilejudge/judge/program/access"
	"tilejudge/judge/program/sandbox"
	"tilejudge/judge/program/scratch"
	"tilejudge/judge/program/trial"
)

// A limit is how many bytes the files of a submission may have: they are copied to where programs
// may write.
type limit struct {
	bytes int64
	name  string
}

var (
	sourceLimit     = limit{sandbox.MaxScratch / 4, "a source"}
	executableLimit = limit{4 * sandbox.MaxScratch, "a directory of an executable"} // with tables
)

// settle copies an executable, with the files beside it that need not be hidden, to a directory in
// dir, if others than we can change one of them. Else a process outside could see what the program
// reads there while it is judged, and answer for it. It copies one, too, that others may not run,
// if the runner's programs have a user of their own. Settle returns a message if they cannot be
// copied.
func (s *Submission) settle(r *sandbox.Runner, dir string, hide []string) (string, error) {
	if s.Command == nil || s.Source == "" {
		return "", nil
	}
	whole := &Submission{Source: s.Source, folder: filepath.Dir(s.Source)}
	file, why, open := changeable(whole.folder), "others than you can change ", ""
	if file == "" {
		file, why, open = r.Barrier(s.Source), "others may not run or search ", s.Source
		if info, err := os.Lstat(whole.folder); folderOf(s.Name) != "" && err == nil &&
			info.Mode()&0o022 == 0 {
			open = whole.folder // all there is the submission's
		}
		if !strings.Contains(s.Name, "/") { // the directory need not be the submission's
			whole.folder = ""
		}
	}
	switch {
	case file == "":
		return "", nil
	case whole.folder == "/": // as in an image
		whole.folder = ""
	}
	most := limit{roomIn(dir, executableLimit.bytes), executableLimit.name}
	copied, err := whole.copyTo(filepath.Join(dir, "files"), most, hide, open)
	if err != nil {
		message, err := refused(err)
		if message != "" {
			message += ": it is copied, since " + why + file
		}
		return message, err
	}
	if info, err := os.Lstat(copied.Source); err == nil && info.Mode()&0o111 == 0 {
		return filepath.Base(s.Source) + " may not be executed (chmod +x)", nil
	}
	s.Command, s.home = []string{copied.Source}, copied.folder
	if s.own = []string{copied.Source}; copied.folder != "" {
		s.own = append(s.own, copied.folder)
	}
	return "", canStart(copied.Source)
}

// changeable returns the path of a file or directory that others than we can change: a directory,
// one on the way to it, or what is in it. "": there is none.
func changeable(dir string) (found string) {
	if found = access.ChangeableAbove(dir, false); found != "" {
		return found
	}
	sandbox.WalkDir(dir, func(file string, e fs.DirEntry, err error) error {
		if err == nil {
			info, err := e.Info()
			if err == nil && !access.OthersCanChange(file, info) {
				return nil
			}
		}
		found = file
		return fs.SkipAll
	})
	return found
}

// copyTo copies the source, or the folder of a submission, to where compilers and programs may read
// it, whoever they run as, and run what anyone may run. It leaves out what is to be hidden, names
// that begin with a dot, where judges write, and links. Beside an executable it copies links, too,
// and leaves out what belongs to strangers, or cannot be copied. If open is a file, all may read
// and run its copy as we may; if it is a directory, that holds for all that is in it. The error is
// an uncopied one if it is the contestant's fault.
func (s *Submission) copyTo(
	dir string, most limit, hide []string, open string,
) (*Submission, error) {
	c := &copying{
		Submission: s, from: filepath.Dir(s.Source), to: dir,
		most: most.bytes, left: most.bytes, each: most.bytes / sandbox.MaxFiles, opened: open,
		hide: hide,
	}
	start, copied := s.Source, &Submission{language: s.language}
	if s.folder != "" {
		start, c.from, copied.folder = s.folder, s.folder, dir
	}
	copied.Source = c.copied(s.Source)
	if err := makeDir(dir, 0o755); err != nil {
		return nil, err
	}
	err := c.hold()
	defer c.leave(0)
	if err != nil {
		return nil, c.blame(s.Source, nil, err)
	}
	c.look()
	err = sandbox.WalkDir(start, func(file string, e fs.DirEntry, err error) error {
		left := err == nil && c.leavesOut(file, e)
		switch {
		case left && e.IsDir():
			return fs.SkipDir
		case left || err == nil && file == s.folder:
			return nil
		case err == nil:
			err = c.copy(file, e)
		}
		return c.blame(file, e, err)
	})
	if err == nil && c.left < 0 {
		err = uncopied(fmt.Sprintf("found %s of more than %d bytes", most.name, most.bytes))
	}
	for _, file := range s.More {
		if _, err := os.Lstat(c.copied(file)); err == nil { // otherwise it was left out
			copied.More = append(copied.More, c.copied(file))
		}
	}
	if info, _ := os.Lstat(copied.Source); err == nil && (info == nil || !info.Mode().IsRegular()) {
		cause := error(syscall.ELOOP) // it was no link when it was found, nor was its directory
		switch info, err := os.Lstat(s.Source); {
		case errors.Is(err, fs.ErrNotExist):
			cause = fs.ErrNotExist
		case err == nil && !info.Mode().IsRegular() && info.Mode()&fs.ModeSymlink == 0:
			cause = errors.New("it is no plain file")
		}
		err = cannot(s.Source, cause)
	}
	return copied, err
}

// A copying is under way: a submission's files are copied from a directory to another one.
type copying struct {
	*Submission
	way      []level     // from the folder to the directory that is entered
	program  fs.FileInfo // of the source; nil: it is gone
	from, to string
	opened   string // all may do with it what we may; "": none
	hide     []string
	most     int64 // how many bytes there may be
	left     int64 // how many there may be yet; below 0: they are too many
	each     int64 // how many a file counts for besides its own, so that there are not too many
	neighbours
}

// maxDepth is how deep directories may be. To look at thousands in one another takes minutes.
const maxDepth = 64

// errTooDeep is the error of a directory for which isTooDeep holds.
var errTooDeep = uncopied(fmt.Sprintf("found more than %d directories in one another", maxDepth))

// isTooDeep reports whether a directory is more than maxDepth below the folder.
func (c *copying) isTooDeep(dir string) bool {
	return strings.Count(strings.TrimPrefix(dir, c.from), string(filepath.Separator)) > maxDepth
}

// copied returns the path of a file's copy.
func (c *copying) copied(file string) string {
	return filepath.Join(c.to, strings.TrimPrefix(file, c.from))
}

// A level is an open directory on the way to the one that is entered: no other can be put in its
// place. The first is the folder.
type level struct {
	*os.File
	info   fs.FileInfo
	rights access.Rights
	comers []bool // which persons may search it, and those above; nil: it is not known yet
}

// hold opens the directory from which files are copied, and looks at the source.
func (c *copying) hold() error {
	if err := c.descend(sandbox.Hold(c.from)); err != nil {
		return err
	}
	if source, err := c.open(c.Source); err == nil {
		c.program, _ = source.Stat()
		source.Close()
	}
	return nil
}

// descend adds a level, unless there is an error.
func (c *copying) descend(dir *os.File, err error) error {
	if err != nil {
		return err
	}
	info, err := dir.Stat()
	if err != nil {
		dir.Close()
		return err
	}
	c.way = append(c.way, level{File: dir, info: info, rights: access.In(dir, info)})
	return nil
}

// at returns the level of the directory that is entered.
func (c *copying) at() *level { return &c.way[len(c.way)-1] }

// enter opens a directory of the folder, and those on the way there that are not open, and closes
// others.
func (c *copying) enter(dir string) error {
	if c.isTooDeep(dir) { // all would be held open
		return errTooDeep
	}
	for !trial.Within(c.at().Name(), dir) {
		c.leave(len(c.way) - 1)
	}
	below := strings.TrimPrefix(dir, c.at().Name())
	for name := range strings.SplitSeq(below, string(filepath.Separator)) {
		if name == "" {
			continue
		}
		if err := c.descend(sandbox.Enter(c.at().File, name)); err != nil {
			return err
		}
	}
	return nil
}

// leave closes all levels but the first few.
func (c *copying) leave(kept int) {
	for _, l := range c.way[kept:] {
		l.Close()
	}
	c.way = c.way[:kept]
}

// open opens a plain file to read, after the directory that it is in.
func (c *copying) open(file string) (*os.File, error) {
	if err := c.enter(filepath.Dir(file)); err != nil {
		return nil, err
	}
	return sandbox.OpenIn(c.at().File, filepath.Base(file))
}

// leavesOut reports whether a file or directory is no part of the submission.
func (c *copying) leavesOut(file string, e fs.DirEntry) bool {
	return e.Name()[0] == '.' || slices.Contains(c.hide, file) ||
		e.IsDir() && file != c.from && scratch.Has(file)
}

// copy copies a file, a directory without what is in it, or a link.
func (c *copying) copy(file string, e fs.DirEntry) error {
	to, executable := c.copied(file), c.language == nil
	info, err := e.Info()
	if err != nil || executable && c.isStrangers(c.way[0].info, info) {
		return cmp.Or(err, fs.ErrPermission)
	}
	if c.left -= c.each; c.left < 0 {
		return fs.SkipAll
	}
	switch {
	case e.IsDir() && c.isTooDeep(file):
		return errTooDeep
	case e.IsDir():
		return makeDir(to, c.mode(file, info)|0o700)
	case e.Type() == fs.ModeSymlink && executable:
		target, err := os.Readlink(file)
		return cmp.Or(err, os.Symlink(target, to))
	case !e.Type().IsRegular():
		return nil
	default:
		return c.copyFile(file, to)
	}
}

// copyFile copies a file. It leaves out one that somebody may not read who may have put it there,
// or may have written the program, which would read the file for them. If that is the source, it is
// an error.
func (c *copying) copyFile(file, to string) error {
	in, err := c.open(file)
	if err != nil {
		return err
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil {
		return err
	}
	dir, readers := c.at(), access.In(in, info)
	isMoved := access.IsPrivate(dir.rights, readers, access.Read)
	switch private := isMoved || c.isPrivate(file, info, readers); {
	case !c.isLookedAt(dir.info, info):
		return errReplaced
	case c.language == nil && c.isStrangers(dir.info, info): // it has been replaced since
		return fs.ErrPermission
	case private && file != c.Source:
		return nil
	case isMoved:
		return uncopied(filepath.Base(file) + " cannot be copied: the owner of its directory may" +
			" not read it (chmod a+r)")
	case private:
		return uncopied(filepath.Base(file) + " cannot be copied: not all may read it who can put" +
			" another file in its place (chmod a+rX)")
	}
	if c.left -= info.Size(); c.left < 0 {
		return fs.SkipAll
	}
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600) // not through a link
	if err != nil {
		return err
	}
	defer out.Close()
	_, err = io.Copy(out, io.LimitReader(in, info.Size()))
	os.Chtimes(to, time.Time{}, info.ModTime()) // sandbox.Command chooses the newest files
	return cmp.Or(err, out.Chmod(c.mode(file, info)))
}

// isStrangers reports whether a file belongs to a stranger who does not own the program. Who owns
// the directory, in which no others write, is no stranger there if the program is ours.
func (c *copying) isStrangers(dir, file fs.FileInfo) bool {
	if access.IsOurs(file) || access.HaveOneOwner(c.program, file) {
		return false
	}
	isClosed := dir.Mode()&0o022 == 0
	isBuiltByUs := c.program != nil && access.IsOurs(c.program)
	return !(isClosed && isBuiltByUs && access.HaveOneOwner(dir, file))
}

// mode returns the mode of a copy. All may read that of a source and of what is beside it, and run
// it if anyone may run the file. That of an executable, or of what is beside it, has the file's own
// mode; all get the rights of the owner, too, to what opened says, and to the files of a stranger
// who owns the program. Nobody but we may write to a copy.
func (c *copying) mode(path string, file fs.FileInfo) fs.FileMode {
	mode := file.Mode().Perm()
	switch {
	case c.language != nil && (file.IsDir() || mode&0o111 != 0):
		return 0o755
	case c.language != nil:
		return 0o644
	}
	isOpen := c.opened != "" && trial.Within(c.opened, path)
	if isOpen || !access.IsOurs(file) && access.HaveOneOwner(c.program, file) {
		mode |= (mode >> 6) * 0o11
	}
	if mode&0o111 != 0 {
		mode |= 0o100 // the copy belongs to us
	}
	return mode &^ 0o022
}

// makeDir makes a directory with a mode, whatever the umask is.
func makeDir(dir string, mode fs.FileMode) error {
	if err := os.Mkdir(dir, mode); err != nil {
		return err
	}
	return os.Chmod(dir, mode)
}
