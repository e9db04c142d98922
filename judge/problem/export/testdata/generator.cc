// A generator of several formats, for tests. It reads orders from standard input: lines with the
// number of the format and the arguments of a generator. It writes for each a line with the size
// of the input in bytes, and then the input.

}  // namespace

int main() {
	char line[1000];
	while (std::fgets(line, sizeof line, stdin)) {
		std::vector<char*> args;
		for (char* arg = std::strtok(line, " \n"); arg; arg = std::strtok(nullptr, " \n"))
			args.push_back(arg);
		const Format& f = FORMATS[std::atoi(args[0])];
		std::string text;
		try {
			text = input_of(f, read_order(f, int(args.size()), args.data()));
		} catch (const std::exception& e) {
			text = e.what();
		}
		std::printf("%zu\n%s", text.size(), text.c_str());
	}
}
