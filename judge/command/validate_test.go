package command

import (
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"tilejudge/judge/command/app"
)

// Each protocol has its exit codes. That of a usage error is none of them.
func TestValidateStatuses(t *testing.T) {
	const valid, invalid = "[[1,2,3],[4,0,5]]\n", "[[1,2,3],[4, 0,5]]\n"
	for _, tt := range []struct {
		protocol             string
		valid, invalid, none int
	}{
		{"", 0, 1, 1},
		{"testlib", 0, 3, 3},
		{"kattis", 42, 43, 43},
		{"dmoj", 0, 1, 1},
		{"oj", 0, 1, 1},
	} {
		args := []string{"validate", "-f", "leetcode-773"}
		if tt.protocol != "" {
			args = append(args, "--protocol", tt.protocol)
		}
		for _, in := range []struct {
			text string
			want int
		}{{valid, tt.valid}, {invalid, tt.invalid}, {"", tt.none}, {"\x00\xff", tt.none}} {
			if _, errs, code := runProgram(t, in.text, args...); code != in.want {
				t.Errorf("%s: %q: exit %d, %s, want %d", tt.protocol, in.text, code, errs, in.want)
			}
		}
		if tt.protocol == "testlib" {
			for _, mistake := range []string{"--testCase=0", "--testCase=x", "--testset", "--group"} {
				_, errs, code := runProgram(t, valid, append(args, mistake)...)
				if code != tt.invalid || !strings.HasPrefix(errs, "FAIL ") {
					t.Errorf("%s: exit %d, %s, want %d", mistake, code, errs, tt.invalid)
				}
			}
		}
		_, _, code := runProgram(t, valid, append(args, "--no-such-flag")...)
		if code != app.ExitUsage {
			t.Errorf("%s: usage error: exit %d, want %d", tt.protocol, code, app.ExitUsage)
		}
	}
}

// A gigabyte on one line takes no memory. It is an error at once, or after it has been read
// if white space is free.
func TestValidateEndlessLines(t *testing.T) {
	const gigabyte = 1 << 30
	validate := []string{app.Program, "validate", "-f", "hdu-1043"}
	for _, tt := range []struct {
		fill byte
		args string
		want string
	}{
		{' ', "", "found no end of the white space"},
		{'\n', "", "found no end of the white space"},
		{'1', "", "has that tile already"},
		{'x', "--lenient", "has that tile already"},
	} {
		args := append(slices.Clone(validate), strings.Fields(tt.args)...)
		in := io.LimitReader(filler(tt.fill), gigabyte)
		var errs strings.Builder
		code := run(t.Context(), args, in, io.Discard, &errs)
		if code != app.ExitFailed || !strings.Contains(errs.String(), tt.want) {
			t.Errorf("%q: exit %d, %s, want %d and %s", tt.fill, code, &errs,
				app.ExitFailed, tt.want)
		}
	}
	broken := iotest.ErrReader(io.ErrUnexpectedEOF)
	var errs strings.Builder
	if code := run(t.Context(), validate, broken, io.Discard, &errs); code != app.ExitUsage {
		t.Errorf("a reader that fails: exit %d, %s, want %d", code, &errs, app.ExitUsage)
	}
}

// A filler repeats one byte for ever.
type filler byte

func (f filler) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(f)
	}
	return len(p), nil
}
