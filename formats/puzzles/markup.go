package puzzles

import (
	"bytes"
	"fmt"
)

// A Markup collects an input for testlib's option --testMarkupFileName: the text of the input, with
// a mark before each test case, which is a puzzle. Set Validator.Markup to it.
type Markup struct {
	text  bytes.Buffer
	last  int64  // number of the test case that is being read; 0: there was none yet
	found []byte // text of the wanted test case

	// Wanted is the number of a test case whose text is kept, from 1; 0: none.
	Wanted int64
}

// Text returns the whole input with its marks.
func (m *Markup) Text() string { return "MU\xF3\x01" + m.text.String() }

// Case returns the wanted test case, or "" if there is none.
func (m *Markup) Case() string { return string(m.found) }

// begin marks the beginning of a test case.
func (m *Markup) begin(number int64) {
	m.last = number
	fmt.Fprintf(&m.text, "!c%d;", number)
}

// add adds text of the input.
func (m *Markup) add(text []byte) {
	for _, c := range text {
		if c == '\\' || c == '!' {
			m.text.WriteByte('\\')
		}
		m.text.WriteByte(c)
	}
	if m.last > 0 && m.last == m.Wanted {
		m.found = append(m.found, text...)
	}
}
