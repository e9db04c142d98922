package view

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// programNaming returns a program that names a directory for its libraries. Its header names
// sections where there are none: they must not be read.
func programNaming(t *testing.T, dir string) []byte {
	t.Helper()
	const headers, size = 64, 56 // the header of the file, that of a segment
	names := "\x00" + dir + "\x00"
	at := uint64(headers + 2*size)
	tags := []elf.Dyn64{
		{Tag: int64(elf.DT_STRTAB), Val: at}, {Tag: int64(elf.DT_RUNPATH), Val: 1}, {},
	}
	tagsAt, tagsSize := at+uint64(len(names)), uint64(binary.Size(tags))
	var b bytes.Buffer
	for _, part := range []any{
		elf.Header64{
			Ident: [16]byte{0x7f, 'E', 'L', 'F', byte(elf.ELFCLASS64), byte(elf.ELFDATA2LSB), 1},
			Type:  uint16(elf.ET_DYN), Machine: uint16(elf.EM_X86_64), Version: 1,
			Phoff: headers, Ehsize: headers, Phentsize: size, Phnum: 2,
			Shoff: 1 << 40, Shentsize: 64, Shnum: 3, Shstrndx: 1,
		},
		elf.Prog64{Type: uint32(elf.PT_LOAD), Filesz: tagsAt + tagsSize},
		elf.Prog64{Type: uint32(elf.PT_DYNAMIC), Off: tagsAt, Filesz: tagsSize},
		[]byte(names), tags,
	} {
		if err := binary.Write(&b, binary.LittleEndian, part); err != nil {
			t.Fatal(err)
		}
	}
	return b.Bytes()
}

