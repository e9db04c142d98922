// threads prints 42 from a thread whose stack is used up to 6 MiB.
#include <pthread.h>
#include <stdio.h>

static int deep(int n) {
	volatile char block[1024];
	block[0] = 1;
	return n == 0 ? 0 : block[0] + deep(n - 1);
}

static void *answer(void *unused) {
	if (deep(6000) == 6000)
		puts("42");
	return unused;
}

int main(void) {
	pthread_t thread;
	return pthread_create(&thread, NULL, answer, NULL) || pthread_join(thread, NULL);
}
