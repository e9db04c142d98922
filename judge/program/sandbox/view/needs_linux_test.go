package view

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"os"
	"path/filepath"
	"slices"
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

// A program may choose where its libraries are. It must not see other files there.
func TestLibrariesShowNothingElse(t *testing.T) {
	dir := plant(t, "own/", "secret/key.txt", "secret/lib.so.d/x", "secret/dir.so/key.txt",
		"secret/libm.so -> libm.so.6", "secret/libm.so.6", "secret/fake.so -> key.txt")
	program, secret := filepath.Join(dir, "own/eight"), filepath.Join(dir, "secret")
	if err := os.WriteFile(program, programNaming(t, secret), 0o755); err != nil {
		t.Fatal(err)
	}
	v := newView()
	v.addProgram(program, filepath.Dir(program), 0)
	for name, want := range map[string]bool{
		"libm.so.6": true, "key.txt": false, "lib.so.d/x": false, "dir.so/key.txt": false,
	} {
		if got := v.sees(filepath.Join(secret, name)); got != want {
			t.Errorf("sees %s: %v, want %v", name, got, want)
		}
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

// A script may name any interpreter. It must not see what stands around that, nor a file that
// nobody can execute.
func TestInterpretersShowNothingElse(t *testing.T) {
	dir := plant(t, "own/", "home/bin/python", "home/lib/x.py", "home/key.txt",
		"venv/bin/python", "venv/pyvenv.cfg", "venv/lib/x.py")
	for name, mode := range map[string]os.FileMode{
		"home/bin/python": 0o755, "venv/bin/python": 0o755, "home/key.txt": 0o644,
	} {
		if err := os.Chmod(filepath.Join(dir, name), mode); err != nil {
			t.Fatal(err)
		}
	}
	for interpreter, seen := range map[string]map[string]bool{
		"home/bin/python": {"home/bin/python": true, "home/lib/x.py": false, "home/key.txt": false},
		"home/key.txt":    {"home/key.txt": false},
		"venv/bin/python": {"venv/lib/x.py": true},
	} {
		program := filepath.Join(dir, "own/eight")
		text := "#!" + filepath.Join(dir, interpreter) + "\n"
		if err := os.WriteFile(program, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
		v := newView()
		v.addProgram(program, filepath.Dir(program), 0)
		for name, want := range seen {
			if got := v.sees(filepath.Join(dir, name)); got != want {
				t.Errorf("#!%s: sees %s: %v, want %v", interpreter, name, got, want)
			}
		}
	}
}

// The libraries of a real program are those that debug/elf finds through its sections.
func TestDynamicStrings(t *testing.T) {
	file, err := os.Open("/bin/sh")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	ours, err := openELF(file)
	if err != nil {
		t.Fatal(err)
	}
	theirs, err := elf.NewFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want, err := theirs.DynString(elf.DT_NEEDED)
	if got := dynamicStrings(ours, elf.DT_NEEDED); err != nil || !slices.Equal(got, want) {
		t.Errorf("libraries %q, want %q, %v", got, want, err)
	}
}
