package submission_test

import (
	"strings"
	"testing"
	"time"

	"tilejudge/judge"
	"tilejudge/judge/problem/submission"
)

// named returns submissions of these names.
func named(names string) (all []*submission.Submission) {
	for name := range strings.FieldsSeq(names) {
		all = append(all, &submission.Submission{Name: name})
	}
	return all
}

func TestReadExpected(t *testing.T) {
	all := named("ida.cpp slow/bfs.py greedy c")
	const text = "\ufeff# comment\n\n*.cpp AC\nslow/* TLE\ngreedy\tWA,PE\n" +
		"c compiler_error\nida.cpp accepted\n"
	if err := submission.ReadExpected(strings.NewReader(text), "e", all); err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"accepted", "TLE", "WA,PE", "compiler_error"} {
		if got := all[i].Expect.Name; got != want {
			t.Errorf("%s: %s, want %s", all[i].Name, got, want)
		}
	}
	for _, tt := range []struct{ line, want string }{
		{"ida.cpp", `e:1: found "ida.cpp", expected the name of a program and its verdicts`},
		{"ida.cpp OK", `e:1: found "OK", expected some of AC, WA, TLE, RE, or names such as`},
		{"ida.cpp JE", `e:1: found "JE", expected some of`},
		{"none AC", "e:1: no program is called none"},
		{"[ AC", `e:1: "[": syntax error in pattern`},
		{"\n" + strings.Repeat("a", 1<<16) + " AC", "e:2: found a line of more than 65536 bytes"},
	} {
		err := submission.ReadExpected(strings.NewReader(tt.line), "e", all)
		if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%q: %v, want %s", tt.line, err, tt.want)
		}
	}
}

func TestProblem(t *testing.T) {
	for _, tt := range []struct {
		list  string
		tally judge.Tally
		want  string
	}{
		{"AC", judge.Tally{judge.AC: 2}, ""},
		{"AC", judge.Tally{judge.AC: 2, judge.SK: 1}, ""},
		{"AC", judge.Tally{judge.AC: 1, judge.WA: 1}, "found WA, expected AC"},
		{"WA", judge.Tally{judge.AC: 1, judge.WA: 1}, ""},
		{"WRONG_ANSWER", judge.Tally{judge.PE: 1}, ""},
		{"WA", judge.Tally{judge.AC: 2}, "found AC alone, expected WA or PE on a case"},
		{"WA", judge.Tally{judge.WA: 1, judge.TLE: 1}, "found TLE, expected AC, WA or PE"},
		{"RUN-ERROR", judge.Tally{judge.MLE: 1}, ""},
		{"MLE", judge.Tally{judge.RE: 1}, "found RE, expected AC or MLE"},
		{"correct,timelimit", judge.Tally{judge.AC: 1}, ""},
		{"correct,timelimit", judge.Tally{judge.AC: 1, judge.TLE: 1}, ""},
		{"correct,timelimit", judge.Tally{judge.RE: 1}, "found RE, expected AC or TLE"},
	} {
		all := named("a")
		if err := submission.ReadExpected(strings.NewReader("a "+tt.list), "e", all); err != nil {
			t.Fatal(err)
		}
		if got := all[0].Expect.Problem(&tt.tally); got != tt.want {
			t.Errorf("%s, %v: %q, want %q", tt.list, &tt.tally, got, tt.want)
		}
	}
}

// program returns the outcome of a program that should get the verdicts in a list.
func program(
	t *testing.T, name, list string, slowest time.Duration, v judge.Verdict,
) submission.Outcome {
	all := named(name)
	if list != "" {
		if err := submission.ReadExpected(strings.NewReader(name+" "+list), "e", all); err != nil {
			t.Fatal(err)
		}
	}
	o := submission.Outcome{Submission: all[0], Slowest: slowest, Case: "big"}
	o.Tally[judge.AC]++
	o.Tally[v]++
	return o
}

