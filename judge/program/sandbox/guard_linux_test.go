package sandbox

import (
	"os/exec"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"tilejudge/judge/program/sandbox/proc"
)

// While a look at the processes of a run does not return, they end once they have had too much CPU
// time, and not before.
func TestGuard(t *testing.T) {
	start := func(script string) *exec.Cmd {
		cmd := exec.Command("/bin/sh", "-c", script)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		return cmd
	}
	w := &watch{helper: &helper{}, begin: time.Now(), before: counts{cpu: proc.ReapedCPU()}}
	w.limits.CPU = 200 * time.Millisecond
	defer w.guard()()
	idle := start("exec sleep 1.2")
	if err := idle.Wait(); err != nil {
		t.Errorf("a process without CPU time: %v", err)
	}
	busy := start("while :; do :; done")
	timer := time.AfterFunc(20*time.Second, func() { busy.Process.Signal(unix.SIGTERM) })
	defer timer.Stop()
	busy.Wait()
	if s := busy.ProcessState.Sys().(syscall.WaitStatus); s.Signal() != unix.SIGKILL {
		t.Errorf("a busy process: %v, want SIGKILL", busy.ProcessState)
	}
	if cpu := busy.ProcessState.UserTime(); cpu < w.limits.CPU/2 {
		t.Errorf("a busy process ended after %v of CPU time, want some %v", cpu, w.limits.CPU)
	}
}

// A guard sees how much memory processes have, if it looks twice.
func TestGuardMemory(t *testing.T) {
	for range 2 {
		cmd := exec.Command("dd", "if=/dev/zero", "of=/dev/null", "bs=40M")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		defer cmd.Wait()
		defer cmd.Process.Kill()
	}
	g := guard{watch: &watch{helper: &helper{}}}
	g.limits.Memory = 60 << 20
	for deadline := time.Now().Add(20 * time.Second); !g.exceedsMemory(); {
		if time.Now().After(deadline) {
			t.Fatalf("two processes of 40 MiB have %d bytes", g.sum)
		}
	}
	g.limits.Memory = 200 << 20
	if g.exceedsMemory() {
		t.Errorf("two processes of 40 MiB have %d bytes", g.sum)
	}
}
