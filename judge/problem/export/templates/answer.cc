// ---- Answers.

enum Result { SOLVED, UNSOLVABLE, TOO_LONG, MALFORMED, GAVE_UP, UNREAD, MISSING };

struct Answer {
	Result result = MISSING;
	int64_t moves = 0;
	std::string path;  // the blank's moves: u d l r
	std::string form;  // what is wrong with the form; "": nothing
	std::string why;   // why it can't be read, if UNREAD
};

// Answers reads the answers of a file. It first reads an answer strictly, where only
// blanks may precede the end of a line and the last line need not end. If that fails, it
// reads the answer again leniently, in letters of any case and with stray characters around.
class Answers : public AnswerText {
public:
	Answers(const Format& format, FILE* file, Tolerance ignored)
		: AnswerText(file, format.each.empty() ? 8u << 20 : 64u << 20), f(format),
		  tolerated{ignored.any_case, ignored.any_space && f.answer_board.blank != " "} {
		spaced = f.spaced;
		stray = f.stray;
		kinds.push_back({f.unsolvable, UNSOLVABLE});
		if (!f.unsolvable_too.empty()) kinds.push_back({f.unsolvable_too, UNSOLVABLE});
		if (!f.too_long.empty()) kinds.push_back({f.too_long, TOO_LONG});
		kinds.push_back({f.solved, SOLVED});
		if (!f.solved_too.empty()) kinds.push_back({f.solved_too, SOLVED});
		kinds.push_back({{"malformed\n"}, MALFORMED});
		kinds.push_back({{"gave up\n"}, GAVE_UP});
		if (f.figures)
			for (const AnswerKind& k : kinds) add_names(k.pattern);
	}

	// next reads the answer to the nth puzzle, from 1. After an answer that is UNREAD, no
	// others can be read.
	Answer next(int64_t number_of_answer, const Puzzle& puzzle) {
		n = number_of_answer;
		p = &puzzle;
		bool open = pos > mark && buf[pos - 1] != '\n';  // the answer before has no line end
		mark = pos;
		missed = 0;
		wanted.clear();
		lenient = false;
		if (n > 1) skip_figures();
		begin = offset(mark);
		if (peek() < 0) {
			if (open || ended || !is_empty_path()) return {};
			ended = true;  // only one line end may be missing
			a = {};
			a.result = SOLVED;
			return a;
		}
		if (read_any() && !overlooked()) return a;
		std::string form = miss();
		if (read_tolerantly()) return a;
		lenient = true;
		a.form.clear();
		if (read_any()) {
			a.form = form;
			return a;
		}
		a.result = UNREAD;
		a.why = form;
		return a;
	}

	// rest returns what is wrong with the text after the last answer, or "" if that is only
	// white space.
	std::string rest() {
		mark = pos;
		begin = offset(mark);
		skip_figures();
		twice = f.figures && !figure_name(names) && own_name;
		pos = mark;
		for (int c; (c = peek()) >= 0; mark = ++pos) {
			if (is_space(c)) continue;
			missed = 0;
			wanted = "the end of the answers";
			return miss();
		}
		return "";
	}

	int64_t begin = 0;   // where the last answer begins, in bytes
	bool twice = false;  // what rest found is a second value of the last answer

private:
	struct AnswerKind {
		Pattern pattern;
		Result result;
	};

