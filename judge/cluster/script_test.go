package cluster_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"tilejudge/judge/cluster"
)

// numbers returns every stepth number from first to last.
func numbers(first, last, step int) (all []int) {
	for n := first; n <= last; n += step {
		all = append(all, n)
	}
	return all
}

// Where an engine does not take so large an array, or so long a list of parts, the script
// submits several arrays, which together have exactly the missing parts.
func TestArrays(t *testing.T) {
	for _, tt := range []struct {
		name, engine string
		parts        []int
		slots        int
		want         []string // in the script, in this order
	}{
		{"one array", "slurm", numbers(1, 1000, 1), 0,
			[]string{"--array=1-1000 ", "log/%a.txt", "work --part ", `afterany:"$arrays"`}},
		{"three arrays", "slurm", numbers(1, 2500, 1), 0, []string{
			"--array=1-1000 ", "work --part ", "arrays=${array", "--array=1-1000 ", "log/%A-%a.txt",
			"work --of 1001-2000 --part ", "arrays=$arrays:${array", "--array=1-500 ",
			"work --of 2001-2500 --part ", `afterany:"$arrays"`}},
		{"one after the other", "slurm", numbers(1001, 2500, 1), 64, []string{
			"--array=1-1000%64 ", "work --of 1001-2000 ",
			"after=--dependency=afterany:${array%%;*}", "--array=1-500%64 ", "$after",
			"work --of 2001-2500 "}},
		{"large numbers", "slurm", []int{3, 1007}, 0, []string{"--array=1-2 ", "work --of 3,1007 "}},
		{"pbs", "pbs", numbers(1, 10_001, 1), 8, []string{"-J 1-10000%8 ", "--of 1-10000 ",
			"after=-Wdepend=afterany:$array", "$after", "--of 10001 ", "arrays=$arrays:$array",
			`depend=afterany:"$arrays"`}},
		{"sge", "sge", numbers(1, 80_000, 1), 8, []string{"-t 1-75000 -tc 8 ", "--of 1-75000 ",
			`after="-hold_jid ${array%%.*}"`, "-t 1-5000 -tc 8 ", "$after", "--of 75001-80000 ",
			`-hold_jid "$arrays"`}},
		{"a long list", "aws", numbers(1, 10_000, 2), 0, []string{"size=", `"--of","1,3,5,`,
			"size=", `"--of","`, `--depends-on "jobId=$job0" "jobId=$job1"`}},
		{"lsf", "lsf", numbers(1, 1500, 1), 8, []string{"-J 'night[1-1000]'%8 $after ", "--of 1-1000 ",
			`arrays="ended($array)"`, `after="-w ended($array)"`, "--of 1001-1500 ",
			`arrays="$arrays && ended($array)"`, `-w "$arrays" `}},
		{"htcondor", "htcondor", numbers(1, 3, 1), 0, []string{"number = $(Process) + 1\n",
			`arguments = "'batch' 'work' '--workers' '1' '--of' '1-3' '--part' '$INT(number)' '--'`,
			"queue 3\n", "JOB parts0 parts0.sub\n", "FINAL merge merge.sub\n"}},
		{"google", "google", numbers(1, 3, 1), 0, []string{
			`run night 3 '["batch","work","--workers","1","--of","1-3","--","/night"]'`,
			"run night-merge 1 "}},
		{"more arrays than a job may depend on", "aws", numbers(1, 50_000, 2), 0, []string{
			"job0=$array\n", "job19=$array\nafter=\"--depends-on jobId=$job0\"\n",
			`--depends-on "jobId=$job`}},
		{"a long list in one argument", "kubernetes", numbers(1, 60_000, 2), 0, []string{
			"--timeout=-1s job/night job/night-2\n", "name: \"night\"", "parallelism: 100\n",
			"--of, \"1,3,5,", "name: \"night-2\"", "name: \"night-merge\""}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			e, err := cluster.LookupEngine(tt.engine)
			if err != nil {
				t.Fatal(err)
			}
			s := &cluster.Submission{Program: "tilejudge", Name: "night", Dir: "/night",
				Output: "/night/answers.txt", Numbers: tt.parts, Slots: tt.slots}
			var out strings.Builder
			if err := e.WriteScript(&out, s); err != nil {
				t.Fatal(err)
			}
			rest := out.String()
			for _, want := range tt.want {
				_, after, found := strings.Cut(rest, want)
				if !found {
					t.Fatalf("after the texts before it, there is no %q in\n%.3000s", want, &out)
				}
				rest = after
			}
			var all []int
			for _, a := range s.Arrays {
				parts, err := cluster.ParseParts(a.Parts)
				if err != nil || len(parts) != a.Jobs || a.Jobs > e.MaxArray || len(a.Parts) > e.MaxList {
					t.Errorf("an array of %d jobs has the parts %.100s, %v", a.Jobs, a.Parts, err)
				}
				all = append(all, parts...)
			}
			if !slices.Equal(all, tt.parts) {
				t.Errorf("the arrays have %d parts, want %d", len(all), len(tt.parts))
			}
			if tt.engine != "kubernetes" {
				checkShell(t, out.String())
			}
		})
	}
}

