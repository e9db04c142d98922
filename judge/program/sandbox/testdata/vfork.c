// It has 40 MiB, also as a child of vfork: until that ends, both have the same memory.
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void) {
	char *p = memset(malloc(40 << 20), 1, 40 << 20);
	if (vfork() == 0) {
		usleep(200000);
		_exit(p[1] - 1);
	}
	return p[2] - 1;
}
