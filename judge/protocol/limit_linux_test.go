//go:build !race

// The race detector alone needs terabytes of address space.

package protocol_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"testing"

	"tilejudge/judge"
	"tilejudge/judge/protocol"
)

// A limit that leaves too little address space is the judge's error, and not exit code 2,
// which is a verdict in testlib.
func TestAddressSpace(t *testing.T) {
	if name := os.Getenv("LIMITED"); name != "" {
		code, _, _, _ := run(t, name, nil, gives(protocol.Outcome{Verdict: judge.AC}),
			arguments[name]...)
		os.Exit(code)
	}
	for _, p := range protocol.All {
		for _, tt := range []struct{ limit, want int }{
			{1_000_000, p.Codes.JE},
			{protocol.MinAddressSpace/1024 - 1, p.Codes.JE},
			{protocol.MinAddressSpace / 1024, p.Codes.AC},
		} {
			script := fmt.Sprintf(`ulimit -v %d && exec "$0" -test.run=^TestAddressSpace$`,
				tt.limit)
			cmd := exec.Command("sh", "-c", script, os.Args[0])
			cmd.Env = append(os.Environ(), "LIMITED="+p.Name, "TMPDIR="+t.TempDir())
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
			cmd.Run()
			if code := cmd.ProcessState.ExitCode(); code != tt.want {
				t.Errorf("%s with %d KiB: exit code %d, want %d: %.300s",
					p.Name, tt.limit, code, tt.want, &stderr)
			}
		}
	}
}
