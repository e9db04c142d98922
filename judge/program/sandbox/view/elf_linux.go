package view

import (
	"bytes"
	"debug/elf"
	"errors"
	"io"
	"math"
	"slices"
)

// maxELF is how many bytes of a table or a string of a program are read: the contestant may have
// made them of any size.
const maxELF = 64 << 10

// readELF calls read with the headers of the program at a path, without its sections, which are not
// needed to run it: debug/elf would read and uncompress whole sections, of any size.
func readELF(path string, read func(*elf.File)) error {
	program, err := OpenPlain(path)
	if err != nil {
		return err
	}
	defer program.Close()
	f, err := elf.NewFile(withoutSections{program})
	if err == nil {
		read(f)
	}
	return err
}

// withoutSections is an ELF file whose header names no sections.
type withoutSections struct{ io.ReaderAt }

// ReadAt implements io.ReaderAt. It clears e_shoff, e_shnum and e_shstrndx. It reads at most a
// table of 65,535 segments of 56 bytes: the header may tell of longer entries.
func (w withoutSections) ReadAt(p []byte, off int64) (int, error) {
	if len(p) > math.MaxUint16*56 {
		return 0, errors.New("the entries in the table of segments are too long")
	}
	n, err := w.ReaderAt.ReadAt(p, off)
	var class [1]byte
	w.ReaderAt.ReadAt(class[:], elf.EI_CLASS)
	fields := [][2]int64{{40, 48}, {60, 64}}
	if elf.Class(class[0]) == elf.ELFCLASS32 {
		fields = [][2]int64{{32, 36}, {48, 52}}
	}
	for _, f := range fields {
		if from, to := max(f[0]-off, 0), min(f[1]-off, int64(n)); from < to {
			clear(p[from:to])
		}
	}
	return n, err
}

// dynamicStrings returns the strings that a program has for a tag, such as elf.DT_RUNPATH.
func dynamicStrings(f *elf.File, tag elf.DynTag) (found []string) {
	word := 8
	if f.Class == elf.ELFCLASS32 {
		word = 4
	}
	// The program may have been made to have thousands of these: the first counts.
	i := slices.IndexFunc(f.Progs, func(p *elf.Prog) bool { return p.Type == elf.PT_DYNAMIC })
	if i < 0 {
		return nil
	}
	var table uint64
	var offsets []uint64
	data, _ := io.ReadAll(io.LimitReader(f.Progs[i].Open(), maxELF))
	for ; len(data) >= 2*word; data = data[2*word:] {
		switch key, value := number(f, data[:word]), number(f, data[word:2*word]); {
		case elf.DynTag(key) == elf.DT_STRTAB:
			table = value
		case elf.DynTag(key) == tag && len(offsets) < 16:
			offsets = append(offsets, value)
		}
	}
	for _, offset := range offsets {
		if text, ok := stringAt(f, table+offset); ok {
			found = append(found, text)
		}
	}
	return found
}

// number reads a word of a program.
func number(f *elf.File, word []byte) uint64 {
	if len(word) == 4 {
		return uint64(f.ByteOrder.Uint32(word))
	}
	return f.ByteOrder.Uint64(word)
}

// stringAt returns the string at an address of a program.
func stringAt(f *elf.File, address uint64) (string, bool) {
	for _, p := range f.Progs {
		if p.Type == elf.PT_LOAD && address >= p.Vaddr && address-p.Vaddr < p.Filesz {
			text := make([]byte, min(p.Filesz-(address-p.Vaddr), maxELF))
			n, _ := p.ReadAt(text, int64(address-p.Vaddr))
			text, _, ok := bytes.Cut(text[:n], []byte{0})
			return string(text), ok
		}
	}
	return "", false
}
