package export

// cms is for CMS, by its loader italy_yaml.
// https://cms.readthedocs.io/en/latest/External%20contest%20formats.html
var cms = Target{
	Name:  "cms",
	input: "input/input{index}.txt", answer: "output/output{index}.txt",
	checker: "check/checker.cpp", validator: "gen/validator.cpp",
	protocol: "cms", validation: "testlib",
	submission: "sol/{verdict}/{name}.cpp", verdicts: folders,
	texts: []text{
		{"task.yaml", "cms.yaml.tmpl"}, {"gen/GEN", "cms.gen.tmpl"},
		{"statement/statement.html", "statement.html.tmpl"}, {"Makefile", "checker.mk.tmpl"},
	},
	fields: timeLimit | memoryLimit,
}

// qduoj is for QDUOJ, whose sandbox kills checkers in Go. It imports packages as zip files. It
// compiles the checker within 3 seconds, and optimizing the checker could take all of them.
// https://github.com/QingdaoU/OnlineJudge/blob/master/problem/views/admin.py
var qduoj = Target{
	Name:  "qduoj",
	input: "1/testcase/{number}.in", answer: "1/testcase/{number}.out",
	checker: "checker.cpp", validator: "validator.cpp",
	protocol: "qduoj", validation: "testlib", noAnswers: true, optimize: "O0",
	submission: "submissions/{verdict}/{name}.cpp", verdicts: folders,
	texts:  []text{{"1/problem.json", "qduoj.json.tmpl"}},
	fields: origin | timeLimit | memoryLimit,
}

// hustoj is for HUSTOJ and others that read Free Problem Sets.
// https://github.com/zhblue/hustoj/blob/master/wiki/FPS.md
var hustoj = Target{
	Name:    "hustoj",
	checker: "spj.cc", validator: "validator.cc", protocol: "hustoj", validation: "testlib",
	submission: "submissions/{verdict}/{name}.cc", verdicts: folders,
	texts:  []text{{"fps.xml", "hustoj.xml.tmpl"}},
	fields: origin | timeLimit | memoryLimit,
}

// ejudge is for contests of ejudge with the advanced layout. https://ejudge.ru/wiki/
var ejudge = Target{
	Name:  "ejudge",
	input: "problems/{problem}/tests/{n}.dat", answer: "problems/{problem}/tests/{n}.ans",
	checker: "problems/{problem}/check.cpp", validator: "problems/{problem}/validator.cpp",
	protocol: "ejudge", validation: "testlib",
	submission: "problems/{problem}/solutions/{verdict}/{name}.cpp", verdicts: folders,
	texts: []text{
		{"serve.cfg", "ejudge.cfg.tmpl"}, {"problems/{problem}/statement.xml", "ejudge.xml.tmpl"},
	},
	fields: timeLimit | memoryLimit | languages,
}

// lemon is for LemonLime: a contest of one task. https://github.com/Project-LemonLime
var lemon = Target{
	Name:  "lemon",
	input: "data/{problem}/{n}-{name}.in", answer: "data/{problem}/{n}-{name}.out",
	checker: "data/{problem}/checker.cpp", validator: "validator.cpp",
	protocol: "lemon", validation: "testlib",
	submission: "submissions/{verdict}/{name}.cpp", verdicts: folders,
	texts: []text{
		{"{problem}.cdf", "lemon.cdf.tmpl"}, {"statement.html", "statement.html.tmpl"},
		{"Makefile", "checker.mk.tmpl"},
	},
	fields: timeLimit | memoryLimit,
}

// syzoj is for SYZOJ, which takes a zip file of at most 100 files.
// https://github.com/syzoj/syzoj/blob/master/views/help.ejs
var syzoj = Target{
	Name:  "syzoj",
	input: "{n}-{name}.in", answer: "{n}-{name}.out",
	checker: "spj_cpp17.cpp", validator: "validator.cpp",
	protocol: "syzoj", validation: "testlib",
	submission: "submissions/{verdict}/{name}.cpp", verdicts: folders,
	texts:    []text{{"data.yml", "syzoj.yml.tmpl"}, {"statement.md", "statement.md.tmpl"}},
	maxCases: 40,
}

// rime is for Rime: a project of one problem. https://github.com/icpc-jag/rime
var rime = Target{
	Name:  "rime",
	input: "{problem}/tests/{n}-{name}.in", answer: "{problem}/tests/{n}-{name}.diff",
	checker: "{problem}/tests/judge.cpp", validator: "{problem}/tests/validator.cpp",
	protocol: "rime", validation: "testlib",
	submission: "{problem}/{name}/main.cpp", verdicts: folders,
	description: text{"{problem}/{name}/SOLUTION", "rime.solution.tmpl"},
	texts: []text{
		{"PROJECT", "rime.project.tmpl"}, {"{problem}/PROBLEM", "rime.problem.tmpl"},
		{"{problem}/tests/TESTSET", "rime.testset.tmpl"},
		{"statement.md", "statement.md.tmpl"},
	},
	fields: timeLimit,
}
