package app

import (
	"runtime/debug"
	"testing"
)

// --version tells what the build recorded.
func TestBuildText(t *testing.T) {
	commit := []debug.BuildSetting{
		{Key: "GOOS", Value: "linux"},
		{Key: "vcs.revision", Value: "c531b28f0a4be09bd3c0c84ef8f1a9f6bd1c7e52"},
		{Key: "vcs.time", Value: "2026-11-23T17:07:02Z"},
	}
	changed := append(commit[:3:3], debug.BuildSetting{Key: "vcs.modified", Value: "true"})
	for _, tt := range []struct {
		info *debug.BuildInfo
		want string
	}{
		{nil, ""},
		{&debug.BuildInfo{GoVersion: "go1.26.8", Settings: commit[:1]}, " (go1.26.8)"},
		{
			&debug.BuildInfo{GoVersion: "go1.26.8", Settings: commit},
			" (commit c531b28f0a4b of 2026-11-23, go1.26.8)",
		},
		{
			&debug.BuildInfo{GoVersion: "go1.26.8", Settings: changed},
			" (commit c531b28f0a4b of 2026-11-23, changed since, go1.26.8)",
		},
	} {
		if got := buildText(tt.info); got != tt.want {
			t.Errorf("%+v: %q, want %q", tt.info, got, tt.want)
		}
	}
}
