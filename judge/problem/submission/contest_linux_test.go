package submission_test

import (
	"context"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"tilejudge/judge"
	"tilejudge/judge/judgetest/lack"
	"tilejudge/judge/problem/submission"
	"tilejudge/judge/program/sandbox"
	"tilejudge/judge/program/trial"
)

// confinedEnv is set in a judge that may make no namespaces, as in a container.
const confinedEnv = "TILEJUDGE_TEST_CONFINED"

// What is compiled runs as a user of its own even where programs have no root.
func TestConfined(t *testing.T) {
	if os.Getenv(confinedEnv) == "" {
		confine(t)
		return
	}
	for _, name := range []string{"user", "mnt"} {
		err := os.WriteFile("/proc/sys/user/max_"+name+"_namespaces", []byte("0"), 0)
		if err != nil {
			t.Fatal(err)
		}
	}
	defer unix.Umask(unix.Umask(0o077))
	all, _, err := submission.Find(tree(t, map[string]string{"a.x": "# @RUN@: sh {output}\necho 42"}))
	if err != nil {
		t.Fatal(err)
	}
	c := submission.Contest{
		Programs: all, Cases: []judge.Case{{Name: "1", Input: "1",
			Opener: func(string) (io.ReadCloser, error) {
				return io.NopCloser(strings.NewReader("1")), nil
			}}},
		Trial: trial.Trial{
			Check: func(_ context.Context, _, out, _ io.Reader) (*judge.Finding, error) {
				text, err := io.ReadAll(out)
				return &judge.Finding{Verdict: judge.AC, Message: string(text)}, err
			},
		},
		Start: func(hide []string) ([]*sandbox.Runner, error) {
			r, err := sandbox.Start(sandbox.Options{Hide: hide})
			return []*sandbox.Runner{r}, err
		},
		Each: func(r *judge.Result) error {
			if r.Verdict != judge.AC || r.Message != "42\n" {
				t.Errorf("%v: %s, want AC", r.Verdict, r.Message)
			}
			return nil
		},
	}
	if _, err := c.Run(t.Context()); err != nil {
		t.Error(err)
	}
}

// confine runs the test as root of a user namespace.
func confine(t *testing.T) {
	if os.Geteuid() != 0 {
		lack.Skip(t, "the rights of root", "run the tests as root")
	}
	ids := []syscall.SysProcIDMap{{Size: 1 << 16}}
	cmd := exec.Command("/proc/self/exe", "-test.run=^"+t.Name()+"$")
	cmd.Env = append(os.Environ(), confinedEnv+"=1")
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags: unix.CLONE_NEWUSER, UidMappings: ids, GidMappings: ids,
		GidMappingsEnableSetgroups: true,
	}
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		lack.Skip(t, "user namespaces", err)
	}
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// Where no compiled program can be started, that is no fault of the contestant's.
func TestNoexec(t *testing.T) {
	all, _, err := submission.Find(tree(t, map[string]string{
		"a.x": "# @COMPILE@: cp {input} {output}\n#!/bin/sh\n",
	}))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := unix.Mount("tmpfs", dir, "tmpfs", unix.MS_NOEXEC, ""); err != nil {
		lack.Skip(t, "the right to mount", err)
	}
	defer unix.Unmount(dir, unix.MNT_DETACH)
	r, err := sandbox.Start(sandbox.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if _, err := all[0].Compile(t.Context(), r, dir); err == nil ||
		!strings.Contains(err.Error(), "noexec") {
		t.Errorf("%v, want that no program can be started", err)
	}
}