	// is_empty_path tells whether nothing is the right answer, apart from its line end.
	bool is_empty_path() const {
		return empty_is_right() && (n == 1 || f.between.empty() || tolerated.any_space);
	}
	// empty_is_right tells whether the right answer is an empty line.
	bool empty_is_right() const {
		return f.solved.size() == 2 && f.solved[0].field == PATH && f.solved[1].text == "\n" &&
			p->solved();
	}
	// read_tolerantly is read_any for an answer whose form differs in what does not matter. It
	// moves the mark over white space before the answer.
	bool read_tolerantly() {
		if (!tolerated.any_case && !tolerated.any_space) return false;
		pos = mark;
		if (tolerated.any_space && !empty_is_right()) {
			skip_space();
			begin = offset(mark);
		}
		tolerance = tolerated;
		a.form.clear();
		bool ok = read_any();
		tolerance = {};
		return ok;
	}
	// overlooked tells whether an answer has no moves because it has white space before them.
	bool overlooked() const {
		bool has_path = std::any_of(
			f.solved.begin(), f.solved.end(), [](const Piece& x) { return x.field == PATH; });
		return tolerated.any_space && a.result == SOLVED && a.path.empty() && has_path && !p->solved();
	}
	// skip_space moves the mark over white space.
	void skip_space() {
		while (is_space(peek())) mark = ++pos;
	}
	// add_names adds the names in the lines "name: value" of a pattern.
	void add_names(const Pattern& pattern) {
		std::string text;
		for (const Piece& x : pattern) text += x.field == TEXT ? x.text : "{}";
		for (size_t from = 0; from < text.size(); from = text.find('\n', from) + 1) {
			size_t end = text.find_first_of(":={\n", from);
			if (end == std::string::npos) return;
			if (text[end] == ':' || text[end] == '=')
				names.emplace_back(trimmed_space(std::string_view(text).substr(from, end - from)));
			if (text.find('\n', from) == std::string::npos) return;
		}
	}
	// skip_figures skips lines "name: value" and empty lines before them, but none that may
	// begin an answer, or whose name the answer has: that would contradict it.
	void skip_figures() {
		auto begins = [&](const AnswerKind& k) {
			size_t from = pos - mark;
			const Piece& first = k.pattern[0].field == BOARDS ? f.each[0] : k.pattern[0];
			const std::string_view text = trimmed_space(first.text);
			bool does = !text.empty() && word(text);  // nothing else reads as the name of a figure
			pos = mark + from;
			return does;
		};
		lenient = false;
		if (f.figures && tolerated.any_space) skip_space();
		tolerance.any_case = tolerated.any_case;
		skip_figure_lines(begins);
		tolerance = {};
	}
	template <typename Begins> void skip_figure_lines(Begins begins) {
		while (f.figures) {
			skip_empty_lines();
			if (std::any_of(kinds.begin(), kinds.end(), begins) || !figure_name(names)) {
				pos = mark;
				return;
			}
			for (int c; (c = peek()) >= 0; mark = pos) {
				pos++;
				if (c == '\n') break;
			}
			mark = pos;
		}
	}
	bool read_any() {
		for (const AnswerKind& k : kinds) {
			noting = k.result < MALFORMED;  // messages do not offer the others
			if (!read(k)) continue;
			bool same = k.result == UNSOLVABLE && !f.too_long.empty() && same_text();
			a.result = same && solvable(*p) ? TOO_LONG : k.result;
			return true;
		}
		return false;
	}
	// same_text tells whether the answer to an unsolvable puzzle is the one to a puzzle
	// without a solution within the bound.
	bool same_text() const {
		const Pattern &one = f.unsolvable, &other = f.too_long;
		return std::equal(one.begin(), one.end(), other.begin(), other.end(),
			[](const Piece& x, const Piece& y) { return x.field == y.field && x.text == y.text; });
	}

	bool read(const AnswerKind& k) {
		const Pattern& pattern = k.pattern;
		// The words of a solution may be missing: its numbers and moves suffice.
		bool optional = k.result == SOLVED && pattern.size() > 1;
		pos = mark;
		a = {};
		listed = false;
		if (lenient && pattern[0].field != PATH) skip_empty_lines();
		bool between = n > 1 && !f.between.empty() && !tolerance.any_space;
		if (between && !text(f.between, false)) return false;
		for (size_t i = 0; i < pattern.size(); i++) {
			const Piece& piece = pattern[i];
			bool closed = i + 1 < pattern.size() && pattern[i + 1].text[0] == ']';
			if (!field(piece, optional, closed)) return false;
		}
		return !lenient || rest_is_stray(pattern[0].field == PATH);
	}
	bool field(const Piece& piece, bool optional, bool closed) {
		switch (piece.field) {
		case TEXT: return text(piece.text, optional);
		case NUMBER: return given("the number of the answer", n);
		case ID: return given("the number of the puzzle", p->id > 0 ? p->id : n);
		case BOUND: return given("the most moves", p->bound);
		case FIGURE: return figure();
		case BOARD:
			at = p->start;
			blank = blank_of(at);
			return board(0);
		case MOVES: return listed = number("a number of moves", a.moves);
		case PATH: return path(closed);
		case BOARDS: return boards();
		default: throw std::logic_error("a field that no answer has");
		}
	}

