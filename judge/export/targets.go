package export

import "tilejudge/judge"

// All lists the targets.
var All = []*Target{
	&kattis,
	kattis.as("domjudge", "DOMjudge", "https://www.domjudge.org/docs/manual/main/problem-format.html",
		text{"domjudge-problem.ini", "domjudge.ini.tmpl"}),
	{
		Name: "dmoj", Judge: "DMOJ", Source: "https://docs.dmoj.ca/#/problem_format/problem_format",
		input: "{n}-{name}.in", answer: "{n}-{name}.out",
		checker: "checker.cpp", validator: "validator.cpp", protocol: "dmoj", validation: "kattis",
		submission: "submissions/{verdict}/{name}.cpp", verdicts: folders,
		texts: []text{{"init.yml", "dmoj.yml.tmpl"}, {"statement.md", "statement.md.tmpl"}},
	},
	{
		Name: "polygon", Judge: "Polygon, Codeforces", Source: "https://polygon.codeforces.com/",
		input: "tests/{n}", answer: "tests/{n}.a",
		checker: "files/check.cpp", validator: "files/validator.cpp",
		protocol: "testlib", validation: "testlib",
		submission: "solutions/{name}.cpp", verdicts: tags,
		texts: []text{
			{"problem.xml", "polygon.xml.tmpl"},
			{"statements/english/problem.tex", "statement.tex.tmpl"},
		},
	},
	{
		Name: "oj", Judge: "online-judge-tools",
		Source: "https://github.com/online-judge-tools/oj",
		input:  "test/{n}-{name}.in", answer: "test/{n}-{name}.out",
		checker: "checker.cpp", validator: "validator.cpp", protocol: "oj", validation: "kattis",
		submission: "submissions/{verdict}/{name}.cpp", verdicts: folders,
		texts: []text{{"README.md", "statement.md.tmpl"}, {"test.sh", "oj.sh.tmpl"}},
	},
	{
		Name: "hydro", Judge: "Hydro", Source: "https://docs.hydro.ac/docs/Hydro/user/testdata",
		input: "testdata/{n}-{name}.in", answer: "testdata/{n}-{name}.out",
		checker: "testdata/checker.cpp", validator: "validator.cpp",
		protocol: "testlib", validation: "testlib",
		submission: "submissions/{verdict}/{name}.cpp", verdicts: folders,
		texts: []text{
			{"problem.yaml", "hydro.yaml.tmpl"},
			{"problem_en.md", "statement.md.tmpl"},
			{"testdata/config.yaml", "hydro-config.yaml.tmpl"},
		},
	},
}

// folders are verdicts as folders of submissions are called. Kattis has no
// presentation error.
var folders = map[judge.Verdict]string{
	judge.AC: "accepted", judge.WA: "wrong_answer", judge.PE: "wrong_answer",
	judge.TLE: "time_limit_exceeded", judge.RE: "run_time_error",
}

// tags are verdicts as Polygon's tags are called.
var tags = map[judge.Verdict]string{
	judge.AC: "main", judge.WA: "wrong-answer", judge.PE: "presentation-error",
	judge.TLE: "time-limit-exceeded", judge.RE: "failed",
}

var kattis = Target{
	Name: "kattis", Judge: "Kattis and ICPC tools",
	Source: "https://www.kattis.com/problem-package-format/spec/legacy.html",
	input:  "data/{kind}/{n}-{name}.in", answer: "data/{kind}/{n}-{name}.ans",
	checker: "output_validators/check.cpp", validator: "input_validators/validate.cpp",
	protocol: "kattis", validation: "kattis",
	submission: "submissions/{verdict}/{name}.cpp", verdicts: folders,
	texts: []text{
		{"problem.yaml", "kattis.yaml.tmpl"},
		{"problem_statement/problem.en.tex", "statement.tex.tmpl"},
	},
	binaries: true,
}

// as returns the same target under another judge's name, with a text more.
func (t Target) as(name, judge, source string, more text) *Target {
	t.Name, t.Judge, t.Source = name, judge, source
	t.texts = append([]text{more}, t.texts...)
	return &t
}
