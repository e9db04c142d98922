package batching_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The image that the configuration for Kubernetes describes can be built without a network, and
// its containers do a batch, numbered as an Indexed Job numbers them.
func TestImage(t *testing.T) {
	need(t)
	if _, err := exec.LookPath("buildah"); err != nil || os.Geteuid() != 0 {
		t.Skip("the image is not built: it takes buildah (Debian: apt-get install buildah), and root")
	}
	dir := t.TempDir()
	build := exec.Command("go", "build", "-o", filepath.Join(dir, "tilejudge"), "tilejudge")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	if err := os.WriteFile(filepath.Join(dir, "in.txt"), []byte(fewPuzzles), 0o666); err != nil {
		t.Fatal(err)
	}
	tool(t, dir, "./tilejudge", "batch", "new", "night", "--copy", "--parts", "2", "-f", "poj-1077",
		"in.txt")
	want := tool(t, dir, "./tilejudge", "solve", "-f", "poj-1077", "in.txt")
	file := containerfile(tool(t, dir, "./tilejudge", "batch", "script", "night", "-e", "kubernetes"))
	if err := os.WriteFile(filepath.Join(dir, "Containerfile"), []byte(file), 0o666); err != nil {
		t.Fatal(err)
	}
	buildah := func(args ...string) string {
		t.Helper()
		store := []string{"--root", filepath.Join(dir, "store"),
			"--runroot", filepath.Join(dir, "runroot"), "--storage-driver", "vfs"}
		return tool(t, dir, "buildah", append(store, args...)...)
	}
	buildah("build", "--quiet", "--tag", "tilejudge", ".")
	container := strings.TrimSpace(buildah("from", "--pull-never", "tilejudge"))
	run := func(args ...string) {
		t.Helper()
		buildah(append([]string{"run", "--isolation", "chroot",
			"--volume", filepath.Join(dir, "night") + ":/batch"}, args...)...)
	}
	for index := range 2 {
		run("--env", fmt.Sprint("JOB_COMPLETION_INDEX=", index), container, "--",
			"/tilejudge", "batch", "work", "--of", "1-2", "--", "/batch")
	}
	run(container, "--", "/tilejudge", "batch", "merge", "--output", "/batch/answers.txt", "--",
		"/batch")
	if got := load(t, filepath.Join(dir, "night", "answers.txt")); got != want {
		t.Errorf("the answers are %q, want %q", got, want)
	}
}

// containerfile returns the lines of the Containerfile that a comment of the configuration has.
func containerfile(config string) (file string) {
	for line := range strings.Lines(config) {
		if line, ok := strings.CutPrefix(line, "#\t"); ok && !strings.HasPrefix(line, "kubectl ") {
			file += line
		}
	}
	return file
}
