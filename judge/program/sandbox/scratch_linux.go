package sandbox

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"tilejudge/judge/program/sandbox/disk"
	"tilejudge/judge/program/sandbox/proc"
	"tilejudge/judge/program/sandbox/view"
	"tilejudge/judge/program/scratch"
)

// emptyScratch makes a scratch directory on the host, with links to the program's files, and
// removes the last one. It is for systems where programs have no root.
func (h *helper) emptyScratch(q *request) error {
	if h.dir != "" {
		scratch.RemoveAll(h.dir)
	}
	h.dir = q.Scratch
	if err := os.Mkdir(h.dir, 0o700); err != nil {
		return err
	}
	h.links = filepath.Join(filepath.Dir(h.dir), "links")
	if home := q.Paths[homePath]; home != h.linked {
		scratch.RemoveAll(h.links)
		h.linked = home
	}
	if err := os.MkdirAll(h.links, 0o700); err != nil {
		return err
	}
	return h.fillHome(q, h.dir)
}

// fillHome makes the links and the copy of File in the working directory, and makes the program's
// user the owner of the directory.
func (h *helper) fillHome(q *request, dir string) (err error) {
	if home := q.Paths[homePath]; home != "" {
		h.link(home, q.Args, dir)
	}
	if q.file != nil {
		if err := h.placeInput(q, dir); err != nil {
			return fmt.Errorf("copy the input: %w", err)
		}
	}
	if h.outputDir = noFile; q.Output {
		if h.outputDir, err = openDir(dir); err != nil {
			return err
		}
	}
	return h.Owner.give(dir)
}

// placeInput copies File into the working directory. First it removes links there that have the
// names of the input or the output.
func (h *helper) placeInput(q *request, dir string) error {
	os.Remove(filepath.Join(dir, scratchOutput))
	name := filepath.Join(dir, q.Paths[copyName])
	os.Remove(name)
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_FSIZE, &limit); err != nil {
		return err
	}
	limit.Cur = limit.Max // the limit on the program's files does not hold for its input
	if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &limit); err != nil {
		return err
	}
	to, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = io.Copy(to, q.file)
	if err := cmp.Or(to.Close(), err); err != nil {
		return err
	}
	if err := h.Owner.give(name); err != nil {
		return err
	}
	return h.limitFiles(q.Limits)
}

// link makes links in the scratch directory to the files in home. It ignores errors: the
// program will report a missing file.
//
// On the host they are hard links to symbolic links that stay: ext4 looks for seconds at all
// numbers of files that were removed, and so takes 0.5 ms for a new one. The times of a link would
// tell that the program before has read it.
func (h *helper) link(home string, args []string, dir string) {
	link := func(name string) {
		target, path := filepath.Join(home, name), filepath.Join(dir, name)
		if h.links == "" {
			os.Symlink(target, path)
			return
		}
		stays := filepath.Join(h.links, name)
		os.Symlink(target, stays)
		os.Link(stays, path)
		now := unix.Timespec{Nsec: unix.UTIME_NOW}
		unix.UtimesNanoAt(unix.AT_FDCWD, path, []unix.Timespec{now, now}, unix.AT_SYMLINK_NOFOLLOW)
	}
	for _, arg := range args {
		name, _, _ := strings.Cut(filepath.Clean(arg), "/")
		if name == "" || name == "." || name == ".." {
			continue
		}
		if _, err := os.Lstat(filepath.Join(home, name)); err == nil {
			link(name)
		}
	}
	all, err := os.Open(home)
	if err != nil {
		return
	}
	defer all.Close()
	names, _ := all.Readdirnames(maxLinks)
	for _, name := range names {
		link(name)
	}
}

// maxCopies and maxCopied are how many files, and how many bytes of all, are copied for a run. Only
// files of data are copied, which have dataExtensions: where a file of code is can matter to it.
const (
	maxCopies = 8
	maxCopied = 1 << 20
)

var dataExtensions = []string{"", ".csv", ".dat", ".err", ".log", ".out", ".tmp", ".txt"}

