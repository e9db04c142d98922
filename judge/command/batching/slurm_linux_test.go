package batching_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// On a real cluster with Slurm, whatever fails, the merged answers are those of one process.
func TestSlurm(t *testing.T) {
	need(t)
	s := startSlurm(t)
	in := s.must(s.program, "generate", "-f", "korf-15", "-n", "24", "--seed", "5")
	flags := []string{"-a", "idastar", "--node-limit", "20000000"}
	h := &hard{slurm: s, in: save(t, "in.txt", in), flags: flags}
	h.want = s.run(s.program, append([]string{"solve", "-f", "korf-15", h.in}, flags...)...)
	if strings.Count(h.want, "\n") != 24 || !strings.Contains(h.want, "gave up\n") {
		t.Fatalf("one process answered %q", h.want)
	}
	for _, tt := range []struct {
		name string
		test func(*testing.T, *hard)
	}{
		{"formats", testFormats},
		{"many parts", testManyParts},
		{"twins", testTwins},
		{"program fails", testFailure},
		{"scancel", testCancel},
		{"controller dies", testController},
		{"node dies", testNode},
	} {
		if !t.Run(tt.name, func(t *testing.T) { s.t = t; tt.test(t, h) }) {
			break
		}
	}
	s.t = t
}

// A hard is a batch of puzzles that take seconds, and what one process answers.
type hard struct {
	*slurm
	in    string
	flags []string
	want  string
}

// batch makes a batch of some parts.
func (h *hard) batch(parts int) *night {
	h.t.Helper()
	args := append([]string{"-f", "korf-15", "--parts", strconv.Itoa(parts), h.in, "--"}, h.flags...)
	return h.new(h.want, args...)
}

// A night is a batch on the cluster.
type night struct {
	*slurm
	dir  string
	want string // the answers of one process
}

func (s *slurm) new(want string, args ...string) *night {
	s.t.Helper()
	dir := filepath.Join(s.t.TempDir(), "night")
	s.must(s.program, append([]string{"batch", "new", dir}, args...)...)
	return &night{s, dir, want}
}

// submit submits the missing parts, and returns the numbers of the array and of the merge.
func (n *night) submit(args ...string) (array, merge string) {
	n.t.Helper()
	script := n.must(n.program, append([]string{"batch", "script", n.dir}, args...)...)
	said := n.must("sh", "-c", "TWICE=1\n"+script) // jobs submitted before may be ending
	if _, err := fmt.Sscanf(said, "array %s merge %s", &array, &merge); err != nil {
		n.t.Fatalf("the script said %q", said)
	}
	return strings.TrimSuffix(array, ","), merge
}

// ended waits until Slurm no longer knows a job.
func (n *night) ended(job string) {
	n.t.Helper()
	n.wait("job "+job+" ends", func() bool {
		states := n.run("squeue", "-htall", "-j"+job, "-o%T")
		for state := range strings.FieldsSeq(states) {
			switch state {
			case "COMPLETED", "FAILED", "CANCELLED", "TIMEOUT", "NODE_FAIL":
			default:
				return false
			}
		}
		return states != ""
	})
}

// same compares the merged answers with those of one process.
func (n *night) same() {
	n.t.Helper()
	if got := load(n.t, filepath.Join(n.dir, "answers.txt")); got != n.want {
		n.t.Errorf("the answers are %q, want %q", got, n.want)
	}
}

// files returns the files of the batch that match a pattern.
func (n *night) files(pattern string) []string {
	names, _ := filepath.Glob(filepath.Join(n.dir, "parts/*", pattern))
	return names
}

// begun waits until a part has some records but is not done, and returns its attempts.
func (n *night) begun(part string, records int) []string {
	n.t.Helper()
	n.wait("part "+part+" has records", func() bool {
		for _, name := range n.files(part + ".*.try") {
			if strings.Count(load(n.t, name), "\n") > records {
				return true
			}
		}
		return false
	})
	return n.files(part + ".*.try")
}

// testFormats answers in formats with counts, case numbers, empty lines, boards and a stop.
func testFormats(t *testing.T, h *hard) {
	var all []*night
	var last string
	for _, f := range []string{
		"hdu-3567", "uva-10181", "poj-2224", "lightoj-15-puzzle", "princeton", "leetcode-773",
	} {
		in := h.must(h.program, "generate", "-f", f, "-n", "9", "--seed", "1", "--walk", "12")
		in = save(t, "in.txt", in)
		n := h.new(h.must(h.program, "solve", "-f", f, in), "-f", f, "--parts", "4", in)
		_, last = n.submit()
		all = append(all, n)
	}
	all[0].ended(last)
	for _, n := range all {
		h.wait("all are merged", func() bool {
			return len(h.run("squeue", "-h")) == 0
		})
		n.same()
	}
}

// gated returns a program that is tilejudge once the gate is opened, and until then waits.
func (h *hard) gated() (program string, open func()) {
	h.t.Helper()
	gate := filepath.Join(h.t.TempDir(), "gate")
	program = save(h.t, "gated", "#!/bin/sh\nuntil test -e "+gate+"; do sleep 0.1; done\n"+
		"exec "+h.program+` "$@"`+"\n")
	return program, func() {
		h.t.Helper()
		if err := os.WriteFile(gate, nil, 0o666); err != nil {
			h.t.Fatal(err)
		}
	}
}

