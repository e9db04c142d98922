#include "zoo.h"

int main(int argc, char **argv) {
	static char home[PATH_MAX], port[8];
	struct args a = {argv[2], home, port};
	if (argc != 3 || scanf("%4095s %7s %d", home, port, &a.judge) != 3)
		return 2;
	const struct attack *all[] = {files, rights, processes, resources};
	alarm(20); // even if the sandbox fails
	for (int i = 0; i < 4; i++)
		for (const struct attack *t = all[i]; t->name; t++)
			if (strcmp(t->name, argv[1]) == 0)
				return t->run(&a);
	return 2;
}
