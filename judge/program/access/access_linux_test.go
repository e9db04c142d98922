package access_test

import (
	"cmp"
	"os"
	"path/filepath"
	"testing"

	"tilejudge/judge/judgetest/lack"
	"tilejudge/judge/program/access"
)

// owned makes a file, or a directory if the mode says so, with an owner and a group.
func owned(t *testing.T, name string, uid, gid int, mode os.FileMode) os.FileInfo {
	t.Helper()
	var err error
	if mode.IsDir() {
		err = os.Mkdir(name, 0o700)
	} else {
		err = os.WriteFile(name, nil, 0o600)
	}
	if err := cmp.Or(err, os.Chmod(name, mode&^os.ModeDir)); err != nil {
		t.Fatal(err)
	}
	if err := os.Chown(name, uid, gid); err != nil {
		lack.Skip(t, "the rights of root", err)
	}
	info, err := os.Lstat(name)
	if err != nil {
		t.Fatal(err)
	}
	return info
}

// Who owns a file may read it by the mode of the owner, and others by theirs. A user whom no one
// knows is taken to be in the group of the same number.
func TestIsPrivate(t *testing.T) {
	const alice, bob = 54321, 54322
	at := func(name string, uid, gid int, mode os.FileMode) access.Rights {
		name = filepath.Join(t.TempDir(), name)
		return access.At(name, owned(t, name, uid, gid, mode))
	}
	dir := at("alice", alice, alice, os.ModeDir|0o755)
	for _, tt := range []struct {
		uid, gid int
		mode     os.FileMode
		want     bool
	}{
		{alice, alice, 0o600, false}, {bob, bob, 0o644, false}, {bob, bob, 0o640, true},
		{0, 0, 0o600, true}, {0, 0, 0o604, false}, {0, alice, 0o640, false}, {0, bob, 0o640, true},
	} {
		file := at("file", tt.uid, tt.gid, tt.mode)
		if got := access.IsPrivate(dir, file, access.Read); got != tt.want {
			t.Errorf("%+v: %t", tt, got)
		}
	}
	// In a directory that others may change, a stranger may have made the file.
	shared := at("shared", alice, bob, os.ModeDir|0o770)
	for uid, want := range map[int]bool{bob: false, 54323: true, 0: true} {
		if got := access.IsPrivate(shared, at("file", uid, uid, 0o600), access.Read); got != want {
			t.Errorf("of %d in a shared directory: %t", uid, got)
		}
	}
	// In the owner's own group there is nobody else.
	own := at("own", alice, alice, os.ModeDir|0o770)
	if !access.IsPrivate(own, at("file", bob, alice, 0o600), access.Read) {
		t.Error("a file of another's with the own group is not private")
	}
}

// Others change what its mode, owner and group let them, but our own group. A sticky directory on
// the way keeps what is in it.
func TestOthersCanChange(t *testing.T) {
	const alice, bob = 54321, 54322
	for _, tt := range []struct {
		uid, gid             int
		mode                 os.FileMode
		file, above, canMake bool
	}{
		{0, 0, 0o755, false, false, false}, {0, 0, 0o775, false, false, false},
		{0, bob, 0o775, true, true, true}, {0, 0, 0o777, true, true, true},
		{0, 0, 0o777 | os.ModeSticky, true, false, true}, {alice, alice, 0o700, true, true, true},
		{0, 0, 0o755 | os.ModeSticky, false, false, false},
	} {
		name := filepath.Join(t.TempDir(), "dir")
		info := owned(t, name, tt.uid, tt.gid, os.ModeDir|tt.mode)
		if got := access.OthersCanChange(name, info); got != tt.file {
			t.Errorf("%+v: others can change it: %t", tt, got)
		}
		if got := access.ChangeableAbove(name, false) == name; got != tt.above {
			t.Errorf("%+v: others can put a file in the place of another there: %t", tt, got)
		}
		if got := access.ChangeableAbove(name, true) == name; got != tt.canMake {
			t.Errorf("%+v: others can make a file there: %t", tt, got)
		}
	}
}
