#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <numeric>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace {

// What a pattern has in place of text.
enum Field { TEXT, SIZE, ROWS, COLS, BOUND, ID, REST, BOARD, GOAL, NUMBER, MOVES, PATH, BOARDS };

struct Piece {
	Piece(Field f) : field(f) {}
	Piece(const char* t) : field(TEXT), text(t) {}
	Field field;
	std::string text;
};

using Pattern = std::vector<Piece>;

// How boards are written. Tile t is byte t of the glyphs, or a decimal number
// if there are none.
struct Notation {
	std::string glyphs, blank;
	size_t width;
	std::string open, open_row, between, close_row, between_rows, close;
};

struct Shape {
	int rows = 0, cols = 0;
	uint64_t walls = 0;  // bit c is set if cell c is a wall
	int spare = 0;       // blanks beside the one that every board has

	int cells() const { return rows * cols; }
	bool wall(int cell) const { return cell < 64 && walls >> cell & 1; }
	int open() const {
		int n = cells();
		for (uint64_t w = walls; w != 0; w &= w - 1) n--;
		return n;
	}
	int most_tile() const { return open() - 1 - spare; }
	bool operator==(const Shape& o) const {
		return rows == o.rows && cols == o.cols && walls == o.walls && spare == o.spare;
	}
};

enum Arrangement { GIVEN, TABLE, BLANK_LAST, BLANK_FIRST, SNAIL };
enum Rule { ANY_PATH, SHORTEST, LEAST, DECISION };
enum Want { WANT_PATH, WANT_LENGTH, WANT_DECISION };
enum Kind { WORD, TILE, CELL };  // what a step of a path names

struct Limit {
	int rows, moves;
};

// A puzzle format: how puzzles and answers are written, and what is right.
struct Format {
	const char* name = "";

	// The puzzles.
	Shape least, most;
	bool square = false, odd = false;
	Arrangement arrangement = TABLE;
	std::vector<int> goal;  // of TABLE; walls are -1
	std::string header;     // the beginning of the last of some lines before all puzzles
	bool count = false;     // the number of puzzles stands before them
	Pattern record;
	std::string stop;  // stands behind the last puzzle
	char comment = 0;
	std::vector<Notation> boards;  // the usual one first

	// What inputs promise.
	int most_puzzles = 0;  // 0: any number
	bool unsolved = false, odd_side = false, has_unsolvable = true;
	int most_bound = 0;  // 0: no bound stands in a record

	// The answers.
	Pattern solved, unsolvable, too_long, each;
	std::string between, step_end;
	std::string steps[4];  // up, down, left, right
	Kind kind = WORD;
	Notation answer_board = {};
	Want want = WANT_PATH;
	Rule rule = ANY_PATH;
	std::string order = "udlr";
	std::vector<Limit> limits;
};

