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

// boards_near returns the boards that a number of moves reaches from one with the blank in a cell.
// Boards have 4 bits for each cell.
std::unordered_set<uint64_t> boards_near(const Shape& s, uint64_t board, int cell, int moves) {
	std::unordered_set<uint64_t> near{board};
	std::vector<std::pair<uint64_t, int>> ends{{board, cell}}, next;
	for (; moves > 0 && !ends.empty(); moves--) {
		next.clear();
		for (const auto& [from, blank] : ends)
			for (char m : std::string_view(MOVES_OF_BLANK)) {
				int to = step(s, blank, m);
				if (to < 0) continue;
				uint64_t changed = (from >> 4 * blank ^ from >> 4 * to) & 15;
				uint64_t moved = from ^ changed << 4 * blank ^ changed << 4 * to;
				if (near.insert(moved).second) next.emplace_back(moved, to);
			}
		ends.swap(next);
	}
	return near;
}

// within tells whether a puzzle of at most 15 cells has a solution within its bound. All boards from
// which the bound allows to reach the goal are found at once, and kept for the next puzzle. In place
// of a tile they have its cell in the goal, so that goals with the blank in the same cell have the
// same boards.
bool within(const Puzzle& p) {
	static Puzzle last;                        // near is for its goal and its bound
	static std::unordered_set<uint64_t> near;  // 4 bits for each cell
	std::vector<int> home(p.goal.size());      // cell of each tile in the goal
	for (size_t c = 0; c < p.goal.size(); c++)
		if (p.goal[c] != WALL) home[size_t(p.goal[c])] = int(c);
	auto packed = [&](const std::vector<int>& board) {
		uint64_t to = 0;
		for (size_t c = board.size(); c-- > 0;)
			to = to << 4 | uint64_t(board[c] == WALL ? 15 : home[size_t(board[c])]);
		return to;
	};
	const int blank = home[BLANK];
	if (near.empty() || !(last.shape == p.shape) || blank_of(last.goal) != blank ||
		last.bound != p.bound) {
		last = p;
		near = boards_near(p.shape, packed(p.goal), blank, p.bound);
	}
	return near.count(packed(p.start)) > 0;
}

// unfit returns why the problem has no boards of a shape between its smallest and largest, or "".
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
