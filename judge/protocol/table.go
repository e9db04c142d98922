package protocol

// All lists the protocols of checkers.
var All = []*Protocol{
	&testlib,
	{
		Name: "hydro", Judge: "Hydro, type testlib",
		Source: "https://github.com/hydro-dev/Hydro/blob/master/packages/hydrojudge/src/checkers.ts",
		Notes: "Hydro reads the verdict from the beginning of standard error, where it takes FAIL for a" +
			" wrong answer. An exit code without text there is a system error, so the message about" +
			" a judge's error goes to standard output. Its other checker types are the protocols" +
			" hustoj, kattis, lemon, qduoj and syzoj.",
		Args:         testlib.Args,
		Codes:        testlib.Codes,
		maxMessage:   testlib.maxMessage,
		strictAnswer: true,
		writes: []write{
			{"report", always, testlibReport},
			{"stderr", decided, testlibLine},
			{"stdout", failed, testlibLine},
		},
	},
	&kattis,
	kattis.as("domjudge", "DOMjudge",
		"https://www.domjudge.org/docs/manual/main/problem-format.html",
		"DOMjudge appends both streams to judgemessage.txt. So only errors are written to one."),
	{
		Name: "dmoj", Judge: "DMOJ, checker bridged, type default or testlib",
		Source: "https://github.com/DMOJ/judge-server/tree/master/dmoj/contrib",
		Notes: "Type testlib also has code 2, which it shows as a wrong answer. Type default" +
			" takes that code for an error of the checker. In init.yml, settings can follow" +
			" the checker's args.",
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
		Notes: "Standard output has the score from 0 to 1. Standard error has the message for" +
			" the contestant.",
		Args:   "input answer output",
		Codes:  Codes{AC: 0, WA: 0, PE: 0, JE: 3},
		scores: true,
		writes: []write{
			{"stdout", decided, unit},
			{"stderr", right, translated},
			{"stderr", wrong, unformatted},
			{"stderr", failed, labelled},
		},
	},
	{
		Name: "hustoj", Judge: "HUSTOJ, spj",
		Source: "https://github.com/zhblue/hustoj/blob/master/trunk/core/judge_client/" +
			"judge_client.cc",
		Notes:      "Before May 2026 it showed all codes except 0 as a wrong answer.",
		Args:       "input answer output",
		Codes:      Codes{AC: 0, WA: 1, PE: 2, JE: 3},
		FaultAs:    "runtime error",
		signalIsOK: true,
		writes: []write{
			{"stdout", wrong | failed, labelled}, // which Hydro shows
			{"stderr", wrong | failed, labelled}, // which HUSTOJ keeps
		},
	},
	{
		Name: "hustoj-tpj", Judge: "HUSTOJ, tpj, since May 2026",
		Source: "https://github.com/zhblue/hustoj/blob/master/trunk/core/judge_client/judge_client.cc",
		Notes: "Before commit bdc93dd90 of 2026-05-18 HUSTOJ passed the output before the answer: use" +
			" protocol testlib there.",
		Args:         "input answer output",
		Codes:        Codes{AC: 0, WA: 1, PE: 2, JE: 3},
		FaultAs:      "runtime error",
		signalIsOK:   true,
		strictAnswer: true,
		writes:       []write{{"stderr", always, testlibLine}},
	},
	{
		Name: "qduoj", Judge: "QDUOJ",
		Source: "https://github.com/QingdaoU/JudgeServer/blob/master/server/judge_client.py",
		Notes:  "The checker gets no expected answers.",
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
		Notes: "With use_corr=0 in the problem's settings there is no answer. The file of use_info and" +
			" the directories of use_tgz are ignored; without use_corr they would be in its place.",
		Args:   "input output [answer [info [archive directory]]]",
		Codes:  Codes{AC: 0, WA: 5, PE: 4, JE: 6},
		writes: []write{{"stderr", always, labelled}},
	},
	{
		Name: "lemon", Judge: "Lemon, LemonPlus, LemonLime",
		Source: "https://github.com/Project-LemonLime/Project_LemonLime",
		Notes: "After an error no score is written. The judge then reports an invalid special" +
			" judge.",
		Args:   "input output answer fullscore scorefile messagefile",
		Codes:  Codes{AC: 0, WA: 0, PE: 0, JE: 3},
		scores: true,
		writes: []write{
			{"messagefile", always, labelled},
			{"scorefile", decided, ofFull},
			{"stderr", failed, labelled},
		},
	},
	{
		Name: "syzoj", Judge: "SYZOJ, LibreOJ",
		Source: "https://github.com/syzoj/judge-v3",
		Notes: "The files input, user_out and answer are in the working directory. Standard" +
			" output has the score from 0 to 100. Any other text there means that judging" +
			" failed.",
		Codes:  Codes{AC: 0, WA: 0, PE: 0, JE: 3},
		fixed:  map[string]string{"input": "input", "output": "user_out", "answer": "answer"},
		scores: true,
		writes: []write{
			{"stdout", decided, percent},
			{"stdout", failed, labelled},
			{"stderr", always, labelled},
		},
	},
	{
		Name: "oj", Judge: "oj test --judge-command",
		Source: "https://github.com/online-judge-tools/oj/blob/master/onlinejudge_command/" +
			"subcommand/test.py",
		Args:  "input output [answer]",
		Codes: Codes{AC: 0, WA: 1, PE: 1, JE: 3}, FaultAs: "wrong answer",
		writes: []write{
			{"stdout", always, labelled},
			{"stderr", failed, labelled},
		},
	},
	{
		Name: "rime", Judge: "Rime",
		Source: "https://github.com/icpc-jag/rime/blob/master/rime/basic/targets/testset.py",
		Args:   "--infile input --difffile answer --outfile output",
		Codes:  Codes{AC: 0, WA: 1, PE: 1, JE: 3}, FaultAs: "wrong answer",
		writes: []write{{"stdout", always, labelled}, {"stderr", failed, labelled}},
	},
}

