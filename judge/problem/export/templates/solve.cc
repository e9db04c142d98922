// ---- Solving.

char opposite(char move) { return move == 'u' ? 'd' : move == 'd' ? 'u' : move == 'l' ? 'r' : 'l'; }

// A Search is iterative-deepening A* with the Manhattan distance (Korf 1985). Moves
// are tried in the format's order, so that it finds the first of the shortest paths in that
// order.
class Search {
public:
	Search(const Puzzle& puzzle, const std::string& order_of_moves)
		: p(puzzle), order(order_of_moves), at(puzzle.start), cell(puzzle.start.size()) {
		for (size_t c = 0; c < p.goal.size(); c++)
			if (p.goal[c] > BLANK) cell[size_t(p.goal[c])] = int(c);
	}
	// run looks for a path of at most max_moves moves, and tells whether there is one.
	bool run(int max_moves) {
		int h = 0;
		for (size_t c = 0; c < at.size(); c++)
			if (at[c] > BLANK) h += far(at[c], int(c));
		for (limit = h; limit <= max_moves; limit = next) {
			next = 1 << 30;
			if (visit(0, h)) return true;
		}
		return false;
	}
	std::string path;

private:
	// far returns the Manhattan distance of a tile from its goal cell.
	int far(int tile, int from) const {
		int to = cell[size_t(tile)], cols = p.shape.cols;
		return std::abs(to / cols - from / cols) + std::abs(to % cols - from % cols);
	}
	// visit searches on from the current board, whose heuristic is h.
	bool visit(int moves, int h) {
		if (h == 0) return true;
		if (p.shape.spare == 0) return slide(blank_of(at), moves, h);
		for (int c = 0; c < p.shape.cells(); c++)
			if (at[size_t(c)] == BLANK && slide(c, moves, h)) return true;
		return false;
	}
	// slide tries the moves of a blank.
	bool slide(int blank, int moves, int h) {
		for (char m : order) {
			int to = step(p.shape, blank, m);
			bool back = p.shape.spare == 0 && !path.empty() && m == opposite(path.back());
			if (to < 0 || back || at[size_t(to)] == BLANK) continue;
			int tile = at[size_t(to)], h2 = h + far(tile, blank) - far(tile, to);
			if (moves + 1 + h2 > limit) {
				next = std::min(next, moves + 1 + h2);
				continue;
			}
			std::swap(at[size_t(blank)], at[size_t(to)]);
			path += m;
			if (visit(moves + 1, h2)) return true;
			path.pop_back();
			std::swap(at[size_t(blank)], at[size_t(to)]);
		}
		return false;
	}

	const Puzzle& p;
	const std::string order;
	std::vector<int> at;    // the current board
	std::vector<int> cell;  // of each tile in the goal
	int limit = 0;          // on moves made and still to make, in this iteration
	int next = 0;           // the limit of the next iteration
};

// A Builder puts the tiles in their places line by line, on boards whose goal has the
// blank first or last. Its path is seldom a shortest one.
class Builder {
public:
	explicit Builder(const Puzzle& puzzle)
		: p(puzzle), at(p.start), fixed(p.start.size()), blank(blank_of(at)) {}

	void run() {
		int rows = p.shape.rows, cols = p.shape.cols;
		for (int r = 0; r + 2 < rows; r++) {
			for (int c = 0; c + 2 < cols; c++) place(cell(r, c));
			pair(cell(r, cols - 2), cell(r, cols - 1), cell(r + 1, cols - 1), cell(r + 1, cols - 2),
				box(r, cols - 2, 3, 2));
		}
		for (int c = 0; c + 2 < cols; c++)
			pair(cell(rows - 2, c), cell(rows - 1, c), cell(rows - 1, c + 1), cell(rows - 2, c + 1),
				box(rows - 2, c, 2, 3));
		turn(cell(rows - 2, cols - 2), cell(rows - 2, cols - 1), box(rows - 2, cols - 2, 2, 2));
		blank_to(blank_of(p.goal), -1);
	}
	std::string path;

private:
	using Cells = std::vector<int>;

