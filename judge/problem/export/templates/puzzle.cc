// ---- The game.

constexpr int BLANK = 0, WALL = -1;
constexpr char MOVES_OF_BLANK[] = "udlr";

struct Puzzle {
	Shape shape;
	std::vector<int> start, goal;
	int bound = -1;  // on the moves of a solution; -1: none
	int id = 0;      // 0: none
	int goal_blank = -1;  // its cell in the goal; -1: the format tells

	bool allows(int64_t moves) const { return bound < 0 || moves <= bound; }
	bool solved() const { return start == goal; }
};

int blank_of(const std::vector<int>& tiles) {
	return int(std::find(tiles.begin(), tiles.end(), BLANK) - tiles.begin());
}

// inverse returns the cell of each tile of a board, or the tile of each cell of a list of cells.
std::vector<int> inverse(const std::vector<int>& tiles) {
	std::vector<int> at(tiles.size());
	for (size_t i = 0; i < tiles.size(); i++) at[size_t(tiles[i])] = int(i);
	return at;
}

// step returns the cell that a blank in a cell reaches by a move, or -1 if it can't move so.
int step(const Shape& s, int cell, char move) {
	int row = cell / s.cols, col = cell % s.cols;
	switch (move) {
	case 'u': row--; break;
	case 'd': row++; break;
	case 'l': col--; break;
	case 'r': col++; break;
	default: return -1;
	}
	int to = row * s.cols + col;
	return row < 0 || row >= s.rows || col < 0 || col >= s.cols || s.wall(to) ? -1 : to;
}

// goal_of returns the goal of all boards of a shape.
std::vector<int> goal_of(const Format& f, const Shape& s) {
	if (f.arrangement == TABLE) return f.goal;
	std::vector<int> tiles(size_t(s.cells()), BLANK);
	if (f.arrangement != SNAIL) {
		std::iota(tiles.begin(), tiles.end(), f.arrangement == BLANK_LAST ? 1 : 0);
		if (f.arrangement == BLANK_LAST) tiles.back() = BLANK;
		return tiles;
	}
	const char turns[] = "rdlu";
	for (int t = 1, cell = 0, turn = 0; t < s.cells(); t++) {
		tiles[size_t(cell)] = t;
		int to = step(s, cell, turns[turn]);
		if (to < 0 || tiles[size_t(to)] != BLANK) {
			turn = (turn + 1) % 4;
			to = step(s, cell, turns[turn]);
		}
		cell = to;
	}
	return tiles;
}

// in_order returns the goal in order with the blank in a cell.
std::vector<int> in_order(const Shape& s, int blank) {
	std::vector<int> tiles(size_t(s.cells()));
	for (int cell = 0; cell < s.cells(); cell++)
		tiles[size_t(cell)] = cell == blank ? BLANK : cell < blank ? cell + 1 : cell;
	return tiles;
}

// same_sequence tells whether both boards, of a single row or column, have the
// same tiles in the same order.
bool same_sequence(std::vector<int> a, std::vector<int> b) {
	a.erase(a.begin() + blank_of(a));
	b.erase(b.begin() + blank_of(b));
	return a == b;
}

// same_parity tells whether the permutation from start to goal has the parity of the
// blank's distance to its goal cell: each move changes both.
bool same_parity(const Puzzle& p) {
	int from = blank_of(p.start), to = blank_of(p.goal), cols = p.shape.cols;
	int odd = from / cols + from % cols + to / cols + to % cols;
	std::vector<int> at(p.start.size());  // cell of each tile in the goal
	for (size_t c = 0; c < p.goal.size(); c++)
		if (p.goal[c] != WALL) at[size_t(p.goal[c])] = int(c);
	std::vector<char> seen(p.start.size());
	for (size_t c = 0; c < p.start.size(); c++) {
		if (p.start[c] == WALL || seen[c]) continue;
		odd++;  // a cycle of n cells is n-1 swaps
		for (size_t i = c; !seen[i]; i = size_t(at[size_t(p.start[i])])) {
			seen[i] = 1;
			odd++;
		}
	}
	return odd % 2 == 0;
}

// cut_dead_ends makes walls of all dead ends, which are cells with one neighbour, after
// it has moved the blanks out of them. It tells whether start and goal have the same tiles
// there: no moves put another tile into a dead end.
bool cut_dead_ends(Puzzle& p) {
	for (int cell = 0; cell < p.shape.cells(); cell++) {
		int ways = 0, way = -1;
		for (char m : std::string_view(MOVES_OF_BLANK))
			if (int to = step(p.shape, cell, m); to >= 0) ways++, way = to;
		if (p.shape.wall(cell) || ways != 1) continue;
		size_t c = size_t(cell), w = size_t(way);
		if (p.start[c] == BLANK) std::swap(p.start[c], p.start[w]);
		if (p.goal[c] == BLANK) std::swap(p.goal[c], p.goal[w]);
		if (p.start[c] != p.goal[c]) return false;
		p.start[c] = p.goal[c] = WALL;
		p.shape.walls |= uint64_t(1) << cell;
		cell = -1;  // its neighbour may be one now
	}
	return true;
}

// solvable tells whether any moves lead to the goal. With several blanks it does not know,
// and returns true.
bool solvable(const Puzzle& p) {
	if (p.shape.spare > 0) return true;
	if (p.shape.walls != 0) {
		Puzzle q = p;
		return cut_dead_ends(q) && same_parity(q);
	}
	if (p.shape.rows == 1 || p.shape.cols == 1) return same_sequence(p.start, p.goal);
	return same_parity(p);
}

