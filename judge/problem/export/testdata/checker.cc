// A checker of several formats, for tests. It reads trials from standard input. A trial is a
// line with the number of the format, 1 if case and white space do not matter or else 0, and the
// sizes of input, output and expected answers in bytes; these three texts follow it. The
// checker writes a line with the verdict and a message for each trial.
//
// With arguments it is a checker of the first format. They are the name of a judge, and
// what that judge passes to its checkers.

}  // namespace

int main(int argc, char** argv) {
	if (argc > 1) return run_any(FORMATS[0], argv[1], {argv + 2, argv + argc});
	size_t format, size[3];
	int any;
	while (std::scanf("%zu %d %zu %zu %zu", &format, &any, &size[0], &size[1], &size[2]) == 5) {
		std::getchar();
		std::string text[3];
		FILE* files[3];
		for (int i = 0; i < 3; i++) {
			text[i].assign(size[i] + 1, ' ');  // fmemopen takes no empty text
			if (std::fread(&text[i][0], 1, size[i], stdin) != size[i]) return 1;
			files[i] = fmemopen(&text[i][0], std::max(size[i], size_t(1)), "r");
			if (size[i] == 0) std::getc(files[i]);
		}
		Finding found;
		try {
			FILE* expected = size[2] == 0 ? nullptr : files[2];
			found = check(FORMATS[format], files[0], files[1], expected, {any == 1, any == 1});
		} catch (const Fault& e) {
			found = {JE, e.what()};
		}
		std::printf("%d %s\n", found.verdict, printable(found.why).c_str());
		for (FILE* f : files) std::fclose(f);
	}
}
