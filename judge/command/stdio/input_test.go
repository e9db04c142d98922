package stdio

import (
	"io"
	"testing"
)

// If the format of an input is not clear yet, a person who waits is told why, once.
func TestDetectSaysWhatItWaitsFor(t *testing.T) {
	r, w := io.Pipe()
	told := make(chan error, 2)
	in := &input{Reader: r, Closer: r, complain: func(err error) { told <- err }}
	go func() {
		io.WriteString(w, "283104765\n")
		err := <-told
		const want = "stdin: several formats fit so far: waiting for more input, or its end;" +
			" with --format each puzzle is read at once"
		if err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
		w.Close()
	}()
	f, _, err := Detect(t.Context(), in, "stdin", "format", nil, nil)
	if err != nil || f == nil || in.wanted != nil || len(told) > 0 {
		t.Errorf("%v, %v, then %v, %d more", f, err, in.wanted, len(told))
	}
}
