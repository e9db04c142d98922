// ---- Making puzzles. The same numbers give the same puzzles as tilejudge makes.

// A Stream is the random number generator of one puzzle: SplitMix64 (Steele, Lea and Flood:
// Fast splittable pseudorandom number generators, 2014).
struct Stream {
	uint64_t state;

	Stream(uint64_t seed, uint64_t number) : state(mix(mix(seed) + number)) {}

	static uint64_t mix(uint64_t z) {
		z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
		z = (z ^ z >> 27) * 0x94d049bb133111ebull;
		return z ^ z >> 31;
	}

	uint64_t next() { return mix(state += 0x9e3779b97f4a7c15ull); }

	// below draws a number from 0 to n-1 (Lemire: Fast random integer generation in an interval,
	// 2019): the upper half of a product. It draws again if the lower half is too small.
	int below(int n) {
		const uint64_t range = uint64_t(n), least = -range % range;
		for (;;) {
			uint64_t x = next();
			if (x * range < least) continue;
			uint64_t low = (x & 0xffffffff) * range >> 32;
			return int(((x >> 32) * range + low) >> 32);
		}
	}
};

char opposite(char move) {
	switch (move) {
	case 'u': return 'd';
	case 'd': return 'u';
	case 'l': return 'r';
	default: return 'l';
	}
}

// A Space is the set of boards of one shape. The core is all cells that are not in a dead end:
// tiles in dead ends can't pass each other.
struct Space {
	Shape shape;
	std::vector<int> cells, core;
	std::vector<int> place;        // of each cell in the core, or -1
	std::vector<int> entry;        // where the blank leaves the core to reach the cell
	std::vector<std::string> way;  // of the blank from there

	explicit Space(const Shape& s) : shape(s) {
		const size_t n = size_t(s.cells());
		place.assign(n, -1), entry.resize(n), way.resize(n);
		std::vector<char> out(n);  // the way out of a dead end; 0: it is none
		find_dead_ends(out);
		for (int cell = 0; cell < s.cells(); cell++) {
			const size_t c = size_t(cell);
			entry[c] = cell;
			if (s.wall(cell)) continue;
			cells.push_back(cell);
			while (char m = out[size_t(entry[c])]) {
				way[c].insert(way[c].begin(), opposite(m));
				entry[c] = step(s, entry[c], m);
			}
			if (!way[c].empty()) continue;
			place[c] = int(core.size());
			core.push_back(cell);
		}
	}

	// find_dead_ends sets the ways out of dead ends. One cell at least is left.
	void find_dead_ends(std::vector<char>& out) const {
		if (shape.walls == 0 && shape.rows > 1 && shape.cols > 1) return;
		int left = shape.open() - 1;
		for (int cell = 0; cell < shape.cells() && left > 0; cell++) {
			if (shape.wall(cell) || out[size_t(cell)]) continue;
			int ways = 0;
			char last = 0;
			for (char m : std::string_view(MOVES_OF_BLANK))
				if (int to = step(shape, cell, m); to >= 0 && !out[size_t(to)]) ways++, last = m;
			if (ways != 1) continue;
			out[size_t(cell)] = last;
			left--;
			cell = -1;  // its neighbour may be one now
		}
	}

	void swap(std::vector<int>& board, int a, int b) const {
		std::swap(board[size_t(a)], board[size_t(b)]);
	}

	// any returns a board, each with the same probability.
	std::vector<int> any(Stream& r) const {
		std::vector<int> board(size_t(shape.cells()), WALL);
		int next = BLANK - shape.spare;
		for (int cell : cells) board[size_t(cell)] = std::max(next++, BLANK);
		for (int i = int(cells.size()) - 1; i > 0; i--)
			swap(board, cells[size_t(i)], cells[size_t(r.below(i + 1))]);
		return board;
	}

	// reachable sets the start to a board from which the goal can be reached, each with the same
	// probability. If odd is set, it can't be reached: the core has the other parity.
	void reachable(Stream& r, Puzzle& p, bool odd) const {
		p.start = p.goal;
		int blank = blank_of(p.goal);
		const std::string back = way[size_t(blank)];
		for (size_t i = back.size(); i-- > 0;) {
			int to = step(shape, blank, opposite(back[i]));
			swap(p.start, blank, to);
			blank = to;
		}
		const size_t to = size_t(cells[size_t(r.below(int(cells.size())))]);
		swap(p.start, blank, entry[to]);
		const int hole = place[size_t(entry[to])], tiles = int(core.size()) - 1;
		auto cell = [&](int i) { return core[size_t(i >= hole ? i + 1 : i)]; };
		for (int i = tiles - 1; i > 0; i--) swap(p.start, cell(i), cell(r.below(i + 1)));
		if (tiles > 1 && solvable(p) == odd) swap(p.start, cell(tiles - 1), cell(tiles - 2));
		int at = entry[to];
		for (char m : way[to]) {
			int next = step(shape, at, m);
			swap(p.start, at, next);
			at = next;
		}
	}

	// unsolvable sets the start to a board from which the goal can't be reached.
	void unsolvable(Stream& r, Puzzle& p) const {
		if (core.size() > 2 && (core.size() == cells.size() || r.below(2) == 0))
			return reachable(r, p, true);
		do p.start = any(r);
		while (solvable(p));
	}

