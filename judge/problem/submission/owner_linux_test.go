package submission_test

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"tilejudge/judge/judgetest/lack"
	"tilejudge/judge/problem/submission"
	"tilejudge/judge/program/sandbox"
)

// wantIn judges the only program in a directory, and wants a verdict. err is that of setting owners
// and modes there, for what is tested.
func wantIn(t *testing.T, err error, dir, want string, tested any) {
	t.Helper()
	if err != nil {
		lack.Skip(t, "the rights of root", err)
	}
	if got := verdictIn(t, dir); !strings.HasPrefix(got, want) {
		t.Errorf("%+v: %s, want %s", tested, got, want)
	}
}

// Beside a program that root has built, the files of its directory's owner are no strangers',
// unless others can write there. Private ones stay private.
func TestOwnersFiles(t *testing.T) {
	runner(t, "sh").Close()
	for _, tt := range []struct {
		owner     int // of the table; that of the directory is 54321
		dir, mode os.FileMode
		want      string
	}{
		{54321, 0o755, 0o644, "AC "}, {54321, 0o755, 0o600, "RE "},
		{54321, 0o775, 0o644, "RE "}, {54322, 0o755, 0o644, "RE "},
	} {
		dir := tree(t, map[string]string{"a/x+x": "#!/bin/sh\ncat table\n", "a/table": "42\n"})
		a, table := filepath.Join(dir, "a"), filepath.Join(dir, "a/table")
		err := cmp.Or(os.Chown(a, 54321, 54321), os.Chown(table, tt.owner, tt.owner))
		if err != nil {
			lack.Skip(t, "the rights of root", err)
		}
		all, _, err := submission.Find(dir)
		if err := cmp.Or(err, os.Chmod(a, tt.dir), os.Chmod(table, tt.mode)); err != nil {
			t.Fatal(err)
		}
		if got := onlyVerdict(t, contest(all, equal("42\n"))); !strings.HasPrefix(got, tt.want) {
			t.Errorf("%+v: %s", tt, got)
		}
	}
}

// Strangers' files are left out beside an executable, however many there are. They take nothing of
// what is the program's.
func TestCrowdedByOthers(t *testing.T) {
	runner(t, "sh").Close()
	const group, owner, other = 54320, 54321, 54322
	dir := tree(t, map[string]string{"a/x+x": "#!/bin/sh\ncat table\n", "a/table": "42\n"})
	a := filepath.Join(dir, "a")
	err := cmp.Or(os.Chmod(filepath.Dir(dir), 0o755), // others may come so far
		os.Chown(a, 0, group), os.Chmod(a, 0o770|os.ModeSticky),
		os.Chown(filepath.Join(a, "x"), owner, group), os.Chmod(filepath.Join(a, "x"), 0o750),
		os.Chown(filepath.Join(a, "table"), owner, group),
		os.Chmod(filepath.Join(a, "table"), 0o640))
	for i := 0; i <= sandbox.MaxFiles && err == nil; i++ {
		name := filepath.Join(a, fmt.Sprint(i))
		err = cmp.Or(os.WriteFile(name, nil, 0o644), os.Chown(name, other, other))
	}
	wantIn(t, err, dir, "AC ", "")
}

