package sandbox_test

import (
	"context"
	"testing"
	"time"

	"tilejudge/judge/program/sandbox"
)

// BenchmarkRun measures a run of a program that does nothing, under limits.
func BenchmarkRun(b *testing.B) {
	for _, s := range settings() {
		b.Run("program=true/means="+s.name, func(b *testing.B) {
			r := start(b, s.options)
			c := sandbox.Command{Args: []string{"true"}, Dir: b.TempDir(), Limits: sandbox.Limits{
				CPU: time.Second, Wall: time.Second, Memory: 256 << 20, Processes: 64,
			}}
			for b.Loop() {
				if _, err := r.Run(context.Background(), c); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
