// ---- Answering.

// write_path appends the moves of a path, as the format writes them.
void write_path(std::string& to, const Format& f, const Puzzle& p, const std::string& path) {
	std::vector<int> at = p.start;
	int blank = blank_of(at), cols = p.shape.cols;
	for (size_t i = 0; i < path.size(); i++) {
		if (i > 0) to += f.step_end;
		int cell = step(p.shape, blank, path[i]);
		std::string row = std::to_string(cell / cols), col = std::to_string(cell % cols);
		if (f.kind == VISIT) to += std::to_string(cell);
		if (f.kind == WORD) to += f.steps[std::strchr(MOVES_OF_BLANK, path[i]) - MOVES_OF_BLANK];
		if (f.kind == TILE) to += std::to_string(at[size_t(cell)]);
		if (f.kind == CELL) to += row + " " + col;
		std::swap(at[size_t(blank)], at[size_t(cell)]);
		blank = cell;
		size_t run = path.find_first_not_of(path[i], i);
		run = std::min(run, path.size()) - i;
		bool begins = i == 0 || path[i - 1] != path[i];
		if (!f.runs || run == 1 || !begins) continue;
		to += std::to_string(run);
		for (; run > 1; run--, i++) blank = step(p.shape, blank, path[i]);
	}
}

// write_boards appends all boards from the start on.
void write_boards(std::string& to, const Format& f, const Puzzle& p, const std::string& path) {
	std::vector<int> at = p.start;
	int blank = blank_of(at);
	for (size_t i = 0; i <= path.size(); i++) {
		for (const Piece& piece : f.each) {
			if (piece.field == TEXT) to += piece.text;
			if (piece.field == SIZE) to += std::to_string(p.shape.rows);
			if (piece.field == BOARD) write_board(to, f.answer_board, p.shape, at);
		}
		if (i == path.size()) break;
		int cell = step(p.shape, blank, path[i]);
		std::swap(at[size_t(blank)], at[size_t(cell)]);
		blank = cell;
	}
}

// answer returns the nth answer of an output, from 1.
std::string answer(const Format& f, const Puzzle& p, int64_t n, const Solution& s) {
	std::string to = n > 1 ? f.between : "";
	const Pattern* patterns[] = {&f.solved, &f.unsolvable, &f.too_long};
	for (const Piece& piece : *patterns[s.result]) switch (piece.field) {
		case TEXT: to += piece.text; break;
		case NUMBER: to += std::to_string(n); break;
		case ID: to += std::to_string(p.id > 0 ? p.id : n); break;
		case BOUND: to += std::to_string(p.bound); break;
		case FIGURE: to += '0'; break;
		case BOARD: write_board(to, f.answer_board, p.shape, p.start); break;
		case MOVES: to += std::to_string(s.path.size()); break;
		case PATH: write_path(to, f, p, s.path); break;
		case BOARDS: write_boards(to, f, p, s.path); break;
		default: break;
		}
	return to;
}

// spoiled returns what a program with this fault answers instead of the solution s.
Solution spoiled(const Puzzle& p, Solution s, const std::string& fault) {
	if (fault == "always_unsolvable") s = {UNSOLVABLE, ""};
	if (fault == "always_solvable" && s.result == UNSOLVABLE) s.result = SOLVED;
	if (s.result != SOLVED) return s;
	if (fault == "last_move_missing" && !s.path.empty()) s.path.pop_back();
	if (fault == "too_long") {  // by a move and its opposite
		std::string detour = "ud";
		for (char m : std::string_view(MOVES_OF_BLANK))
			if (step(p.shape, blank_of(p.start), m) >= 0) detour = {m, opposite(m)};
		s.path.insert(0, detour);
	}
	return s;
}

// run answers all puzzles of standard input. The fault says what to do wrong; "right" is
// nothing.
int run(const Format& f, const std::string& fault) {
	Puzzles puzzles(f, stdin, false);
	puzzles.head();
	Puzzle p;
	for (int64_t n = 1; puzzles.next(p); n++) {
		volatile int forever = 0;
		while (fault == "busy_loop") forever = forever + 1;
		if (fault == "abort") std::abort();
		std::string text = answer(f, p, n, spoiled(p, solve(f, p), fault));
		std::fwrite(text.data(), 1, text.size(), stdout);
	}
	if (fault == "farewell") std::puts("That is all.");
	return 0;
}

