// A program that has much open in which there is little: sockets without data, a file of /proc in
// several processes, and threads that wait for no files in the usual ways.
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static void *use_select(void *unused) {
	fd_set none;
	FD_ZERO(&none);
	return (void *)(long)select(FD_SETSIZE, &none, NULL, NULL, &(struct timeval){0, 500000});
}

static void *use_poll(void *unused) {
	static struct pollfd none[20];
	for (int i = 0; i < 20; i++)
		none[i].fd = -1;
	return (void *)(long)poll(none, 20, 500);
}

int main() {
	pthread_t threads[2];
	int fds[2], fd = open("/proc/meminfo", O_RDONLY);
	for (int i = 0; i < 30; i++)
		if (socketpair(AF_UNIX, SOCK_STREAM, 0, fds) != 0 || fd < 0)
			return 1;
	for (int i = 0; i < 14; i++)
		if (fork() == 0)
			return usleep(500000);
	pthread_create(&threads[0], NULL, use_select, NULL);
	pthread_create(&threads[1], NULL, use_poll, NULL);
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
	while (wait(NULL) > 0) {}
	return 0;
}
