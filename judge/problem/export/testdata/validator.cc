// A validator of several formats, for tests. It reads trials from standard input. A trial is
// a line with the number of the format and the size of the input in bytes; the input follows
// it. The validator writes a line for each trial: 1 if the input is valid, or 0 and a message.
//
// With an argument, the name of a judge, it is a validator of the first format.

}  // namespace

int main(int argc, char** argv) {
	if (argc > 1) return run_validator(FORMATS[0], argv[1]);
	size_t format, size;
	while (std::scanf("%zu %zu", &format, &size) == 2) {
		std::getchar();
		std::string text(size + 1, ' ');  // fmemopen takes no empty text
		if (std::fread(&text[0], 1, size, stdin) != size) return 1;
		FILE* file = fmemopen(&text[0], std::max(size, size_t(1)), "r");
		if (size == 0) std::getc(file);
		try {
			validate(FORMATS[format], file);
			std::puts("1");
		} catch (const Fault& e) {
			std::printf("0 %ld:%ld: %s\n", e.line, e.col, printable(e.what()).c_str());
		}
		std::fclose(file);
	}
}
