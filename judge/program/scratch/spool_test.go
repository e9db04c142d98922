package scratch

import (
	"bytes"
	"strings"
	"testing"
)

// A spool gives back what it has taken, from memory or from a file, and leaves no file behind.
func TestSpool(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	t.Setenv("TMP", temp) // on Windows
	for name, pieces := range map[string][]string{
		"nothing":         nil,
		"a line":          {"a\n"},
		"as much as fits": {strings.Repeat("a", spoolMemory)},
		"a byte more":     {strings.Repeat("a", spoolMemory), "b"},
		"a large piece":   {"a", strings.Repeat("b", 3*spoolMemory), "c"},
	} {
		t.Run(name, func(t *testing.T) {
			spool := new(Spool)
			for _, piece := range pieces {
				if n, err := spool.Write([]byte(piece)); n != len(piece) || err != nil {
					t.Fatalf("Write of %d bytes: %d, %v", len(piece), n, err)
				}
			}
			want := strings.Join(pieces, "")
			if inFile := len(want) > spoolMemory; inFile != (spool.file != nil) {
				t.Errorf("the spool of %d bytes is in a file: %v", len(want), !inFile)
			}
			var got bytes.Buffer
			n, err := spool.WriteTo(&got)
			if n != int64(len(want)) || err != nil || got.String() != want {
				t.Errorf("WriteTo: %d bytes of %d, %v", n, len(want), err)
			}
			if err := spool.Close(); err != nil {
				t.Error(err)
			}
			if names := left(t, temp); len(names) > 0 {
				t.Errorf("left behind: %q", names)
			}
		})
	}
}
