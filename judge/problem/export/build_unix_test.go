//go:build unix

package export_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
)

// After DOMjudge has dropped the right to execute of all files but build and run, build
// makes a validator that can be started, even for a user who does not own the files.
func TestBuildScript(t *testing.T) {
	p := three()
	p.Binary = programFile(t, "#!/bin/sh\necho \"$TILEJUDGE_FORMAT $*\"\n")
	dir := write(t, "domjudge", p)
	validator := filepath.Join(dir, "output_validators/check")
	if err := os.Chmod(filepath.Join(validator, "tilejudge"), 0o444); err != nil {
		t.Fatal(err)
	}
	for path := validator; path != filepath.Dir(filepath.Dir(dir)); path = filepath.Dir(path) {
		if err := os.Chmod(path, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	format := filepath.Join(validator, "three.toml") // the program does not know it by its name
	for _, tt := range []struct {
		script string
		args   []string
		want   string
	}{
		{"build", nil, ""},
		{"run", []string{"in", "ans", "dir/"}, format + " check --protocol kattis in ans dir/\n"},
	} {
		cmd := asStranger(filepath.Join(validator, tt.script), tt.args...)
		var out bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &out
		if err := cmd.Run(); err != nil || out.String() != tt.want {
			t.Fatalf("%s: %v, %q, want %q", tt.script, err, out.String(), tt.want)
		}
	}
}

// asStranger returns a command that root runs as a user who owns nothing.
func asStranger(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	if os.Geteuid() == 0 {
		const nobody = 65534
		cmd.SysProcAttr = &syscall.SysProcAttr{
			Credential: &syscall.Credential{Uid: nobody, Gid: nobody},
		}
	}
	return cmd
}
