// ---- The text of answers.

int lower(int c) { return c >= 'A' && c <= 'Z' ? c + 'a' - 'A' : c; }
bool same_letter(int a, int b) { return lower(a) == lower(b); }
bool all_space(std::string_view s) { return std::all_of(s.begin(), s.end(), is_space); }

// A Tolerance says which differences from the judge's form do not matter.
struct Tolerance {
	bool any_case = false;   // letters may be capitals or not
	bool any_space = false;  // any white space may be where the form has some, and before an answer
};

// An AnswerText reads the parts of an answer, strictly apart from the tolerance, or leniently.
class AnswerText : public Reader {
protected:
	using Reader::Reader;

	// miss returns a message about the furthest byte that was reached: what was expected there.
	std::string miss() {
		try {
			fault(mark + missed, wanted);
		} catch (const Fault& e) {
			return std::to_string(e.line) + ":" + std::to_string(e.col) + ": " + e.what();
		}
	}
	// want notes what was expected here, for miss. It returns false.
	bool want(std::string_view what) {
		size_t at = pos - mark;
		if (lenient || tolerant() || !noting || at < missed) return false;
		if (at > missed) wanted.clear();
		missed = at;
		if (wanted.size() < 60 && wanted.find(what) == std::string::npos)
			wanted.append(wanted.empty() ? "" : " or ") += what;
		return false;
	}

	// text reads a text as it is, except that blanks may precede the end of a line.
	bool text(std::string_view s, bool optional) {
		if (lenient) return words(s, optional);
		if (tolerance.any_space) return spaced_text(s);
		for (size_t i = 0; i < s.size(); i++) {
			if (s[i] == '\n') skip_blanks();
			int c = peek();
			bool last = all_space(s.substr(i));
			if (c == code(s[i]) || (tolerance.any_case && same_letter(c, s[i]))) {
				pos++;
			} else if (c < 0 && last) {
				return pos > mark || i > 0 || want("the end of the line");
			} else if (s[i] != ' ' || !last || (c != '\n' && c != '\r')) {
				bool ends = s.find('\n', i) != s.npos;
				return want(!last ? s.substr(i, s.find('\n', i) - i)
					: ends ? "the end of the line" : "a space");
			}
		}
		return true;
	}
	// spaced_text reads a text with any white space where the text has some.
	bool spaced_text(std::string_view s) {
		while (!s.empty()) {
			if (all_space(s)) return space_at_end();
			size_t n = 0;
			while (n < s.size() && !is_space(s[n])) n++;
			if (!word(s.substr(0, n))) return false;
			s.remove_prefix(n);
			if (s.empty() || all_space(s)) continue;
			size_t from = pos - mark;
			skip_blanks();
			if (pos == mark + from) return false;
			while (is_space(s[0])) s.remove_prefix(1);
		}
		return true;
	}
	// space_at_end reads the white space at the end of a text: a line end, with blanks before
	// it, or else one character. It leaves further white space, because the next answer may
	// be an empty path.
	bool space_at_end() {
		size_t from = pos - mark;
		int c;
		while ((c = peek()) == ' ' || c == '\t' || c == '\r') pos++;
		bool blank = pos > mark + from;
		if (c == '\n') {
			pos++;
			return true;
		}
		if (c < 0 && !blank) return pos > mark;
		pos = mark + from + 1;
		return blank;
	}
	// words reads the words of a text. Stray characters may surround them, but no more line
	// ends than the text has. Optional words may be missing. A minus sign is a part of
	// its number: "1" does not match "-1".
	bool words(std::string_view s, bool optional) {
		while (!s.empty()) {
			size_t size = std::min(s.find_first_of(" \n"), s.size());
			if (size == 0) {
				skip_stray();
				if (s[0] == '\n' && peek() == '\n') pos++;
				s.remove_prefix(1);
				continue;
			}
			size_t from = pos - mark;
			skip_stray();
			if ((s[0] == '-' && !is_signed()) || !word(trimmed(s.substr(0, size)))) {
				pos = mark + from;
				if (!optional) return false;
			}
			s.remove_prefix(size);
		}
		return true;
	}
	// rest_is_stray skips the rest of the line that the answer ends on. It returns false if
	// nothing separates the answer from that rest, or if a path is empty.
	bool rest_is_stray(bool path) {
		if (pos > mark && buf[pos - 1] == '\n') return true;
		bool empty = pos == mark || (path && std::all_of(buf.begin() + long(mark),
			buf.begin() + long(pos), [this](char c) { return c == '\n' || is_stray(c); }));
		skip_stray();
		int c = peek();
		if (c >= 0 && c != '\n' && (empty || !is_stray(buf[pos - 1]))) return false;
		for (; c >= 0 && c != '\n'; c = peek()) pos++;
		if (c >= 0) pos++;
		return true;
	}
	// skip_empty_lines skips lines that have nothing but blanks, up to a limit.
	void skip_empty_lines() {
		constexpr size_t max_size = 100;  // bytes
		for (size_t begin = pos - mark; pos - mark < begin + max_size; pos++) {
			size_t from = pos - mark;
			skip_blanks();
			if (peek() == '\n') continue;
			pos = mark + from;
			return;
		}
	}
	// figure_name reads the name of a figure, and the colon or equals sign behind it. A name that
	// the answer itself has is none: own_name tells whether it was that.
	bool figure_name(const std::vector<std::string>& own) {
		constexpr size_t max_size = 100;  // bytes
		constexpr std::string_view others = " -_()./#";
		own_name = false;
		for (size_t begin = pos - mark; pos - mark < begin + max_size; pos++) {
			int c = peek();
			bool first = pos - mark == begin;
			if (c == ':' || c == '=') {
				std::string name(buf.begin() + long(mark + begin), buf.begin() + long(pos++));
				name = trimmed_space(name);
				own_name = std::any_of(own.begin(), own.end(), [&](const auto& n) {
					return n == name || (tolerance.any_case &&
						std::equal(n.begin(), n.end(), name.begin(), name.end(), same_letter));
				});
				return !name.empty() && !own_name;
			}
			bool letter = lower(c) >= 'a' && lower(c) <= 'z', digit = c >= '0' && c <= '9';
			if (c < 0 || (!letter && (!digit || first) && others.find(char(c)) == others.npos))
				return false;
		}
		return false;
	}
	// is_signed tells whether the last byte read is a minus sign.
	bool is_signed() const { return pos > mark && buf[pos - 1] == '-'; }
	// skip_blanks skips white space within a line, or any if that is tolerated.
	void skip_blanks() {
		for (int c; (c = peek()) == ' ' || c == '\t' || c == '\r' ||
			(tolerance.any_space && is_space(c));) pos++;
	}
	void skip_stray() {
		while (is_stray(peek())) pos++;
	}
	bool is_stray(int c) const { return c >= 0 && stray.find(char(c)) != stray.npos; }
	std::string_view trimmed(std::string_view s) const {
		while (!s.empty() && is_stray(s.front())) s.remove_prefix(1);
		while (!s.empty() && is_stray(s.back())) s.remove_suffix(1);
		return s;
	}
	static std::string_view trimmed_space(std::string_view s) {
		while (!s.empty() && is_space(s.front())) s.remove_prefix(1);
		while (!s.empty() && is_space(s.back())) s.remove_suffix(1);
		return s;
	}
	bool word(std::string_view w) {
		size_t from = pos - mark;
		for (char next : w) {
			int c = peek();
			if (c != code(next) && !((lenient || tolerance.any_case) && same_letter(c, next))) {
				pos = mark + from;
				return false;
			}
			pos++;
		}
		return true;
	}

