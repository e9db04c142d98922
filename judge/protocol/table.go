package protocol

// All lists the protocols.
var All = []*Protocol{
	&testlib,
	testlib.as("hydro", "Hydro, type testlib",
		"https://github.com/hydro-dev/Hydro/blob/master/packages/hydrojudge/src/checkers.ts",
		"Hydro looks at how standard error begins, not at the exit code. Its other types are hustoj,"+
			" kattis, lemon, qduoj and syzoj here."),
	&kattis,
	kattis.as("domjudge", "DOMjudge",
		"https://www.domjudge.org/docs/manual/main/problem-format.html",
		"DOMjudge appends both streams to judgemessage.txt, so that only errors go to one."),
	{
		Name: "dmoj", Judge: "DMOJ, checker bridged, type default or testlib",
		Source: "https://github.com/DMOJ/judge-server/tree/master/dmoj/contrib",
		Notes: "Type testlib has a code 2 too, for what it shows as a wrong answer; type default takes that" +
			" for an error of the checker. The checker's args in init.yml can have settings behind them.",
		Args:  "input output answer",
		Codes: Codes{AC: 0, WA: 1, PE: 1, JE: 3},
		writes: []write{
			{"stdout", wrong | failed, labelled}, // the feedback
			{"stderr", failed, labelled},
		},
	},
	{
		Name: "cms", Judge: "CMS",
		Source: "https://cms.readthedocs.io/en/latest/Task%20types.html#checker",
		Notes:  "Standard output has the outcome from 0 to 1, standard error what the contestant reads.",
		Args:   "input answer output",
		Codes:  Codes{AC: 0, WA: 0, PE: 0, JE: 3},
		writes: []write{
			{"stdout", decided, unit},
			{"stderr", right, translated},
			{"stderr", wrong, unformatted},
			{"stderr", failed, labelled},
		},
	},
	{
		Name: "hustoj", Judge: "HUSTOJ, spj",
		Source: "https://github.com/zhblue/hustoj/blob/master/trunk/core/judge_client/judge_client.cc",
		Notes: "All codes but 0 are a wrong answer: the judge knows no other error. What is called tpj" +
			" there is protocol testlib.",
		Args:  "input answer output",
		Codes: Codes{AC: 0, WA: 1, PE: 1, JE: 3},
		deaf:  true,
		writes: []write{
			{"stdout", wrong | failed, labelled}, // which Hydro shows
			{"stderr", wrong | failed, labelled}, // which HUSTOJ keeps
		},
	},
	{
		Name: "qduoj", Judge: "QDUOJ",
		Source: "https://github.com/QingdaoU/JudgeServer/blob/master/server/judge_client.py",
		Notes:  "There are no expected answers.",
		Args:   "input output",
		Codes:  Codes{AC: 0, WA: 1, PE: 1, JE: 255},
		writes: []write{
			{"stdout", wrong | failed, labelled}, // which Hydro shows
			{"stderr", failed, labelled},
		},
	},
	{
		Name: "ejudge", Judge: "ejudge",
		Source: "https://ejudge.ru/wiki/index.php/Проверяющие_программы",
		Args:   "input output answer",
		Codes:  Codes{AC: 0, WA: 5, PE: 4, JE: 6},
		writes: []write{{"stderr", always, labelled}},
	},
	{
		Name: "lemon", Judge: "Lemon, LemonPlus, LemonLime",
		Source: "https://github.com/Project-LemonLime/Project_LemonLime",
		Notes:  "After an error no score is written, which is an invalid special judge.",
		Args:   "input output answer fullscore scorefile messagefile",
		Codes:  Codes{AC: 0, WA: 0, PE: 0, JE: 3},
		writes: []write{
			{"messagefile", always, labelled},
			{"scorefile", decided, ofFull},
			{"stderr", failed, labelled},
		},
	},
	{
		Name: "syzoj", Judge: "SYZOJ, LibreOJ",
		Source: "https://github.com/syzoj/judge-v3",
		Notes: "The files input, user_out and answer are in the working directory. Standard output has the" +
			" score from 0 to 100; what is no number is a judgement that failed.",
		Codes: Codes{AC: 0, WA: 0, PE: 0, JE: 3},
		fixed: map[string]string{"input": "input", "output": "user_out", "answer": "answer"},
		writes: []write{
			{"stdout", decided, percent},
			{"stdout", failed, labelled},
			{"stderr", always, labelled},
		},
	},
	{
		Name: "oj", Judge: "oj test --judge-command",
		Source: "https://github.com/online-judge-tools/oj/blob/master/onlinejudge_command/subcommand/test.py",
		Notes:  "All codes but 0 are a wrong answer: the tool knows no other error.",
		Args:   "input output [answer]",
		Codes:  Codes{AC: 0, WA: 1, PE: 1, JE: 3},
		writes: []write{
			{"stdout", always, labelled},
			{"stderr", failed, labelled},
		},
	},
	{
		Name: "rime", Judge: "Rime",
		Source: "https://github.com/icpc-jag/rime/blob/master/rime/basic/targets/testset.py",
		Args:   "--infile input --difffile answer --outfile output",
		Codes:  Codes{AC: 0, WA: 1, PE: 1, JE: 3},
		writes: []write{{"stdout", always, labelled}, {"stderr", failed, labelled}},
	},
}

var testlib = Protocol{
	Name: "testlib", Judge: "testlib: Codeforces, Polygon, Library Checker and many more",
	Source: "https://github.com/MikeMirzayanov/testlib",
	Notes: "With a report the message is there and not on standard error; -appes makes it XML. The test" +
		" set and group mean nothing here.",
	Args:  "[--testset testset] [--group group] input output answer [report [-appes]]",
	Codes: Codes{AC: 0, WA: 1, PE: 2, JE: 3},
	most:  32000,
	writes: []write{
		{"report", always, testlibReport},
		{"stderr", always, testlibLine},
	},
}

var kattis = Protocol{
	Name: "kattis", Judge: "Kattis and ICPC tools",
	Source: "https://www.kattis.com/problem-package-format/spec/legacy.html#output-validators",
	Notes: "Settings can stand behind the directory, as validator_flags or output_validator_args of the" +
		" problem. All exit codes but two are the judge's error.",
	Args:  "input answer feedback [settings...] < output",
	Codes: Codes{AC: 42, WA: 43, PE: 43, JE: 3},
	writes: []write{
		{"feedback/judgemessage.txt", always, labelled},
		{"feedback/teammessage.txt", wrong, discreet},
		{"feedback/diffposition.txt", wrong, position},
		{"feedback/judgeerror.txt", failed, labelled},
		{"stderr", failed, labelled},
	},
}
