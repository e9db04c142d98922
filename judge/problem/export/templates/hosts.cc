// ---- Judges that read a score, or pass other arguments.

// A Host is how such a judge calls a checker.
struct Host {
	const char* name;
	int codes[4];       // of AC, WA, PE and JE
	const char* roles;  // of the arguments, a letter each: see Call
	const char* score;  // of a right answer; "": none is written
	int out, err;       // sets of the verdicts whose message goes to standard output or error
};

constexpr Host HOSTS[] = {
	{"cms", {0, 0, 0, 3}, "iao", "1.000000", 0, WRONG | FAILED},
	{"hustoj", {0, 1, 2, 3}, "iao", "", WRONG | FAILED, WRONG | FAILED},
	{"qduoj", {0, 1, 1, 255}, "io", "", WRONG | FAILED, FAILED},
	{"ejudge", {0, 5, 4, 6}, "ioa", "", 0, ALL},
	{"lemon", {0, 0, 0, 3}, "ioafsm", "full", 0, FAILED},
	{"syzoj", {0, 0, 0, 3}, "", "100", FAILED, ALL},
	{"rime", {0, 1, 1, 3}, "-i-a-o", "", ALL, FAILED},
};

// A Call has the arguments by their roles: i is the input, o the output, a the expected answer,
// f the full score, s the file for the score, m the file for the message, and - an option's name.
struct Call {
	std::string i = "input", o = "user_out", a = "answer", f, s, m, option;

	std::string& role(char c) {
		switch (c) {
		case 'i': return i;
		case 'o': return o;
		case 'a': return a;
		case 'f': return f;
		case 's': return s;
		case 'm': return m;
		default: return option;
		}
	}
};

// known_answers returns the expected answers that are in this program, or "".
std::string_view known_answers(const std::string& input) {
	FILE* f = open_file(input);
	uint64_t hash = 0xcbf29ce484222325;  // FNV-1a
	for (int c; (c = std::getc(f)) != EOF;) hash = (hash ^ uint64_t(c)) * 0x100000001b3;
	std::fclose(f);
	for (const Known& known : KNOWN)
		if (known.hash == hash) return {known.answer, known.size};
	return {};
}

// judge_call judges the files of a call.
Finding judge_call(const Format& f, const Host& host, const Call& call) {
	FILE* output = open_output(call.o);  // the first: see judge_files
	const bool passed = std::strchr(host.roles, 'a') != nullptr || host.roles[0] == '\0';
	FILE* expected = passed ? open_expected(call.a, false) : nullptr;
	const std::string_view known = passed ? std::string_view() : known_answers(call.i);
	FILE* input = open_file(call.i);
	if (output == nullptr) return {PE, "there is no output file"};
	return check(f, input, output, expected, {}, known);
}

// report writes the score and the message where the judge expects them.
void report(const Host& host, const Call& call, const Finding& found) {
	constexpr size_t max_size = 200;  // of a message, in bytes
	Verdict v = found.verdict;
	std::string labelled = std::string(NAMES[v]) + ": " + printable(found.why).substr(0, max_size);
	labelled += "\n";
	std::string score = host.score;
	if (score == "full") score = call.f;
	if (v != AC) score.assign(score.find('.') == score.npos ? "0" : "0.000000");
	if (!call.m.empty()) write_file(call.m, labelled);
	if (!call.s.empty() && v != JE) write_file(call.s, score + "\n");
	if (call.s.empty() && host.score[0] != '\0' && v != JE) std::puts(score.c_str());
	if (v == AC && std::string_view(host.name) == "cms") std::fputs("translate:success\n", stderr);
	if (host.out >> v & 1) std::fputs(labelled.c_str(), stdout);
	if (host.err >> v & 1) std::fputs(labelled.c_str(), stderr);
}

// run_host runs the checker for one of these judges, and returns the exit code.
int run_host(const Format& f, const Host& host, const std::vector<std::string>& args) {
	Finding found{AC, ""};
	Call call;
	size_t roles = std::strlen(host.roles);
	try {
		if (args.size() < roles) throw std::runtime_error("there are too few arguments");
		for (size_t i = 0; i < roles; i++) call.role(host.roles[i]) = args[i];
		found = judge_call(f, host, call);
	} catch (const Fault& e) {
		std::string place = std::to_string(e.line) + ":" + std::to_string(e.col);
		found = {JE, "the input: " + place + ": " + e.what()};
	} catch (const std::exception& e) {
		found = {JE, e.what()};
	}
	try {
		report(host, call, found);
	} catch (const std::exception& e) {
		std::fprintf(stderr, "%s\n", e.what());
		return host.codes[JE];
	}
	return host.codes[found.verdict];
}

// fault_code is the exit code of a judge's error.
int fault_code = 3;

// fail_at_signals makes the signals that end a checker after too long a time end it with the code
// of a judge's error: HUSTOJ takes a checker that ends by a signal for one that accepts.
void fail_at_signals() {
	auto fail = [](int) { std::_Exit(fault_code); };
#ifdef SIGALRM
	std::signal(SIGALRM, fail);
#endif
#ifdef SIGXCPU
	std::signal(SIGXCPU, fail);
#endif
}

// run_any runs the checker for any judge, and returns the exit code.
int run_any(
	const Format& f, const std::string& judge, const std::vector<std::string>& args) {
	const Host* host = std::find_if(std::begin(HOSTS), std::end(HOSTS),
		[&](const Host& h) { return h.name == judge; });
	bool found = host != std::end(HOSTS);
	fault_code = found ? host->codes[JE] : find_protocol(judge)->codes[JE];
	fail_at_signals();
	return found ? run_host(f, *host, args) : run_checker(f, judge, args);
}
