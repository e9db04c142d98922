package export

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"tilejudge/formats"
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
	k := &pack{t, p, make(map[string]file)}
	for i, c := range p.Cases {
		k.files[k.inputFile(i)] = file{data: c.Input}
		k.files[k.answerFile(i)] = file{data: c.Answer}
	}
	for _, add := range []func() error{k.addSubmissions, k.addJudges, k.addTexts} {
		if err := add(); err != nil {
			return nil, err
		}
	}
	return k, nil
}

// addSubmissions adds the example submissions.
func (k *pack) addSubmissions() error {
	for _, s := range Submissions(k.problem) {
		begin := fmt.Sprintf("// %s.\n// @EXPECTED_RESULTS@: %s\n%s",
			s.Summary, expectedResults[s.Verdict], constant("FAULT", s.Name))
		if err := k.addProgram(k.submissionFile(s), "solution", begin); err != nil {
			return err
		}
	}
	return nil
}

// addJudges adds the checker and the validator.
func (k *pack) addJudges() error {
	if k.problem.Binary != "" {
		return k.addBinary()
	}
	err := k.addProgram(k.checker, "checker", constant("JUDGE", k.protocol))
	if err != nil {
		return err
	}
	return k.addProgram(k.validator, "validator", constant("JUDGE", k.validation))
}

// addProgram adds a program in C++, which is one of parts. It begins with the text begin.
func (k *pack) addProgram(name, program, begin string) error {
	does := map[string]string{
		"checker":   "Checks answers",
		"validator": "Validates inputs",
		"solution":  "Answers puzzles",
	}[program]
	begin = fmt.Sprintf("// %s in the format %s, in C++17 with the standard library alone.\n"+
		"// Made by tilejudge export.\n%s", does, k.problem.Name, begin)
	text, err := source([]*formats.Format{k.problem.Format}, begin, parts[program]...)
	k.files[name] = file{data: []byte(text)}
	return err
}

// constant returns the definition of a text in C++.
func constant(name, value string) string {
	return fmt.Sprintf("\nconstexpr const char* %s = %q;\n\n", name, value)
}

// The scripts of a program in a directory: the judge calls build once, and then run. A
// program whose address space is limited may not start, and can't say so itself.
const (
	minLimit = protocol.MinAddressSpace >> 10

	runScript = `#!/bin/sh
limit=$(ulimit -v 2>/dev/null) # KiB of address space
case $limit in
*[!0-9]* | "") ;;
*)
	if [ "$limit" -lt %d ]; then
		echo "tilejudge needs %d KiB of address space, the limit is $limit" >&2
		exit 3
	fi
	;;
esac
TILEJUDGE_FORMAT=%s exec "$(dirname "$0")/tilejudge" %s "$@"
`
	buildScript = `#!/bin/sh
cd "$(dirname "$0")" && chmod +x run tilejudge
`
)

// addBinary adds Problem.Binary as checker and as validator, with its scripts.
func (k *pack) addBinary() error {
	program, err := os.ReadFile(k.problem.Binary)
	if err != nil {
		return err
	}
	format := k.problem.Name
	for name, args := range map[string]string{
		k.checker:   "check --protocol " + k.protocol,
		k.validator: "validate --format " + format + " --protocol " + k.validation,
	} {
		dir := strings.TrimSuffix(name, ".cpp") + "/"
		k.files[dir+"tilejudge"] = file{program, true}
		run := fmt.Appendf(nil, runScript, minLimit, minLimit, format, args)
		k.files[dir+"run"] = file{run, true}
		k.files[dir+"build"] = file{[]byte(buildScript), true}
	}
	return nil
}

// addTexts adds the texts, such as the statement.
func (k *pack) addTexts() error {
	d := &document{k.problem, k, newStatement(k.problem.Format)}
	for _, t := range k.texts {
		var b strings.Builder
		if err := templates().ExecuteTemplate(&b, t.template, d); err != nil {
			return err
		}
		k.files[t.name] = file{data: []byte(b.String())}
	}
	return nil
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
	number := fmt.Sprintf("%0*d", k.problem.digits(), i+1)
	return strings.NewReplacer("{n}", number, "{kind}", kind, "{name}", c.Name).Replace(pattern)
}

// digits returns how many digits the numbers of cases have.
func (p *Problem) digits() int { return max(2, len(strconv.Itoa(len(p.Cases)))) }

// submissionFile returns the name of the file of a submission.
func (k *pack) submissionFile(s Submission) string {
	fields := strings.NewReplacer("{verdict}", k.verdicts[s.Verdict], "{name}", s.Name)
	return fields.Replace(k.submission)
}