	// cell returns the cell in a row and a column, both counted from the corner that is
	// farthest from the goal's blank.
	int cell(int row, int col) const {
		int c = row * p.shape.cols + col;
		return p.goal[0] == BLANK ? p.shape.cells() - 1 - c : c;
	}
	// box returns the cells of a rectangle.
	Cells box(int row, int col, int rows, int cols) const {
		Cells cells;
		for (int i = 0; i < rows * cols; i++) cells.push_back(cell(row + i / cols, col + i % cols));
		return cells;
	}
	int find(int tile) const { return int(std::find(at.begin(), at.end(), tile) - at.begin()); }
	void slide(char m) {
		int to = step(p.shape, blank, m);
		std::swap(at[size_t(blank)], at[size_t(to)]);
		blank = to;
		path += m;
	}
	// way returns a shortest way between two cells, past the fixed cells and the one to avoid.
	std::string way(int from, int to, int avoid) const {
		std::vector<char> by(at.size());  // the move by which each cell was reached
		Cells queue{from};
		for (size_t i = 0; i < queue.size() && by[size_t(to)] == 0; i++)
			for (char m : std::string_view(MOVES_OF_BLANK)) {
				int c = step(p.shape, queue[i], m);
				if (c < 0 || c == from || c == avoid) continue;
				if (fixed[size_t(c)] || by[size_t(c)] != 0) continue;
				by[size_t(c)] = m;
				queue.push_back(c);
			}
		std::string moves;
		for (int c = to; c != from; c = step(p.shape, c, opposite(by[size_t(c)])))
			moves += by[size_t(c)];
		return std::string(moves.rbegin(), moves.rend());
	}
	// blank_to moves the blank to a cell.
	void blank_to(int to, int avoid) {
		for (char m : way(blank, to, avoid)) slide(m);
	}
	// bring moves a tile to a cell.
	void bring(int tile, int to) {
		int from = find(tile);
		for (char m : way(from, to, -1)) {
			int next = step(p.shape, from, m);
			blank_to(next, from);
			slide(opposite(m));
			from = next;
		}
	}
	// place brings the right tile to a cell, and fixes it there.
	void place(int to) {
		bring(p.goal[size_t(to)], to);
		fixed[size_t(to)] = 1;
	}
	// pair places the last two tiles of a line, which have to come in together. It brings
	// the first to its place, the second to the cell beside its own, the blank near them, and
	// then moves the blank within a box around them until both tiles are in place.
	void pair(int one, int other, int beside, int near, const Cells& cells) {
		place(one);
		int tile = p.goal[size_t(other)];
		if (at[size_t(other)] != tile) {
			bring(tile, beside);
			if (std::find(cells.begin(), cells.end(), blank) == cells.end()) blank_to(near, beside);
			fixed[size_t(one)] = 0;
			turn(one, other, cells);
		}
		fixed[size_t(one)] = fixed[size_t(other)] = 1;
	}
	// turn moves the blank within some cells until two of them have their tiles. It finds the
	// moves by a breadth-first search.
	void turn(int one, int other, const Cells& cells) {
		using State = std::vector<int>;  // the cells of both tiles and the blank
		std::vector<State> queue{{find(p.goal[size_t(one)]), find(p.goal[size_t(other)]), blank}};
		std::vector<std::string> moves{""};
		for (size_t i = 0; i < queue.size(); i++) {
			State s = queue[i];
			if (s[0] == one && s[1] == other) {
				for (char m : std::string(moves[i])) slide(m);
				return;
			}
			for (char m : std::string_view(MOVES_OF_BLANK)) {
				int to = step(p.shape, s[2], m);
				if (std::find(cells.begin(), cells.end(), to) == cells.end()) continue;
				State t{s[0] == to ? s[2] : s[0], s[1] == to ? s[2] : s[1], to};
				if (std::find(queue.begin(), queue.end(), t) != queue.end()) continue;
				queue.push_back(t);
				moves.push_back(moves[i] + m);
			}
		}
		throw std::logic_error("a corner can't be solved");
	}

	const Puzzle& p;
	std::vector<int> at;
	std::vector<char> fixed;  // by cell: its tile is in place, and stays there
	int blank;
};

enum Result { SOLVED, UNSOLVABLE, TOO_LONG };

struct Solution {
	Result result = SOLVED;
	std::string path;
};

// solve solves a puzzle.
Solution solve(const Format& f, const Puzzle& p) {
	if (!solvable(p)) return {UNSOLVABLE, ""};
	if (f.want == WANT_DECISION || p.solved()) return {};
	// A board of more than max_search cells takes long to search. A Builder needs a bound of
	// at least min_bound moves, or none.
	constexpr int max_search = 9, min_bound = 100;
	bool limited = !f.too_long.empty() && p.bound >= 0;
	if (f.rule == ANY_PATH && p.shape.cells() > max_search && p.allows(min_bound)) {
		Builder builder(p);
		builder.run();
		return {SOLVED, builder.path};
	}
	Search search(p, f.order);
	if (!search.run(limited ? p.bound : 1 << 29)) return {TOO_LONG, ""};
	return {SOLVED, search.path};
}

