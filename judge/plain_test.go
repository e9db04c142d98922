package judge_test

import (
	"testing"

	"tilejudge/judge"
)

// What a program prints is no command to the CI server that runs tilejudge: GitHub's runner removes
// blanks before it looks for "::", and looks for "##[" anywhere in a line.
func TestPlainCommands(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"::stop-commands::x", `\x3a:stop-commands::x`},
		{"  ::add-mask::1", `  \x3a:add-mask::1`},
		{`says "##[set-output name=result]MTA="`, `says "##\x5bset-output name=result]MTA="`},
		{"é ##[error]x", `é ##\x5berror]x`},
		{"##vso[task.complete]x", `##vso\x5btask.complete]x`},
		{"a::b ## [[1,2],[3,0]] #[0] ##", "a::b ## [[1,2],[3,0]] #[0] ##"},
	} {
		if got := judge.Plain(tt.text, 100); got != tt.want {
			t.Errorf("%q: %s, want %s", tt.text, got, tt.want)
		}
	}
}
