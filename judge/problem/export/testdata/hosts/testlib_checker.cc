// A checker of testlib's kind: the output has to have the one word of the answer.
#include "testlib.h"

int main(int argc, char** argv) {
	registerTestlibCmd(argc, argv);
	inf.readToken();
	std::string expected = ans.readToken(), found = ouf.readToken();
	if (found != expected) quitf(_wa, "found %s, expected %s", found.c_str(), expected.c_str());
	quitf(_ok, "%s", found.c_str());
}