	// path reads moves until no more follow. A list of tiles or cells ends at the goal if
	// neither a bracket nor a number of moves tells where it ends.
	bool path(bool closed) {
		at = p->start;
		blank = blank_of(at);
		bool is_words = f.kind == WORD, to_goal = !closed && !is_words && !listed;
		for (;;) {
			int64_t size = int64_t(a.path.size());
			if ((to_goal && at == p->goal) || (!is_words && listed && size == a.moves)) break;
			size_t from = pos - mark;
			skip_spaces();
			if (size > 0 && !text(f.step_end, true)) {
				pos = mark + from;
				break;
			}
			skip_spaces();
			bool may_skip = size == 0 || !f.step_end.empty();
			if (tolerance.any_space && may_skip && !empty_is_right()) skip_blanks();
			size_t step_at = pos - mark;
			char m = one_step();
			if (m == 0) {
				// A number that was read but is no move is not an answer.
				if (!is_words && pos - mark > step_at) return false;
				pos = mark + from;
				break;
			}
			a.path += m;
			if (!is_words) slide(m);
			if (f.runs && !run()) return false;
		}
		int64_t size = int64_t(a.path.size());
		if (!is_words && listed && size != a.moves) return want("a move");
		if (!listed) a.moves = size;
		if (closed) skip_spaces();
		return true;
	}
	// skip_spaces skips the spaces that may stand around moves.
	void skip_spaces() {
		while (f.spaced && !ends_at_space() && !lenient && peek() == ' ') pos++;
	}
	// ends_at_space tells whether white space ends a path, as it may stand for a line end.
	bool ends_at_space() const {
		return tolerated.any_space && f.solved.size() == 2 && f.solved[0].field == PATH &&
			f.solved[1].text == "\n";
	}
	// run reads how often the last move is made, if that is written behind it, and adds the
	// others to the path.
	bool run() {
		constexpr int64_t max_moves = 8 << 20;
		int64_t times;
		size_t from = pos - mark;
		if (int c = peek(); c < '0' || c > '9') return true;
		if (!number("a number of moves", times)) return false;
		if (times == 0 || int64_t(a.path.size()) + times > max_moves) {
			pos = mark + from;
			return want("a number of moves");
		}
		a.path.append(size_t(times - 1), a.path.back());
		return true;
	}
	// one_step reads a move, and returns it as one of u d l r; 0 is none.
	char one_step() {
		int64_t row = 0, column = 0, tile = 0;
		if (f.kind == TILE) {
			if (!number("a tile", tile)) return 0;
			return to([&](int cell) { return at[size_t(cell)] == tile; });
		}
		if (f.kind == VISIT) {
			if (!number("a cell", tile)) return 0;
			return to([&](int cell) { return cell == tile; });
		}
		if (f.kind == CELL) {
			if (!number("a row", row)) return 0;
			if (peek() == ' ') pos++;
			if (!number("a column", column)) return 0;
			int cols = p->shape.cols;
			return to([&](int cell) { return cell == row * cols + column && column < cols; });
		}
		if (lenient) skip_stray();
		for (int i = 0; i < 4; i++)
			if (word(lenient ? trimmed(f.steps[i]) : f.steps[i])) return MOVES_OF_BLANK[i];
		want("a move");
		return 0;
	}
	// to returns the blank's move to the cell that is meant, or 0 if there is none.
	template <typename Meant> char to(Meant meant) {
		for (char m : std::string_view(MOVES_OF_BLANK))
			if (int cell = step(p->shape, blank, m); cell >= 0 && meant(cell)) return m;
		want("a tile beside the blank");
		return 0;
	}
	void slide(char m) {
		int cell = step(p->shape, blank, m);
		std::swap(at[size_t(blank)], at[size_t(cell)]);
		blank = cell;
	}

