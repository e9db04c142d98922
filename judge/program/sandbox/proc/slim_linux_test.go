package proc

import (
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"testing"

	"tilejudge/judge/judgetest/lack"
)

// Only mappings whose pages are the same in the file are clean: not those that were
// written, and not those that can be written.
func TestCleanFiles(t *testing.T) {
	const smaps = `00400000-0086a000 r-xp 00000000 fe:00 42                         /opt/my-judge
Rss:                1768 kB
Anonymous:             0 kB
0086a000-00d37000 r--p 0046a000 fe:00 42                         /opt/my-judge
Anonymous:             4 kB
00d37000-00e0b000 rw-p 00937000 fe:00 42                         /opt/my-judge
Anonymous:             0 kB
7f0000000000-7f0000001000 r--p 00000000 00:00 0 
Anonymous:             0 kB
7ffd00000000-7ffd00001000 r--p 00000000 00:00 0                  [vvar]
Anonymous:             0 kB
VmFlags: rd mr
`
	want := []mapping{{0x400000, 0x86a000}}
	if got := cleanFiles([]byte(smaps)); !slices.Equal(got, want) {
		t.Errorf("cleanFiles: %x, want %x", got, want)
	}
}

// Slim resets the peak to the memory that is still in use.
func TestSlim(t *testing.T) {
	const size = 64 << 20
	func() {
		heap := make([]byte, size)
		for i := 0; i < len(heap); i += 4096 {
			heap[i] = 1
		}
		runtime.KeepAlive(heap)
	}()
	before := ReadMemory("self").Peak
	f, err := os.OpenFile("/proc/self/clear_refs", os.O_WRONLY, 0)
	if err != nil {
		lack.Skip(t, "clear_refs", err)
	}
	defer f.Close()
	defer debug.SetGCPercent(debug.SetGCPercent(100))
	s := Slimmer{Reset: int(f.Fd())}
	s.Slim()
	if after := ReadMemory("self").Peak; after > before-size/2 {
		t.Errorf("a peak of %d bytes, and of %d after %d were freed", before, after, size)
	}
	if len(s.files) == 0 {
		t.Error("no mapping of our code was found")
	}
}
