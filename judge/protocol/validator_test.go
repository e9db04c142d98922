package protocol_test

import (
	"errors"
	"fmt"
	"maps"
	"strings"
	"testing"

	"tilejudge/judge/protocol"
)

func ExampleValidator() {
	v, err := protocol.LookupValidator("testlib")
	if err != nil {
		panic(err)
	}
	cause := errors.New("found 9, expected a tile")
	fmt.Print(v.Message(fmt.Errorf("stdin:2:5: %w", cause),
		&protocol.Place{Line: 2, Col: 5, Err: cause}))
	fmt.Println(v.Invalid)
	// Output:
	// FAIL found 9, expected a tile, at column 5 (stdin, line 2)
	// 3
}

// The declarations of validators are complete, and no code has two meanings that the
// judge could confuse.
func TestValidators(t *testing.T) {
	for _, v := range protocol.Validators {
		if v.Judge == "" || !strings.HasPrefix(v.Source, "https://") {
			t.Errorf("%s: judge %q, source %q", v.Name, v.Judge, v.Source)
		}
		if v.Valid == v.Invalid || v.Valid == v.Fault && v.Valid != 0 || v.Invalid == 0 {
			t.Errorf("%s: codes %d, %d, %d", v.Name, v.Valid, v.Invalid, v.Fault)
		}
		if got, err := protocol.LookupValidator(v.Name); got != v || err != nil {
			t.Errorf("LookupValidator(%q) = %v, %v", v.Name, got, err)
		}
		for _, at := range []*protocol.Place{nil, {Line: 2, Col: 5, Err: errors.New("cause")}} {
			want := "all\n"
			switch {
			case v.Name == "testlib" && at != nil:
				want = "FAIL cause, at column 5 (stdin, line 2)\n"
			case v.Name == "testlib":
				want = "FAIL all\n"
			}
			if got := v.Message(errors.New("all"), at); got != want {
				t.Errorf("%s: message %q, want %q", v.Name, got, want)
			}
		}
	}
	if _, err := protocol.LookupValidator("nosuch"); !errors.Is(err, protocol.ErrUnknown) {
		t.Errorf("LookupValidator of no such protocol: %v", err)
	}
	if got := fmt.Sprint(protocol.ValidatorNames()); got != "[testlib kattis dmoj oj]" {
		t.Errorf("ValidatorNames() = %s", got)
	}
}

func TestParseFlags(t *testing.T) {
	v := protocol.Validators[0]
	for _, tt := range []struct {
		args string
		want map[string]string // nil: an error
	}{
		{"", map[string]string{}},
		{"--testset tests --group 2", map[string]string{"testset": "tests", "group": "2"}},
		{"--group 1 --group 2", map[string]string{"group": "2"}},
		{"input --other x -group 1 --testCase=3", map[string]string{}},
		{"--group", nil},
	} {
		got, err := v.ParseFlags(strings.Fields(tt.args))
		if (err != nil) != (tt.want == nil) || !maps.Equal(got, tt.want) {
			t.Errorf("ParseFlags(%q) = %v, %v, want %v", tt.args, got, err, tt.want)
		}
	}
}
