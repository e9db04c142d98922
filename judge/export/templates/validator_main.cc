// run_validator validates standard input for a judge, and returns the exit code.
int run_validator(const Format& f, const std::string& judge) {
	bool testlib = judge == "testlib";
	try {
		validate(f, stdin);
		return testlib ? 0 : 42;
	} catch (const Fault& e) {
		const char* what = testlib ? "FAIL %s at column %ld (stdin, line %ld)\n" : "%s at column %ld of line %ld\n";
		std::fprintf(testlib ? stderr : stdout, what, printable(e.what()).c_str(), e.col, e.line);
		return testlib ? 3 : 43;
	} catch (const std::exception& e) {
		std::fprintf(stderr, "FAIL %s\n", e.what());
		return testlib ? 3 : 1;
	}
}

}  // namespace

int main() { return run_validator(FORMATS[0], JUDGE); }
