package report_test

import (
	"strings"
	"testing"

	"tilejudge/judge/view/report"
)

func TestColour(t *testing.T) {
	for _, tt := range []struct {
		flag, env string
		terminal  bool
		want      bool
		err       string
	}{
		{flag: "auto", terminal: true, want: true},
		{terminal: true, want: true},
		{flag: "auto"},
		{flag: "always", env: "NO_COLOR=1", want: true},
		{flag: "never", env: "FORCE_COLOR=1", terminal: true},
		{env: "NO_COLOR=1 FORCE_COLOR=1", terminal: true},
		{env: "NO_COLOR=0", terminal: true},
		{env: "NO_COLOR=", terminal: true, want: true},
		{env: "CLICOLOR_FORCE=1 TERM=dumb", want: true},
		{env: "FORCE_COLOR=3", want: true},
		{env: "FORCE_COLOR=0"},
		{env: "CLICOLOR_FORCE="},
		{env: "FORCE_COLOR=0", terminal: true, want: true},
		{env: "TERM=dumb", terminal: true},
		{flag: "yes", err: `found "yes", expected auto, always or never`},
	} {
		env := make(map[string]string)
		for _, v := range strings.Fields(tt.env) {
			name, value, _ := strings.Cut(v, "=")
			env[name] = value
		}
		getenv := func(name string) string { return env[name] }
		got, err := report.Colour(tt.flag, getenv, tt.terminal)
		if got != tt.want || err == nil && tt.err != "" || err != nil && err.Error() != tt.err {
			t.Errorf("Colour(%q, %q, %v) = %v, %v, want %v, %s",
				tt.flag, tt.env, tt.terminal, got, err, tt.want, tt.err)
		}
	}
}
