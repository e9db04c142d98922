package sandbox

import (
	"os"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// ownGroup makes a program the leader of a process group.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killTree kills the process group. Processes that have left it survive.
func killTree(cmd *exec.Cmd) { unix.Kill(-cmd.Process.Pid, unix.SIGKILL) }

// peakMemory returns the peak of the program's resident memory, in bytes.
func peakMemory(p *os.ProcessState) int64 { return p.SysUsage().(*syscall.Rusage).Maxrss }

// signalName returns the signal that ended a program, or "".
func signalName(p *os.ProcessState) string {
	if status := p.Sys().(syscall.WaitStatus); status.Signaled() {
		return unix.SignalName(status.Signal())
	}
	return ""
}
