//go:build unix

package command

import (
	"bufio"
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// Whatever ends the commands that run programs, no file of theirs is left. What a killed judge
// leaves is removed by the next one.
func TestNothingIsLeft(t *testing.T) {
	if testing.Short() {
		t.Skip("long: each program is started and ended as a whole")
	}
	temp := t.TempDir()
	start := func(command ...string) (*exec.Cmd, *os.File) {
		t.Helper()
		cmd := exec.Command("tilejudge", command...)
		cmd.Env = append(os.Environ(), "TMPDIR="+temp)
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		return cmd, out.(*os.File)
	}
	begun := filepath.Join(t.TempDir(), "begun")
	if err := syscall.Mkfifo(begun, 0o666); err != nil {
		t.Fatal(err)
	}
	program := []string{"--no-sandbox", "--", "sh", "-c", "echo >" + begun + "; sleep 9"}
	commands := [][]string{
		append([]string{"run", "-f", "poj-1077"}, program...),
		append([]string{"run", "-f", "hdu-1043", "--batch"}, program...),
		append([]string{"stress", "-f", "poj-1077", "-d", t.TempDir()}, program...),
	}
	for _, command := range commands {
		for _, s := range []syscall.Signal{
			syscall.SIGHUP, syscall.SIGQUIT, syscall.SIGINT, syscall.SIGTERM, syscall.SIGKILL,
		} {
			if signal.Ignored(s) {
				continue // as nohup has it, and the program then, too
			}
			cmd, _ := start(command...)
			if _, err := os.ReadFile(begun); err != nil { // waits for the program
				t.Fatal(err)
			}
			cmd.Process.Signal(s)
			cmd.Wait()
			left, _ := filepath.Glob(filepath.Join(temp, "*"))
			if killed := s == syscall.SIGKILL; len(left) > 0 != killed {
				t.Errorf("%v, %v: %q are left", command[:3], s, left)
			}
		}
	}
	for range 2 { // the first sweeps, too
		cmd, out := start("run", "-f", "poj-1077", "--no-sandbox", "--", "echo", "r")
		bufio.NewReader(out).ReadString('\n')
		out.Close() // the rest meets SIGPIPE
		cmd.Wait()
		if left, _ := filepath.Glob(filepath.Join(temp, "*")); len(left) > 0 {
			t.Errorf("after a closed pipe %q are left", left)
		}
	}
}

// export ends the submissions that it judges.
func TestExportLeavesNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a program for each signal")
	}
	accepted, temp := filepath.Join(t.TempDir(), "accepted"), t.TempDir()
	err := errors.Join(os.Mkdir(accepted, 0o755), os.Chmod(temp, 0o711),
		os.WriteFile(filepath.Join(accepted, "a"), []byte("#!/bin/sh\nsleep 9\n"), 0o755))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []syscall.Signal{syscall.SIGHUP, syscall.SIGQUIT, syscall.SIGTERM} {
		cmd := exec.Command("tilejudge", "export", "--to", "kattis", "-f", "poj-1077",
			"--submissions", filepath.Dir(accepted), "-d", filepath.Join(t.TempDir(), "package"))
		cmd.Env = append(os.Environ(), "TMPDIR="+temp)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(time.Millisecond) {
			running, _ := filepath.Glob(filepath.Join(temp, "tilejudge-run-*/*"))
			if len(running) > 0 {
				break
			}
			if time.Now().After(deadline) {
				t.Fatal("export has run no submission")
			}
		}
		cmd.Process.Signal(s)
		err := cmd.Wait()
		if left, _ := filepath.Glob(filepath.Join(temp, "*")); len(left) > 0 || err == nil {
			t.Errorf("%v: %v, %q are left", s, err, left)
		}
	}
}