func TestSuggest(t *testing.T) {
	ms := func(n int) time.Duration { return time.Duration(n) * time.Millisecond }
	good := program(t, "good", "AC", ms(700), judge.AC)
	for _, tt := range []struct {
		name     string
		rule     submission.Rule
		programs []submission.Outcome
		limit    time.Duration
		why      string
		warnings string
	}{
		{"twice the slowest, rounded up", kattis, []submission.Outcome{
			good, program(t, "fast", "AC", ms(10), judge.AC),
		}, 2 * time.Second, "the slowest program that must not exceed it, good, took 0.7 s on big;" +
			" times 2, rounded up to a multiple of 1 s; no program must exceed it", ""},
		{"exactly a multiple", kattis, []submission.Outcome{
			program(t, "a", "AC", ms(1000), judge.AC),
		}, 2 * time.Second, "", ""},
		{"a finer resolution", submission.Rule{FromAccepted: 3, ToExceeded: 1.5, Resolution: ms(100)},
			[]submission.Outcome{good}, ms(2100), "times 3, rounded up to a multiple of 0.1 s", ""},
		{"nothing is expected", kattis, []submission.Outcome{
			program(t, "a", "", ms(600), judge.AC), program(t, "b", "", ms(9000), judge.TLE),
			program(t, "c", "", ms(3000), judge.WA),
		}, 2 * time.Second, "b exceeds it by more than the factor 1.5", ""},
		{"a wrong program bounds it too", kattis, []submission.Outcome{
			good, program(t, "wrong", "WA", ms(1600), judge.WA),
		}, 4 * time.Second, "wrong, took 1.6 s", ""},
		{"one that must exceed it does not", kattis, []submission.Outcome{
			good, program(t, "slow", "TLE", ms(1900), judge.AC),
		}, 2 * time.Second, "",
			"slow must exceed the limit, but took only 1.9 s on its slowest case, big"},
		{"one that must exceed it is too close", kattis, []submission.Outcome{
			good, program(t, "slow", "TLE", ms(2500), judge.AC),
		}, 2 * time.Second, "",
			"slow must exceed the limit by the factor 1.5, which is 3 s, but took only 2.5 s"},
		{"one that was ended early", kattis, []submission.Outcome{
			good, program(t, "slow", "TLE", ms(2500), judge.TLE),
		}, 2 * time.Second, "", "slow was ended after 2.5 s of processor time: run it with larger" +
			" limits of time to know whether it takes 3 s, which is 1.5 times the limit"},
		{"a wrong program passes", kattis, []submission.Outcome{
			good, program(t, "wrong", "WA", ms(10), judge.AC),
		}, 2 * time.Second, "", "wrong must fail (WA), but passes all cases at this limit"},
		{"a good program was ended", kattis, []submission.Outcome{
			program(t, "good", "AC", ms(10_000), judge.TLE),
		}, 20 * time.Second, "", "good must not exceed the limit, but was ended after 10 s of" +
			" processor time: run it with larger limits of time"},
	} {
		s, err := tt.rule.Suggest(tt.programs)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if got := strings.Join(s.Warnings, "\n"); s.Limit != tt.limit ||
			!strings.Contains(s.Why, tt.why) || got != tt.warnings {
			t.Errorf("%s: %v, because %s, warnings %q; want %v, because %s, warnings %q", tt.name,
				s.Limit, s.Why, got, tt.limit, tt.why, tt.warnings)
		}
	}
	_, err := kattis.Suggest([]submission.Outcome{program(t, "a", "TLE", 1, judge.TLE)})
	if err == nil || err.Error() != "found no program that is accepted, expected one" {
		t.Errorf("no program is accepted: %v", err)
	}
}

func TestCheckFolders(t *testing.T) {
	for _, tt := range []struct {
		names, want string
		say         bool
	}{
		{"a.cpp", "", false},
		{"alice/a.cpp b.cpp", `found the folder "alice", which does not say what a.cpp`, false},
		{"accepted/a.cpp memory_limit_exceeded/b.cpp c.cpp", "", true},
		{"accepted/a.cpp slow/b.cpp", `found the folder "slow", which does not say what b.cpp`,
			true},
	} {
		all := named(tt.names)
		text := strings.NewReader("accepted/* AC\nmemory_limit_exceeded/* MLE\n")
		if strings.Contains(tt.names, "accepted") {
			submission.ReadExpected(text, "e", all)
		}
		if say := submission.FoldersSay(all); say != tt.say {
			t.Errorf("%s: folders say what to expect: %t, want %t", tt.names, say, tt.say)
		}
		err := submission.CheckFolders(all)
		if tt.want == "" && err != nil ||
			tt.want != "" && (err == nil || !strings.HasPrefix(err.Error(), tt.want)) {
			t.Errorf("%s: %v, want %q", tt.names, err, tt.want)
		}
	}
}

// kattis is the rule of problem packages that do not state one.
var kattis = submission.Rule{FromAccepted: 2, ToExceeded: 1.5, Resolution: time.Second}
