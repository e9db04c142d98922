package export_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tilejudge/formats"
	"tilejudge/judge/problem/export"
)

// The validator refuses the invalid inputs of a package; the checker accepts the valid
// outputs and refuses the invalid ones.
func TestTrials(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles programs of its own")
	}
	t.Parallel()
	names := []string{"poj-1077", "princeton-2010"}
	if exhaustive {
		names = append(names, usualFormats...)
	}
	for _, name := range names {
		p := problemOf(t, name)
		dir := write(t, "kattis-2025", p)
		validator := compile(t, t.TempDir(), "validate",
			readFile(t, dir+"/input_validators/validate.cpp"), "-O0")
		checker := compile(t, t.TempDir(), "check",
			readFile(t, dir+"/output_validator/check.cpp"), "-O0")
		args := checkerArgs(t, p, dir)
		tally := make(map[string]int)
		inputs, err := filepath.Glob(dir + "/data/*valid*/*.in")
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range inputs {
			kind := filepath.Base(filepath.Dir(file))
			tally[kind]++
			code, _ := runProgram(t, readFile(t, file), validator)
			if valid := code == 42; valid == (kind == "invalid_input") {
				t.Errorf("%s: the validator: exit %d", file, code)
			}
			if kind == "invalid_input" {
				continue
			}
			base := strings.TrimSuffix(file, ".in")
			want := map[string]int{"valid_output": 42, "invalid_output": 43}[kind]
			code, out := runProgram(t, readFile(t, base+".out"), checker,
				append([]string{file, base + ".ans", dir + "/"}, args...)...)
			if code != want {
				t.Errorf("%s: the checker: exit %d, want %d\n%s", file, code, want, out)
			}
		}
		if tally["invalid_input"] < 8 || tally["valid_output"] < 3 || tally["invalid_output"] < 4 {
			t.Errorf("%s: hardly a test: %v", name, tally)
		}
	}
}

// checkerArgs returns the arguments that a package for BAPCtools has for its checker.
func checkerArgs(t *testing.T, p *export.Problem, dir string) []string {
	if !p.SpaceMatters() {
		return nil
	}
	group := readFile(t, dir+"/data/test_group.yaml")
	if want := "output_validator_args: [space_change_sensitive]\n"; group != want {
		t.Errorf("test_group.yaml is %q, want %q", group, want)
	}
	return []string{"space_change_sensitive"}
}

// BAPCtools changes each of the first three samples, and an error is what the validator then takes:
// a change must not make another layout of the format. It also takes an empty output to be wrong.
func TestSamplesChanged(t *testing.T) {
	t.Parallel()
	for _, f := range packaged {
		if testing.Short() && !slices.Contains([]string{"poj-1077", "acwing-845"}, f.Name) {
			continue
		}
		p := problemOf(t, f.Name)
		validator := validatorsOf([]*formats.Format{f})[0]
		for _, c := range p.Cases[:min(3, len(p.Cases))] {
			if !c.Sample {
				break
			}
			text := strings.TrimSuffix(string(c.Input), "\n")
			for _, changed := range []string{
				" " + text + "\n", "0" + text + "\n", "+" + text + "\n",
				text, text + " \n", text + "\n\n", text + " 42\n", text + "\n42\n", text + " hello\n",
				strings.ReplaceAll(text, "\n", "\r\n") + "\r\n",
			} {
				if _, err := validator.Validate(strings.NewReader(changed), c.Name); err == nil {
					t.Errorf("%s, %s: %q is valid, too", f.Name, c.Name, changed)
				}
			}
			if strings.TrimSpace(string(c.Answer)) == "" {
				t.Errorf("%s, %s: the answer is empty", f.Name, c.Name)
			}
		}
	}
}
