package export

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"

	"tilejudge/formats"
	"tilejudge/formats/declared"
	"tilejudge/formats/statement"
	"tilejudge/judge/protocol"
)

// A pack collects the files of a package.
type pack struct {
	*Target
	problem *Problem
	files   map[string]file // by name, with slashes
}

type file struct {
	data       []byte
	executable bool
}

// newPack makes all files of a package.
func newPack(t *Target, p *Problem) (*pack, error) {
	if p.Binary != "" && !t.binaries {
		return nil, fmt.Errorf("%s takes no binaries", t.Name)
	}
	fitting := *p
	fitting.Cases = t.fit(p.Cases)
	k := &pack{t, &fitting, make(map[string]file)}
	k.addCases()
	for _, add := range []func() error{
		k.addSubmissions, k.addJudges, k.addGenerator, k.addTexts,
	} {
		if err := add(); err != nil {
			return nil, err
		}
	}
	return k, nil
}

// names returns the names of all files, sorted.
func (k *pack) names() []string { return slices.Sorted(maps.Keys(k.files)) }

// add adds a file, unless its name is "": then the target has no such file.
func (k *pack) add(name string, data []byte) {
	if name != "" {
		k.files[name] = file{data: data}
	}
}

// addCases adds the cases, and the trials of validator and checker.
func (k *pack) addCases() {
	for i, c := range k.problem.Cases {
		k.add(k.inputFile(i), c.Input)
		k.add(k.answerFile(i), c.Answer)
		if c.Sample {
			k.add(k.caseFile(k.sampleInput, i), c.Input)
			k.add(k.caseFile(k.sampleAnswer, i), c.Answer)
		}
	}
	if k.trial == "" {
		return
	}
	for _, t := range k.problem.Trials {
		name := k.named(k.trial, "{kind}", t.Kind, "{name}", t.Name)
		k.add(name+".in", t.Input)
		if t.Output != nil {
			k.add(name+".ans", t.Answer)
			k.add(name+".out", t.Output)
		}
	}
}

// addSubmissions adds the example submissions, and their descriptions.
func (k *pack) addSubmissions() error {
	for _, s := range Submissions(k.problem) {
		begin := "// " + s.Summary + ".\n"
		if !k.noResults {
			begin += "// @EXPECTED_RESULTS@: " + expectedResults[s.Verdict] + "\n"
		}
		begin += constant("FAULT", s.Name)
		if err := k.addProgram(k.submissionFile(s), "solution", begin); err != nil {
			return err
		}
		if err := k.describe(s.Name, k.example(s)); err != nil {
			return err
		}
	}
	return k.addOwn()
}

// addJudges adds the checker and the validator.
func (k *pack) addJudges() error {
	if k.problem.Binary != "" {
		return k.addBinary()
	}
	known, err := k.knownAnswers()
	if err != nil {
		return err
	}
	begin := constant("JUDGE", k.protocol) + known
	if k.optimize != "" {
		begin = fmt.Sprintf("\n#pragma GCC optimize(%q)\n", k.optimize) + begin
	}
	err = k.addProgram(k.named(k.checker), "checker", begin)
	if err != nil {
		return err
	}
	return k.addProgram(k.named(k.validator), "validator", constant("JUDGE", k.validation))
}

// addProgram adds a program in C++: a key of parts says which. Its source begins with the text
// begin.
func (k *pack) addProgram(name, program, begin string) error {
	does := map[string]string{
		"checker":   "Checks answers",
		"validator": "Validates inputs",
		"solution":  "Answers puzzles",
		"generator": "Makes inputs",
	}[program]
	begin = fmt.Sprintf("// %s in the format %s, in C++17 with the standard library alone.\n"+
		"// Made by tilejudge export.\n%s", does, k.problem.Name, begin)
	text, err := source([]*formats.Format{k.problem.Format}, begin, parts[program]...)
	k.files[name] = file{data: []byte(text)}
	return err
}

// constant returns the definition of a constant text in C++.
func constant(name, value string) string {
	return fmt.Sprintf("\nconstexpr const char* %s = %q;\n\n", name, value)
}

