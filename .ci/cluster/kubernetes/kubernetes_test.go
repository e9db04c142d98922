// Package kubernetes checks what batch script prints for Kubernetes against the types of its
// API. It is a module of its own, so that these types are no one's dependencies.
package kubernetes

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/yaml"
)

// script returns the jobs that batch script prints for a batch of three parts, once some of them
// are done.
func script(t *testing.T, done ...string) []batchv1.Job {
	t.Helper()
	dir := t.TempDir()
	program := filepath.Join(dir, "tilejudge")
	run := func(name string, args ...string) []byte {
		t.Helper()
		cmd := exec.Command(name, args...)
		cmd.Dir = dir
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		if name == "go" {
			cmd.Dir = "../../.."
		}
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s %q: %v\n%s", name, args, err, &stderr)
		}
		return out
	}
	run("go", "build", "-o", program, ".")
	text := "1 2 3 4 5 6 7 x 8\n1 2 3 4 5 6 7 8 x\n1 2 3 4 5 x 7 8 6\n"
	if err := os.WriteFile(filepath.Join(dir, "in.txt"), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	run(program, "batch", "new", "Night_1", "--copy", "--parts", "3", "-f", "poj-1077", "in.txt")
	for _, part := range done {
		run(program, "batch", "work", "Night_1", "--part", part)
	}
	yamls := run(program, "batch", "script", "Night_1", "--engine", "kubernetes",
		"--image", "registry.example/tilejudge:1", "--claim", "nights")
	var jobs []batchv1.Job
	for _, text := range bytes.Split(yamls, []byte("\n---\n")) {
		var job batchv1.Job
		if err := yaml.UnmarshalStrict(text, &job); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if job.APIVersion != batchv1.SchemeGroupVersion.String() || job.Kind != "Job" {
			t.Errorf("found a %s of %s, want a Job", job.Kind, job.APIVersion)
		}
		jobs = append(jobs, job)
	}
	return jobs
}

// The jobs have only fields that the API knows, and all that its validation asks of an Indexed Job
// with a limit for each index.
func TestScript(t *testing.T) {
	jobs := script(t, "2")
	if len(jobs) != 2 {
		t.Fatalf("found %d jobs, want 2", len(jobs))
	}
	work, merge := jobs[0], jobs[1]
	if work.Name != "night-1" || merge.Name != "night-1-merge" {
		t.Errorf("the jobs are %q and %q", work.Name, merge.Name)
	}
	s := work.Spec
	if *s.CompletionMode != batchv1.IndexedCompletion || *s.Completions != 2 ||
		*s.Parallelism != 2 || *s.BackoffLimitPerIndex < 1 ||
		s.Template.Spec.RestartPolicy != corev1.RestartPolicyNever {
		t.Errorf("the job of the parts is %+v", s)
	}
	if !*merge.Spec.Suspend {
		t.Error("the merge does not wait for the parts")
	}
	for job, want := range map[*batchv1.Job][]string{
		&work:  {"batch", "work", "--of", "1,3", "--", "/batch"},
		&merge: {"batch", "merge", "--output", "/batch/answers.txt", "--", "/batch"},
	} {
		pod := job.Spec.Template.Spec
		c := pod.Containers[0]
		if !slices.Equal(c.Args, want) || c.Image != "registry.example/tilejudge:1" {
			t.Errorf("%s runs %q of %s, want %q", job.Name, c.Args, c.Image, want)
		}
		m := c.VolumeMounts[0]
		if m.Name != pod.Volumes[0].Name || m.MountPath != "/batch" || m.SubPath != "Night_1" ||
			pod.Volumes[0].PersistentVolumeClaim.ClaimName != "nights" {
			t.Errorf("%s mounts %+v of %+v", job.Name, m, pod.Volumes)
		}
	}
}

// Once all parts are done, only the merge is left.
func TestScriptDone(t *testing.T) {
	if jobs := script(t, "1", "2", "3"); len(jobs) != 1 || jobs[0].Name != "night-1-merge" {
		t.Errorf("found %+v, want the merge alone", jobs)
	}
}