// A program may have been made to name any directory of libraries. It sees the libraries there, and
// no other files, if it is in PATH, and nothing if it is among the command's own files.
func TestLibrariesShowNothingElse(t *testing.T) {
	dir := plant(t, "own/", "work/", "secret/key.txt", "secret/lib.so.d/x", "secret/dir.so/key.txt",
		"secret/libm.so -> libm.so.6", "secret/libm.so.6", "secret/fake.so -> key.txt")
	own, secret := filepath.Join(dir, "own"), filepath.Join(dir, "secret")
	program, script := filepath.Join(own, "eight"), filepath.Join(own, "script")
	if err := os.WriteFile(program, programNaming(t, secret), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(script, []byte("#!"+program+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		c    Command
		sees bool
	}{
		{Command{Args: []string{"eight"}, Path: program, Dir: dir + "/work"}, true},
		{Command{Args: []string{"script"}, Path: script, Dir: dir + "/work"}, true},
		{Command{Args: []string{"eight"}, Path: program, Dir: own}, false},
		{Command{Args: []string{"../own/eight"}, Path: program, Dir: dir + "/work"}, false},
		{Command{Args: []string{"eight"}, Path: program, Own: []string{own}}, false},
		{Command{Args: []string{"script"}, Path: script, Own: []string{own}}, false},
	} {
		v := newView()
		v.add(own)
		v.addNeeds(&tt.c, tt.c.Path, 0)
		for name, want := range map[string]bool{
			"libm.so.6": tt.sees, "key.txt": false, "lib.so.d/x": false, "dir.so/key.txt": false,
		} {
			if got := v.sees(filepath.Join(secret, name)); got != want {
				t.Errorf("%+v: sees %s: %v, want %v", tt.c, name, got, want)
			}
		}
		hint := v.Unseen([]byte("error while loading shared libraries: libm.so: no file"), false)
		if v.Lacks != "" || (hint == secret+"/libm.so") == tt.sees {
			t.Errorf("%+v: lacks %q, hint %q", tt.c, v.Lacks, hint)
		}
	}
}

// A program may name any number of directories of libraries, and the system's by other names. That
// must not keep the judge busy, and hidden libraries stay hidden.
func TestManyLibraries(t *testing.T) {
	dir := plant(t, "own/", "jury/libjury.so")
	program, names := filepath.Join(dir, "own/eight"), "//usr/lib:/./usr/lib"
	for i := range 1000 {
		names += fmt.Sprintf(":/jury/x/../%d", i)
	}
	err := os.WriteFile(program, programNaming(t, filepath.Join(dir, "jury")+":"+names), 0o755)
	if err != nil {
		t.Fatal(err)
	}
	if got := libraries(program); len(got) != maxLibraries || slices.Contains(got, "/usr/lib") {
		t.Errorf("found %d directories of libraries, %q", len(got), got)
	}
	v := newView()
	v.add(program)
	v.conceal(filepath.Join(dir, "jury"))
	v.addNeeds(&Command{Args: []string{"eight"}, Path: program, Dir: dir + "/work"}, program, 0)
	if v.sees(filepath.Join(dir, "jury/libjury.so")) {
		t.Error("a program sees a library that is hidden")
	}
}

// A pipe in the place of a program has no writer: nobody may wait for one.
func TestPipeNeedsNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	if err := unix.Mkfifo(path, 0o755); err != nil {
		t.Fatal(err)
	}
	done := make(chan int)
	go func() { done <- len(interpreters(path)) + len(libraries(path)) }()
	select {
	case n := <-done:
		if n != 0 {
			t.Errorf("a pipe needs %d files", n)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("we wait for a writer")
	}
}

// A script may name any interpreter. It sees one of the system, of PATH, among its own files or
// among those that the user shows, and what stands around that; and no other file.
func TestInterpretersShowNothingElse(t *testing.T) {
	dir := plant(t, "own/eight", "own/run", "own/.venv/bin/python", "own/.venv/pyvenv.cfg",
		"own/.venv/lib/x.py", "own/.git/bin/python", "jury/solution", "jury/venv/bin/python",
		"jury/venv/pyvenv.cfg", "jury/venv/lib/x.py", "tools/bin/lua", "tools/lib/x.lua",
		"own/.bin/pyvenv.cfg", "own/.bin/bin -> ../../jury", "own/.all -> ../jury/venv",
		"own/.local/pyvenv.cfg", "own/.local/bin/python", "own/.local/lib -> ../../jury")
	t.Setenv("PATH", dir+"/tools/bin:/usr/bin:/bin")
	t.Setenv("TMPDIR", dir+"/tmp")
	for _, tt := range []struct {
		interpreter, show string
		seen              map[string]bool
	}{
		{"jury/solution", "", map[string]bool{"jury/solution": false}},
		{"jury/solution", "jury", map[string]bool{"jury/solution": true}},
		{"jury/venv/bin/python", "", map[string]bool{
			"jury/venv/bin/python": false, "jury/venv/lib/x.py": false}},
		{"own/run", "", map[string]bool{"own/run": true}},
		{"own/.venv/bin/python", "", map[string]bool{
			"own/.venv/bin/python": true, "own/.venv/lib/x.py": true, "own/.git/bin/python": false}},
		{"own/.bin/bin/solution", "", map[string]bool{"jury/solution": false}},
		{"own/.all/bin/python", "", map[string]bool{"jury/venv/lib/x.py": false}},
		{"own/.local/bin/python", "", map[string]bool{
			"own/.local/bin/python": true, "jury/solution": false}},
		{"own/.git/bin/python", "", map[string]bool{"own/.git/bin/python": false}},
		{"tools/bin/lua", "", map[string]bool{"tools/bin/lua": true, "tools/lib/x.lua": true}},
	} {
		program := filepath.Join(dir, "own/eight")
		text := "#!" + filepath.Join(dir, tt.interpreter) + "\n"
		if err := os.WriteFile(program, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
		o := &Options{}
		if tt.show != "" {
			o.Show = []string{filepath.Join(dir, tt.show)}
		}
		v := New(&Command{Args: []string{"./eight"}, Path: program, Dir: dir + "/own"}, o)
		for name, want := range tt.seen {
			if got := v.sees(filepath.Join(dir, name)); got != want {
				t.Errorf("#!%s: sees %s: %v, want %v", tt.interpreter, name, got, want)
			}
		}
		if first := tt.seen[tt.interpreter]; first != (v.Lacks == "") {
			t.Errorf("#!%s: lacks %q", tt.interpreter, v.Lacks)
		}
	}
}

// A command that the contestant has written shows nothing but the program's own files, and no
// command shows what the options hide.
func TestContestantsCommand(t *testing.T) {
	dir := plant(t, "out/program", "cases/1.out", "jury/solution", "jury/key")
	t.Setenv("TMPDIR", dir+"/tmp")
	for _, own := range [][]string{nil, {}, {dir + "/out/program"}, {dir + "/out"}} {
		for _, path := range []string{"/bin/sh", dir + "/jury/solution", dir + "/out/program"} {
			args := []string{path, dir + "/out/program", "../cases/1.out", dir + "/cases/1.out"}
			v := New(&Command{Args: args, Path: path, Dir: dir + "/out", Own: own},
				&Options{Hide: []string{dir + "/cases"}})
			for name, want := range map[string]bool{
				"out/program": len(own) > 0 || own == nil, "cases/1.out": false,
				"jury/solution": own == nil && strings.Contains(path, "jury"),
			} {
				if got := v.sees(filepath.Join(dir, name)); got != want {
					t.Errorf("%s, own %q: sees %s: %v, want %v", path, own, name, got, want)
				}
			}
		}
	}
}

// A program may say that it has a table of segments of any size, which is not read.
func TestHugeSegments(t *testing.T) {
	file := filepath.Join(t.TempDir(), "huge")
	program := programNaming(t, "/")
	binary.LittleEndian.PutUint16(program[54:], 8100)  // e_phentsize
	binary.LittleEndian.PutUint16(program[56:], 65535) // e_phnum
	err := os.WriteFile(file, program, 0o644)
	if err = errors.Join(err, os.Truncate(file, 1<<30)); err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	err = readELF(file, func(*elf.File) {})
	runtime.ReadMemStats(&after)
	if most := uint64(32 << 20); err == nil || after.TotalAlloc-before.TotalAlloc > most {
		t.Errorf("%v, %d bytes were allocated, want an error and at most %d bytes",
			err, after.TotalAlloc-before.TotalAlloc, most)
	}
}

// The libraries of a real program are those that debug/elf finds through its sections.
func TestDynamicStrings(t *testing.T) {
	theirs, err := elf.Open("/bin/sh")
	if err != nil {
		t.Fatal(err)
	}
	defer theirs.Close()
	want, err := theirs.DynString(elf.DT_NEEDED)
	var got []string
	err = errors.Join(err, readELF("/bin/sh", func(f *elf.File) {
		got = dynamicStrings(f, elf.DT_NEEDED)
	}))
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("libraries %q, want %q, %v", got, want, err)
	}
}
