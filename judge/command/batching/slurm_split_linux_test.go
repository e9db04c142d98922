package batching_test

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
)

// split24 is a 24-puzzle from a random walk of 140 moves. The search expands 236 million boards, a
// quarter of those for the easiest of Korf and Felner's fifty.
const split24 = "9 10,20,7,9,4,11,5,12,8,24,1,13,3,2,0,15,16,22,6,18,21,17,19,14,23\n"

// All nodes search one puzzle. Each dies now and then, and the controller once; all jobs reach
// their time limit. Nobody submits anything again.
func TestSlurmSplit(t *testing.T) {
	need(t)
	h := startSlurm(t)
	in := save(t, "in.txt", split24)
	search := []string{"-a", "idastar", "--heuristic", "pdb", "--stats"}
	solve := exec.Command(h.program, append([]string{"solve", "-f", "korf-24", in}, search...)...)
	solve.Env = h.env()
	var stats strings.Builder
	solve.Stderr = &stats
	want, err := solve.Output()
	if err != nil {
		t.Fatal(err, stats.String())
	}
	n := h.new(string(want), append([]string{"--split", "--unit", "2s", "-f", "korf-24", in, "--"},
		search...)...)
	array, merge := n.submit("--slots", "4")
	n.wait("an iteration is shared", func() bool { return n.shared() > 0 })
	// As if the time limit came near:
	n.run("scancel", "--state=RUNNING", "--batch", "--signal=TERM", array)
	for i := 0; len(n.files("*.done")) == 0 && i < 12; i++ {
		if i == 1 {
			h.kill("slurmctld")
			h.start("slurmctld", "-D")
		}
		h.lose(nodes[i%len(nodes)])
		h.startNode(nodes[i%len(nodes)])
		for end := time.Now().Add(10 * time.Second); time.Now().Before(end) &&
			len(n.files("*.done")) == 0; {
			time.Sleep(100 * time.Millisecond)
		}
	}
	n.ended(array)
	n.ended(merge)
	n.wait("nothing is left", func() bool { return len(h.run("squeue", "-h")) == 0 })
	n.same()
	nodesOf := regexp.MustCompile(`nodes +\d+`)
	got := nodesOf.FindString(load(t, filepath.Join(n.dir, "log/merge.txt")))
	if all := nodesOf.FindString(stats.String()); got != all || all == "" {
		t.Errorf("the merge counts %q, want %q", got, all)
	}
}

// shared returns how many units of iterations are done.
func (n *night) shared() int {
	found, _ := filepath.Glob(filepath.Join(n.dir, "split/000/000001/*/*.done"))
	return len(found)
}

// lose kills the daemon of a node, and all that it runs.
func (s *slurm) lose(node string) {
	s.kill(node)
	for _, pid := range s.processes("SLURMD_NODENAME=" + node) {
		if parent := parentOf(pid); strings.Contains(cmdline(parent), "slurmstepd") {
			syscall.Kill(parent, syscall.SIGKILL)
		}
		syscall.Kill(pid, syscall.SIGKILL)
	}
}
