//go:build unix

package export_test

import (
	"os"
	"os/exec"
	"syscall"
)

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