var testlib = Protocol{
	Name: "testlib", Judge: "testlib: Codeforces, Polygon, Library Checker and many more",
	Source: "https://github.com/MikeMirzayanov/testlib",
	Notes: "If there is a report file, the message goes there and not to standard error;" +
		" -appes makes the report XML. The test set and the group are ignored. Expected answers" +
		" that are empty are the judge's error, as for testlib.",
	Args:         "[--testset testset] [--group group] input output answer [report [-appes]]",
	Codes:        Codes{AC: 0, WA: 1, PE: 2, JE: 3},
	maxMessage:   32000,
	strictAnswer: true,
	writes: []write{
		{"report", always, testlibReport},
		{"stderr", always, testlibLine},
	},
}

var kattis = Protocol{
	Name: "kattis", Judge: "Kattis and ICPC tools",
	Source: "https://www.kattis.com/problem-package-format/spec/legacy.html#output-validators",
	Notes: "Settings can follow the directory: they are the problem's validator_flags or" +
		" output_validator_args. The case of letters and the amount of white space do not matter" +
		" unless case_sensitive or space_change_sensitive is among them, as in the default" +
		" validator; its tolerances of floats mean nothing here. All exit codes except 42 and 43" +
		" are the judge's error.",
	Args:     "input answer feedback [settings...] < output",
	Codes:    Codes{AC: 42, WA: 43, PE: 43, JE: 3},
	defaults: Settings{"case": "any", "space": "any"},
	flags: map[string]flag{
		"case_sensitive":           {key: "case", value: "exact"},
		"space_change_sensitive":   {key: "space", value: "exact"},
		"float_tolerance":          {hasNumber: true},
		"float_relative_tolerance": {hasNumber: true},
		"float_absolute_tolerance": {hasNumber: true},
	},
	writes: []write{
		{"feedback/diffposition.txt", wrong, position},
		{"feedback/judgemessage.txt", always, labelled},
		{"feedback/teammessage.txt", wrong, discreet},
		{"feedback/judgeerror.txt", failed, labelled},
		{"stderr", failed, labelled},
	},
}
