// ---- Verdicts.

enum Verdict { AC, WA, PE, JE };

struct Finding {
	Verdict verdict;
	std::string why;
	int64_t at = 0, expected_at = 0;  // where the answer and the expected one begin, in bytes
};

// replay returns why a path does not solve a puzzle, or "".
std::string replay(const Puzzle& p, const std::string& path) {
	std::vector<int> at = p.start;
	int blank = blank_of(at);
	for (size_t i = 0; i < path.size(); i++) {
		int to = step(p.shape, blank, path[i]);
		if (to < 0) {
			static const char* const words[] = {"up", "down", "left", "right"};
			const char* word = words[std::string_view(MOVES_OF_BLANK).find(path[i])];
			return "move " + std::to_string(i + 1) + ", " + word + ", leaves the board";
		}
		std::swap(at[size_t(blank)], at[size_t(to)]);
		blank = to;
	}
	return at == p.goal ? "" : "the path does not end at the goal";
}

std::string moves(int64_t n) { return std::to_string(n) + " moves"; }

// before tells whether a path comes before another one of the same length.
bool before(const Format& f, const std::string& a, const std::string& b) {
	return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(),
		[&](char x, char y) { return f.order.find(x) < f.order.find(y); });
}

// judge_solution judges an answer with a solution, to a solvable puzzle. It does
// not search: the length of a shortest path, for example, comes from the expected answer,
// which is known; that is null if there is none.
Finding judge_solution(const Format& f, const Puzzle& p, const Answer& a, const Answer* known) {
	bool path = f.want == WANT_PATH, right = false;
	if (path) {
		if (int64_t(a.path.size()) != a.moves)
			return {WA, "says " + moves(a.moves) + " and lists " + std::to_string(a.path.size())};
		std::string why = replay(p, a.path);
		if (!why.empty()) return {WA, why};
		right = p.allows(a.moves);
		if (right && f.rule == ANY_PATH) return {AC, ""};
	}
	std::string too_many =
		moves(a.moves) + ", more than the " + std::to_string(p.bound) + " allowed";
	if (known == nullptr) {
		if (!p.allows(a.moves)) return {WA, too_many};
		return {JE, "can't be judged without an expected answer"};
	}
	if (right && (known->result != SOLVED || a.moves < known->moves))
		return {JE, moves(a.moves) + " are right, and the expected answer has more"};
	if (known->result == UNSOLVABLE) return {WA, "says solvable: the puzzle is unsolvable"};
	if (known->result != SOLVED) return {WA, "it takes more moves than " + std::to_string(p.bound)};
	if (!p.allows(a.moves)) return {WA, too_many};
	if (a.moves != known->moves)
		return {WA, moves(a.moves) + ", the shortest path has " + std::to_string(known->moves)};
	if (f.rule == LEAST && a.path != known->path) {
		if (before(f, a.path, known->path)) return {JE, "the expected answer is not the least"};
		return {WA, "it is not the least of the shortest paths"};
	}
	return {AC, ""};
}

// judge_content judges what an answer says, regardless of its form.
Finding judge_content(const Format& f, const Puzzle& p, const Answer& a, const Answer* known) {
	bool can = solvable(p);
	switch (a.result) {
	case MISSING: return {PE, "there is no answer"};
	case UNREAD: return {PE, a.why};
	case MALFORMED: return {PE, "says malformed"};
	case GAVE_UP: return {WA, "says that it gave up"};
	case SOLVED:
		if (!can) return {WA, "says solvable: the puzzle is unsolvable"};
		return f.want == WANT_DECISION ? Finding{AC, ""} : judge_solution(f, p, a, known);
	default: break;
	}
	bool unsolvable = a.result == UNSOLVABLE;
	if (!can) return unsolvable ? Finding{AC, ""} : Finding{WA, "the puzzle is unsolvable"};
	if (unsolvable && p.shape.spare == 0) return {WA, "says unsolvable: the puzzle is solvable"};
	if (known == nullptr) return {JE, "can't be judged without an expected answer"};
	if (known->result == SOLVED && p.allows(known->moves))
		return {WA, "says that no path is within the limit: " + moves(known->moves) + " solve it"};
	if (unsolvable && known->result != UNSOLVABLE)
		return {WA, "says unsolvable: the puzzle is solvable"};
	return {AC, ""};
}

// judge_expected judges an expected answer, as far as possible without a search.
Finding judge_expected(const Format& f, const Puzzle& p, const Answer& known) {
	Answer self = known;
	Finding found = judge_content(f, p, known, &self);
	if (found.verdict == AC && !known.form.empty()) found = {PE, known.form};
	return found;
}

// check judges all answers. It returns the verdict on the first that is not accepted, or
// JE if the judge's own files are wrong. The expected answers are a file, or a text that this
// program has in place of a null file; if the text is empty, there are none. The tolerance is
// for the contestant's answers.
Finding check(const Format& f, FILE* input, FILE* output, FILE* expected,
	Tolerance tolerance = {}, std::string_view known_text = {}) {
	Puzzles puzzles(f, input, false);
	Answers answers(f, output, tolerance);
	Answers expectations(f, expected, {});
	expectations.buf += known_text;
	const bool expects = expected != nullptr || !known_text.empty();
	Finding worst{AC, ""};
	Puzzle p;
	int64_t n = 0;
	auto note = [&](Finding found) {
		if (worst.verdict == AC || (found.verdict == JE && worst.verdict != JE))
			worst = {found.verdict, "puzzle " + std::to_string(n) + ": " + found.why, answers.begin,
				expectations.begin};
	};
	puzzles.head();
	while (puzzles.next(p)) {
		n++;
		Answer known;
		if (expects) {
			known = expectations.next(n, p);
			Finding found = judge_expected(f, p, known);
			if (found.verdict != AC) note({JE, "the expected answer: " + found.why});
			if (found.verdict != AC) return worst;
		}
		if (worst.verdict != AC) continue;
		Answer a = answers.next(n, p);
		Finding found = judge_content(f, p, a, expects ? &known : nullptr);
		if (found.verdict == AC && !a.form.empty()) found = {PE, a.form};
		if (found.verdict != AC) note(found);
	}
	if (n == 0) return {JE, "there is no puzzle"};
	std::string rest = expects ? expectations.rest() : "";
	if (!rest.empty()) note({JE, "the expected answer: " + rest});
	rest = worst.verdict == AC ? answers.rest() : "";
	if (!rest.empty()) note({answers.twice ? WA : PE, rest});
	if (worst.verdict == AC) worst.why = "right answers: " + std::to_string(n);
	return worst;
}