	// skip_to_number skips what may stand before a number: nothing, if reading is strict
	// and the format has no spaces there.
	void skip_to_number() {
		if (lenient) skip_stray();
		else if (tolerance.any_space) skip_blanks();
		else while (spaced && peek() == ' ') pos++;
	}
	// number reads a decimal number, with white space before it unless reading is strict.
	bool number(const char* what, int64_t& value) {
		size_t begin = pos - mark;
		skip_to_number();
		if (lenient) {
			if (peek() == '+') pos++;
			if (is_signed()) {
				pos = mark + begin;
				return false;
			}
		}
		size_t from = pos - mark;
		value = 0;
		for (int c; (c = peek()) >= '0' && c <= '9';) {
			value = value * 10 + c - '0';
			pos++;
			bool zero = buf[mark + from] == '0' && pos - mark > from + 1;
			if (value > MAX_COUNT || (zero && !lenient)) {
				pos = mark + from;
				return want(what);
			}
		}
		if (pos > mark + from) return true;
		want(what);
		pos = mark + begin;
		return false;
	}
	// figure reads a number that does not matter, of any size.
	bool figure() {
		skip_to_number();
		size_t from = pos - mark;
		while (peek() >= '0' && peek() <= '9') pos++;
		return pos > mark + from || want("a number");
	}
	// given reads a number that must be the known one. Leniently, it reads any number.
	bool given(const char* what, int64_t known) {
		skip_to_number();
		size_t from = pos - mark;
		int64_t value;
		if (!number(what, value)) return false;
		if (lenient || value == known) return true;
		pos = mark + from;
		return want(what);
	}

	bool tolerant() const { return tolerance.any_case || tolerance.any_space; }

	Tolerance tolerance;  // of this attempt to read an answer
	bool lenient = false;
	bool spaced = false;  // Format::spaced
	std::string_view stray;  // Format::stray
	bool own_name = false;
	bool noting = true;  // want takes notes
	size_t missed = 0;   // furthest byte that was not as expected, counted from the mark
	std::string wanted;  // what was expected there
};

