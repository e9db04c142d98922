package cgroup

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"github.com/coreos/go-systemd/v22/dbus"
	dbuslib "github.com/godbus/dbus/v5"
	"golang.org/x/sys/unix"
)

// scopes says what systemd has answered. A judge starts many helpers, and asks only once if the
// first gets no scope. Later, systemd may be busy.
var scopes struct {
	sync.Mutex
	given   bool
	refused error
}

// newScope asks systemd for a group of version 2 with a helper as its only process, and makes the
// group hand controllers down: that of a session has other processes, and belongs to root. Both
// results are nil if there is no systemd. This process stays in its session, which would otherwise
// be over for systemd, and with the last session of a user systemd ends the user's other processes.
func newScope(helper int, wanted []string) (*home, error) {
	scopes.Lock()
	defer scopes.Unlock()
	if scopes.refused != nil {
		return nil, scopes.refused
	}
	name, wait := fmt.Sprintf("tilejudge-%d.scope", helper), firstWait
	if scopes.given {
		wait = laterWait
	}
	err := startScope(name, helper, wait)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	path, lost := find(strconv.Itoa(helper), "")
	switch moved := lost == nil && filepath.Base(path) == name; {
	case moved: // perhaps only the answer was late
		scopes.given = true
	case err == nil:
		return nil, errors.New("systemd has not moved the helper into a control group")
	default:
		err = fmt.Errorf("systemd gives no control group: %w", err)
		if !scopes.given {
			scopes.refused = err
		}
		return nil, err
	}
	h := &home{path: path, pid: helper}
	if err := h.enter(wanted); err != nil {
		return nil, err
	}
	return h, nil
}

// How long systemd may take for the first scope, and for later ones.
const firstWait, laterWait = 5 * time.Second, 25 * time.Second

// startScope makes systemd move a process into a scope of its own.
func startScope(name string, pid int, wait time.Duration) error {
	ctx, stop := context.WithTimeout(context.Background(), wait)
	defer stop()
	conn, err := dbus.NewConnection(func() (*dbuslib.Conn, error) { return dialSystemd(wait) })
	if err != nil {
		return err
	}
	defer conn.Close()
	done := make(chan string, 1)
	_, err = conn.StartTransientUnitContext(ctx, name, "fail", []dbus.Property{
		dbus.PropDescription("programs that tilejudge runs"), dbus.PropPids(uint32(pid)),
		{Name: "Delegate", Value: dbuslib.MakeVariant(true)},
		{Name: "CollectMode", Value: dbuslib.MakeVariant("inactive-or-failed")},
	}, done)
	if err != nil {
		return err
	}
	select {
	case result := <-done:
		if result != "done" {
			return errors.New(result)
		}
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// dialSystemd connects to the systemd of this process's user. It fails if systemd has other numbers
// for processes than we, because it runs outside of our container.
func dialSystemd(wait time.Duration) (*dbuslib.Conn, error) {
	dir := "/run"
	if uid := os.Getuid(); uid != 0 {
		dir = fmt.Sprintf("/run/user/%d", uid)
	}
	private := &net.UnixAddr{Net: "unix", Name: dir + "/systemd/private"}
	socket, err := net.DialUnix("unix", nil, private)
	if err != nil {
		return nil, err
	}
	err = cmp.Or(socket.SetDeadline(time.Now().Add(wait)), checkPeer(socket))
	if err != nil {
		socket.Close()
		return nil, err
	}
	conn, err := dbuslib.NewConn(socket)
	if err != nil {
		socket.Close()
		return nil, err
	}
	auth := dbuslib.AuthExternal(strconv.Itoa(os.Getuid()))
	if err := conn.Auth([]dbuslib.Auth{auth}); err != nil {
		conn.Close()
		return nil, err
	}
	return conn, nil
}

// checkPeer makes sure that the process behind a socket is in our namespace of processes.
func checkPeer(socket *net.UnixConn) error {
	raw, err := socket.SyscallConn()
	if err != nil {
		return err
	}
	var peer *unix.Ucred
	var fault error
	err = raw.Control(func(fd uintptr) {
		peer, fault = unix.GetsockoptUcred(int(fd), unix.SOL_SOCKET, unix.SO_PEERCRED)
	})
	if err := cmp.Or(err, fault); err != nil {
		return err
	}
	if peer.Pid == 0 {
		return errors.New("it is outside of our container")
	}
	return nil
}
