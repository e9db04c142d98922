// It waits with epoll until its second child writes. Its first one ends meanwhile: the signal that
// says so is ignored, and so must not interrupt the wait.
#include <sys/epoll.h>
#include <unistd.h>

int main(void) {
	int pipes[2], files = epoll_create1(0);
	struct epoll_event event = {.events = EPOLLIN};
	if (pipe(pipes) != 0 || epoll_ctl(files, EPOLL_CTL_ADD, pipes[0], &event) != 0)
		return 1;
	if (fork() == 0) {
		usleep(20000);
		_exit(0);
	}
	if (fork() == 0) {
		usleep(80000);
		_exit(write(pipes[1], "x", 1) != 1);
	}
	return epoll_wait(files, &event, 1, -1) == 1 ? 0 : 2;
}
