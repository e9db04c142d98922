package sandbox

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// newNetwork moves this thread into a new network namespace with a loopback device. Each program
// has one: the ports that are in use for a while after a run would tell the next about it.
func newNetwork() error {
	if err := unix.Unshare(unix.CLONE_NEWNET); err != nil {
		return fmt.Errorf("unshare: %w", err)
	}
	for name, text := range buffers { // in containers these may be read-only
		os.WriteFile("/proc/sys/net/"+name, []byte(text), 0)
	}
	return enableLoopback()
}

// buffers limits the memory of sockets, see ip-sysctl(7). All network namespaces share what the
// kernel grants TCP. The data of a connection that nobody accepts belongs to no open file. Before
// Linux 6.3 a user's namespaces have no somaxconn.
var buffers = map[string]string{
	"ipv4/tcp_rmem":  "4096 65536 65536",
	"ipv4/tcp_wmem":  "4096 16384 65536",
	"core/somaxconn": "128",
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
