package batching_test

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A slurm is a cluster of four nodes on this machine. All its daemons are children of the
// test, and listen on the loopback interface only.
type slurm struct {
	t       testing.TB
	dir     string
	program string // tilejudge
	daemons map[string]*exec.Cmd
}

// nodes are the names of the nodes.
var nodes = []string{"n1", "n2", "n3", "n4"}

// config is slurm.conf. Its times are short, so that faults are noticed within seconds; a site
// has minutes. The lines of the nodes follow.
const config = `ClusterName=test
SlurmctldHost=%[1]s(127.0.0.1)
SlurmctldPort=%[2]d
SlurmUser=%[3]s
SlurmdUser=%[3]s
AuthType=auth/munge
AuthInfo=socket=%[4]s/munge/socket,cred_expire=5
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
StateSaveLocation=%[4]s/state
SlurmdSpoolDir=%[4]s/spool.%%n
SlurmctldPidFile=%[4]s/slurmctld.pid
SlurmdPidFile=%[4]s/slurmd.%%n.pid
SlurmctldLogFile=%[4]s/log/slurmctld
SlurmdLogFile=%[4]s/log/slurmd.%%n
MailProg=/bin/true
MpiDefault=none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerType=sched/backfill
SchedulerParameters=batch_sched_delay=0,bf_interval=1,sched_interval=1
ReturnToService=2
SlurmdTimeout=4
MessageTimeout=2
TCPTimeout=1
KillWait=1
SlurmdParameters=config_overrides
PartitionName=test Nodes=ALL Default=YES MaxTime=INFINITE State=UP
`

// startSlurm starts a cluster, which the end of the test stops.
func startSlurm(t testing.TB) *slurm {
	t.Helper()
	for _, program := range []string{"munged", "slurmctld", "slurmd", "sbatch"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Fatalf("%v; Debian: apt-get install slurmctld slurmd slurm-client munge", err)
		}
	}
	dir, err := os.MkdirTemp("", "slurm-") // a short name: a socket's has at most 108 bytes
	if err != nil {
		t.Fatal(err)
	}
	s := &slurm{t: t, dir: dir, program: program(t), daemons: make(map[string]*exec.Cmd)}
	t.Cleanup(s.stop)
	s.configure()
	s.start("munged", "--foreground", "--force", "--key-file="+s.file("munge/key"),
		"--socket="+s.file("munge/socket"), "--pid-file="+s.file("munge/pid"),
		"--log-file="+s.file("munge/log"), "--seed-file="+s.file("munge/seed"))
	s.wait("munged listens", func() bool {
		_, err := os.Stat(s.file("munge/socket"))
		return err == nil
	})
	s.start("slurmctld", "-D")
	for _, node := range nodes {
		s.startNode(node)
	}
	s.wait("four nodes are idle", func() bool { return s.run("sinfo", "-ho%D %t") == "4 idle\n" })
	return s
}

func (s *slurm) file(name string) string { return filepath.Join(s.dir, name) }

// configure writes the files that the daemons read.
func (s *slurm) configure() {
	host, err := os.Hostname()
	me, err2 := user.Current()
	if err := errors.Join(err, err2, os.Chmod(s.dir, 0o755)); err != nil {
		s.t.Fatal(err)
	}
	host, _, _ = strings.Cut(host, ".")
	dirs := []string{"munge", "state", "log"}
	for _, node := range nodes {
		dirs = append(dirs, "spool."+node)
	}
	for _, dir := range dirs {
		if err := os.Mkdir(s.file(dir), 0o755); err != nil {
			s.t.Fatal(err)
		}
	}
	key := make([]byte, 128)
	rand.Read(key)
	ports := freePorts(s.t, 1+len(nodes))
	text := fmt.Sprintf(config, host, ports[0], me.Username, s.dir)
	for i, node := range nodes {
		text += fmt.Sprintf("NodeName=%s NodeHostname=%s NodeAddr=127.0.0.1 Port=%d CPUs=1\n",
			node, host, ports[i+1])
	}
	for name, text := range map[string]string{
		"munge/key": string(key), "slurm.conf": text,
		// Without a mounted hierarchy the plug-in for version 2 stops slurmd 22.05.
		"cgroup.conf": "CgroupPlugin=cgroup/v1\n",
	} {
		if err := os.WriteFile(s.file(name), []byte(text), 0o600); err != nil {
			s.t.Fatal(err)
		}
	}
}

