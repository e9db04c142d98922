package sandbox_test

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"tilejudge/judge/program/sandbox/means"
)

var update = flag.Bool("update", false, "rewrite the table of promises")

// promises is the file with the table of what TestAttacks shows.
const promises = "PROMISES.md"

// The table of promises says what TestAttacks shows.
func TestPromises(t *testing.T) {
	want := promisesTable()
	if *update {
		if err := os.WriteFile(promises, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(promises)
	if err != nil || string(got) != want {
		t.Errorf("%s: %v, is not what the tests show: run make golden\n%s", promises, err, want)
	}
}

// promisesTable makes the table. Each promise stands once, in the order of the attacks.
func promisesTable() string {
	var b strings.Builder
	fmt.Fprintf(&b, `# What a program cannot do in the sandbox

The tests run %d attacks in each of these surroundings of the judge, on Linux 6.12 or later.
"yes" means that all attacks fail, "some" that some may succeed, "no" that all may. The
judge's group may make control groups if it is root's; systemd gives each user some in
version 2, which this table does not show. Only a control group keeps a program from taking more
memory than its limit: elsewhere "yes" means that the judge sees that soon, and ends the program;
one that is made to hide memory may find a way that no attack here tries: judge strangers' programs
with a control group. The container is like Docker's: it has few capabilities, may make neither
namespaces nor mounts, and parts of /proc and /sys are hidden or read-only. `+"`make golden`"+`
writes this file.

The filter of system calls lists what is allowed. Programs and compilers in C, C++, Go, Java,
JavaScript, Pascal, Perl, Python and Rust were seen to make 145 calls. The list has these, except
six that they do without, and others that do the same in another way. All calls that are not
listed fail with ENOSYS, as if the kernel did not have them. run --policy allows more of them: then
the table need not hold.

| a program cannot | attacks |`, len(attacks))
	for _, s := range surroundings {
		fmt.Fprintf(&b, " %s |", s.name)
	}
	b.WriteString("\n|---|---|" + strings.Repeat("---|", len(surroundings)) + "\n")
	var done []string
	for _, a := range attacks {
		if slices.Contains(done, a.promise) {
			continue
		}
		done = append(done, a.promise)
		fmt.Fprintf(&b, "| %s | %d |", a.promise, len(attacksOn(a.promise, nil)))
		for _, s := range surroundings {
			fmt.Fprintf(&b, " %s |", holds(a.promise, &s))
		}
		b.WriteString("\n")
	}
	b.WriteString("\n## What is not held\n\nThese attacks may succeed. A script is named by its" +
		" beginning.\n")
	for _, s := range surroundings {
		fmt.Fprintf(&b, "\n%s:\n", s.name)
		if len(s.open()) == 0 {
			b.WriteString("- none\n")
		}
		for _, line := range s.open() {
			fmt.Fprintf(&b, "- %s\n", line)
		}
	}
	return b.String()
}

// open lists the promises that a surrounding does not keep, each with the attacks that may succeed.
func (s *surrounding) open() (lines []string) {
	last := ""
	for _, a := range attacks {
		if covered(a.needs, s.means()) {
			continue
		}
		name := cmp.Or(a.name, a.line, a.source)
		name = "`" + strings.Join(strings.Fields(name[:min(len(name), 50)]), " ") + "`"
		if a.promise == last {
			lines[len(lines)-1] += ", " + name
		} else {
			lines = append(lines, a.promise+": "+name)
		}
		last = a.promise
	}
	return lines
}

// attacksOn returns the attacks on a promise that a surrounding can fend off.
func attacksOn(promise string, s *surrounding) (found []attack) {
	for _, a := range attacks {
		if a.promise == promise && (s == nil || covered(a.needs, s.means())) {
			found = append(found, a)
		}
	}
	return found
}

// holds says how far a promise holds in a surrounding.
func holds(promise string, s *surrounding) string {
	switch n := len(attacksOn(promise, s)); n {
	case 0:
		return "no"
	case len(attacksOn(promise, nil)):
		return "yes"
	default:
		return "some"
	}
}

// means returns the names of the means that a surrounding has.
func (s *surrounding) means() (names []string) {
	for _, m := range means.Report(nil) {
		if !slices.Contains(s.lacks, m.Name) {
			names = append(names, m.Name)
		}
	}
	return names
}
