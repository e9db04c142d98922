package answers_test

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"tilejudge/formats"
	"tilejudge/formats/answers"
	"tilejudge/formats/pattern"
	"tilejudge/solver/puzzle"
)

// Reading any text ends, and each error has a place in the text. An answer that is accepted
// without a remark on its form is what an Encoder writes, apart from white space, and from
// the case of letters if that is tolerated.
func FuzzDecode(f *testing.F) {
	for i, format := range formats.All {
		_, out := example(f, format)
		f.Add(uint8(i), false, []byte(out))
		f.Add(uint8(i), true, []byte(out))
		f.Add(uint8(i), true, []byte("\n "+strings.ToUpper(strings.ReplaceAll(out, "\n", " "))))
		for _, junk := range []string{
			"", "\x00", "\x80", "-1", "2147483648", "9223372036854775808", "1.0", "NaN", "(()",
			"[[", "udlr", "UDLR", "Case 1: 0\n\n", "0\n\u0085", "\n\n\n", "Unsolvable.", "1\nUP\n",
		} {
			f.Add(uint8(i), false, []byte(junk))
			f.Add(uint8(i), true, []byte(junk))
		}
	}
	f.Fuzz(func(t *testing.T, i uint8, tolerant bool, out []byte) {
		format := formats.All[int(i)%len(formats.All)]
		in, _ := example(t, format)
		ps := decode(t, format, in)
		d := answers.NewDecoder(iotest.HalfReader(bytes.NewReader(out)), "out", format)
		d.Tolerate(answers.Tolerance{Case: tolerant, Space: tolerant})
		e, err := answers.NewEncoder(format, format)
		if err != nil {
			t.Fatal(err)
		}
		var text bytes.Buffer
		w := bufio.NewWriter(&text)
		a := &format.Answer
		strict := !a.Runs && !a.Solved.Has(pattern.Figure) && // which can be written in several ways
			a.Step.Kind < formats.ByAction
		place := func(err error) {
			var syntax *formats.SyntaxError
			lines := bytes.Count(out, []byte("\n")) + 1
			if !errors.As(err, &syntax) || syntax.Line < 1 || syntax.Line > lines ||
				syntax.Col < 1 || syntax.Col > len(out)+1 {
				t.Fatalf("%s: %q: the place of %v is not in it", format.Name, out, err)
			}
		}
		for n := int64(1); n <= int64(len(ps)); n++ {
			p := &ps[n-1]
			s, err, form := d.Decode(n, p, nil)
			switch {
			case err == io.EOF:
				strict = strict && n > 1
				n = int64(len(ps))
				continue
			case form != nil:
				place(form)
				strict = false
			case errors.As(err, new(*formats.SyntaxError)):
				place(err)
				strict = false
			}
			path := format.Answer.Wants() == puzzle.WantPath
			if err == nil && path && p.Replay(s.Path) != nil ||
				s.Path != nil && s.Moves != len(s.Path) {
				strict = false // the encoder needs a path that leads to the goal
			}
			if strict {
				p.Start = p.Start.Clone()
				e.Encode(w, n, p, s, err)
			}
		}
		if err := d.End(); err != nil {
			place(err)
			strict = false
		}
		w.Flush()
		got, want := strings.Fields(string(out)), strings.Fields(text.String())
		same := slices.Equal(got, want)
		if tolerant {
			same = slices.EqualFunc(got, want, strings.EqualFold)
		}
		if strict && !same {
			t.Errorf("%s: %q is taken for %q", format.Name, out, text.String())
		}
	})
}