// Beside a source, what those may not read who can change the source, or write to its directory, is
// private, too.
func TestPrivateBesideSource(t *testing.T) {
	runner(t, "sh").Close()
	const own, others, third = -1, 54321, 54322 // users and groups; containers make groups like users
	type file struct {
		user, group int
		mode        os.FileMode
	}
	plain := file{own, own, 0o644}
	for _, tt := range []struct {
		dir    file
		data   os.FileMode // of the directory of the table
		source int         // its user
		header file
		table  file
		want   string
	}{
		{file{own, own, 0o755}, 0o755, own, plain, file{own, own, 0o600}, "AC "},
		{file{own, own, 0o775}, 0o755, own, plain, file{own, own, 0o600}, "AC "},
		{file{own, own, 0o777}, 0o755, own, plain, file{own, own, 0o600}, "RE "},
		{file{own, own, 0o777}, 0o755, own, plain, file{own, own, 0o660}, "RE "},
		{file{own, own, 0o777}, 0o755, own, plain, file{own, own, 0o644}, "AC "},
		{file{own, others, 0o775}, 0o755, own, plain, file{own, others, 0o600}, "RE "},
		{file{own, others, 0o775}, 0o755, own, plain, file{own, own, 0o640}, "RE "},
		{file{own, others, 0o775}, 0o755, own, plain, file{own, others, 0o640}, "AC "},
		{file{own, others, 0o755}, 0o755, own, plain, file{own, own, 0o600}, "AC "},
		{file{own, own, 0o755}, 0o755, others, plain, file{own, own, 0o600}, "RE "},
		{file{own, own, 0o755}, 0o755, others, plain, file{own, own, 0o644}, "AC "},
		{file{others, others, 0o775}, 0o755, others, plain, file{others, others, 0o600}, "AC "},
		{file{others, third, 0o775}, 0o755, others, plain, file{others, others, 0o600}, "RE "},
		{file{others, third, 0o775}, 0o755, others, plain, file{others, third, 0o640}, "AC "},
		{file{others, third, 0o775}, 0o755, others, plain, file{own, others, 0o640}, "RE "},
		{file{others, third, 0o775}, 0o755, others, file{others, third, 0o644}, file{own, third, 0o640},
			"RE "},
		{file{own, own, 0o755}, 0o755, own, file{own, own, 0o666}, file{own, own, 0o600}, "RE "},
		{file{own, own, 0o755}, 0o755, own, file{others, own, 0o644}, file{own, own, 0o600}, "RE "},
		{file{own, own, 0o755}, 0o755, own, file{others, own, 0o644}, file{own, own, 0o644}, "AC "},
		{file{own, own, 0o700}, 0o755, own, file{own, own, 0o666}, file{own, own, 0o600}, "AC "},
		{file{own, own, 0o700}, 0o755, others, plain, file{own, own, 0o600}, "RE "},
		{file{own, own, 0o700}, 0o755, own, file{others, own, 0o644}, file{own, own, 0o600}, "RE "},
		{file{own, own, 0o755}, 0o700, others, plain, plain, "RE "},
		{file{own, own, 0o755}, 0o700, own, plain, plain, "AC "},
	} {
		dir := tree(t, map[string]string{
			"accepted/a/a.x": "# @RUN@: cat data/table", "accepted/a/data/table": "42\n",
			"accepted/a/header": "",
		})
		a := filepath.Join(dir, "accepted/a")
		table := filepath.Join(a, "data/table")
		set := func(path string, f file) error {
			return cmp.Or(os.Chown(path, f.user, f.group), os.Chmod(path, f.mode))
		}
		err := cmp.Or(os.Chmod(filepath.Dir(dir), 0o755), // others may come so far
			set(a, tt.dir), os.Chmod(filepath.Dir(table), tt.data),
			set(filepath.Join(a, "a.x"), file{tt.source, own, 0o644}),
			set(filepath.Join(a, "header"), tt.header), set(table, tt.table))
		wantIn(t, err, dir, tt.want, tt)
	}
}

// A source that a writer of its folder may not read is not taken for theirs.
func TestPrivateSource(t *testing.T) {
	runner(t, "sh").Close()
	for mode, want := range map[os.FileMode]string{0o755: "AC ", 0o700: "CE "} {
		dir := tree(t, map[string]string{"accepted/a/jury/main.x": "# @RUN@: echo 42"})
		a := filepath.Join(dir, "accepted/a")
		err := cmp.Or(os.Chmod(filepath.Dir(dir), 0o755), // others may come so far
			os.Chown(a, 54321, 54321), os.Chmod(filepath.Join(a, "jury"), mode))
		wantIn(t, err, dir, want, mode)
	}
}

// What all may write counts as written by others, however they come to the folder, and hidden cases
// take nothing of what is beside them, whoever they belong to.
func TestClosedClass(t *testing.T) {
	runner(t, "sh").Close()
	for _, tt := range []struct {
		class, folder os.FileMode
		cases         int // their owner
		want          string
	}{
		{0o755, 0o755, 54322, "AC "}, {0o755, 0o777, 0, "RE "}, {0o750, 0o777, 0, "RE "},
		{0o700, 0o777, 0, "RE "},
	} {
		dir := tree(t, map[string]string{
			"accepted/a/a.x": "# @RUN@: cat table", "accepted/a/table": "42\n",
			"accepted/a/tests/1.in": "",
		})
		a := filepath.Join(dir, "accepted/a")
		err := cmp.Or(os.Chmod(filepath.Dir(dir), 0o755), // others may come so far
			os.Chown(dir, 0, 54321), os.Chmod(dir, tt.class), os.Chmod(a, tt.folder),
			os.Chmod(filepath.Join(a, "table"), 0o600),
			os.Chown(filepath.Join(a, "tests"), tt.cases, tt.cases))
		if err != nil {
			lack.Skip(t, "the rights of root", err)
		}
		all, _, err := submission.Find(dir)
		if err != nil {
			t.Fatal(err)
		}
		c := contest(all, equal("42\n"))
		c.Hide = func([]string) []string { return []string{filepath.Join(a, "tests")} }
		if got := onlyVerdict(t, c); !strings.HasPrefix(got, tt.want) {
			t.Errorf("%+v: %s", tt, got)
		}
	}
}