// checkShell lets a shell check the syntax of a script.
func checkShell(t *testing.T, script string) {
	t.Helper()
	sh, err := exec.LookPath("sh")
	if err != nil {
		return // Windows
	}
	cmd := exec.Command(sh, "-n")
	cmd.Stdin = strings.NewReader(script)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}

// A name with a line end would leave a comment of the script. Slurm takes % for a field.
func TestScriptNames(t *testing.T) {
	for _, e := range cluster.Engines {
		for _, s := range []cluster.Submission{{Dir: "/a\nb"}, {Dir: "/b", Base: "a\nb"}} {
			s.Program, s.Name, s.Numbers = "tilejudge", "night", []int{1}
			if err := e.WriteScript(new(strings.Builder), &s); err == nil {
				t.Errorf("%s: a directory with a line end got a script", e.Name)
			}
		}
	}
	slurm, err := cluster.LookupEngine("slurm")
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	s := &cluster.Submission{Program: "tilejudge", Name: "night", Dir: "/100%a", Numbers: []int{1}}
	if err := slurm.WriteScript(&out, s); err != nil || !strings.Contains(out.String(),
		"--output=/100%%a/log/%a.txt ") || !strings.Contains(out.String(), "-- /100%a\n") {
		t.Errorf("%v\n%s", err, &out)
	}
}

// Jobs of a split batch end before their time limit, and the merge submits what is left.
func TestScriptSplit(t *testing.T) {
	slurm, err := cluster.LookupEngine("slurm")
	if err != nil {
		t.Fatal(err)
	}
	s := &cluster.Submission{Program: "tilejudge", Name: "night", Dir: "/night",
		Output: "/night/answers.txt", Numbers: []int{1, 2}, Split: true, Tables: []string{"5x5"},
		Options: []string{"--time=1", "-p", "long"}, Again: []string{"--slots", "2"}}
	var out strings.Builder
	if err := slurm.WriteScript(&out, s); err != nil {
		t.Fatal(err)
	}
	rest := out.String()
	for _, want := range []string{
		"exec tilejudge tables build 5x5 --tables-dir /night/tables\n", "--no-requeue --signal=B:TERM@30",
		"--time=1 -p long ", "#!/bin/sh\nexec tilejudge batch work -- /night\n",
		"merge=$(sbatch --parsable --requeue -p long --job-name",
		"batch script --slots 2 -- /night --time=1 -p long | ",
	} {
		_, after, found := strings.Cut(rest, want)
		if !found {
			t.Fatalf("after the texts before it, there is no %q in\n%s", want, &out)
		}
		rest = after
	}
	checkShell(t, out.String())
}
