package sandbox_test

import (
	"os"
	"runtime"
	"slices"

	"golang.org/x/sys/unix"

	"tilejudge/judge/program/sandbox/filter"
)

// contained are the capabilities of root in a container of Docker.
var contained = []uintptr{
	unix.CAP_CHOWN, unix.CAP_DAC_OVERRIDE, unix.CAP_FOWNER, unix.CAP_FSETID, unix.CAP_KILL,
	unix.CAP_SETGID, unix.CAP_SETUID, unix.CAP_SETPCAP, unix.CAP_NET_BIND_SERVICE,
	unix.CAP_NET_RAW, unix.CAP_SYS_CHROOT, unix.CAP_MKNOD, unix.CAP_AUDIT_WRITE,
	unix.CAP_SETFCAP,
}

// forbidden are calls that Docker's filter refuses to a root without CAP_SYS_ADMIN and
// CAP_SYS_PTRACE.
var forbidden = []uint32{
	unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_UNSHARE, unix.SYS_SETNS, unix.SYS_PIVOT_ROOT,
	unix.SYS_OPEN_TREE, unix.SYS_MOVE_MOUNT, unix.SYS_FSOPEN, unix.SYS_FSCONFIG, unix.SYS_FSMOUNT,
	unix.SYS_FSPICK, unix.SYS_MOUNT_SETATTR, unix.SYS_KEYCTL, unix.SYS_ADD_KEY,
	unix.SYS_REQUEST_KEY, unix.SYS_BPF, unix.SYS_PERF_EVENT_OPEN,
	unix.SYS_KCMP, unix.SYS_PIDFD_GETFD, unix.SYS_PROCESS_MADVISE,
}

// contain puts this process, which has its own namespaces, into what is like a container of
// Docker, and starts it again.
func contain() error {
	runtime.LockOSThread()
	for _, m := range []struct {
		source, target, kind string
		flags                uintptr
	}{
		{"", "/", "", unix.MS_REC | unix.MS_PRIVATE},
		{"proc", "/proc", "proc", 0},
		{"tmpfs", "/proc/fs", "tmpfs", unix.MS_RDONLY},
		{"/proc/sys", "/proc/sys", "", unix.MS_BIND},
		{"", "/proc/sys", "", unix.MS_BIND | unix.MS_REMOUNT | unix.MS_RDONLY},
	} {
		if err := unix.Mount(m.source, m.target, m.kind, m.flags, ""); err != nil {
			return err
		}
	}
	locked := unix.MountAttr{Attr_set: unix.MOUNT_ATTR_RDONLY}
	if err := unix.MountSetattr(-1, "/sys", unix.AT_RECURSIVE, &locked); err != nil {
		return err
	}
	for capability := uintptr(0); ; capability++ {
		if slices.Contains(contained, capability) {
			continue
		}
		if unix.Prctl(unix.PR_CAPBSET_DROP, capability, 0, 0, 0) != nil {
			break // there are no more
		}
	}
	if err := forbid(forbidden); err != nil {
		return err
	}
	err := os.Setenv(surroundEnv+"_READY", "1")
	if err == nil { // root may have programs in its home, which programs' user cannot run
		err = os.Setenv("PATH", "/usr/local/bin:/usr/bin:/bin")
	}
	if err != nil {
		return err
	}
	return unix.Exec("/proc/self/exe", os.Args, os.Environ())
}

// forbid refuses system calls to this thread, and calls of clone that make namespaces.
func forbid(calls []uint32) error {
	const load, jump = unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, unix.BPF_JMP | unix.BPF_K
	end := func(errno unix.Errno) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_RET, K: unix.SECCOMP_RET_ERRNO | uint32(errno)}
	}
	f := []unix.SockFilter{{Code: load, K: 0}} // the number of the call
	for _, call := range calls {
		f = append(f, unix.SockFilter{Code: jump | unix.BPF_JEQ, Jf: 1, K: call}, end(unix.EPERM))
	}
	f = append(f,
		unix.SockFilter{Code: jump | unix.BPF_JEQ, Jf: 1, K: unix.SYS_CLONE3}, end(unix.ENOSYS),
		unix.SockFilter{Code: jump | unix.BPF_JEQ, Jf: 3, K: unix.SYS_CLONE},
		unix.SockFilter{Code: load, K: 16}, // its flags
		unix.SockFilter{Code: jump | unix.BPF_JSET, Jf: 1, K: unix.CLONE_NEWUSER | unix.CLONE_NEWNS},
		end(unix.EPERM), unix.SockFilter{Code: unix.BPF_RET, K: unix.SECCOMP_RET_ALLOW})
	return filter.Filter(f).Install()
}