// A student's own folder is theirs, whatever the modes of the files say that nobody else can reach.
// A folder of root's may be one, if the student is alone in its group.
func TestStudentsFolder(t *testing.T) {
	runner(t, "sh").Close()
	const alice, group = 54321, 54322
	for _, tt := range []struct {
		owner, group int
		folder, mode os.FileMode
	}{
		{alice, group, 0o700, 0o664}, {alice, alice, 0o700, 0o666}, {alice, group, 0o700, 0o660},
		{alice, group, 0o750, 0o777}, {0, alice, 0o770, 0o600},
	} {
		for name, text := range map[string]string{
			"a/a.x": "# @RUN@: cat table", "a/a+x": "#!/bin/sh\ncat table\n",
		} {
			dir := tree(t, map[string]string{"accepted/" + name: text, "accepted/a/table": "42\n"})
			a := filepath.Join(dir, "accepted/a")
			name = filepath.Join(dir, "accepted", strings.TrimSuffix(name, "+x"))
			err := cmp.Or(os.Chmod(filepath.Dir(dir), 0o755), os.Chown(a, tt.owner, tt.group),
				os.Chmod(a, tt.folder))
			for _, file := range []string{name, filepath.Join(a, "table")} {
				err = cmp.Or(err, os.Chown(file, alice, tt.group), os.Chmod(file, tt.mode))
			}
			if err != nil {
				lack.Skip(t, "the rights of root", err)
			}
			if !strings.HasSuffix(name, ".x") {
				os.Chmod(name, tt.mode|0o100)
			}
			if got := verdictIn(t, dir); !strings.HasPrefix(got, "AC ") {
				t.Errorf("%s, %+v: %s", name, tt, got)
			}
		}
	}
}

// A function of a student's does not keep the jury's main from being compiled with it, in a folder
// where no one else may write.
func TestJurysMain(t *testing.T) {
	runner(t, "sh").Close()
	dir := tree(t, map[string]string{
		"accepted/a/main.x": "# @RUN@: cat f.x", "accepted/a/f.x": "42\n",
	})
	a := filepath.Join(dir, "accepted/a")
	err := cmp.Or(os.Chmod(filepath.Dir(dir), 0o755), os.Chmod(filepath.Join(a, "main.x"), 0o600),
		os.Chown(filepath.Join(a, "f.x"), 54321, 54321))
	wantIn(t, err, dir, "AC ", "")
}

// Beside an executable that a group can change, what the group may not read is private, but the
// executable itself is not.
func TestPrivateBesideProgram(t *testing.T) {
	runner(t, "sh").Close()
	for _, tt := range []struct {
		group int // of the directory and the program, whose owner is 54321
		mode  os.FileMode
		want  string
	}{{54321, 0o775, "AC "}, {54322, 0o775, "RE "}, {54322, 0o700, "RE "}} {
		dir := tree(t, map[string]string{
			"accepted/a/x+x": "#!/bin/sh\ncat table\n", "accepted/a/table": "42\n",
		})
		a := filepath.Join(dir, "accepted/a")
		err := cmp.Or(os.Chmod(filepath.Dir(dir), 0o755), // others may come so far
			os.Chown(a, 54321, tt.group), os.Chmod(a, 0o775),
			os.Chown(filepath.Join(a, "x"), 54321, tt.group), os.Chmod(filepath.Join(a, "x"), tt.mode),
			os.Chown(filepath.Join(a, "table"), 54321, 54321), os.Chmod(filepath.Join(a, "table"), 0o600))
		wantIn(t, err, dir, tt.want, tt)
	}
}

// setList gives a file an access control list: for users by their numbers, who may read and search,
// and for the group 54321. Those of the file's own group and all others may do nothing.
func setList(t *testing.T, path string, users []uint32, group byte) {
	t.Helper()
	const owner, user, owningGroup, namedGroup, mask, other, none = 1, 2, 4, 8, 16, 32, 0xffffffff
	list := binary.LittleEndian.AppendUint32(nil, 2) // version
	add := func(tag, mode byte, id uint32) {
		list = binary.LittleEndian.AppendUint32(append(list, tag, 0, mode, 0), id)
	}
	add(owner, 7, none)
	for _, id := range users {
		add(user, 5, id)
	}
	add(owningGroup, 0, none)
	add(namedGroup, group, 54321)
	add(mask, 7, none)
	add(other, 0, none)
	if err := unix.Setxattr(path, "system.posix_acl_access", list, 0); err != nil {
		lack.Skip(t, "access control lists", err)
	}
}

