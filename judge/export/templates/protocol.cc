// ---- The protocols of judges.

// A Protocol is how a judge calls a checker: the arguments, the exit codes, and where the
// message goes.
struct Protocol {
	const char* name;
	int codes[4];   // of AC, WA, PE and JE
	bool feedback;  // called as: input answer directory < output; else: input output [answer]
	bool out, err;  // the message goes to standard output or standard error
	bool testlib;   // the message has testlib's words, and goes to a report file if one is named
};

constexpr Protocol PROTOCOLS[] = {
	{"kattis", {42, 43, 43, 3}, true, false, false, false},
	{"testlib", {0, 1, 2, 3}, false, false, true, true},
	{"dmoj", {0, 1, 1, 3}, false, true, false, false},
	{"oj", {0, 1, 1, 3}, false, true, false, false},
};

constexpr const char* NAMES[] = {"accepted", "wrong answer", "presentation error", "judge's error"};
constexpr const char* WORDS[] = {"ok ", "wrong answer ", "wrong output format ", "FAIL "};
constexpr const char* OUTCOMES[] = {"accepted", "wrong-answer", "presentation-error", "fail"};

FILE* open_file(const std::string& name) {
	FILE* f = std::fopen(name.c_str(), "r");
	if (f == nullptr) throw std::runtime_error("a file can't be opened");
	return f;
}

// open_expected opens the file of expected answers. It returns null if that is empty: some
// judges name a file even if there are no expected answers.
FILE* open_expected(const std::string& name) {
	FILE* f = open_file(name);
	int c = std::getc(f);
	if (c == EOF) return nullptr;
	std::ungetc(c, f);
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

// judge_files judges the files that the arguments name.
Finding judge_files(const Format& f, const Protocol& p, const std::vector<std::string>& args) {
	if (args.size() < (p.feedback ? 3 : 2)) throw std::runtime_error("there are too few arguments");
	FILE* input = open_file(args[0]);
	if (p.feedback) return check(f, input, stdin, open_expected(args[1]));
	FILE* output = std::fopen(args[1].c_str(), "r");
	if (output == nullptr) return {PE, "there is no output file"};
	return check(f, input, output, args.size() > 2 ? open_expected(args[2]) : nullptr);
}

// tell writes the verdict and the reason for it where the judge expects them.
void tell(
	const Protocol& p, const std::vector<std::string>& args, Verdict v, const std::string& why) {
	std::string labelled = std::string(NAMES[v]) + ": " + why + "\n";
	if (p.feedback && args.size() > 2) {
		std::string dir = args[2] + "/";
		write_file(dir + "judgemessage.txt", labelled);
		if (v == WA || v == PE) write_file(dir + "teammessage.txt", std::string(NAMES[v]) + "\n");
		if (v == JE) write_file(dir + "judgeerror.txt", labelled);
	}
	if (p.testlib && args.size() > 3) {
		bool xml = args.size() > 4 && args[4] == "-appes";
		std::string head = "<?xml version=\"1.0\" encoding=\"windows-1251\"?><result outcome = \"";
		write_file(args[3], xml ? head + OUTCOMES[v] + "\">" + escaped(why) + "</result>\n" : why);
		std::fputs("\nSee file to check exit message\n", stderr);
	} else if (p.err) {
		std::fputs((p.testlib ? WORDS[v] + why + "\n" : labelled).c_str(), stderr);
	}
	if (p.out) std::fputs(labelled.c_str(), stdout);
}

// run_checker runs the checker for a judge, and returns the exit code.
int run_checker(const Format& f, const std::string& judge, std::vector<std::string> args) {
	const Protocol* p = &PROTOCOLS[0];
	while (p->name != judge) p++;
	for (size_t i = 0; p->testlib && i + 1 < args.size();)
		if (args[i] == "--testset" || args[i] == "--group") {
			args.erase(args.begin() + long(i), args.begin() + long(i) + 2);
		} else {
			i++;
		}
	Finding found;
	try {
		found = judge_files(f, *p, args);
	} catch (const Fault& e) {
		std::string place = std::to_string(e.line) + ":" + std::to_string(e.col);
		found = {JE, "the input: " + place + ": " + e.what()};
	} catch (const std::exception& e) {
		found = {JE, e.what()};
	}
	constexpr size_t max_size = 200;  // of a message, in bytes
	std::string why = printable(found.why).substr(0, max_size);
	try {
		tell(*p, args, found.verdict, why);
	} catch (const std::exception& e) {
		std::fprintf(stderr, "%s\n", e.what());
		return p->codes[JE];
	}
	return p->codes[found.verdict];
}

