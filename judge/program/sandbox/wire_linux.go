package sandbox

import (
	"cmp"
	"encoding/json"
	"io"
	"os"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"

	"tilejudge/judge/program/sandbox/cgroup"
	"tilejudge/judge/program/sandbox/tasks"
)

// A config is the first message to a helper. It says how to run programs.
type config struct {
	Sandbox    bool
	Namespaces uintptr           // clone flags of the helper's namespaces
	Missing    map[string]string // missing means with the reasons, as far as the judge knows
	Owner      owner             // of programs, as the helper sees it
	Network    bool              // programs may use the loopback device
	Calls      []uint32          // as in Options
	Tasks      tasks.Limit
	Machine    int64        // bytes of memory that we and programs may have; 0: unknown
	Nice       int          // of programs, see proc.ResetPriority
	Cgroup     cgroup.Group // its directories come with the config, behind two other files
}

// A request is each further message: to run a program, or to cancel the run. With it come the files
// for standard output and standard error, and if programs do not see all files, the file with the
// entries of the root.
type request struct {
	Cancel  bool
	Paths   list // see programPath
	Args    list
	Needs   list // files that the program must be able to read
	Env     list
	View    int    // number of the view: the root is made again if the number changes
	Scratch string // directory on the host; "": the program has a root
	Output  bool   // scratchOutput replaces standard output
	Limits  Limits

	file *os.File // copiedFile, which the helper opens; nil: there is none
}

// The indices of request.Paths.
const (
	programPath = iota
	homePath    // of the directory of the program's files; "": there is none
	inputPath   // of standard input
	copiedFile  // what the program gets by name; "": nothing
	copyName    // the name of the copy of that
)

// A list is a list of strings without NUL. They need not be UTF-8.
type list []string

// MarshalJSON encodes all strings as one, each followed by a NUL.
func (l list) MarshalJSON() ([]byte, error) {
	var joined []byte
	for _, s := range l {
		joined = append(append(joined, s...), 0)
	}
	return json.Marshal(joined)
}

// UnmarshalJSON is the inverse of MarshalJSON.
func (l *list) UnmarshalJSON(text []byte) error {
	var joined []byte
	if err := json.Unmarshal(text, &joined); err != nil {
		return err
	}
	all := strings.Split(string(joined), "\x00")
	*l = all[:len(all)-1]
	return nil
}

// A reply answers each config and each request to run.
type reply struct {
	Missing map[string]string // to a config
	Result  Result
	Errno   syscall.Errno // why the program was not started
	Fault   string        // why a run has no result
}

// maxSent is how many files come with a message at most.
const maxSent = 2 + int(cgroup.Parts)

// A conn is one end of a pair of sockets that keep the boundaries of messages.
type conn struct {
	fd   int
	file *os.File // of the judge's end; nil in a helper
}

// newPair returns the two ends of a connection. The judge's end does not block, so that the runtime
// waits for messages: of a thread that a system call blocks it would look every 20 us at first.
func newPair() (judge conn, helper *os.File, err error) {
	fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_SEQPACKET|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return conn{}, nil, err
	}
	// The kernel doubles that: a request may have 416 KiB, unless net.core.wmem_max is lower.
	unix.SetsockoptInt(fds[0], unix.SOL_SOCKET, unix.SO_SNDBUF, 208<<10)
	unix.SetNonblock(fds[0], true)
	judge = conn{fds[0], os.NewFile(uintptr(fds[0]), "helper")}
	return judge, os.NewFile(uintptr(fds[1]), "judge"), nil
}

// freeSent makes the kernel free the files that programs have sent through sockets and nobody has
// received: it looks for them when a socket is closed.
func freeSent() {
	if ours, theirs, err := newPair(); err == nil {
		ours.file.Close()
		theirs.Close()
	}
}

// send sends a message in one piece, together with file descriptors. The error is EMSGSIZE if the
// message is too long.
func (c conn) send(message any, files ...int) error {
	text, err := json.Marshal(message)
	if err != nil {
		return err
	}
	var rights []byte
	if len(files) > 0 {
		rights = unix.UnixRights(files...)
	}
	for {
		switch err := unix.Sendmsg(c.fd, text, rights, nil, unix.MSG_NOSIGNAL); err {
		case unix.EAGAIN:
			unix.Poll([]unix.PollFd{{Fd: int32(c.fd), Events: unix.POLLOUT}}, -1)
		case unix.EINTR:
		default:
			return err
		}
	}
}

// receive waits for a message and the file descriptors that come with it. It returns
// io.EOF if the other side has closed the connection.
func (c conn) receive(message any) (files []int, err error) {
	size, err := c.waiting()
	if err != nil {
		return nil, err
	}
	buf, rights := make([]byte, size), make([]byte, unix.CmsgSpace(maxSent*4))
	var n, nr int
	err = retry(func() (err error) {
		n, nr, _, _, err = unix.Recvmsg(c.fd, buf, rights, unix.MSG_CMSG_CLOEXEC)
		return err
	})
	if err != nil {
		return nil, err
	}
	if n == 0 {
		return nil, io.EOF
	}
	if nr > 0 {
		messages, err := unix.ParseSocketControlMessage(rights[:nr])
		if err != nil {
			return nil, err
		}
		if files, err = unix.ParseUnixRights(&messages[0]); err != nil {
			return nil, err
		}
	}
	return files, json.Unmarshal(buf[:n], message)
}

// waiting waits for a message and returns its length, at least 1.
func (c conn) waiting() (n int, err error) {
	peek := func() (err error) {
		n, _, err = unix.Recvfrom(c.fd, nil, unix.MSG_PEEK|unix.MSG_TRUNC)
		return err
	}
	if c.file == nil {
		err = retry(peek)
		return max(n, 1), err
	}
	raw, err := c.file.SyscallConn()
	if err != nil {
		return 0, err
	}
	closed := raw.Read(func(uintptr) bool {
		err = retry(peek)
		return err != unix.EAGAIN
	})
	return max(n, 1), cmp.Or(err, closed)
}

// retry calls a function until it is not interrupted.
func retry(f func() error) error {
	err := error(unix.EINTR)
	for err == unix.EINTR {
		err = f()
	}
	return err
}