	// walk makes random moves from the goal. A move does not take back the one before, unless a
	// dead end leaves no other.
	void walk(Stream& r, Puzzle& p, int moves) const {
		p.start = p.goal;
		std::vector<int> blanks;
		for (int cell : cells)
			if (p.start[size_t(cell)] == BLANK) blanks.push_back(cell);
		std::pair<int, int> last{0, 0};  // the cells before and after a move of a blank
		for (; moves > 0; moves--) {
			std::vector<std::pair<int, int>> ways;
			for (int blank : blanks)
				for (char m : std::string_view(MOVES_OF_BLANK)) {
					int to = step(shape, blank, m);
					if (to >= 0 && p.start[size_t(to)] != BLANK && std::pair(to, blank) != last)
						ways.emplace_back(blank, to);
				}
			if (ways.empty() && last == std::pair(0, 0)) return;
			std::pair<int, int> next{last.second, last.first};
			if (!ways.empty()) next = ways[size_t(r.below(int(ways.size())))];
			swap(p.start, next.first, next.second);
			std::replace(blanks.begin(), blanks.end(), next.first, next.second);
			last = next;
		}
	}
};

// An Order says which puzzles are made. Its numbers are the arguments, in this order.
struct Order {
	uint64_t seed = 1;
	int first = 1;        // the number of the first puzzle
	int puzzles = 1;      // how many there are
	int rows = 0, cols = 0;
	int unsolvable = 0;   // percentage of unsolvable puzzles, on average
	int least = -1, most = -1;  // moves of a walk from the goal; -1: boards are drawn evenly
};

// make makes the puzzle with a number. It throws an error if 100,000 boards break a promise.
Puzzle make(const Format& f, const Order& o, const Space& space, int number) {
	Stream r(o.seed, uint64_t(number));
	Puzzle p;
	p.shape = space.shape;
	p.goal = f.arrangement == GIVEN ? space.any(r) : goal_of(f, p.shape);
	p.goal_blank = blank_of(p.goal);
	if (p.goal_blank + 1 == p.shape.cells()) p.goal_blank = -1;
	for (const Limit& l : f.limits)
		if (p.bound < 0 && p.shape.rows <= l.rows) p.bound = l.moves;
	if (f.max_bound > 0) p.bound = r.below(f.max_bound + 1);
	if (o.unsolvable > 0 && r.below(100) < o.unsolvable) {
		space.unsolvable(r, p);
		return p;
	}
	for (int tries = 0; tries < 100000; tries++) {
		if (o.least >= 0) space.walk(r, p, o.least + r.below(o.most - o.least + 1));
		else if (p.shape.spare > 0) p.start = space.any(r);
		else space.reachable(r, p, false);
		if (broken(f, p).empty()) return p;
	}
	throw std::runtime_error("found no puzzle that keeps the promises");
}

// shape_of returns the shape of the boards. It throws an error if the problem has no such boards,
// or no unsolvable ones of that shape though some shall be.
Shape shape_of(const Format& f, const Order& o) {
	Shape shape = f.smallest;
	shape.rows = o.rows, shape.cols = o.cols;
	if (std::string what = unfit(f, shape); !what.empty()) throw std::runtime_error(what);
	if (o.unsolvable > 0 && shape.open() < 3)
		throw std::runtime_error("found unsolvable, expected none: every such board is solvable");
	return shape;
}

// input_of returns the input with all puzzles.
std::string input_of(const Format& f, const Order& o) {
	const Space space(shape_of(f, o));
	std::string text;
	if (f.count) text += std::to_string(o.puzzles) + "\n";
	for (int i = 0; i < o.puzzles; i++)
		text += record(f, f.boards[0], make(f, o, space, o.first + i), o.first + i);
	if (!f.stop.empty()) text += f.stop + "\n";
	return text;
}

// read_order reads arguments such as "seed=1". It throws an error about one that is wrong.
Order read_order(const Format& f, int count, char** args) {
	Order o;
	o.rows = f.smallest.rows, o.cols = f.smallest.cols;
	struct Name {
		const char* name;
		int least, most;
		int* to;
	};
	const Name names[] = {
		{"first", 1, 1000000000, &o.first}, {"puzzles", 1, 1000000, &o.puzzles},
		{"rows", f.smallest.rows, f.largest.rows, &o.rows},
		{"cols", f.smallest.cols, f.largest.cols, &o.cols},
		{"unsolvable", 0, 100, &o.unsolvable},
		{"least", 0, 1000000, &o.least}, {"most", 0, 1000000, &o.most},
	};
	for (int i = 1; i < count; i++) {
		const std::string arg = args[i], name = arg.substr(0, arg.find('='));
		const std::string digits = name.size() < arg.size() ? arg.substr(name.size() + 1) : "";
		errno = 0;
		const uint64_t value = std::strtoull(digits.c_str(), nullptr, 10);
		const bool is_number = !digits.empty() && errno == 0 &&
			digits.find_first_not_of("0123456789") == std::string::npos;
		bool right = is_number && name == "seed";
		std::string expected = "seed=0 to 18446744073709551615";
		if (right) o.seed = value;
		for (const Name& n : names) {
			const std::string range = std::to_string(n.least) + " to " + std::to_string(n.most);
			expected += std::string(", ") + n.name + "=" + range;
			if (name != n.name || !is_number || value < uint64_t(n.least) || value > uint64_t(n.most))
				continue;
			*n.to = int(value);
			right = true;
		}
		if (!right)
			throw std::runtime_error("argument " + std::to_string(i) + ": found \"" + arg +
				"\", expected one of " + expected);
	}
	if (o.least > o.most || (o.least < 0 && o.most >= 0))
		throw std::runtime_error("found least and most that are no range");
	if (f.max_puzzles > 0 && o.puzzles > f.max_puzzles)
		throw std::runtime_error("found puzzles=" + std::to_string(o.puzzles) +
			", expected at most " + std::to_string(f.max_puzzles));
	if (o.unsolvable > 0 && (!f.has_unsolvable || f.smallest.spare > 0))
		throw std::runtime_error("found unsolvable, expected none: the problem has no such puzzles");
	return o;
}
