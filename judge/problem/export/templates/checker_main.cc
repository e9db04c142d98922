}  // namespace

int main(int argc, char** argv) {
	return run_any(FORMATS[0], JUDGE, std::vector<std::string>(argv + 1, argv + argc));
}
