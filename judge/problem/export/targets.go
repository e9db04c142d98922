package export

import (
	"time"

	"tilejudge/judge"
)

// All lists the targets. The comment of each says where its packages are described.
var All = []*Target{
	&kattis,
	&kattis2025,
	// https://www.domjudge.org/docs/manual/main/problem-format.html
	kattis.as("domjudge",
		text{"domjudge-problem.ini", "domjudge.ini.tmpl"},
		text{"problem_statement/problem.html", "statement.html.tmpl"}),
	// https://docs.dmoj.ca/#/problem_format/problem_format
	{
		Name:  "dmoj",
		input: "{n}-{name}.in", answer: "{n}-{name}.out",
		checker: "checker.cpp", validator: "validator.cpp",
		protocol: "dmoj", validation: "dmoj",
		submission: "submissions/{verdict}/{name}.cpp", verdicts: folders,
		texts:  []text{{"init.yml", "dmoj.yml.tmpl"}, {"statement.md", "statement.md.tmpl"}},
		fields: timeLimit | memoryLimit, // init.yml holds them for the submissions in tests
	},
	&polygon,
	// online-judge-tools. https://github.com/online-judge-tools/oj
	{
		Name:  "oj",
		input: "test/{n}-{name}.in", answer: "test/{n}-{name}.out",
		checker: "checker.cpp", validator: "validator.cpp", protocol: "oj", validation: "oj",
		submission: "submissions/{verdict}/{name}.cpp", verdicts: folders,
		texts:  []text{{"README.md", "statement.md.tmpl"}, {"test.sh", "oj.sh.tmpl"}},
		fields: timeLimit | memoryLimit,
	},
	// https://docs.hydro.ac/docs/Hydro/user/testdata
	// Hydro takes fewer than 100 files, and at most 60 seconds for all cases together. It
	// doubles the limits for languages such as Java.
	{
		Name:  "hydro",
		input: "testdata/{n}-{name}.in", answer: "testdata/{n}-{name}.out",
		checker: "testdata/checker.cpp", validator: "validator.cpp",
		protocol: "hydro", validation: "testlib",
		submission: "submissions/{verdict}/{name}.cc", verdicts: folders,
		texts: []text{
			{"problem.yaml", "hydro.yaml.tmpl"},
			{"problem_en.md", "statement.md.tmpl"},
			{"testdata/config.yaml", "hydro-config.yaml.tmpl"},
		},
		fields:   timeLimit | memoryLimit | languages,
		maxCases: 30, maxTime: 30 * time.Second,
	},
	&cms, &qduoj, &hustoj, &ejudge, &lemon, &syzoj, &rime,
}

// folders are the folders for submissions with each verdict. Kattis knows no presentation error.
var folders = map[judge.Verdict]string{
	judge.AC: "accepted", judge.WA: "wrong_answer", judge.PE: "wrong_answer",
	judge.TLE: "time_limit_exceeded", judge.RE: "run_time_error",
}

// tags are Polygon's tags of submissions with each verdict.
var tags = map[judge.Verdict]string{
	judge.AC: "main", judge.WA: "wrong-answer", judge.PE: "presentation-error",
	judge.TLE: "time-limit-exceeded", judge.RE: "failed", judge.MLE: "memory-limit-exceeded",
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
	folder:   true,
	fields:   author | origin | license | memoryLimit,
}

// kattis2025 is for tools that read the next version of that format, such as BAPCtools.
// https://www.kattis.com/problem-package-format/spec/2025-09.html
var kattis2025 = Target{
	Name:  "kattis-2025",
	input: kattis.input, answer: kattis.answer,
	trial:   "data/{kind}/{name}", // verifyproblem would take them for groups of cases
	checker: "output_validator/check.cpp", validator: kattis.validator,
	generator: "generators/generate.cpp", manual: "generators/manual/{kind}/{name}",
	generators: text{"generators/generators.yaml", "generators.yaml.tmpl"},
	protocol:   "kattis", validation: "kattis",
	submission: kattis.submission, verdicts: folders,
	texts: []text{
		{"problem.yaml", "kattis-2025.yaml.tmpl"},
		{"statement/problem.en.tex", "statement.tex.tmpl"},
		{"data/test_group.yaml", "test_group.yaml.tmpl"},
	},
	binaries:  true,
	folder:    true,
	noResults: true, // only the folders tell the verdicts
	fields:    author | origin | license | timeLimit | memoryLimit | languages,
}

// as returns the target under another name, with more texts. They can hold a time limit, and a zip
// file has no folder.
func (t Target) as(name string, more ...text) *Target {
	t.Name = name
	t.texts = append(more, t.texts...)
	t.folder = false
	t.fields |= timeLimit
	return &t
}

// polygon is for Codeforces. https://polygon.codeforces.com/
var polygon = Target{
	Name:  "polygon",
	input: "tests/{n}", answer: "tests/{n}.a",
	sampleInput:  "statements/english/example.{n}",
	sampleAnswer: "statements/english/example.{n}.a",
	checker:      "files/check.cpp", validator: "files/validator.cpp",
	generator: "files/generate.cpp",
	protocol:  "testlib", validation: "testlib",
	submission: "solutions/{name}.cpp", verdicts: tags,
	description: text{"{source}.desc", "polygon.desc.tmpl"},
	texts: []text{
		{"problem.xml", "polygon.xml.tmpl"},
		{"statements/english/problem.tex", "polygon.tex.tmpl"},
		{"statements/english/problem-properties.json", "polygon.json.tmpl"},
		{"statement-sections/english/name.tex", "polygon.name.tex"},
		{"statement-sections/english/legend.tex", "polygon.legend.tex"},
		{"statement-sections/english/input.tex", "polygon.input.tex"},
		{"statement-sections/english/output.tex", "polygon.output.tex"},
		{"statement-sections/english/notes.tex", "polygon.notes.tex"},
	},
	fields: author | timeLimit | memoryLimit,
}
