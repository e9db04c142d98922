// threads prints 42 from a thread that is tied to a processor, and whose stack is used up to 6 MiB.
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
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
	pthread_attr_t attr;
	cpu_set_t all;
	sched_getaffinity(0, sizeof all, &all);
	pthread_attr_init(&attr);
	pthread_attr_setaffinity_np(&attr, sizeof all, &all);
	return pthread_create(&thread, &attr, answer, NULL) || pthread_join(thread, NULL);
}