// addBinary adds Problem.Binary as checker and as validator, each in a directory with two scripts:
// the judge calls build once, and then run for each case. build is needed because DOMjudge drops
// the right to execute files, and builds as a user who does not own the files but can copy them.
func (k *pack) addBinary() error {
	program, err := os.ReadFile(k.problem.Binary)
	if err != nil {
		return err
	}
	format, declaration, err := k.formatFile()
	if err != nil {
		return err
	}
	for name, args := range map[string]string{
		k.checker:   "check --protocol " + k.protocol,
		k.validator: "validate --format " + format + " --protocol " + k.validation,
	} {
		dir := strings.TrimSuffix(name, ".cpp") + "/"
		k.files[dir+"tilejudge"] = file{program, true}
		if declaration != nil {
			k.files[dir+declared.FileName(k.problem.Format)] = file{declaration, false}
		}
		script := runScript{protocol.MinAddressSpace >> 10, format, args}
		for name, template := range map[string]string{"run": "run.sh.tmpl", "build": "build.sh.tmpl"} {
			text, err := render(template, script)
			if err != nil {
				return err
			}
			k.files[dir+name] = file{[]byte(text), true}
		}
	}
	return nil
}

// A runScript is the data of the script that runs the program.
type runScript struct {
	Limit        int // KiB of address space; with less the program may fail to start without a word
	Format, Args string
}

// formatFile returns the name of the format for the script that runs the program, and the text of
// the file that declares the format. The text is nil if the program knows the format.
func (k *pack) formatFile() (name string, declaration []byte, err error) {
	f := k.problem.Format
	if _, err := formats.Lookup(f.Name); err == nil {
		return f.Name, nil, nil
	}
	declaration, err = declared.Encode(f)
	return `"$(dirname "$0")/` + declared.FileName(f) + `"`, declaration, err
}

// addTexts adds the texts, such as the statement.
func (k *pack) addTexts() error {
	d := &document{k.problem, k, statement.New(k.problem.Format)}
	for _, t := range k.texts {
		if err := k.addText(k.named(t.name), t.template, d); err != nil {
			return err
		}
	}
	return nil
}

// addText adds the text that a template makes of data, unless it is empty.
func (k *pack) addText(name, template string, data any) error {
	text, err := render(template, data)
	if text != "" {
		k.add(name, []byte(text))
	}
	return err
}

// named returns the name of a file: the pattern with {problem} and the given fields replaced.
func (k *pack) named(pattern string, fields ...string) string {
	fields = append(fields, "{problem}", k.problem.Name)
	return strings.NewReplacer(fields...).Replace(pattern)
}

// inputFile and answerFile return the names of the files of case i, counted from 0.
func (k *pack) inputFile(i int) string  { return k.caseFile(k.input, i) }
func (k *pack) answerFile(i int) string { return k.caseFile(k.answer, i) }

func (k *pack) caseFile(pattern string, i int) string {
	c := k.problem.Cases[i]
	kind := "secret"
	if c.Sample {
		kind = "sample"
	}
	return k.named(pattern, "{n}", k.problem.number(i), "{number}", strconv.Itoa(i+1),
		"{index}", strconv.Itoa(i), "{kind}", kind, "{name}", c.Name)
}

// number returns the number of case i with zeros before it. i counts from 0, the number from 1.
func (p *Problem) number(i int) string { return fmt.Sprintf("%0*d", p.digits(), i+1) }

// digits returns how many digits the numbers of cases have.
func (p *Problem) digits() int { return max(2, len(strconv.Itoa(len(p.Cases)))) }

// example returns the program of an example submission.
func (k *pack) example(s Submission) program {
	return program{k.submissionFile(s), k.verdicts[s.Verdict], s.Verdict}
}

// submissionFile returns the name of the file of a submission.
func (k *pack) submissionFile(s Submission) string {
	return k.named(k.submission, "{verdict}", k.verdicts[s.Verdict], "{name}", s.Name)
}
