// threads prints 42 from a thread.
#include <pthread.h>
#include <stdio.h>

static void *answer(void *unused) {
	puts("42");
	return unused;
}

int main(void) {
	pthread_t thread;
	return pthread_create(&thread, NULL, answer, NULL) || pthread_join(thread, NULL);
}
