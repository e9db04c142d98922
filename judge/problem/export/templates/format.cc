#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <numeric>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include <sys/stat.h>

namespace {

// The fields of patterns. TEXT stands for itself.
enum Field {
	TEXT, SIZE, ROWS, COLS, BOUND, ID, BOARD, GOAL, NUMBER, MOVES, PATH, BOARDS, TILES,
	BLANK_CELL, FIGURE
};

// A part of a pattern: a field, or a text.
struct Piece {
	Piece(Field f) : field(f) {}
	Piece(const char* t) : field(TEXT), text(t) {}
	Field field;
	std::string text;
};

// How a record or an answer is written.
using Pattern = std::vector<Piece>;

// How boards are written. Tile t is byte t of glyphs. If glyphs is empty, tiles are
// decimal numbers.
struct Notation {
	std::string glyphs;
	std::string blank;  // among numbers, or words for it with | between; "": 0
	size_t width;       // of a decimal number, in columns at least
	bool cells;         // the cell of each tile instead of the tile in each cell
	std::string open, open_row, between, close_row, between_rows, close;
	bool by_column = false;  // tiles come column by column, and rows above mean columns
	std::string wall = "";   // what is written for a wall; empty: nothing
	bool zeros = false;      // a number has zeros in front in place of spaces
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
	int max_tile() const { return open() - 1 - spare; }
	// transposed returns the shape with rows and columns exchanged.
	Shape transposed() const {
		Shape s{cols, rows, 0, spare};
		for (int c = 0; c < cells() && c < 64; c++)
			if (wall(c)) s.walls |= uint64_t(1) << (c % cols * rows + c / cols);
		return s;
	}
	// transposed returns tiles of this shape in the order of the transposed one.
	std::vector<int> transposed(const std::vector<int>& tiles) const {
		std::vector<int> to(tiles.size());
		for (int c = 0; c < cells(); c++) to[size_t(c % cols * rows + c / cols)] = tiles[size_t(c)];
		return to;
	}
	bool operator==(const Shape& o) const {
		return rows == o.rows && cols == o.cols && walls == o.walls && spare == o.spare;
	}
};

enum Arrangement { GIVEN, TABLE, BLANK_LAST, BLANK_FIRST, SNAIL };
enum Rule { ANY_PATH, SHORTEST, LEAST, DECISION };
enum Want { WANT_PATH, WANT_LENGTH, WANT_DECISION };
enum Kind { WORD, TILE, CELL, VISIT };  // what a move is written as

// A solution of a board of up to so many rows may have up to so many moves.
struct Limit {
	int rows, moves;
};

// A puzzle format: how puzzles and answers are written, and what is right.
struct Format {
	const char* name = "";

	// The puzzles.
	Shape smallest, largest;
	bool square = false;  // all boards are square
	bool odd = false;     // the number of rows is odd
	bool size_in_board = false;  // nothing else tells how many rows and columns a board has
	Arrangement arrangement = TABLE;
	std::vector<int> goal;  // if TABLE; walls are -1
	bool count = false;     // the number of puzzles precedes them
	Pattern record;
	std::string stop;       // follows the last puzzle
	std::string word_ends;  // these characters end a word or a number, as white space and marks do
	std::vector<Notation> boards;  // the usual one first

	// What every input promises.
	int max_puzzles = 0;         // 0: any number
	bool unsolved = false;       // no puzzle is solved already
	bool odd_side = false;       // the number of rows or the number of columns is odd
	bool has_unsolvable = true;  // there may be unsolvable puzzles
	int max_bound = 0;           // 0: records have no bound

	// The answers.
	Pattern solved, unsolvable;
	Pattern solved_too;      // other words for a solution that are accepted; empty: none
	Pattern unsolvable_too;  // other words for unsolvable that are accepted; empty: none
	Pattern too_long;      // no solution is within the bound; empty: bounds do not count
	Pattern each;          // of the boards that BOARDS stands for
	std::string between;   // between two answers
	std::string step_end;  // between two moves
	std::string stray;     // lenient reading skips these characters around moves and numbers
	bool spaced = false;   // spaces may stand around moves, and before numbers
	bool runs = false;     // a letter and a number stand for as many equal moves
	bool remarks = false;  // a text in parentheses may follow a row of a board
	bool figures = false;  // lines "name: value" may follow an answer
	std::string steps[4];  // up, down, left, right
	Kind kind = WORD;
	Notation answer_board = {};  // of the boards in each
	Want want = WANT_PATH;
	Rule rule = ANY_PATH;
	std::string order = "udlr";
	std::vector<Limit> limits;
};

