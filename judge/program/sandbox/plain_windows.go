package sandbox

import (
	"os"
	"os/exec"
)

// ownGroup does nothing.
func ownGroup(*exec.Cmd) {}

// killTree kills the program. Processes that it has started survive.
func killTree(cmd *exec.Cmd) { cmd.Process.Kill() }

// peakMemory returns 0: the peak is not known.
func peakMemory(*os.ProcessState) int64 { return 0 }

// signalName returns "": there are no signals.
func signalName(*os.ProcessState) string { return "" }
