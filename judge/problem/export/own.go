package export

import (
	"cmp"
	"errors"
	"fmt"
	"path"
	"strings"
	"sync"
	"time"

	"tilejudge/judge"
)

// A Program is a setter's own submission.
type Program struct {
	Name    string // of its file
	Text    []byte
	Verdict judge.Verdict // AC, or a verdict that it gets on a case at least
}

// errTwice is returned for programs of one name.
var errTwice = errors.New("the package has another program of that name, so rename yours")

// Limits returns the limits of a case on the time and the memory of programs, in bytes.
func (p *Problem) Limits() (time.Duration, int64) {
	return cmp.Or(p.TimeLimit, usualLimit), int64(cmp.Or(p.MemoryLimit, memory)) << 20
}

// addOwn adds the setter's submissions, and their descriptions.
func (k *pack) addOwn() error {
	for _, p := range k.problem.Programs {
		name := k.ownFile(p)
		if _, ok := k.files[name]; ok {
			return fmt.Errorf("%s: %w", p.Name, errTwice)
		}
		k.add(name, p.Text)
		if err := k.describe(stem(path.Base(name)), k.ownProgram(p)); err != nil {
			return fmt.Errorf("%s: %w", p.Name, err)
		}
	}
	return nil
}

// ownFile returns the name of the file of a setter's submission: its own name, in the folder of
// submissions with its verdict.
func (k *pack) ownFile(p Program) string {
	base := path.Base(p.Name)
	dir := path.Dir(k.named(k.submission, "{verdict}", k.ownVerdict(p), "{name}", stem(base)))
	return path.Join(dir, base)
}

// ownVerdict returns the target's word for the verdict on a setter's submission. Only the example
// is Polygon's main solution.
func (k *pack) ownVerdict(p Program) string {
	word := k.verdicts[p.Verdict]
	if word == tags[judge.AC] {
		return "accepted"
	}
	return cmp.Or(word, k.verdicts[judge.RE])
}

func (k *pack) ownProgram(p Program) program {
	return program{k.ownFile(p), k.ownVerdict(p), p.Verdict}
}

// describe adds the description of a submission, if packages have any.
func (k *pack) describe(name string, p program) error {
	if k.description.name == "" {
		return nil
	}
	file := p
	file.File = path.Base(p.File)
	return k.addText(k.named(k.description.name, "{name}", name, "{source}", p.File,
		"{verdict}", p.Verdict), k.description.template, file)
}

// hostLanguages are the languages of submissions, by their extensions, in the words of hosts.
var hostLanguages = sync.OnceValue(func() map[string]map[string]string {
	all := make(map[string]map[string]string)
	for host, names := range map[string]string{
		"polygon": ".cpp cpp.g++17 .c c.gcc .java java21 .py python.3 .go go .rs rust.2021" +
			" .rb ruby.3 .js v8.nodejs .pl perl.5",
		"dmoj":  ".cpp CPP17 .c C11 .java JAVA .py PY3 .go GO .rs RUST .rb RUBY .js NODEJS .pl PERL",
		"rime":  ".cpp cxx .c c .java java .py script .go go .rs rust .rb script .js js .pl script",
		"fps":   ".cpp C++ .c C .java Java .py Python .rb Ruby .pl Perl .go Go",
		"qduoj": ".cpp C++ .c C .java Java .py Python3 .go Golang .js JavaScript",
	} {
		words := strings.Fields(names)
		all[host] = make(map[string]string)
		for i := 0; i < len(words); i += 2 {
			all[host][words[i]] = words[i+1]
		}
	}
	return all
})

// Language returns the language of a program in the words of a host.
func (p program) Language(host string) (string, error) {
	extension := strings.ToLower(path.Ext(p.File))
	switch extension {
	case ".cc", ".cxx", ".c++":
		extension = ".cpp"
	case ".py3":
		extension = ".py"
	}
	if word := hostLanguages()[host][extension]; word != "" {
		return word, nil
	}
	return "", fmt.Errorf("%s: %s packages have no name for the language of %s files",
		path.Base(p.File), host, cmp.Or(extension, "such"))
}
