package protocol

import (
	"fmt"
	"slices"
	"strings"
)

// A Validator is how one judge calls a validator of inputs and learns whether an input
// is valid. The input is on standard input. A Validator is data; Validators lists them.
type Validator struct {
	Name   string // the value of --protocol
	Judge  string // the judge, or the judges, with this protocol
	Source string // address of the judge's manual or source
	Notes  string // what the fields below do not say

	Valid, Invalid int // exit codes

	// Fault is the exit code if the validator itself fails; it then writes the same message
	// as for an invalid input. 0 means that the judge takes any code other than Valid and
	// Invalid for a failure, and reads no message.
	Fault int

	// Stderr says that the message about an invalid input goes to standard error. Otherwise
	// the message goes to standard output.
	Stderr bool

	// Flags are the names of options, without dashes. Each option has a value. All other
	// arguments are ignored.
	Flags []string

	message func(err error, at *Place) string
}

// A Place is where an input is wrong.
type Place struct {
	Line, Col int   // 1-based; Col counts bytes and is 0 for the whole line
	Err       error // what is wrong, without the place
}

// Validators lists the protocols of validators.
var Validators = []*Validator{
	{
		Name: "testlib", Judge: "testlib: Codeforces, Polygon and many more",
		Source: "https://github.com/MikeMirzayanov/testlib",
		Notes: "The test set and the group are ignored. As in testlib, no file is written for an" +
			" invalid input. Each puzzle is a test case.",
		Valid: 0, Invalid: 3, Fault: 3,
		Stderr: true,
		Flags: []string{
			"testset", "group", "testOverviewLogFileName", "testMarkupFileName",
			"testCase", "testCaseFileName",
		},
		message: testlibFailure,
	},
	{
		Name: "kattis", Judge: "Kattis, DOMjudge and ICPC tools",
		Source: "https://www.kattis.com/problem-package-format/spec/legacy.html#input-validators",
		Valid:  42, Invalid: 43,
		message: plain,
	},
	{
		Name: "dmoj", Judge: "DMOJ, validator of type default",
		Source: "https://github.com/DMOJ/judge-server/blob/master/dmoj/commands/validate.py",
		Notes:  "DMOJ takes every code except 0 for an invalid input, and shows standard error.",
		Valid:  0, Invalid: 1, Fault: 3,
		Stderr: true, message: plain,
	},
	{
		Name: "oj", Judge: "oj, whose packages have a validator for their author",
		Source: "https://github.com/online-judge-tools/oj",
		Valid:  0, Invalid: 1, Fault: 3,
		Stderr: true, message: plain,
	},
}

// plain returns the message as it is.
func plain(err error, _ *Place) string { return err.Error() + "\n" }

// testlibFailure returns a message in testlib's form.
func testlibFailure(err error, at *Place) string {
	if at == nil {
		return fmt.Sprintf("FAIL %v\n", err)
	}
	return fmt.Sprintf("FAIL %v, at column %d (stdin, line %d)\n", at.Err, at.Col, at.Line)
}

// LookupValidator returns the protocol of a name, or an error that wraps ErrUnknown.
func LookupValidator(name string) (*Validator, error) {
	for _, v := range Validators {
		if v.Name == name {
			return v, nil
		}
	}
	return nil, fmt.Errorf("%w %q", ErrUnknown, name)
}

// ValidatorNames lists the names of Validators.
func ValidatorNames() (names []string) {
	for _, v := range Validators {
		names = append(names, v.Name)
	}
	return names
}

// IsValidatorFlag reports whether a validator of a judge has a flag of that name.
func IsValidatorFlag(name string) bool {
	return slices.ContainsFunc(Validators, func(v *Validator) bool {
		return slices.Contains(v.Flags, name)
	})
}

// Message returns the text about an error, with its line end. at is where the input is invalid, or
// nil if something else is wrong.
func (v *Validator) Message(err error, at *Place) string { return v.message(err, at) }

// ParseFlags returns the values of the flags among the arguments, "--flag value". It
// ignores all other arguments, as testlib does, and returns an error if the last flag
// has no value.
func (v *Validator) ParseFlags(args []string) (map[string]string, error) {
	values := make(map[string]string)
	for i, arg := range args {
		name, isFlag := strings.CutPrefix(arg, "--")
		if !isFlag || !slices.Contains(v.Flags, name) {
			continue
		}
		if i+1 == len(args) {
			return nil, fmt.Errorf("%s: found no value", arg)
		}
		values[name] = args[i+1]
	}
	return values, nil
}
