package batching_test

import (
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// An ssh is a lab of two machines, which are two servers of ssh on this one. They are children
// of the test, listen on the loopback interface, and let in only a key that the test makes.
type ssh struct {
	t     testing.TB
	dir   string
	ports []int // of the machines
	sshds []*exec.Cmd
}

// serverConfig is sshd_config. Whatever a server starts has the variable TEST_LAB, by which the
// end of the test finds it.
const serverConfig = `ListenAddress 127.0.0.1
HostKey %[1]s/host
AuthorizedKeysFile %[1]s/user.pub
AuthenticationMethods publickey
PermitRootLogin prohibit-password
PidFile none
StrictModes no
UsePAM no
SetEnv TEST_LAB=%[1]s
`

// clientConfig is ssh_config, up to the machines.
const clientConfig = `IdentityFile %[1]s/user
IdentitiesOnly yes
BatchMode yes
StrictHostKeyChecking no
UserKnownHostsFile %[1]s/known
GlobalKnownHostsFile none
LogLevel ERROR
User %[2]s
HostName 127.0.0.1
`

// startSSH starts the servers, which the end of the test stops.
func startSSH(t testing.TB) *ssh {
	t.Helper()
	sshd, err := exec.LookPath("sshd") // its whole path, by which it starts itself again
	if err != nil {
		t.Fatalf("%v; Debian: apt-get install openssh-server", err)
	}
	s := &ssh{t: t, dir: t.TempDir(), ports: freePorts(t, 2)}
	me, err := user.Current()
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"host", "user"} {
		tool(t, s.dir, "ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key)
	}
	client := fmt.Sprintf(clientConfig, s.dir, me.Username)
	for i, port := range s.ports {
		client += fmt.Sprintf("Host %s\nPort %d\n", s.machine(i), port)
	}
	s.write("sshd_config", fmt.Sprintf(serverConfig, s.dir))
	s.write("ssh_config", client)
	t.Cleanup(s.stop)
	if os.Geteuid() == 0 { // where the system has not started a server, nobody has made it
		if err := os.MkdirAll("/run/sshd", 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for i, port := range s.ports {
		cmd := exec.Command(sshd, "-D", "-f", s.file("sshd_config"), "-p", strconv.Itoa(port),
			"-E", s.file("log"))
		cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		s.sshds = append(s.sshds, cmd)
		s.wait(s.machine(i)+" answers", func() bool {
			return exec.Command("ssh", "-F", s.file("ssh_config"), s.machine(i), "true").Run() == nil
		})
	}
	return s
}

func (s *ssh) file(name string) string { return filepath.Join(s.dir, name) }

func (s *ssh) machine(i int) string { return fmt.Sprint("machine", i+1) }

func (s *ssh) write(name, text string) {
	s.t.Helper()
	if err := os.WriteFile(s.file(name), []byte(text), 0o666); err != nil {
		s.t.Fatal(err)
	}
}

// wait waits until so returns true; what says for a message what that means.
func (s *ssh) wait(what string, so func() bool) {
	s.t.Helper()
	for end := time.Now().Add(patience); !so(); {
		if time.Now().After(end) {
			log, _ := os.ReadFile(s.file("log"))
			s.t.Fatalf("not within %v: %s\n%s", patience, what, log)
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// lose ends a machine's server and its connections, which are its children. What these have
// started goes on.
func (s *ssh) lose(i int) {
	server := s.sshds[i].Process.Pid
	for _, pid := range pids() {
		if parentOf(pid) == server {
			syscall.Kill(pid, syscall.SIGKILL)
		}
	}
	syscall.Kill(server, syscall.SIGKILL)
	s.sshds[i].Wait()
}

// stop ends the servers and whatever they started.
func (s *ssh) stop() {
	for i := range s.sshds {
		if s.sshds[i].ProcessState == nil {
			s.lose(i)
		}
	}
	for _, pid := range pids() {
		if slices.Contains(environment(pid), "TEST_LAB="+s.dir) {
			syscall.Kill(pid, syscall.SIGKILL)
		}
	}
}

// GNU parallel does a batch on two machines over ssh. One of them is lost while it does a part,
// which the other one does again.
func TestParallelSSH(t *testing.T) {
	need(t)
	lab := startSSH(t)
	tilejudge, dir := program(t), t.TempDir()
	t.Setenv("PARALLEL_HOME", dir)
	in := filepath.Join(dir, "in.txt")
	tool(t, dir, tilejudge, "generate", "-f", "uva-10181", "-n", "20", "--seed", "1",
		"--walk", "20", "-o", in)
	want := tool(t, dir, tilejudge, "solve", "-f", "uva-10181", in)
	tool(t, dir, tilejudge, "batch", "new", "the night", "--parts", "6", "-f", "uva-10181", in)
	begun := filepath.Join(dir, "begun") // the server of the first attempt at part 3, which hangs
	hanging := save(t, "hanging", `#!/bin/sh
case "$*" in *"--part 3 "*) if mkdir '`+begun+`.dir' 2>/dev/null; then
	echo "$SSH_CONNECTION" >'`+begun+`.new'; mv '`+begun+`.new' '`+begun+`'; exec sleep 600
fi ;; esac
exec `+tilejudge+` "$@"
`)
	script := tool(t, dir, tilejudge, "batch", "script", "the night", "--engine", "parallel",
		"--program", hanging, "--",
		"--ssh", "ssh -F "+lab.file("ssh_config"), "--sshlogin", "2/machine1,2/machine2")
	cmd := exec.Command("sh", "-c", script)
	cmd.Dir = dir
	var said strings.Builder
	cmd.Stdout, cmd.Stderr = &said, &said
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	t.Cleanup(func() { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }) // if the test fails
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lab.wait("part 3 has begun", func() bool {
		_, err := os.Stat(begun)
		return err == nil
	})
	lost := slices.Index(lab.ports, serverPort(load(t, begun)))
	if lost < 0 {
		t.Fatalf("part 3 is on %q, not on one of the ports %v", load(t, begun), lab.ports)
	}
	lab.lose(lost)
	if err := cmd.Wait(); err != nil {
		t.Errorf("%v\n%s", err, &said)
	}
	if got := load(t, filepath.Join(dir, "the night", "answers.txt")); got != want {
		t.Errorf("the answers are %q, want %q", got, want)
	}
}

// serverPort returns the last number of SSH_CONNECTION.
func serverPort(connection string) (port int) {
	words := strings.Fields(connection)
	port, _ = strconv.Atoi(words[len(words)-1])
	return port
}
