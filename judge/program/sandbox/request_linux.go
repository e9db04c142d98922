package sandbox

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"tilejudge/judge/program/sandbox/means"
	"tilejudge/judge/program/sandbox/view"
	"tilejudge/judge/program/scratch"
)

// defaultPath is PATH for programs if we have none.
const defaultPath = "/usr/local/bin:/usr/bin:/bin"

// tools are what this process has learned of version managers, which are slow.
var tools view.Tools

// request makes the request to run a program.
func (r *Runner) request(c *Command) (*request, error) {
	path, dir, err := c.lookUp()
	if err != nil {
		return nil, err
	}
	if err := c.checkInput(); err != nil {
		return nil, err
	}
	input := os.DevNull
	if c.Stdin != "" {
		if input, err = filepath.Abs(c.Stdin); err != nil {
			return nil, err
		}
	}
	var bins []string
	if !r.options.NoSandbox {
		path, bins = tools.Find(r.inPath(c.Args[0], path), c.Args)
	}
	if err := r.showRoot(c, path, dir, bins); err != nil {
		return nil, err
	}
	if r.dir != "" {
		// The helper may lack the time: it counts as the next program's. What cannot be removed
		// shall not stop the next run.
		scratch.RemoveAll(r.dir)
		r.runs++
		r.dir = filepath.Join(r.scratch.Path, fmt.Sprintf("home-%d", r.runs))
	}
	q := &request{
		Paths: list{
			programPath: path, homePath: dir, inputPath: input, copiedFile: "", copyName: c.scratchInput(),
		},
		Env: r.environment(bins), View: r.root.number, Scratch: r.dir, Limits: c.Limits,
	}
	return q, r.setArgs(q, c, dir)
}

// setArgs sets the arguments of a request, and which files go with them.
func (r *Runner) setArgs(q *request, c *Command, dir string) (err error) {
	if r.options.NoSandbox {
		q.Args, err = c.ownNames()
		return err
	}
	q.Args, q.Output = c.named(c.scratchInput(), scratchOutput), c.namesOutput()
	switch {
	case c.Own == nil:
		q.Args, q.Needs = absolute(q.Args, dir), r.needs(c, dir)
	case !slices.Contains(c.Own, dir):
		q.Paths[homePath] = "" // its files are not the contestant's: no links to them
	}
	if c.File != "" {
		q.Paths[copiedFile], err = filepath.Abs(c.File)
	}
	return err
}

// absolute returns the arguments with the whole paths of files above a directory, or beside it: the
// program runs in another one, which has links only to what is in the directory. Sources for Node
// have whole paths, too: many ask whether they are where the command says, without links.
func absolute(args []string, dir string) []string {
	args = slices.Clone(args)
	for i, arg := range args[1:] {
		isAbove := strings.HasPrefix(filepath.Clean(arg), "..")
		if filepath.IsAbs(arg) || !isAbove && !forNode.MatchString(arg) {
			continue
		}
		path := filepath.Join(dir, arg)
		if _, err := os.Stat(path); err == nil {
			args[1+i] = path
		}
	}
	return args
}

var forNode = regexp.MustCompile(`\.[cm]?js$`)

// needs returns the arguments that are files, if programs have fewer rights than this process. The
// helper makes sure that the program may read them: the program itself might say that a file does
// not exist.
func (r *Runner) needs(c *Command, dir string) (files list) {
	if os.Geteuid() != 0 && r.owner == ourselves {
		return nil
	}
	for _, name := range c.Args[1:] {
		if !filepath.IsAbs(name) {
			name = filepath.Join(dir, name)
		}
		if _, err := os.Stat(name); err == nil {
			files = append(files, name)
		}
	}
	return files
}

// environment returns the environment variables of programs. bins has directories that stand before
// those in PATH.
func (r *Runner) environment(bins []string) []string {
	if r.options.NoSandbox {
		return os.Environ()
	}
	env := []string{
		"PATH=" + strings.Join(append(bins, cmp.Or(os.Getenv("PATH"), defaultPath)), ":"),
		"HOME=" + cmp.Or(r.dir, homeDir),
		"LANG=C.UTF-8",                // whatever the judge has; Java needs it for the names of files
		"LSAN_OPTIONS=detect_leaks=0", // LeakSanitizer needs to trace, also as part of AddressSanitizer
	}
	if r.dir != "" && r.has(means.Landlock) { // the program cannot use /tmp
		env = append(env, "TMPDIR="+r.dir)
	}
	return env
}
