// A solution for tests: its arguments are the number of a format, and what is wrong with
// the answers, or "right".

}  // namespace

int main(int, char** argv) { return run(FORMATS[std::atoi(argv[1])], argv[2]); }
