package sandbox

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// newNetwork moves this thread into a new network namespace with a loopback device. Each program
// has one: the ports that are in use for a while after a run would tell the next about it.
func newNetwork() error {
	if err := unix.Unshare(unix.CLONE_NEWNET); err != nil {
		return fmt.Errorf("unshare: %w", err)
	}
	return enableLoopback()
}

// enableLoopback enables the loopback device of this thread's network namespace.
func enableLoopback() error {
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return fmt.Errorf("socket: %w", err)
	}
	defer unix.Close(fd)
	device, err := unix.NewIfreq("lo")
	if err != nil {
		return err
	}
	device.SetUint16(unix.IFF_UP)
	if err := unix.IoctlIfreq(fd, unix.SIOCSIFFLAGS, device); err != nil {
		return fmt.Errorf("enable lo: %w", err)
	}
	return nil
}
