package sandbox_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"tilejudge/judge/sandbox"
)

// No program is quick enough to lift a limit before it is fixed.
func TestLimitsBeforeStart(t *testing.T) {
	quick := compile(t, "lift.c")
	limits := sandbox.Limits{CPU: time.Second, Wall: 8 * time.Second, Output: 1 << 20, Processes: 8}
	for _, s := range settings {
		r := start(t, s.options)
		for range 50 {
			out := filepath.Join(t.TempDir(), "out")
			result, err := r.Run(context.Background(), sandbox.Command{Args: []string{quick}, Stdout: out, Limits: limits})
			text, _ := os.ReadFile(out)
			if err != nil || result.Exit != 0 || result.Signal != "" || len(text) > 0 {
				t.Fatalf("%s: lifted %q: %+v, %v", s.name, text, result, err)
			}
		}
	}
}
