// ---- Validation: an input is valid if writing its puzzles gives the same bytes.

// record returns the record of the nth puzzle, from 1.
std::string record(const Format& f, const Notation& board, const Puzzle& p, int64_t n) {
	std::string to;
	for (const Piece& piece : f.record) switch (piece.field) {
		case TEXT: to += piece.text; break;
		case SIZE: case ROWS: to += std::to_string(p.shape.rows); break;
		case COLS: to += std::to_string(p.shape.cols); break;
		case TILES: to += std::to_string(p.shape.cells() - 1); break;
		case BLANK_CELL: to += std::to_string(p.goal_blank); break;
		case BOUND: to += std::to_string(p.bound); break;
		case ID: to += std::to_string(p.id > 0 ? p.id : n); break;
		case BOARD: write_board(to, board, p.shape, p.start); break;
		case GOAL: write_board(to, board, p.shape, p.goal); break;
		default: break;
		}
	return to;
}

// within tells whether a puzzle has a solution within its bound. It searches all boards that
// can be reached, and is for small ones.
bool within(const Puzzle& p) {
	std::unordered_map<std::string, int> depth;
	auto key = [](const std::vector<int>& tiles) {
		return std::string(tiles.begin(), tiles.end());
	};
	std::vector<std::vector<int>> queue{p.start};
	depth[key(p.start)] = 0;
	for (size_t i = 0; i < queue.size(); i++) {
		if (queue[i] == p.goal) return true;
		int moves = depth[key(queue[i])], blank = blank_of(queue[i]);
		for (char m : std::string_view(MOVES_OF_BLANK)) {
			int to = step(p.shape, blank, m);
			if (to < 0 || moves == p.bound) continue;
			std::vector<int> next = queue[i];
			std::swap(next[size_t(blank)], next[size_t(to)]);
			if (depth.emplace(key(next), moves + 1).second) queue.push_back(next);
		}
	}
	return false;
}

// unfit returns why the problem has no boards of a shape between the smallest and the largest, or "".
std::string unfit(const Format& f, const Shape& s) {
	const std::string found =
		"found " + std::to_string(s.rows) + "x" + std::to_string(s.cols) + ", expected ";
	const bool even = s.rows % 2 == 0;
	if (f.square && s.rows != s.cols) return found + "as many columns as rows";
	if (f.odd && even) return found + "an odd number of rows";
	if (f.odd_side && even && s.cols % 2 == 0) return found + "an odd number of rows or of columns";
	return "";
}

// broken returns the promise of the problem statement that a puzzle breaks, or "".
std::string broken(const Format& f, const Puzzle& p) {
	// Every solvable puzzle of at most max_cells cells takes at most max_moves moves.
	constexpr int max_cells = 10, max_moves = 55;
	bool can = solvable(p), promised = p.bound >= 0 && p.bound < max_moves && f.too_long.empty();
	if (std::string what = unfit(f, p.shape); !what.empty()) return what;
	if (f.max_bound > 0 && p.bound > f.max_bound)
		return "found a bound of more than " + std::to_string(f.max_bound) + " moves";
	if (f.unsolved && p.solved()) return "found a puzzle that is solved already";
	if (!f.has_unsolvable && !can) return "found an unsolvable puzzle";
	if (can && promised && p.shape.cells() <= max_cells && p.shape.spare == 0 && !within(p))
		return "found a puzzle that needs more than " + std::to_string(p.bound) + " moves";
	return "";
}

// take reads one of several texts, which must come next: the longest, as one may begin another.
void take(Puzzles& in, const std::vector<std::string>& texts) {
	size_t size = 0;
	for (const std::string& text : texts)
		if (text.size() > size && in.has(text.size()) &&
			in.buf.compare(in.mark, text.size(), text) == 0)
			size = text.size();
	if (size > 0) {
		in.pos = in.mark += size;
		return;
	}
	size_t i = 0;
	while (in.has(i + 1) && i < texts[0].size() && in.buf[in.mark + i] == texts[0][i]) i++;
	in.fault(in.mark + i, named(std::string_view(texts[0]).substr(i)));
}

// validate throws a Fault if an input is not valid.
void validate(const Format& f, FILE* file) {
	Puzzles in(f, file, true);
	if (in.mark > 0) in.wrong(0, "found a byte order mark");
	int count = in.head();
	if (f.count) take(in, {std::to_string(count) + "\n"});
	if (f.max_puzzles > 0 && count > f.max_puzzles) in.wrong(0, "found too many puzzles");
	Puzzle p;
	int64_t n = 0;
	while (in.next(p)) {
		n++;
		std::string what = broken(f, p);
		if (f.max_puzzles > 0 && n > f.max_puzzles) what = "found too many puzzles";
		if (!what.empty()) in.wrong(in.mark, what);
		std::vector<std::string> texts;
		for (const Notation& board : f.boards) texts.push_back(record(f, board, p, n));
		take(in, texts);
	}
	if (n == 0) in.wrong(in.mark, "found no puzzle");
	if (!f.stop.empty()) take(in, {f.stop + "\n"});
	if (in.has(1)) in.fault(in.mark, "the end of the input");
}

// A Validation is what a judge expects of a validator: the exit codes for an input that is
// valid, for one that is not, and after another failure, and where the message goes.
struct Validation {
	const char* name;
	int valid, invalid, failed;
	bool testlib;  // the message has testlib's form
	bool err;      // it goes to standard error
};

constexpr Validation VALIDATIONS[] = {
	{"kattis", 42, 43, 1, false, false},
	{"testlib", 0, 3, 3, true, true},
	{"dmoj", 0, 1, 3, false, true},
	{"oj", 0, 1, 3, false, true},
};

// run_validator validates standard input for a judge, and returns the exit code.
int run_validator(const Format& f, const std::string& judge) {
	const Validation* v = &VALIDATIONS[0];
	while (v->name != judge) v++;
	try {
		validate(f, stdin);
		return v->valid;
	} catch (const Fault& e) {
		std::string what = printable(e.what());
		FILE* to = v->err ? stderr : stdout;
		if (v->testlib)
			std::fprintf(
				to, "FAIL %s, at column %ld (stdin, line %ld)\n", what.c_str(), e.col, e.line);
		else
			std::fprintf(to, "%ld:%ld: %s\n", e.line, e.col, what.c_str());
		return v->invalid;
	} catch (const std::exception& e) {
		std::fprintf(stderr, "FAIL %s\n", e.what());
		return v->failed;
	}
}
