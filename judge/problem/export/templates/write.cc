// ---- Writing.

// write_board appends a board to a text.
void write_board(
	std::string& to, const Notation& n, const Shape& s, const std::vector<int>& board) {
	if (n.by_column) {
		Notation rows = n;
		rows.by_column = false;
		return write_board(to, rows, s.transposed(), s.transposed(board));
	}
	const std::vector<int> tiles = n.cells ? inverse(board) : board;
	to += n.open;
	for (int row = 0; row < s.rows; row++) {
		if (row > 0) to += n.between_rows;
		to += n.open_row;
		bool first = true;
		for (int cell = row * s.cols; cell < (row + 1) * s.cols; cell++) {
			if (s.wall(cell) && n.wall.empty()) continue;
			if (!first) to += n.between;
			first = false;
			int t = tiles[size_t(cell)];
			std::string text = t == BLANK && !n.blank.empty() ? n.blank.substr(0, n.blank.find('|')) : std::to_string(t);
			if (t == WALL) text = n.wall;
			else if (!n.glyphs.empty()) text = n.glyphs.substr(size_t(t), 1);
			bool number = n.zeros && (t > BLANK || (t == BLANK && n.blank.empty()));
			to.append(n.width - std::min(n.width, text.size()), number ? '0' : ' ') += text;
		}
		to += n.close_row;
	}
	to += n.close;
}

