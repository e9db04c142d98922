// ---- The protocols of judges.

// A Protocol is how a judge calls a checker: the arguments, the exit codes, and where the
// message goes.
struct Protocol {
	const char* name;
	int codes[4];   // of AC, WA, PE and JE
	bool feedback;  // called as: input answer directory < output; else: input output [answer]
	bool testlib;   // testlib's arguments, and its words in the message
	int out, err;   // sets of the verdicts whose message goes to standard output or error
};

constexpr int RIGHT = 1 << AC, WRONG = 1 << WA | 1 << PE, FAILED = 1 << JE;
constexpr int ALL = RIGHT | WRONG | FAILED;

constexpr Protocol PROTOCOLS[] = {
	{"kattis", {42, 43, 43, 3}, true, false, 0, FAILED},
	{"testlib", {0, 1, 2, 3}, false, true, 0, ALL},
	// Hydro takes any text on standard error for a verdict.
	{"hydro", {0, 1, 2, 3}, false, true, FAILED, RIGHT | WRONG},
	{"dmoj", {0, 1, 1, 3}, false, false, WRONG | FAILED, FAILED},
	{"oj", {0, 1, 1, 3}, false, false, ALL, FAILED},
};

constexpr const char* NAMES[] = {"accepted", "wrong answer", "presentation error", "judge's error"};
constexpr const char* WORDS[] = {"ok ", "wrong answer ", "wrong output format ", "FAIL "};
constexpr const char* OUTCOMES[] = {"accepted", "wrong-answer", "presentation-error", "fail"};

// open_readable opens a file. It returns null if there is none, or a directory. Windows ends a file
// at byte 26 unless it is opened as binary.
FILE* open_readable(const std::string& name) {
	FILE* f = std::fopen(name.c_str(), "rb");
	if (f == nullptr) return nullptr;
	int c = std::getc(f);
	if (std::ferror(f)) {
		std::fclose(f);
		return nullptr;
	}
	if (c != EOF) std::ungetc(c, f);
	return f;
}

// open_output opens the file with the answers of a program. It returns null if there is none: the
// program may have made a pipe in its place, or a link to a file of /proc that has no size and is
// read for ever. One of the judge's has other names.
FILE* open_output(const std::string& name) {
	struct stat info;
	bool is_file = stat(name.c_str(), &info) == 0 && (info.st_mode & S_IFMT) == S_IFREG;
	bool is_judges = name == "/dev/stdin" || name.rfind("/dev/fd/", 0) == 0 ||
		name.rfind("/proc/self/fd/", 0) == 0;
	FILE* nothing = nullptr;
	if (is_file && !is_judges && info.st_size == 0) nothing = std::fopen("/dev/null", "rb");
	if (nothing != nullptr) return nothing;
	return is_file || is_judges ? open_readable(name) : nullptr;
}

FILE* open_file(const std::string& name) {
	FILE* f = open_readable(name);
	if (f == nullptr) throw std::runtime_error("a file can't be read");
	return f;
}

// open_expected opens the file of expected answers. It returns null if that is empty, unless
// it is strict: some judges name a file even if there are no expected answers.
FILE* open_expected(const std::string& name, bool strict) {
	FILE* f = open_file(name);
	int c = std::getc(f);
	if (c == EOF && !strict) return nullptr;
	if (c != EOF) std::ungetc(c, f);
	return f;
}

void write_file(const std::string& name, const std::string& text) {
	FILE* f = std::fopen(name.c_str(), "w");
	bool bad = f == nullptr || std::fputs(text.c_str(), f) < 0;
	if (f != nullptr && std::fclose(f) != 0) bad = true;
	if (bad) throw std::runtime_error("a message can't be written");
}

// escaped returns a text with the escapes of XML.
std::string escaped(const std::string& s) {
	std::string to;
	for (char c : s) switch (c) {
		case '&': to += "&amp;"; break;
		case '<': to += "&lt;"; break;
		case '>': to += "&gt;"; break;
		case '"': to += "&quot;"; break;
		default: to += c;
		}
	return to;
}

// tolerance_of returns what the arguments behind the directory of a feedback protocol allow.
// They are those of the default validator.
Tolerance tolerance_of(const std::vector<std::string>& args) {
	auto has = [&](const char* flag) {
		return std::find(args.begin() + 3, args.end(), flag) != args.end();
	};
	return {!has("case_sensitive"), !has("space_change_sensitive")};
}