// freePorts returns ports on which nobody listens.
func freePorts(t testing.TB, n int) (ports []int) {
	t.Helper()
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
	}
	return ports
}

// env is the environment of all that the test starts.
func (s *slurm) env() []string {
	return append(os.Environ(), "SLURM_CONF="+s.file("slurm.conf"), "TILEJUDGE_TABLES=/no-tables")
}

// start starts a daemon in the foreground. Its name is that of the program, or of the node.
func (s *slurm) start(program string, args ...string) {
	s.t.Helper()
	name := program
	if program == "slurmd" {
		name = args[len(args)-1]
	}
	cmd := exec.Command(program, args...)
	cmd.Env = s.env()
	log, err := os.OpenFile(s.file("log/"+name), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666)
	if err != nil {
		s.t.Fatal(err)
	}
	defer log.Close()
	cmd.Stdout, cmd.Stderr = log, log
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} // if the test is killed
	if err := cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	s.daemons[name] = cmd
}

func (s *slurm) startNode(node string) { s.start("slurmd", "-D", "-N", node) }

// kill ends a daemon as a loss of power does.
func (s *slurm) kill(name string) {
	s.daemons[name].Process.Kill()
	s.daemons[name].Wait()
	delete(s.daemons, name)
}

// processes returns the processes, apart from the daemons, that have all the variables. They
// have SLURM_CONF of this cluster, so no one else's are among them.
func (s *slurm) processes(variables ...string) (found []int) {
	variables = append(variables, "SLURM_CONF="+s.file("slurm.conf"))
	for _, pid := range pids() {
		env := environment(pid)
		missing := func(v string) bool { return !slices.Contains(env, v) }
		if pid != os.Getpid() && !slices.ContainsFunc(variables, missing) && !s.isDaemon(pid) {
			found = append(found, pid)
		}
	}
	return found
}

func (s *slurm) isDaemon(pid int) bool {
	for _, cmd := range s.daemons {
		if cmd.Process.Pid == pid {
			return true
		}
	}
	return false
}

// stop ends the cluster, and all jobs that it still runs.
func (s *slurm) stop() {
	if s.t.Failed() {
		for _, name := range []string{"slurmctld", "n1", "n2", "n3", "n4"} {
			text, _ := os.ReadFile(s.file("log/" + name))
			s.t.Logf("%s:\n%s", name, text[max(len(text)-3000, 0):])
		}
	}
	for _, name := range append(slices.Clone(nodes), "slurmctld", "munged") {
		if s.daemons[name] != nil {
			s.kill(name)
		}
	}
	for _, pid := range s.processes() {
		syscall.Kill(pid, syscall.SIGKILL)
	}
	os.RemoveAll(s.dir)
}

// patience is how long a test waits for what has to happen, on a machine that is busy.
const patience = 8 * time.Minute

// wait waits until so returns true; what says for a message what that means.
func (s *slurm) wait(what string, so func() bool) {
	s.t.Helper()
	for end := time.Now().Add(patience); !so(); {
		if time.Now().After(end) {
			s.t.Fatalf("not within %v: %s", patience, what)
		}
		time.Sleep(50 * time.Millisecond) // the daemons tell nobody: one has to ask again
	}
}

// run runs a command, and returns its output. It may fail: then the output is "".
func (s *slurm) run(name string, args ...string) string {
	cmd := exec.Command(name, args...)
	cmd.Env = s.env()
	out, _ := cmd.Output()
	return string(out)
}

// must runs a command that has to succeed, and returns its output.
func (s *slurm) must(name string, args ...string) string {
	s.t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Env = s.env()
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		s.t.Fatalf("%s %q: %v\n%s%s", name, args, err, out, &stderr)
	}
	return string(out)
}
