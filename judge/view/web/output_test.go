package web

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Pieces of an output are whole letters, and all of it together is what was written.
func TestOutputLetters(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.SampledFrom([]rune("aé→😀\n"))).Draw(t, "text")
		var got strings.Builder
		out := &output{send: func(e *Event) {
			if strings.ToValidUTF8(e.Output, "?") != e.Output || e.Output == "" {
				t.Fatalf("piece %q", e.Output)
			}
			got.WriteString(e.Output)
		}}
		for rest := text; rest != ""; {
			n := rapid.IntRange(1, len(rest)).Draw(t, "n")
			if w, err := out.Write([]byte(rest[:n])); w != n || err != nil {
				t.Fatal(w, err)
			}
			rest = rest[n:]
		}
		if out.Close(); got.String() != text {
			t.Fatalf("got %q, want %q", got.String(), text)
		}
	})
}
