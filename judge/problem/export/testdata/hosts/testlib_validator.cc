// A validator of testlib's kind for acwing-108. A puzzle is a line with n, and two
// boards of n lines with n tiles.
#include "testlib.h"

int main(int argc, char** argv) {
	registerValidation(argc, argv);
	for (int puzzle = 1; puzzle == 1 || !inf.eof(); puzzle++) {
		setTestCase(puzzle);
		int n = inf.readInt(1, 499, "n");
		inf.readEoln();
		for (int row = 0; row < 2 * n; row++) {
			inf.readInts(n, 0, n * n - 1);
			inf.readEoln();
		}
	}
	inf.readEof();
}
