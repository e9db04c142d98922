package export

import "tilejudge/judge"

// All lists the targets. Above each stands where its packages are described.
var All = []*Target{
	&kattis,
	// https://www.domjudge.org/docs/manual/main/problem-format.html
	kattis.as("domjudge", text{"domjudge-problem.ini", "domjudge.ini.tmpl"}),
	// https://docs.dmoj.ca/#/problem_format/problem_format
	{
		Name:  "dmoj",
		input: "{n}-{name}.in", answer: "{n}-{name}.out",
		checker: "checker.cpp", validator: "validator.cpp", protocol: "dmoj", validation: "kattis",
		submission: "submissions/{verdict}/{name}.cpp", verdicts: folders,
		texts: []text{{"init.yml", "dmoj.yml.tmpl"}, {"statement.md", "statement.md.tmpl"}},
	},
	// Codeforces. https://polygon.codeforces.com/
	{
		Name:  "polygon",
		input: "tests/{n}", answer: "tests/{n}.a",
		checker: "files/check.cpp", validator: "files/validator.cpp",
		protocol: "testlib", validation: "testlib",
		submission: "solutions/{name}.cpp", verdicts: tags,
		texts: []text{
			{"problem.xml", "polygon.xml.tmpl"},
			{"statements/english/problem.tex", "statement.tex.tmpl"},
		},
	},
	// online-judge-tools. https://github.com/online-judge-tools/oj
	{
		Name:  "oj",
		input: "test/{n}-{name}.in", answer: "test/{n}-{name}.out",
		checker: "checker.cpp", validator: "validator.cpp", protocol: "oj", validation: "kattis",
		submission: "submissions/{verdict}/{name}.cpp", verdicts: folders,
		texts: []text{{"README.md", "statement.md.tmpl"}, {"test.sh", "oj.sh.tmpl"}},
	},
	// https://docs.hydro.ac/docs/Hydro/user/testdata
	{
		Name:  "hydro",
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

// folders are the folders of submissions with each verdict. Kattis has no presentation
// error.
var folders = map[judge.Verdict]string{
	judge.AC: "accepted", judge.WA: "wrong_answer", judge.PE: "wrong_answer",
	judge.TLE: "time_limit_exceeded", judge.RE: "run_time_error",
}

// tags are Polygon's tags of submissions with each verdict.
var tags = map[judge.Verdict]string{
	judge.AC: "main", judge.WA: "wrong-answer", judge.PE: "presentation-error",
	judge.TLE: "time-limit-exceeded", judge.RE: "failed",
}

// kattis is for Kattis and the tools of the ICPC.
// https://www.kattis.com/problem-package-format/spec/legacy.html
var kattis = Target{
	Name:  "kattis",
	input: "data/{kind}/{n}-{name}.in", answer: "data/{kind}/{n}-{name}.ans",
	checker: "output_validators/check.cpp", validator: "input_validators/validate.cpp",
	protocol: "kattis", validation: "kattis",
	submission: "submissions/{verdict}/{name}.cpp", verdicts: folders,
	texts: []text{
		{"problem.yaml", "kattis.yaml.tmpl"},
		{"problem_statement/problem.en.tex", "statement.tex.tmpl"},
	},
	binaries: true,
}

// as returns the same target under another name, with one more text.
func (t Target) as(name string, more text) *Target {
	t.Name = name
	t.texts = append([]text{more}, t.texts...)
	return &t
}