// A class may have a list with the names of all its students.
func TestLongAccessList(t *testing.T) {
	runner(t, "sh").Close()
	var class []uint32
	for i := range uint32(60) {
		class = append(class, 54400+i)
	}
	for mode, want := range map[os.FileMode]string{0o644: "AC ", 0o600: "RE "} {
		dir := tree(t, map[string]string{
			"accepted/a/a.x": "# @RUN@: cat table", "accepted/a/table": "42\n",
		})
		a := filepath.Join(dir, "accepted/a")
		err := cmp.Or(os.Chmod(filepath.Dir(dir), 0o755), // others may come so far
			os.Chmod(filepath.Join(a, "table"), mode))
		setList(t, dir, class, 0)
		setList(t, a, nil, 7)
		wantIn(t, err, dir, want, mode)
	}
}

// What a team keeps in a directory of its own is the team's, also where only a class may come. The
// members are unknown: that their files have the team's group says who they are.
func TestTeamInClass(t *testing.T) {
	runner(t, "sh").Close()
	const alice, bob, class, team = 54321, 54322, 54323, 54324
	for _, tt := range []struct {
		group int // of the table
		want  string
	}{{team, "AC "}, {54325, "RE "}} {
		dir := tree(t, map[string]string{
			"accepted/a/src/a.x": "# @RUN@: cat src/table", "accepted/a/src/table": "42\n",
		})
		a := filepath.Join(dir, "accepted/a")
		src := filepath.Join(a, "src")
		table := filepath.Join(src, "table")
		err := cmp.Or(os.Chmod(filepath.Dir(dir), 0o755), // others may come so far
			os.Chown(a, 0, class), os.Chmod(a, 0o755), os.Chown(src, 0, team),
			os.Chmod(src, 0o770), os.Chown(filepath.Join(src, "a.x"), alice, team),
			os.Chown(table, bob, tt.group), os.Chmod(table, 0o640))
		wantIn(t, err, dir, tt.want, tt)
	}
}

// A student's private source is judged in a teacher's folder. A file that another user has left
// there, and that the student may not read, takes nothing from the student.
func TestTeachersFolder(t *testing.T) {
	runner(t, "sh").Close()
	const teacher, alice, bob = 54321, 54322, 54323
	for _, owner := range []int{teacher, alice} {
		dir := tree(t, map[string]string{
			"accepted/a/src/a.x": "# @RUN@: echo 42", "accepted/a/src/core": "",
		})
		a := filepath.Join(dir, "accepted/a")
		src := filepath.Join(a, "src")
		err := cmp.Or(os.Chmod(filepath.Dir(dir), 0o755), // others may come so far
			os.Chown(a, owner, alice), os.Chmod(a, 0o770), os.Chown(src, alice, alice),
			os.Chmod(src, 0o700), os.Chown(filepath.Join(src, "a.x"), alice, alice),
			os.Chmod(filepath.Join(src, "a.x"), 0o600), os.Chown(filepath.Join(src, "core"), bob, bob),
			os.Chmod(filepath.Join(src, "core"), 0o600))
		wantIn(t, err, dir, "AC ", owner)
	}
}

// Nested lists of many names do not keep the judge.
func TestNestedAccessLists(t *testing.T) {
	runner(t, "sh").Close()
	dir := tree(t, map[string]string{
		"accepted/a/d/d/d/a.x": "# @RUN@: cat d/d/d/table", "accepted/a/d/d/d/table": "42\n",
	})
	at := filepath.Join(dir, "accepted/a")
	for level := range uint32(4) {
		var names []uint32
		for i := range uint32(200) {
			names = append(names, 60000+level*1000+i)
		}
		setList(t, at, names, byte(level&^2)) // the group may search some of them
		at = filepath.Join(at, "d")
	}
	at = filepath.Join(filepath.Dir(at), "a.x")
	setList(t, at, []uint32{70000}, 6)
	err := os.Chmod(filepath.Dir(dir), 0o755)  // others may come so far
	wantIn(t, err, dir, "CE ", "nested lists") // there are too many ways to change the source
}

// An access control list says who may read, and who may change.
func TestAccessLists(t *testing.T) {
	runner(t, "sh").Close()
	for _, tt := range []struct {
		folder, table byte // what the group may do; that file's list has no other
		want          string
	}{
		{7, 6, "AC "}, {7, 4, "AC "}, {7, 1, "RE "}, {5, 1, "AC "},
	} {
		dir := tree(t, map[string]string{
			"accepted/a/a.x": "# @RUN@: cat table", "accepted/a/table": "42\n",
		})
		if err := os.Chmod(filepath.Dir(dir), 0o755); err != nil { // others may come so far
			t.Fatal(err)
		}
		a := filepath.Join(dir, "accepted/a")
		for path, mode := range map[string]byte{
			a: tt.folder, filepath.Join(a, "a.x"): tt.folder & 6, filepath.Join(a, "table"): tt.table,
		} {
			setList(t, path, nil, mode)
		}
		if got := verdictIn(t, dir); !strings.HasPrefix(got, tt.want) {
			t.Errorf("%+v: %s", tt, got)
		}
	}
}
