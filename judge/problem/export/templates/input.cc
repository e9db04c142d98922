// ---- Reading.

// code returns a character as Reader::peek does: those that are not ASCII are not negative.
int code(char c) { return static_cast<unsigned char>(c); }
bool is_space(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool is_mark(int c) { return c > 0 && std::strchr("{}[]():,/;|", c) != nullptr; }

// A Fault is a mistake in a file.
struct Fault : std::runtime_error {
	Fault(long l, long c, const std::string& what) : std::runtime_error(what), line(l), col(c) {}
	long line, col;
};

// printable returns a text as one line of printable ASCII.
std::string printable(std::string_view text) {
	std::string s;
	for (unsigned char c : text) s += c > ' ' && c < 0x7f ? char(c) : is_space(c) ? ' ' : '?';
	return s;
}

// named describes the first word or white space of the rest of a file.
std::string named(std::string_view text) {
	constexpr size_t max_size = 20;
	if (text.empty()) return "the end of the input";
	switch (text[0]) {
	case ' ': return "a space";
	case '\t': return "a tab";
	case '\n': return "the end of the line";
	case '\r': return "a carriage return";
	}
	size_t size = 1;
	while (size < std::min(text.size(), max_size) && !is_space(text[size])) size++;
	return '"' + printable(text.substr(0, size)) + '"';
}

// A Reader reads a file through a buffer, and keeps all bytes from the mark on. The file may be null:
// then nothing is read.
class Reader {
public:
	Reader(FILE* file, size_t max_record) : limit(max_record), in(file), ended(file == nullptr) {
		if (has(3) && buf.compare(0, 3, "\xEF\xBB\xBF") == 0) mark = pos = 3;
	}

	// peek returns the next byte, or -1 if the file ends here or the record is too long.
	int peek() {
		if (pos == buf.size() && (pos - mark > limit || !more())) return -1;
		return code(buf[pos]);
	}
	// has tells whether at least n bytes follow the mark.
	bool has(size_t n) {
		while (buf.size() - mark < n)
			if (!more()) return false;
		return true;
	}

	// offset returns a place in the buffer, in bytes from the beginning of the file.
	int64_t offset(size_t at) const { return base + int64_t(at); }

	// fault throws a Fault: at a place in the buffer, something else was expected.
	[[noreturn]] void fault(size_t at, const std::string& expected) {
		at = std::min(at, buf.size());
		wrong(at, "found " + named(std::string_view(buf).substr(at)) + ", expected " + expected);
	}
	// wrong throws a Fault with a message about a place in the buffer.
	[[noreturn]] void wrong(size_t at, const std::string& what) {
		count();
		long l = line, c = col;
		advance(l, c, counted, at);
		throw Fault(l, c, what);
	}

	const size_t limit;  // on the length of a record, in bytes
	std::string buf;
	size_t pos = 0;          // of the next byte in buf
	size_t mark = 0;         // where the record begins in buf

private:
	// more reads a block into the buffer, and tells whether there was any.
	bool more() {
		if (ended) return false;
		count();
		buf.erase(0, mark);
		base += int64_t(mark);
		pos -= mark;
		mark = counted = 0;
		size_t old = buf.size(), block = std::max(old, size_t(1) << 16);
		buf.resize(old + block);
		size_t n = std::fread(&buf[old], 1, block, in);
		buf.resize(old + n);
		ended = n == 0;
		if (std::ferror(in)) throw std::runtime_error("a file can't be read");
		return n > 0;
	}
	// count counts lines up to the mark. What was counted before is not counted again: there may be
	// thousands of messages about places behind a long record.
	void count() {
		advance(line, col, counted, mark);
		counted = std::max(counted, mark);
	}
	// advance moves line and column l:c from one place in the buffer to another.
	void advance(long& l, long& c, size_t from, size_t to) const {
		for (size_t i = from; i < to && i < buf.size(); i++) {
			c++;
			if (buf[i] == '\n') l++, c = 1;
		}
	}

	FILE* in;
	bool ended;
	int64_t base = 0;        // bytes of the file before the buffer
	size_t counted = 0;      // a place in buf
	long line = 1, col = 1;  // of that place
};

constexpr int MAX_COUNT = 1000000000;

// Puzzles reads the puzzles of a file. Any amount of white space may stand between tokens.
class Puzzles : public Reader {
public:
	// With keep_all, none but the caller moves the mark.
	Puzzles(const Format& format, FILE* file, bool keep_all)
		: Reader(file, (64u << 10) + 32 * size_t(format.largest.cells())),
		  f(format), keep(keep_all) {}

	// head reads what precedes the puzzles. It returns the number of puzzles, or -1 if the
	// input does not give it.
	int head() {
		left = f.count ? int(number("the number of puzzles", 0, MAX_COUNT)) : -1;
		return left;
	}

	// next reads a puzzle. It returns false if there are no more.
	bool next(Puzzle& p) {
		skip();
		if (!keep) mark = pos;
		if (left == 0 || at_stop()) {
			if (!keep && skip() >= 0) fault(pos, "the end of the input");
			return false;
		}
		if (left > 0) left--;
		if (peek() < 0 && !f.count && f.stop.empty()) return false;
		p.shape = f.smallest;
		p.bound = p.goal_blank = -1;
		p.id = 0;
		for (size_t i = 0; i < f.record.size(); i++) field(f.record[i], p, i + 1 < f.record.size());
		if (f.arrangement != GIVEN) {
			if (!(goal_shape == p.shape)) goal = goal_of(f, goal_shape = p.shape);
			p.goal = p.goal_blank < 0 ? goal : in_order(p.shape, p.goal_blank);
		}
		for (const Limit& l : f.limits)
			if (p.bound < 0 && p.shape.rows <= l.rows) p.bound = l.moves;
		return true;
	}

private:
	// skip skips white space, and returns the next byte or -1.
	int skip() {
		for (int c; (c = peek()) >= 0; pos++) {
			if (!is_space(c)) return c;
			if (!keep && pos - mark > limit / 2) mark = pos;
		}
		return -1;
	}
	bool at_stop() {
		if (f.stop.empty()) return false;
		size_t from = pos - mark;
		for (size_t i = 0; i < f.stop.size();) {
			size_t n = std::min(f.stop.find(' ', i), f.stop.size());
			if (!word(f.stop.substr(i, n - i))) {
				pos = mark + from;
				return false;
			}
			i = n + 1;
		}
		return true;
	}
	// word reads a word if it comes next, and tells whether it did.
	bool word(const std::string& w) {
		if (skip() < 0) return false;
		size_t from = pos - mark;
		for (char c : w) {
			if (peek() != code(c)) {
				pos = mark + from;
				return false;
			}
			pos++;
		}
		if (is_mark(w.back()) || ends_word(peek())) return true;
		pos = mark + from;
		return false;
	}
	// ends_word tells whether a word or a number ends where c follows.
	bool ends_word(int c) const {
		return c < 0 || is_space(c) || is_mark(c) || f.word_ends.find(char(c)) != std::string::npos;
	}
	// text reads the words and marks of a text. A field may follow right behind it.
	void text(const std::string& s, bool before_field = false) {
		for (size_t i = 0; i < s.size();) {
			size_t n = 1;
			if (!is_space(s[i])) {
				while (!is_mark(s[i]) && i + n < s.size() && !is_mark(s[i + n]) && !is_space(s[i + n])) n++;
				if (before_field && i + n == s.size()) punctuation(s.substr(i, n));
				else if (!word(s.substr(i, n))) fault(pos, s.substr(i, n));
			}
			i += n;
		}
	}
	int64_t number(const char* what, int64_t low, int64_t high) {
		skip();
		size_t from = pos - mark;
		int64_t n = 0;
		for (int c; !ends_word(c = peek());) {
			n = n * 10 + c - '0';
			if (c < '0' || c > '9' || n > high) fault(mark + from, what);
			pos++;
		}
		if (n < low || pos == mark + from) fault(mark + from, what);
		return n;
	}
	// field reads a piece of a record. A text may stand right before a field.
	void field(const Piece& piece, Puzzle& p, bool before_field) {
		const Shape &low = f.smallest, &high = f.largest;
		switch (piece.field) {
		case TEXT: text(piece.text, before_field); break;
		case SIZE:
			p.shape.rows = p.shape.cols = int(number("a board size", low.rows, high.rows));
			if (f.odd && p.shape.rows % 2 == 0) fault(pos, "an odd board size");
			break;
		case ROWS: p.shape.rows = int(number("a number of rows", low.rows, high.rows)); break;
		case COLS: p.shape.cols = int(number("a number of columns", low.cols, high.cols)); break;
		case BOUND: p.bound = int(number("a number of moves", 0, MAX_COUNT)); break;
		case ID: p.id = int(number("the puzzle's number", 0, MAX_COUNT)); break;
		case TILES: {
			int n = int(number("a number of tiles", low.cells() - 1, high.cells() - 1)), side = 1;
			while (side * side <= n) side++;
			if (side * side != n + 1) fault(pos, "the number of tiles of a square board");
			p.shape.rows = p.shape.cols = side;
			break;
		}
		case BLANK_CELL:
			if (skip() == '-') text("-1");
			else p.goal_blank = int(number("-1 or a cell", 0, p.shape.cells() - 1));
			break;
		case BOARD: board(p.shape, p.start); break;
		case GOAL: board(p.shape, p.goal); break;
		default: throw std::logic_error("a field that no record has");
		}
	}
	void punctuation(const std::string& s) {
		for (char c : s) {
			if (is_space(c)) continue;
			if (skip() != code(c)) fault(pos, s);
			pos++;
		}
	}
	// square looks ahead and returns the shape of a square array: it has as many rows as the
	// first row has tiles.
	Shape square() {
		size_t from = pos - mark;
		punctuation(f.boards[0].open);
		Shape s;
		s.rows = 1;
		for (int c; (c = peek()) >= 0 && c != ']'; pos++) s.rows += c == ',';
		s.cols = s.rows;
		if (s.rows < f.smallest.rows || s.rows > f.largest.rows)
			fault(mark + from, "a row of another length");
		pos = mark + from;
		return s;
	}
	// line_shape looks ahead and returns the shape that the rest of the line tells: by the marks
	// between rows, or by a square number of tiles.
	Shape line_shape() {
		const std::string& mark_of_row = f.boards[0].between_rows;
		skip();
		size_t from = pos - mark;
		bool marked = !is_space(mark_of_row[0]), in_word = false;
		int words = 0, first = -1, rows = 1;
		for (int c; (c = peek()) >= 0 && c != '\n'; pos++) {
			bool ends_row = marked && c == code(mark_of_row[0]);
			if (ends_row && rows++ == 1) first = words;
			bool letter = !ends_row && !is_space(c);
			words += letter && !in_word;
			in_word = letter;
		}
		pos = mark + from;
		Shape s;
		s.rows = rows;
		s.cols = first < 0 ? words : first;
		bool is_row = mark_of_row.find('\n') != std::string::npos;
		if (is_row) {
			s.rows = s.cols = words;
		} else if (!marked) {
			while (s.rows * s.rows < words) s.rows++;
			s.cols = s.rows;
		}
		const Shape &low = f.smallest, &high = f.largest;
		if ((!marked && !is_row && s.rows * s.rows != words) || s.rows < low.rows || s.rows > high.rows ||
			s.cols < low.cols || s.cols > high.cols)
			fault(pos, "a line of another number of tiles");
		return s;
	}
	void board(Shape& s, std::vector<int>& tiles) {
		if (f.size_in_board) s = f.boards[0].open.empty() ? line_shape() : square();
		if (!f.boards[0].by_column) return rows(s, tiles);
		Shape columns = s.transposed();
		rows(columns, tiles);
		tiles = columns.transposed(tiles);
	}
	// rows reads a board row by row.
	void rows(const Shape& s, std::vector<int>& tiles) {
		const Notation& n = f.boards[0];
		tiles.assign(size_t(s.cells()), WALL);
		seen.assign(size_t(s.max_tile()) + 1, 0);
		seen[BLANK] = -s.spare;
		punctuation(n.open);
		for (int row = 0; row < s.rows; row++) {
			if (row > 0) punctuation(n.between_rows);
			punctuation(n.open_row);
			bool first = true;
			for (int cell = row * s.cols; cell < (row + 1) * s.cols; cell++) {
				if (s.wall(cell) && n.wall.empty()) continue;
				if (!first) punctuation(n.between);
				if (s.wall(cell)) {
					wall(n, first && row == 0);
					first = false;
					continue;
				}
				int t = n.glyphs.empty() ? decimal(n, s) : glyph(n, s, first && row == 0);
				first = false;
				if (seen[size_t(t)]++ > 0)
					fault(pos - 1, "a tile that the board does not have yet");
				tiles[size_t(cell)] = t;
			}
			punctuation(n.close_row);
		}
		punctuation(n.close);
		if (n.cells) tiles = inverse(tiles);
	}
	// byte_of_board returns the next byte of a board of glyphs.
	int byte_of_board(const Notation& n, bool first) {
		bool glued = (n.open + n.open_row + n.between + n.close_row + n.between_rows + n.close).empty();
		return glued && !first ? peek() : skip();
	}
	void wall(const Notation& n, bool first) {
		bool ok = n.glyphs.empty() ? word(n.wall) : byte_of_board(n, first) == code(n.wall[0]);
		if (!ok) fault(pos, '"' + n.wall + '"');
		pos += !n.glyphs.empty();
	}
	int glyph(const Notation& n, const Shape& s, bool first) {
		int c = byte_of_board(n, first);
		size_t t = c < 0 ? std::string::npos : n.glyphs.find(char(c));
		if (t > size_t(s.max_tile())) fault(pos, "one of " + n.glyphs);
		pos++;
		return int(t);
	}
	int decimal(const Notation& n, const Shape& s) {
		for (size_t i = 0, end; i < n.blank.size(); i = end + 1) {
			end = std::min(n.blank.find('|', i), n.blank.size());
			if (word(n.blank.substr(i, end - i))) return BLANK;
		}
		skip();
		size_t from = pos - mark;
		int t = int(number("a tile", n.blank.empty() ? 0 : 1, s.max_tile()));
		if (!n.open.empty() && pos - mark - from > 1 && buf[mark + from] == '0')
			fault(mark + from, "a number without a leading 0");
		return t;
	}

	const Format& f;
	const bool keep;
	int left = -1;          // puzzles still to come; -1: any number
	Shape goal_shape;       // of goal
	std::vector<int> goal;  // of all boards of that shape, unless records give the goal
	std::vector<int> seen;  // how often a board has each tile so far, less the spare blanks
};

