package cgroup

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"tilejudge/judge/judgetest/lack"
)

// homeEnv makes TestHome's process the one that moves: it has the group and controllers.
const homeEnv = "TILEJUDGE_TEST_HOME"

// A process that is alone in its group of version 2 moves into a group below it, so that
// the group can hand controllers down. Afterwards all is as before.
func TestHome(t *testing.T) {
	if text := os.Getenv(homeEnv); text != "" {
		path, wanted, _ := strings.Cut(text, " ")
		moveAndReturn(t, path, strings.Fields(wanted))
		return
	}
	own, err := find("self", "")
	if err != nil {
		lack.Skip(t, "cgroup v2", err)
	}
	text, err := os.ReadFile(filepath.Join(own, "cgroup.controllers"))
	wanted := strings.Fields(string(text))
	if err != nil || len(wanted) == 0 {
		lack.Skip(t, "controllers of cgroup v2", err)
	}
	outer := home{path: own, pid: os.Getpid()}
	if err := outer.enter(wanted); err != nil {
		lack.Skip(t, "controllers of cgroup v2", err)
	}
	defer outer.undo()
	group, err := os.MkdirTemp(own, "tilejudge-test-*")
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Rmdir(group)
	child := exec.Command("/bin/sh", "-c",
		`echo $$ >"$0/cgroup.procs" && exec "$@"`, group, os.Args[0], "-test.run=^TestHome$")
	child.Env = append(os.Environ(), homeEnv+"="+group+" "+strings.Join(wanted, " "))
	if out, err := child.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	left, err := filepath.Glob(filepath.Join(group, "*/cgroup.procs"))
	if err != nil || len(left) > 0 {
		t.Errorf("%v, %v are left", left, err)
	}
}

// moveAndReturn is the process that is alone in a group.
func moveAndReturn(t *testing.T, path string, wanted []string) {
	h := home{path: path, pid: os.Getpid()}
	other := exec.Command("sleep", "9")
	if err := other.Start(); err != nil {
		t.Fatal(err)
	}
	if err := h.enter(wanted); err == nil || len(h.words("cgroup.subtree_control")) > 0 {
		t.Errorf("we moved, or left controllers, although we are not alone: %v", err)
	}
	other.Process.Kill()
	other.Wait()
	if err := h.enter(wanted); err != nil || h.leaf == nil {
		t.Fatalf("we did not move: %+v, %v", h, err)
	}
	if got := h.words("cgroup.subtree_control"); fmt.Sprint(got) != fmt.Sprint(wanted) {
		t.Errorf("handed down %q, want %q", got, wanted)
	}
	now, err := find("self", "")
	if err != nil || now != h.leaf.Name() {
		t.Errorf("we are in %q, %v, want %q", now, err, h.leaf.Name())
	}
	h.undo()
	text, err := os.ReadFile(filepath.Join(path, "cgroup.procs"))
	if err != nil || strings.TrimSpace(string(text)) != strconv.Itoa(os.Getpid()) {
		t.Errorf("processes %q, %v are where we were, want only us", text, err)
	}
	if got := h.words("cgroup.subtree_control"); len(got) > 0 {
		t.Errorf("%q are still handed down", got)
	}
}
