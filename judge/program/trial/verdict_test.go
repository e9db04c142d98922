package trial

import "testing"

// The line of standard error that says why a program failed is not always the last one.
func TestReason(t *testing.T) {
	for stderr, want := range map[string]string{
		"": "", "\n": "", "one": "one", "one\ntwo \n\n": "two", "  one": "one",
		"Traceback\n  File x\nValueError: bad\n":                    "ValueError: bad",
		"Exception in thread main: bad\n\tat A.f(A.java:1)\n":       "Exception in thread main: bad",
		"throw e\n^\n\nError: bad\n    at f (x:1)\n\nNode.js v20\n": "Error: bad",
	} {
		if got := reason([]byte(stderr)); got != want {
			t.Errorf("%q: %q, want %q", stderr, got, want)
		}
	}
}
