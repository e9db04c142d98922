}  // namespace

int main(int count, char** args) {
	try {
		std::string text = input_of(FORMATS[0], read_order(FORMATS[0], count, args));
		std::fwrite(text.data(), 1, text.size(), stdout);
		return 0;
	} catch (const std::exception& e) {
		std::fprintf(stderr, "%s\n", e.what());
		return 1;
	}
}
