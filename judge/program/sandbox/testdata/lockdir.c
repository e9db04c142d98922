// lockdir DIR keeps a directory locked: one thread lists it into memory that nobody fills, and then
// another one waits to change it.
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { page = 4096 };

static void *list(void *dir) {
	void *p = mmap(NULL, page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	struct uffdio_api api = {.api = UFFD_API};
	struct uffdio_register range = {{(long)p, page}, UFFDIO_REGISTER_MODE_MISSING};
	int faults = syscall(SYS_userfaultfd, O_CLOEXEC);
	if (ioctl(faults, UFFDIO_API, &api) || ioctl(faults, UFFDIO_REGISTER, &range))
		_exit(1);
	syscall(SYS_getdents64, open(dir, O_RDONLY | O_DIRECTORY), p, page);
	return NULL;
}

static void *change(void *dir) {
	char name[4096];
	snprintf(name, sizeof name, "%s/new", (char *)dir);
	mkdir(name, 0700);
	return NULL;
}

int main(int argc, char **argv) {
	pthread_t thread;
	pthread_create(&thread, NULL, list, argv[1]);
	usleep(200000);
	pthread_create(&thread, NULL, change, argv[1]);
	sleep(60);
	return 0;
}
