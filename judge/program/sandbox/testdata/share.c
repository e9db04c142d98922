// share fills a table of 40 MiB, which eight children only read.
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { size = 40 << 20 };

int main() {
	char *table = malloc(size);
	memset(table, 1, size);
	for (int i = 0; i < 8; i++)
		if (fork() == 0) {
			int sum = 0;
			for (int k = 0; k < size; k += 4096)
				sum += table[k];
			usleep(200000);
			_exit(sum != size / 4096);
		}
	while (wait(NULL) > 0) {}
	return 0;
}