// copyNewest puts copies in place of links to small files of data, the newest first: a program may
// write to its log, although its author has left an older one beside it. An argument stays a link.
// copyNewest ignores errors. The thread that starts the program calls it, when the thread sees only
// what the program sees.
func (w *watch) copyNewest(q *request, dir string) {
	home := q.Paths[homePath]
	if home == "" || !w.Sandbox {
		return
	}
	w.asProgram(func() {
		var found []os.FileInfo
		entries, _ := os.ReadDir(dir)
		for _, e := range entries {
			isNamed := func(arg string) bool { return filepath.Clean(arg) == e.Name() }
			if e.Type() != os.ModeSymlink || slices.ContainsFunc(q.Args, isNamed) {
				continue
			}
			info, err := os.Lstat(filepath.Join(home, e.Name()))
			if err == nil && w.isCopied(info) {
				found = append(found, info)
			}
		}
		slices.SortStableFunc(found, func(a, b os.FileInfo) int {
			return b.ModTime().Compare(a.ModTime())
		})
		left, files := int64(maxCopied), 0
		for _, info := range found {
			link, file := filepath.Join(dir, info.Name()), filepath.Join(home, info.Name())
			if files < maxCopies && info.Size() <= left && copyOver(link, file, info) {
				left, files = left-info.Size(), files+1
			}
		}
	})
}

// isCopied reports whether a file is one that copyNewest copies. If it can be executed, it must
// have an extension: some file systems make all files executable.
func (w *watch) isCopied(file os.FileInfo) bool {
	isOurs := w.Owner == ourselves && file.Sys().(*syscall.Stat_t).Uid == uint32(os.Geteuid())
	readable := file.Mode()&0o004 != 0 || isOurs && file.Mode()&0o400 != 0
	extension := filepath.Ext(file.Name())
	isProgram := file.Mode()&0o111 != 0 && extension == ""
	return file.Mode().IsRegular() && !isProgram && readable &&
		file.Size() <= min(maxCopied, w.limits.output()) &&
		slices.Contains(dataExtensions, extension)
}

// copyOver puts a copy of a file in place of a link to it, unless another file has taken its place.
// It reports whether it has done so; otherwise the link stays.
func copyOver(link, file string, info os.FileInfo) bool {
	in, err := view.OpenPlain(file)
	if err != nil {
		return false
	}
	defer in.Close()
	opened, err := in.Stat()
	if err != nil || !os.SameFile(info, opened) {
		return false
	}
	text := make([]byte, info.Size())
	if _, err := io.ReadFull(in, text); err != nil || os.Remove(link) != nil {
		return false
	}
	if os.WriteFile(link, text, info.Mode().Perm()|0o644) != nil {
		os.Remove(link)
		os.Symlink(file, link)
		return false
	}
	return true
}

// noteScratch notes that the scratch directory is full. One on a disk may have many files, and the
// program may keep us from it for long: so another thread counts them. over: the program has ended.
func (w *watch) noteScratch(over bool) {
	r, found := &w.result, None
	switch {
	case w.dir == "":
		if w.scratch != noFile {
			found = overSystem(w.scratch)
		}
	case over:
		w.stopCount.Store(true)
		if w.count != nil {
			<-w.count
		}
		if r.Exceeded == None {
			found = overDisk(w.dir, w.given, new(atomic.Bool))
		}
	case w.count == nil && r.Wall >= w.countNext:
		count := make(chan Limit, 1)
		w.count, w.countBegin = count, time.Now()
		go func() { count <- overDisk(w.dir, w.given, &w.stopCount) }()
	default:
		select {
		case found = <-w.count: // never, if it is nil
			w.count, w.countNext = nil, r.Wall+proc.Pause(w.countBegin)
		default:
		}
	}
	w.exceed(found)
}

// overDisk returns the limit that a scratch directory on a disk exceeds, or None. given bytes of it
// are ours.
func overDisk(dir string, given int64, stop *atomic.Bool) Limit {
	most := disk.Space{Files: MaxFiles, Bytes: MaxScratch + given}
	switch used := disk.Used(dir, most, stop); {
	case used.Files > most.Files:
		return Files
	case used.Bytes > most.Bytes:
		return Scratch
	default:
		return None
	}
}

// overSystem returns the limit that a scratch directory with a file system of its own has reached,
// or None.
func overSystem(dir int) Limit {
	switch free, err := disk.Free(dir); {
	case err != nil:
		return None
	case free.Files == 0:
		return Files
	case free.Bytes == 0:
		return Scratch
	default:
		return None
	}
}
