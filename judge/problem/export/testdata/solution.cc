// A solution for several formats, for tests. Its arguments are the number of a format and
// what to do wrong, or "right".

}  // namespace

int main(int, char** argv) { return run(FORMATS[std::atoi(argv[1])], argv[2]); }
