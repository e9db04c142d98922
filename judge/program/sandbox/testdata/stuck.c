// A program of which a thread sleeps in a page fault while it lists a directory: others who want to
// change the directory, and those who come after them, wait.
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { page = 4096, pages = 400 };

static void *map(int protection, int fd) {
	return mmap(NULL, page, protection, MAP_PRIVATE | (fd < 0 ? MAP_ANONYMOUS : 0), fd, 0);
}

// keep keeps the lock of the program's memory: the kernel writes all lines to find one far away.
static void *keep(void *unused) {
	char byte;
	for (int fd = open("/proc/self/smaps", O_RDONLY); pread(fd, &byte, 1, 0) == 1;)
		pread(fd, &byte, 1, 1L << 45);
	return NULL;
}

// change waits for the lock, and lets nobody else share it meanwhile.
static void *change(void *unused) {
	for (;;)
		munmap(map(PROT_READ, -1), page);
}

// list writes to pages that are not there.
static void *list(void *buffer) {
	for (int i = 0; i < pages; i += 2) {
		int fd = open("/usr/bin", O_RDONLY | O_DIRECTORY);
		syscall(SYS_getdents64, fd, (char *)buffer + i * page, page);
		close(fd);
	}
	return NULL;
}

int main() {
	char name[241] = "", *buffers[4];
	memset(name, '\n', sizeof name - 1); // which takes four bytes in smaps
	for (int i = 0; i < 90 && mkdir(name, 0700) == 0 && chdir(name) == 0; i++) {}
	int fd = open("f", O_CREAT | O_RDWR, 0600);
	if (ftruncate(fd, page) != 0)
		return 1;
	for (int i = 0; i < 4; i++) {
		buffers[i] = mmap(NULL, pages * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		for (int k = 0; k < pages; k += 2) // so that each is a range of its own
			madvise(buffers[i] + k * page, page, MADV_DONTFORK);
	}
	for (int i = 0; i < 25000; i++)
		map(PROT_READ, fd);
	pthread_t thread;
	pthread_create(&thread, NULL, keep, NULL);
	pthread_create(&thread, NULL, change, NULL);
	usleep(50000);
	for (int i = 0; i < 4; i++)
		pthread_create(&thread, NULL, list, buffers[i]);
	sleep(60);
	return 0;
}