// judge_files judges the files that the arguments name.
Finding judge_files(const Format& f, const Protocol& p, const std::vector<std::string>& args) {
	size_t n = args.size(), least = p.feedback ? 3 : 2;
	if (n < least) throw std::runtime_error("there are too few arguments");
	// The output comes first: it may be a link to a file that we have open, such as the answers.
	FILE* output = p.feedback ? stdin : open_output(args[1]);
	FILE* input = open_file(args[0]);
	if (p.feedback)
		return check(f, input, output, open_expected(args[1], false), tolerance_of(args));
	FILE* expected = n > 2 ? open_expected(args[2], p.testlib) : nullptr;
	if (output == nullptr) return {PE, "there is no output file"};
	return check(f, input, output, expected);
}

// tell writes the verdict and the reason for it where the judge expects them.
void tell(const Protocol& p, const std::vector<std::string>& args, const Finding& found) {
	Verdict v = found.verdict;
	const std::string& why = found.why;
	std::string labelled = std::string(NAMES[v]) + ": " + why + "\n";
	if (p.feedback && args.size() > 2) {
		std::string dir = args[2] + "/";
		std::string places = std::to_string(found.expected_at) + " " + std::to_string(found.at);
		if (v == WA || v == PE) write_file(dir + "diffposition.txt", places);
		write_file(dir + "judgemessage.txt", labelled);
		if (v == WA || v == PE) write_file(dir + "teammessage.txt", std::string(NAMES[v]) + "\n");
		if (v == JE) write_file(dir + "judgeerror.txt", labelled);
	}
	std::string text = p.testlib ? WORDS[v] + why + "\n" : labelled;
	if (p.testlib && (args.size() == 4 || args.size() == 5)) {
		std::string head = "<?xml version=\"1.0\" encoding=\"windows-1251\"?><result outcome = \"";
		bool xml = args.size() > 4;
		write_file(args[3], xml ? head + OUTCOMES[v] + "\">" + escaped(why) + "</result>\n" : why);
		text = "\nSee file to check exit message\n";
	}
	if (p.out >> v & 1) std::fputs(text.c_str(), stdout);
	if (p.err >> v & 1) std::fputs(text.c_str(), stderr);
}

const Protocol* find_protocol(const std::string& name) {
	const Protocol* p = &PROTOCOLS[0];
	while (p->name != name) p++;
	return p;
}

// names_directory tells whether the third argument is a directory: its name ends in a slash.
// Tools that bring problems from testlib to DOMjudge replace testlib.h, so that a checker takes
// the arguments input, answer and directory.
bool names_directory(const std::vector<std::string>& args) {
	return args.size() > 2 && !args[2].empty() && args[2].back() == '/';
}

// testlib_files returns testlib's arguments without its options. It throws if testlib does not
// take them.
std::vector<std::string> testlib_files(const std::vector<std::string>& args) {
	std::vector<std::string> files;
	for (size_t i = 0; i < args.size(); i++)
		if (args[i] != "--testset" && args[i] != "--group")
			files.push_back(args[i]);
		else if (++i == args.size())
			throw std::runtime_error(args[i - 1] + ": found no value");
	size_t n = files.size();
	bool wrong = n < 3 || n > 5 || (n == 5 && files[4] != "-appes" && files[4] != "-APPES");
	if (wrong && !names_directory(files))
		throw std::runtime_error("expected the arguments input output answer [report [-appes]]");
	return files;
}

// run_checker runs the checker for a judge, and returns the exit code.
int run_checker(const Format& f, const std::string& judge, std::vector<std::string> args) {
	const Protocol* p = find_protocol(judge);
	Finding found{JE, ""};
	try {
		if (p->testlib) {
			std::vector<std::string> all;
			all.swap(args);  // a message about wrong arguments goes to no report
			args = testlib_files(all);
			if (names_directory(args)) p = find_protocol("kattis");
		}
		found = judge_files(f, *p, args);
	} catch (const Fault& e) {
		std::string place = std::to_string(e.line) + ":" + std::to_string(e.col);
		found = {JE, "the input: " + place + ": " + e.what()};
	} catch (const std::exception& e) {
		found = {JE, e.what()};
	}
	constexpr size_t max_size = 200;  // of a message, in bytes
	found.why = printable(found.why).substr(0, max_size);
	try {
		tell(*p, args, found);
	} catch (const std::exception& e) {
		std::fprintf(stderr, "%s%s\n", p->testlib ? WORDS[JE] : "", e.what());
		return p->codes[JE];
	}
	return p->codes[found.verdict];
}