	// boards reads all boards from the start on: as many as the number of moves tells, or up to
	// the goal.
	bool boards() {
		at = p->start;
		blank = blank_of(at);
		for (int64_t i = 0; listed ? i <= a.moves : i == 0 || at != p->goal; i++) {
			empty_lines();
			for (const Piece& piece : f.each) {
				bool ok = piece.field == TEXT ? between_boards(piece.text)
					: piece.field == SIZE ? given("the size of the board", p->shape.rows)
					: board(i);
				if (!ok) return false;
			}
		}
		if (!listed) a.moves = int64_t(a.path.size());
		if (f.solved.back().field != BOARDS) empty_lines();
		if (tolerance.any_space) skip_blanks();  // spaced_text does not read those before a word
		return true;
	}
	// empty_lines skips empty lines before a board or behind the last one, where they do not
	// matter. They do if they stand between answers, too.
	void empty_lines() {
		if (!lenient && f.between.empty()) skip_empty_lines();
	}
	// between_boards reads a text that stands between boards. Its empty lines may be missing.
	bool between_boards(const std::string& s) {
		bool only_lines = s.find_first_not_of('\n') == s.npos;
		if (lenient || !f.between.empty() || !only_lines) return text(s, true);
		if (!text("\n", true)) return false;
		for (size_t i = 1; i < s.size(); i++) {
			size_t from = pos - mark;
			skip_blanks();
			if (peek() != '\n') {
				pos = mark + from;
				break;
			}
			pos++;
		}
		return true;
	}
	// tile reads a tile of a board.
	bool tile(int64_t& t) {
		const std::string& glyphs = f.answer_board.glyphs;
		if (glyphs.empty()) {
			const std::string& none = f.answer_board.blank;
			if (!none.empty() && word(none)) return t = BLANK, true;
			while (f.answer_board.zeros && peek() == '0') {
				pos++;
				if (peek() < '0' || peek() > '9') return t = BLANK, true;
			}
			return number("a tile", t);
		}
		int c = peek();
		size_t i = c < 0 ? glyphs.npos : glyphs.find(char(c));
		if (i == glyphs.npos) return want("a tile");
		t = int64_t(i);
		pos++;
		return true;
	}
	// remark skips a text in parentheses on the line, if the format allows one.
	void remark() {
		size_t from = pos - mark;
		while (f.remarks && (peek() == ' ' || peek() == '\t')) pos++;
		if (f.remarks && peek() == '(')
			for (int c; (c = peek()) >= 0 && c != '\n';)
				if (pos++; c == ')') return;
		pos = mark + from;
	}
	// tiles_in_columns reads the tiles of a board whose blank is a space. The columns where the
	// tiles of another row end tell which cell has none.
	bool tiles_in_columns(std::vector<int>& tiles) {
		const size_t cols = size_t(p->shape.cols);
		size_t hole = tiles.size(), k = 0;
		std::vector<size_t> ends, blanks;  // of tiles in a full row, and in that of the blank
		for (size_t first = 0; first < tiles.size(); first += cols) {
			std::vector<size_t> here;
			constexpr size_t long_row = 1024;  // bytes: lines of rows have less
			size_t from = pos - mark, least = from - std::min(from, long_row);
			while (from > least && buf[mark + from - 1] != '\n') from--;
			while (here.size() < cols) {
				for (int c; (c = peek()) == ' ' || c == '\t' || c == '\r';) pos++;
				int64_t t;
				if (peek() < 0 || peek() == '\n') break;
				if (!tile(t)) return false;
				tiles[first + here.size()] = int(t);
				here.push_back(pos - mark - from);
			}
			if (here.size() == cols) ends = here;
			else if (here.size() != cols - 1 || hole < tiles.size()) return want("a tile");
			else blanks = here, hole = first;
			if (first + cols < tiles.size() && !text("\n", true)) return false;
		}
		if (hole == tiles.size()) return true;  // the blank is a 0, or the board is none
		if (ends.empty()) return want("tiles in columns");
		while (k < blanks.size() && blanks[k] == ends[k]) k++;
		if (!std::equal(blanks.begin() + long(k), blanks.end(), ends.begin() + long(k) + 1))
			return want("tiles in columns");
		std::rotate(tiles.begin() + long(hole + k), tiles.begin() + long(hole + cols) - 1,
			tiles.begin() + long(hole + cols));
		tiles[hole + k] = BLANK;
		return true;
	}
	// board reads the ith board, which must be one move away from the one before.
	bool board(int64_t i) {
		skip_blanks();
		size_t from = pos - mark;
		std::vector<int> next(at.size());
		const Shape& shape = f.answer_board.by_column ? p->shape.transposed() : p->shape;
		const bool in_columns = f.answer_board.blank == " ";
		if (in_columns && !tiles_in_columns(next)) return false;
		for (int& tile : next) {
			if (in_columns) break;
			if (&tile != &next[0] && (&tile - &next[0]) % shape.cols == 0) remark();
			std::string_view between = trimmed_space(f.answer_board.between);
			if (&tile != &next[0] && !text(between, true)) return false;
			for (skip_blanks(); peek() == '\n'; skip_blanks()) pos++;
			int64_t t;
			if (!this->tile(t)) return false;
			tile = int(t);
		}
		remark();
		if (f.answer_board.by_column) next = p->shape.transposed().transposed(next);
		if (i == 0 && next == at) return true;
		for (char m : std::string_view(i == 0 ? "" : MOVES_OF_BLANK)) {
			int cell = step(p->shape, blank, m), before = blank;
			if (cell < 0 || next[size_t(cell)] != BLANK) continue;
			slide(m);
			if (at == next) {
				a.path += m;
				return true;
			}
			std::swap(at[size_t(before)], at[size_t(blank)]);
			blank = before;
		}
		pos = mark + from;
		return want(i == 0 ? "the puzzle's board" : "a board one move away from the one before");
	}

	const Format& f;
	const Tolerance tolerated;
	std::vector<AnswerKind> kinds;
	std::vector<std::string> names;  // of values in answers; figures behind them have others
	int64_t n = 0;  // of the current answer
	const Puzzle* p = nullptr;
	Answer a;
	bool listed = false;  // a.moves has been read
	bool ended = false;   // the end of the file has been taken for an empty path
	std::vector<int> at;  // the board after the moves read so far
	int blank = 0;        // its cell in at
};