// testTwins does each part twice at once. A gate lets all attempts start together.
func testTwins(t *testing.T, h *hard) {
	n := h.batch(2)
	gated, open := h.gated()
	array1, _ := n.submit("--program", gated)
	script := n.must(n.program, "batch", "script", n.dir)
	said := n.run("sh", "-c", "("+script+") 2>&1")
	if !strings.HasPrefix(said, "jobs of this batch wait or run already") {
		t.Errorf("the script, run twice, said %q; want that jobs run already", said)
	}
	array2, merge := n.submit("--program", gated)
	n.wait("two attempts at each part are at the gate", func() bool {
		for _, array := range []string{array1, array2} {
			for _, part := range []string{"1", "2"} {
				if len(h.processes("SLURM_ARRAY_JOB_ID="+array, "SLURM_ARRAY_TASK_ID="+part)) == 0 {
					return false
				}
			}
		}
		return true
	})
	open()
	n.wait("two attempts at each part are alive", func() bool {
		return len(n.files("*.try")) == 4 || len(n.files("*.done")) > 0
	})
	if done := n.files("*.done"); len(done) > 0 {
		t.Fatalf("%q are done before all twins were alive", done)
	}
	n.ended(merge)
	n.ended(array1)
	n.same()
	for _, array := range []string{array1, array2} {
		states := n.run("squeue", "-htall", "-j"+array, "-o%T")
		if strings.ReplaceAll(states, "COMPLETED\n", "") != "" {
			t.Errorf("the twins ended as %q", states)
		}
	}
}

// testFailure lets the program die in one part. Once it is repaired, only that part is done again.
func testFailure(t *testing.T, h *hard) {
	n := h.batch(8)
	broken := save(t, "broken", `#!/bin/sh
case "$*" in *"--part 2 "*) test -e `+h.file("mended")+` || kill -SEGV $$ ;; esac
exec `+h.program+` "$@"
`)
	_, merge := n.submit("--program", broken)
	n.ended(merge)
	if log := load(t, filepath.Join(n.dir, "log/merge.txt")); !strings.Contains(log,
		"part 2 of 8 has not been done") {
		t.Errorf("the merge said %q", log)
	}
	if got := n.must(n.program, "batch", "todo", n.dir); got != "2\n" {
		t.Errorf("missing are %q, want part 2", got)
	}
	if err := os.WriteFile(h.file("mended"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	before := len(n.files("*.try"))
	_, merge = n.submit("--program", broken)
	n.ended(merge)
	n.same()
	if after := len(n.files("*.try")); after != before+1 {
		t.Errorf("%d attempts became %d, want one more", before, after)
	}
}

// testCancel cancels the array midway, and submits the rest.
func testCancel(t *testing.T, h *hard) {
	n := h.batch(4)
	array, merge := n.submit()
	n.begun("000001", 1)
	n.must("scancel", array, merge)
	n.ended(array)
	if len(n.files("*.done")) == 4 {
		t.Fatal("all was done before the array was cancelled")
	}
	_, merge = n.submit()
	n.ended(merge)
	n.same()
}

// testController kills the controller, and starts another once a part was done without it.
// A gate holds the parts back, so that they are not done before.
func testController(t *testing.T, h *hard) {
	n := h.batch(8)
	gated, open := h.gated()
	array, merge := n.submit("--program", gated)
	n.wait("four parts run", func() bool { // a controller that does not know starts them again
		return strings.Count(h.run("squeue", "-h", "-j"+array, "-tR"), "\n") == len(nodes) &&
			len(h.processes("SLURM_ARRAY_TASK_ID=4")) > 0
	})
	h.must("scontrol", "update", "JobId="+array, "Comment=saved-mark")
	n.wait("the controller has saved that they run", func() bool { // it takes up to 5 s
		state, _ := os.ReadFile(h.file("state/job_state"))
		return strings.Contains(string(state), "saved-mark")
	})
	h.kill("slurmctld")
	open()
	n.wait("a part is done without a controller", func() bool { return len(n.files("*.done")) > 0 })
	h.start("slurmctld", "-D")
	n.ended(merge)
	n.same()
}

// testNode kills the daemon of a node, and all that it runs. The part goes on elsewhere.
func testNode(t *testing.T, h *hard) {
	n := h.batch(4)
	_, merge := n.submit()
	n.begun("000001", 1)
	node := ""
	n.wait("part 1 has a node", func() bool {
		for _, pid := range h.processes("SLURM_ARRAY_TASK_ID=1") {
			for _, v := range environment(pid) {
				if name, found := strings.CutPrefix(v, "SLURMD_NODENAME="); found {
					node = name
					return true
				}
			}
		}
		return false
	})
	h.lose(node)
	if done := n.files("000001.done"); len(done) > 0 {
		t.Fatal("part 1 was done before its node died")
	}
	n.ended(merge)
	n.same()
	if tries := n.files("000001.*.try"); len(tries) < 2 {
		t.Errorf("part 1 had the attempts %q, want two", tries)
	}
	h.startNode(node)
}
