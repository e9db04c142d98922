#include "zoo.h"
#include <poll.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/ptrace.h>
#include <sys/sem.h>
#include <sys/sendfile.h>
#include <sys/shm.h>
#include <sys/statfs.h>
#include <sys/sysinfo.h>
#include <time.h>

#define MIB (1L << 20)
#define MUCH (256 * MIB) // four times the limit

// hold touches memory and keeps it until a measurement, which may be late on a busy machine.
static int hold(char *p, long n) {
	if (p == NULL || p == MAP_FAILED)
		return 0;
	for (long i = 0; i < n; i += 4096)
		p[i] = 1;
	sleep(5);
	return 1;
}

static int heap(struct args *a) { return hold(malloc(MUCH), MUCH); }

// Where the system has room to swap memory out, little of this is resident at a time.
static int swapped_memory(struct args *a) {
	char *p = mmap(NULL, MUCH, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	for (long n = 0; p != MAP_FAILED && n < MUCH; n += MIB) {
		memset(p + n, n / MIB + 1, MIB);
		madvise(p + n, MIB, 21 /* MADV_PAGEOUT */);
	}
	sleep(5);
	return 1;
}

static void *hold_in_thread(void *unused) {
	usleep(20000);
	exit(hold(malloc(MUCH), MUCH) && sleep(15));
}

// The first thread of the process ends: then the process looks as if it had ended.
static int ended_leader(struct args *a) {
	pthread_t thread;
	pthread_create(&thread, NULL, hold_in_thread, NULL);
	syscall(SYS_exit, 0);
}

// The same, where the first line of the status looks like the one with the memory.
static int peak_in_name(struct args *a) {
	prctl(PR_SET_NAME, "VmHWM:");
	return ended_leader(a);
}

static void *end_traced(void *unused) {
	ptrace(PTRACE_TRACEME, 0, NULL, NULL);
	syscall(SYS_exit, 0);
}

// The same, when the last thread has ended, too, and stays because nobody waits for it.
static int ended_traced(struct args *a) {
	pthread_t thread;
	if (fork() == 0) {
		pthread_create(&thread, NULL, hold_in_thread, NULL);
		pthread_create(&thread, NULL, end_traced, NULL);
		usleep(10000);
		syscall(SYS_exit, 0);
	}
	sleep(15);
	return 1;
}

static void *hold_part(void *unused) {
	usleep(20000);
	exit(hold(malloc(MUCH / 8), MUCH / 8) && sleep(15));
}

static void *start_holders(void *unused) {
	pthread_t thread;
	for (int i = 0; i < 8; i++)
		if (fork() == 0) {
			pthread_create(&thread, NULL, hold_part, NULL);
			syscall(SYS_exit, 0);
		}
	sleep(15);
	exit(1);
}

// The first threads of several processes have ended, and have the same memory: none.
static int ended_leaders(struct args *a) {
	pthread_t thread;
	pthread_create(&thread, NULL, start_holders, NULL);
	syscall(SYS_exit, 0);
}

// Each thread takes a little memory, and ends soon after it has started the next thread.
static void *relay(void *memory) {
	static long n;
	pthread_attr_t attr;
	pthread_t next;
	for (long end = n + 256 * 1024; n < end && n < MUCH; n += 4096)
		((char *)memory)[n] = 1;
	pthread_attr_init(&attr);
	pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
	pthread_attr_setstacksize(&attr, 32 << 10);
	while (pthread_create(&next, &attr, relay, memory) != 0) {}
	syscall(SYS_exit, 0);
}

static int relay_threads(struct args *a) {
	relay(mmap(NULL, MUCH, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
}

// A process takes some memory, starts another one that has the same memory, and ends. That one waits
// for the end: the kernel then clears a word. In a list of processes they come after many others.
static int relay_on(void *memory) {
	static volatile int alive[2];
	static char stacks[2][32 << 10] __attribute__((aligned(64)));
	static long n, turn;
	int here = turn++ % 2, next = !here;
	if (turn == 1)
		alive[here] = syscall(SYS_set_tid_address, &alive[here]);
	for (int word; turn > 1 && (word = alive[next]) != 0;) // the kernel waits if that is still so
		syscall(SYS_futex, &alive[next], 0 /* FUTEX_WAIT */, word, NULL, NULL, 0);
	for (long end = n + 2 * MIB; n < end; n += 4096)
		((char *)memory)[n] = 1;
	if (n == MUCH)
		_exit(write(2, "x", 1));
	alive[next] = 1;
	clone(relay_on, stacks[next] + sizeof stacks[next], CLONE_VM | CLONE_CHILD_CLEARTID | SIGCHLD,
		memory, NULL, NULL, &alive[next]);
	_exit(0);
}

static int relay_processes(struct args *a) {
	prctl(PR_SET_CHILD_SUBREAPER, 1); // nobody else learns what each has used
	signal(SIGCHLD, SIG_IGN);
	for (int i = 0; i < 40; i++)
		if (fork() == 0)
			return sleep(9);
	char *p = mmap(NULL, MUCH, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	madvise(p, MUCH, MADV_HUGEPAGE);
	int ends[2];
	if (pipe(ends) != 0)
		return 0;
	if (fork() == 0)
		relay_on((dup2(ends[1], 2), close(ends[1]), p));
	close(ends[1]);
	alarm(3);
	char full = 0;
	while (read(ends[0], &full, 1) > 0) {} // until the last one has ended
	return full != 0;
}

static char *shared(long n, int fd) {
	int flags = fd < 0 ? MAP_SHARED | MAP_ANONYMOUS : MAP_SHARED;
	return mmap(NULL, n, PROT_READ | PROT_WRITE, flags, fd, 0);
}

static int shared_memory(struct args *a) { return hold(shared(MUCH, -1), MUCH); }

static int deep(int n) {
	volatile char frame[4096];
	frame[0] = n;
	return deep(n + 1) + frame[0];
}

static int stack(struct args *a) { return deep(0); }

static int many_processes(struct args *a) {
	for (int i = 0; i < 16; i++)
		if (fork() == 0)
			return hold(malloc(MUCH / 16), MUCH / 16);
	while (wait(NULL) > 0) {}
	return 1;
}

static void *lock_proc(void *unused) {
	for (;;)
		mkdir("/proc/x", 0700); // fails, but not before it has waited for the lock of /proc
}

// Nobody finds the new processes in /proc.
static int hide_processes(struct args *a) {
	pthread_t thread;
	pthread_attr_t small;
	pthread_attr_init(&small);
	pthread_attr_setstacksize(&small, 64 << 10);
	for (int i = 0; i < 120; i++)
		pthread_create(&thread, &small, lock_proc, NULL);
	usleep(300000);
	return many_processes(a);
}

// Each process has other shared memory.
static int many_shared(struct args *a) {
	for (int i = 0; i < 16; i++)
		if (fork() == 0)
			return hold(shared(MUCH / 16, -1), MUCH / 16);
	int status, held = 0;
	while (wait(&status) > 0)
		held |= status;
	return held != 0;
}

// unmapped keeps 256 MiB of shared memory of which each process has little at a time.
static int unmapped(const char *path, int shrinks) {
	for (int i = 0; i < 16; i++) {
		int fd = path ? open(path, O_RDWR) : -1;
		char *p = path && fd < 0 ? MAP_FAILED : shared(MUCH / 16, fd);
		if (p == MAP_FAILED)
			return 0;
		for (long n = 0; n < MUCH / 16; n += 4096)
			p[n] = 1;
		if (shrinks)
			mremap(p, MUCH / 16, 4096, 0);
		else
			madvise(p, MUCH / 16, MADV_DONTNEED);
	}
	sleep(5);
	return 1;
}

static int unmapped_memory(struct args *a) { return unmapped(NULL, 0); }

// A huge page stays whole if a program keeps 4 KiB of it. Others take memory too, but not each time.
static int split_pages(struct args *a) {
	const long page = 2 * MIB, size = 256 * page;
	struct sysinfo before, after;
	prctl(PR_SET_THP_DISABLE, 0, 0, 0, 0);
	for (int i = 0; i < 3; i++) {
		char *p = mmap(NULL, size + page, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
		if (p == MAP_FAILED)
			return 0;
		char *first = (char *)(((long)p + page - 1) & -page);
		madvise(first, size, MADV_HUGEPAGE);
		sysinfo(&before);
		for (char *q = first; q < first + size; q += page) {
			*q = 1;
			madvise(q + 4096, page - 4096, MADV_DONTNEED);
		}
		sysinfo(&after);
		munmap(p, size + page);
		if ((long)(before.freeram - after.freeram) * before.mem_unit < size * 3 / 4)
			return 0;
	}
	return 1;
}

static int shrunk_memory(struct args *a) { return unmapped(NULL, 1); }
static int unmapped_zero(struct args *a) { return unmapped("/dev/zero", 0); }

static int fill(int fd) {
	static char block[1 << 20];
	memset(block, 'x', sizeof block);
	for (long n = 0; n < MUCH; n += MIB)
		if (write(fd, block, sizeof block) != sizeof block)
			return 0;
	sleep(5);
	return 1;
}

static int memory_file(struct args *a) {
	int fd = syscall(SYS_memfd_create, "x", 0);
	return fd >= 0 && ftruncate(fd, MUCH) == 0 && hold(shared(MUCH, fd), MUCH);
}

static int secret_memory(struct args *a) {
	int fd = syscall(SYS_memfd_secret, 0);
	return fd >= 0 && ftruncate(fd, MUCH) == 0 && hold(shared(MUCH, fd), MUCH);
}

static int system_v(struct args *a) {
	int id = shmget(IPC_PRIVATE, MUCH, IPC_CREAT | 0600);
	return id >= 0 && hold(shmat(id, NULL, 0), MUCH);
}

// Objects that outlive their processes.
static int leave_objects(struct args *a) {
	shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600);
	semget(IPC_PRIVATE, 1, IPC_CREAT | 0600);
	msgget(IPC_PRIVATE, IPC_CREAT | 0600);
	return 0;
}

static int posix_memory(struct args *a) {
	int fd = open("/dev/shm/x", O_CREAT | O_RDWR, 0600);
	return fd >= 0 && fill(fd);
}

static int many_files(struct args *a) {
	char name[32];
	for (int i = 0; i < 1000; i++) {
		snprintf(name, sizeof name, "%d", i);
		int fd = creat(name, 0600);
		if (fd < 0 || ftruncate(fd, MIB / 2) != 0 || posix_fallocate(fd, 0, MIB / 2) != 0)
			return 0;
		close(fd);
	}
	sleep(5);
	return 1;
}

// The kernel has to remove these files, and to free their memory, before the next program runs.
static int leave_files(struct args *a) {
	static char block[1 << 20];
	char name[32];
	for (int i = 0; i < 1000; i++) {
		snprintf(name, sizeof name, "%d", i);
		close(creat(name, 0600));
	}
	int fd = creat("large", 0600);
	for (int i = 0; i < 100; i++)
		write(fd, block, sizeof block);
	return 0;
}

static int many_inodes(struct args *a) {
	char name[32];
	for (int i = 0; i < 100000; i++) {
		snprintf(name, sizeof name, "%d", i);
		if (mknod(name, S_IFREG | 0600, 0) != 0)
			return 0;
	}
	sleep(5);
	return 1;
}

// Paths get longer than the system's limit, and nobody can list the directories.
static int deep_paths(struct args *a) {
	char name[240];
	memset(name, 'n', 239);
	name[239] = 0;
	for (int i = 0; i < 200; i++)
		if (mkdir(name, 0300) != 0 || chdir(name) != 0)
			return 0;
	close(creat(a->token, 0600));
	usleep(300000);
	return 0;
}

static int huge_pages(struct args *a) {
	return mmap(NULL, MIB * 2, PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB, -1, 0) != MAP_FAILED ||
	       syscall(SYS_memfd_create, "x", 4) >= 0; // MFD_HUGETLB
}

// Each takes memory of the kernel, and one of the signals that a user may have waiting.
static int many_timers(struct args *a) {
	timer_t t;
	for (int i = 0; i < 10000; i++)
		if (timer_create(CLOCK_MONOTONIC, NULL, &t) != 0)
			return 0;
	return 1;
}

// One page in each 2 MiB takes a page of tables.
static int page_tables(struct args *a) {
	long n = MUCH / 4096 * 2 * MIB;
	char *p = mmap(NULL, n, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (p == MAP_FAILED)
		return 0;
	madvise(p, n, MADV_NOHUGEPAGE);
	for (long i = 0; i < n; i += 2 * MIB)
		(void)*(volatile char *)(p + i);
	sleep(5);
	return 1;
}

// The kernel makes tables for the whole range, even when it has to end the process.
static int guard_pages(struct args *a) {
	long n = 2048 * 512 * MIB; // 2 GiB of tables
	char *p = mmap(NULL, n, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	return p != MAP_FAILED && madvise(p, n, 102 /* MADV_GUARD_INSTALL */) == 0;
}

// The kernel tells for each page of a range whether it is in memory, even when it has to end the
// process. What it tells takes little memory: it is one file, again and again.
static int long_ranges(struct args *a) {
	const long range = 30 * MIB * MIB, answer = range / 4096, part = MIB / 2;
	int fd = open("answer", O_CREAT | O_RDWR, 0600);
	char *to = mmap(NULL, answer, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	char *p = mmap(NULL, range, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (to == MAP_FAILED || p == MAP_FAILED || ftruncate(fd, part) != 0)
		return 0;
	for (long n = 0; n < answer; n += part)
		mmap(to + n, part, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, 0);
	return mincore(p, range, (void *)to) == 0;
}

static pthread_barrier_t ready;

// The kernel makes the whole text of the file, even when it has to end the process.
static void *seek_once(void *unused) {
	char c;
	int fd = open("/proc/self/smaps", O_RDONLY);
	pthread_barrier_wait(&ready);
	while (pread(fd, &c, 1, 1L << 40) >= 0);
	return NULL;
}

// Many threads read a long text about many ranges of pages. Each has to end its call.
static int seek_maps(struct args *a) {
	const int threads = 150, ranges = 60000;
	char *p = mmap(NULL, ranges * 4096L, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	madvise(p, ranges * 4096L, MADV_NOHUGEPAGE);
	madvise(p, ranges * 4096L, 22 /* MADV_POPULATE_READ */);
	pthread_t id;
	pthread_attr_t small;
	pthread_attr_init(&small);
	pthread_attr_setstacksize(&small, 64 << 10);
	pthread_barrier_init(&ready, NULL, threads + 1);
	for (int i = 0; i < threads; i++)
		if (pthread_create(&id, &small, seek_once, NULL) != 0)
			return 0;
	for (long i = 0; i < ranges; i += 2)
		mprotect(p + i * 4096, 4096, PROT_NONE);
	pthread_barrier_wait(&ready);
	return pthread_join(id, NULL);
}

// The kernel frees closed sockets later, when each processor has left what it was doing. One thread
// keeps it in a call for long.
static int late_free(struct args *a) {
	char name[251] = "", c;
	memset(name, '\n', sizeof name - 1); // which takes four bytes in maps
	for (int i = 0; i < 20 && mkdir(name, 0700) == 0 && chdir(name) == 0; i++) {}
	int ends[2], fd = open("f", O_CREAT | O_RDWR, 0600);
	if (ftruncate(fd, 4096) != 0)
		return 0;
	for (int i = 0; i < 30000; i++)
		mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, fd, 0);
	if (fork() == 0) {
		fd = open("/proc/self/maps", O_RDONLY);
		while (pread(fd, &c, 1, 1L << 40) >= 0) {}
		_exit(0);
	}
	for (time_t end = time(NULL) + 4; time(NULL) < end; close(ends[0]), close(ends[1]))
		if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
			return 0;
	return 1;
}

enum { HEIRS = 60, LINKS = 2048 };
static struct { char *next; long offset; void *pending; } lists[HEIRS];
static pid_t heirs[HEIRS];
static int refused;

static void *set_list(void *number) {
	long i = (long)number;
	heirs[i] = syscall(SYS_gettid);
	pthread_barrier_wait(&ready);
	pthread_barrier_wait(&ready); // the file is written
	refused |= syscall(SYS_set_robust_list, &lists[i], sizeof lists[i]) != 0;
	pthread_barrier_wait(&ready);
	for (;;) pause();
}

// When a thread ends, the kernel writes to each page of its list, even when it has to end the
// process. Each thread has its own copy of each.
static int robust_lists(struct args *a) {
	const long size = LINKS * 4096;
	static char page[4096];
	int fd = open("list", O_CREAT | O_RDWR, 0600);
	pthread_t id;
	pthread_barrier_init(&ready, NULL, HEIRS + 1);
	for (long i = 0; i < HEIRS; i++)
		if (pthread_create(&id, NULL, set_list, (void *)i) != 0)
			return 0;
	pthread_barrier_wait(&ready);
	char *list = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
	memcpy(page + 8, heirs, sizeof heirs);
	for (long i = 0; i < LINKS; i++) {
		*(char **)page = list + (i + 1) % LINKS * 4096;
		write(fd, page, sizeof page);
	}
	for (int i = 0; i < HEIRS; i++) {
		char *own = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
		lists[i].next = list;
		lists[i].offset = own + 8 + 4 * i - list;
	}
	pthread_barrier_wait(&ready);
	pthread_barrier_wait(&ready);
	return !refused;
}

// Children take memory and end, again and again. They share none, and each is within the limit.
static int pulses(struct args *a) {
	for (int i = 0; i < 30; i++) {
		for (int k = 0; k < 14; k++)
			if (fork() == 0) {
				ualarm(85000, 0);
				hold(malloc(50 * MIB), 50 * MIB);
			}
		while (wait(NULL) > 0) {}
		usleep(20000);
	}
	return 1;
}

// Two processes write pages again that they have said they do not need: these are no page cache.
static int lazy_pages(struct args *a) {
	const long size = 38 * MIB;
	char *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	fork();
	for (long n = 0; p != MAP_FAILED && n < size; n += MIB) {
		memset(p + n, 1, MIB);
		madvise(p + n, MIB, 8 /* MADV_FREE */);
		memset(p + n, 1, MIB);
	}
	return hold(p, size);
}

static void *read_pagemap(void *file) {
	const long size = 1024 * MIB; // which tell of 512 GiB
	char *p = mmap(NULL, size, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	pread(*(int *)file, p, size, 16 * MIB);
	return NULL;
}

// The kernel tells of as many pages as there is room for, even when it has to end the process.
static int late_answers(struct args *a) {
	int fd = open("/proc/self/pagemap", O_RDONLY);
	pthread_t id;
	for (int i = 0; i < 3; i++)
		pthread_create(&id, NULL, read_pagemap, &fd);
	pthread_join(id, NULL);
	return 1;
}

// fill_pairs writes to new pairs of open files until these have much, or there are no more.
static int fill_pairs(int (*pair)(int *)) {
	static char block[64 << 10];
	long n = 0;
	for (int fds[2]; n < MUCH && pair(fds) == 0;)
		for (long k; (k = write(fds[1], block, sizeof block)) > 0;)
			n += k;
	sleep(5);
	return n >= MUCH;
}

// fill_each fills pairs in several processes, since each may have few open files.
static int fill_each(int processes, int (*pair)(int *)) {
	while (--processes > 0 && fork() > 0) {}
	fill_pairs(pair);
	return 1;
}

static int sockets(int *fds) {
	return socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, fds);
}

static int pipes(int *fds) { return pipe2(fds, O_NONBLOCK); }

static int socket_buffers(struct args *a) { return fill_pairs(sockets); }
static int pipe_buffers(struct args *a) { return fill_pairs(pipes); }
// long_texts lets the kernel hold what fdinfo says of an epoll with 2,500 lines, many times.
static int long_texts(struct args *a) {
	char name[40], letter;
	int epoll = epoll_create1(0);
	struct epoll_event event = {.events = EPOLLIN};
	for (int i = 0; i < 50; i++) {
		int file = eventfd(0, 0);
		for (int copy = 70; copy < 120 && dup2(file, copy) == copy; copy++) {
			epoll_ctl(epoll, EPOLL_CTL_ADD, copy, &event);
			close(copy);
		}
	}
	snprintf(name, sizeof name, "/proc/self/fdinfo/%d", epoll);
	for (int i = 16; --i > 0 && fork() > 0;) {}
	for (int i = 0; i < 50; i++) {
		int file = open(name, O_RDONLY);
		if (file < 0 || read(file, &letter, 1) != 1)
			return 0;
	}
	sleep(5);
	return 1;
}

static int ask[2], told[2];

// read_pages sleeps in many page faults while it reads of what another process has in its memory. The
// pages of its buffer are of separate ranges, so that each fault needs the lock of all.
static void *read_pages(void *unused) {
	const long size = 40 * 4096;
	char name[40];
	int child;
	char *buffer = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	for (long i = 0; i < size; i += 2 * 4096)
		madvise(buffer + i, 4096, MADV_DONTFORK);
	read(ask[0], &child, sizeof child);
	snprintf(name, sizeof name, "/proc/%d/pagemap", child);
	int file = open(name, O_RDONLY);
	write(told[1], "", 1);
	pread(file, buffer, size, 0);
	return NULL;
}

// read_mappings keeps a lock of its process, and change_mappings waits for the lock: so each page
// fault waits, too.
static void *read_mappings(void *unused) {
	char letter;
	for (int file = open("/proc/self/smaps", O_RDONLY);;) {
		pread(file, &letter, 1, 0);
		pread(file, &letter, 1, 1L << 40);
	}
}

static void *change_mappings(void *unused) {
	for (usleep(20000);;)
		munmap(mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), 4096);
}

static void read_slowly(int readers) {
	char name[201] = "";
	memset(name, '\n', 200);
	for (int i = 0; i < 15 && mkdir(name, 0700) == 0; i++)
		chdir(name);
	int file = open(name, O_RDWR | O_CREAT, 0600);
	pthread_t thread;
	while (readers-- > 0)
		pthread_create(&thread, NULL, read_pages, NULL);
	usleep(100000);
	ftruncate(file, 4096);
	for (int i = 0; i < 60000; i++)
		mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, file, 0);
	pthread_create(&thread, NULL, read_mappings, NULL);
	pthread_create(&thread, NULL, change_mappings, NULL);
	write(told[1], "", 1);
	pause();
}

// dead_memory lets the kernel keep the memory of processes that have ended.
static int dead_memory(struct args *a) {
	const int readers = 25;
	const long size = 40 * MIB;
	char letter;
	int stop[2], child;
	pipe(ask), pipe(told), pipe(stop);
	if (fork() == 0)
		read_slowly(readers);
	read(told[0], &letter, 1);
	usleep(100000);
	for (int i = 0; i < readers; i++) {
		if ((child = fork()) == 0) {
			memset(mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), 1, size);
			write(ask[1], (int[]){getpid()}, sizeof child);
			read(stop[0], &letter, 1);
			_exit(0);
		}
		read(told[0], &letter, 1);
		usleep(1000);
		write(stop[1], "", 1);
		waitpid(child, NULL, 0);
	}
	sleep(2);
	return 1;
}

// open_dirs keeps directories open, of which it has read some names.
static int open_dirs(struct args *a) {
	static char names[1024];
	for (int i = 62; --i > 0 && fork() > 0;) {}
	for (int dir; (dir = open("/usr/bin", O_RDONLY | O_DIRECTORY)) >= 0;)
		syscall(SYS_getdents64, dir, names, sizeof names);
	sleep(5);
	return 1;
}

static int many_sockets(struct args *a) { return fill_each(16, sockets); }

// The threads may have open files of their own, and the first one ends.
static void *fill_in_thread(void *own) {
	usleep(20000);
	if (own != NULL && syscall(SYS_close_range, ~0U, ~0U, 2 /* CLOSE_RANGE_UNSHARE */) != 0)
		_exit(0);
	_exit(fill_pairs(sockets) || 1);
}

static int fill_in_threads(void *own) {
	pthread_t thread;
	for (int i = 0; i < 16 && fork() > 0; i++) {}
	pthread_create(&thread, NULL, fill_in_thread, own);
	syscall(SYS_exit, 0);
	return 0;
}

static int hidden_sockets(struct args *a) { return fill_in_threads(NULL); }
static int own_sockets(struct args *a) { return fill_in_threads(a); }

// The kernel looks at 32 bits of the number of files.
static void *wait_for_files(void *files) {
	syscall(SYS_ppoll, files, 0x7fffffff00000000 + 100, NULL, NULL, 8);
	return NULL;
}

static void *be_interrupted(void *files) {
	ptrace(PTRACE_TRACEME, 0, NULL, NULL);
	poll(files, 100, -1);
	return NULL;
}

// Threads wait for sockets that are closed then.
static int close_polled(void *(*wait_for)(void *), int interrupt) {
	static struct pollfd files[24][100];
	static char block[64 << 10];
	pthread_t thread;
	for (int i = 0; i < 24; i++) {
		for (int k = 0, fds[2]; k < 100 && sockets(fds) == 0; k += 2)
			for (int end = 0; end < 2; end++) {
				while (write(fds[end], block, sizeof block) > 0) {}
				files[i][k + end].fd = fds[end];
			}
		pthread_create(&thread, NULL, wait_for, files[i]);
		usleep(20000);
		if (interrupt)
			pthread_kill(thread, SIGURG);
		usleep(5000);
		for (int k = 0; k < 100; k++)
			close(files[i][k].fd);
	}
	sleep(5);
	return 1;
}

static int polled_sockets(struct args *a) { return close_polled(wait_for_files, 0); }
static int interrupted_polls(struct args *a) { return close_polled(be_interrupted, 1); }

// The same in a program that nobody may read, from whose /proc files the judge may be kept, too.
static int hidden_program(struct args *a) {
	static char block[1 << 20];
	umask(0777);
	int from = open("/proc/self/exe", O_RDONLY), in = open("in", O_CREAT | O_RDWR, 0700);
	int to = open("copy", O_CREAT | O_WRONLY, 0111);
	for (long n; (n = read(from, block, sizeof block)) > 0;)
		if (write(to, block, n) != n)
			return 0;
	close(to);
	chmod("copy", 0111);
	if (write(in, "x x 1", 5) != 5 || lseek(in, 0, SEEK_SET) != 0 || dup2(in, 0) != 0)
		return 0;
	execl("copy", "copy", "polled_sockets", a->token, NULL);
	return 0;
}

// An open file that tells of mappings keeps the longest of its lines, with the path of a file.
static int keep_lines(int (*open_maps)(void)) {
	char name[256] = "";
	memset(name, '\n', sizeof name - 1); // which takes four bytes in a line
	for (int i = 0; i < 1000 && mkdir(name, 0700) == 0 && chdir(name) == 0; i++) {}
	int fd = open("f", O_CREAT | O_RDWR, 0600), n = 0;
	if (write(fd, "x", 1) != 1 ||
		mmap((void *)0x10000, 4096, PROT_READ, MAP_PRIVATE | MAP_FIXED, fd, 0) == MAP_FAILED)
		return 0;
	unlink("f");
	while (chdir("..") == 0 && rmdir(name) == 0) {} // in case someone looks for paths
	for (int i = 0; i < 2 && fork() > 0; i++) {}
	while ((fd = open_maps()) >= 0)
		n++;
	sleep(5);
	return n > 0;
}

static int open_own(void) {
	char c;
	int file = open("/proc/self/maps", O_RDONLY);
	return read(file, &c, 1) == 1 ? file : -1;
}

// The file has another name once somebody has looked for it after the end of the process.
static int open_ended(void) {
	char name[40], c;
	int child = fork();
	if (child == 0)
		pause();
	snprintf(name, sizeof name, "/proc/%d/task/%d", child, child);
	int dir = open(name, O_RDONLY), file = openat(dir, "maps", O_RDONLY), n = read(file, &c, 1);
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
	faccessat(dir, "maps", F_OK, 0);
	close(dir);
	return n == 1 ? file : -1;
}

static int long_lines(struct args *a) { return keep_lines(open_own); }
static int ended_lines(struct args *a) { return keep_lines(open_ended); }

// A page in a pipe keeps a piece of the file's pages, of up to 2 MiB, even when the file is gone.
static int pin_pages(struct args *a) {
	static char block[2 * MIB];
	long n = 0;
	int fd = open("f", O_RDWR | O_CREAT, 0600);
	for (int fds[2]; n < MUCH && pipe2(fds, O_NONBLOCK) == 0;)
		for (int i = 0; i < 16; i++) {
			loff_t at = 0;
			ftruncate(fd, 0);
			pwrite(fd, block, sizeof block, 0);
			if (splice(fd, &at, fds[1], NULL, 1, SPLICE_F_NONBLOCK) != 1 &&
				(at = 0, sendfile(fds[1], fd, &at, 1)) != 1)
				return 0;
			n += sizeof block;
		}
	sleep(1);
	struct statfs fs;
	return n >= MUCH && fstatfs(fd, &fs) == 0 && fs.f_type != 0x01021994; // of small pieces: tmpfs
}

static int lock_memory(struct args *a) {
	return mlockall(MCL_CURRENT | MCL_FUTURE) == 0 || mlock(malloc(MIB), MIB) == 0;
}

static int flood(int fd) {
	static char block[1 << 16];
	signal(SIGXFSZ, SIG_IGN);
	while (write(fd, block, sizeof block) > 0) {}
	usleep(200000);
	return 0;
}

static int flood_output(struct args *a) { return flood(1); }
static int flood_error(struct args *a) { return flood(2); }
static int flood_file(struct args *a) { return flood(creat("file", 0600)); }

static int reserve_output(struct args *a) {
	// Go's linker needs this error.
	return fallocate(1, FALLOC_FL_KEEP_SIZE, 0, 1L << 32) == 0 || errno != EOPNOTSUPP;
}

static int reserve_by_control(struct args *a) {
	long space[6] = {0, 0, 1L << 32}; // struct space_resv: from the beginning
	return ioctl(1, 0x40305828, space) == 0 || ioctl(1, 0x4030582a, space) == 0 ||
		ioctl(1, 0x40305839, space) == 0;
}

// split_ranges makes as many ranges, of one page each, with other rights than the next.
static char *split_ranges(long ranges) {
	char *p = mmap(NULL, ranges * 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	for (long n = 0; n < ranges; n += 2)
		if (p == MAP_FAILED || mprotect(p + n * 4096, 4096, PROT_READ) != 0)
			_exit(0);
	return p;
}

// The kernel keeps some 200 bytes for each range of pages with rights of its own.
static int many_mappings(struct args *a) {
	const long ranges = 60000;
	for (int i = 0; i < 8; i++) {
		if (fork() > 0)
			continue;
		split_ranges(ranges);
		sleep(1);
		_exit(1);
	}
	int status, held = 0;
	while (wait(&status) > 0)
		held += status != 0;
	return held == 8;
}

// A block of the kernel's memory has 21 notes on ranges of pages. A group pays for notes, and not
// for blocks: so one note keeps a block for which nobody pays.
static int pin_notes(struct args *a) {
	const long ranges = 60000, each = 21, size = 11 * MIB;
	for (int i = 0; i < 4; i++) {
		if (fork() > 0)
			continue;
		char *p = split_ranges(ranges);
		for (long n = 0; n < ranges; n += 2)
			if (n % each != 0)
				mprotect(p + n * 4096, 4096, PROT_NONE);
		_exit(hold(malloc(size), size));
	}
	int status, held = 0;
	while (wait(&status) > 0)
		held += status != 0;
	return held == 4;
}

// The kernel keeps files that one socket sends to another, even if all processes have ended.
static int send_files(struct args *a) {
	int fds[2];
	union { char space[CMSG_SPACE(sizeof fds)]; struct cmsghdr header; } rights = {
		.header = {CMSG_LEN(sizeof fds), SOL_SOCKET, SCM_RIGHTS}};
	struct iovec text = {"x", 1};
	struct mmsghdr m = {{.msg_iov = &text, .msg_iovlen = 1, .msg_control = &rights,
		.msg_controllen = sizeof rights}};
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, fds) != 0)
		return 1;
	memcpy(CMSG_DATA(&rights.header), fds, sizeof fds);
	return sendmsg(fds[0], &m.msg_hdr, 0) >= 0 || sendmmsg(fds[0], &m, 1, 0) >= 0;
}

// To tell how much shared memory a process has, the kernel looks at each of its mappings, and waits
// while the process changes them. All processes wait for each other: they map the same file.
static int slow_measures(struct args *a) {
	const long ranges = 20000;
	int fd = open("file", O_CREAT | O_RDWR, 0600);
	if (ftruncate(fd, MIB / 2) != 0)
		return 1;
	for (int i = 0; i < 20; i++) {
		if (fork() > 0)
			continue;
		alarm(10); // even if the sandbox fails
		for (int k = 0; k < 16; k++)
			for (char *p = shared(MIB / 2, fd), *end = p + MIB / 2; p < end; p += 4096)
				*p = 1;
		char *p = mmap(NULL, ranges * 4096, PROT_READ, MAP_SHARED, fd, 0);
		for (long n = 0;; n = (n + 2) % ranges)
			mprotect(p + n * 4096, 4096, PROT_NONE);
	}
	sleep(15);
	return 1;
}

// An epoll goes on watching a file under the number of each descriptor that has been closed, as long
// as another descriptor of the file is open.
static long watch_closed(void) {
	int epolls[40], ends[2], copies[80];
	long watched = 0;
	for (int i = 0; i < 40; i++)
		epolls[i] = epoll_create1(0);
	for (int k = 0; k < 14 && pipe(ends) == 0; k++) {
		for (int i = 0; i < 60; i++) {
			struct epoll_event event = {EPOLLIN};
			copies[i] = dup(ends[0]);
			for (int j = 0; j < 40; j++)
				watched += epoll_ctl(epolls[j], EPOLL_CTL_ADD, copies[i], &event) == 0;
		}
		for (int i = 0; i < 60; i++)
			close(copies[i]);
	}
	return watched;
}

static int epoll_items(struct args *a) {
	const long each = 30000; // of some 200 bytes
	for (int i = 0; i < 20; i++) {
		if (fork() > 0)
			continue;
		long watched = watch_closed();
		sleep(1);
		_exit(watched > each);
	}
	int status, held = 0;
	while (wait(&status) > 0)
		held += status != 0;
	return held == 20;
}

// The kernel keeps each lock that is in force, and then another one of the same byte is refused.
static int lock_bytes(struct args *a) {
	int fd = open("locks", O_CREAT | O_RDWR, 0600), again = open("locks", O_RDWR);
	struct flock lock = {.l_type = F_WRLCK, .l_len = 1};
	return fcntl(fd, F_SETLK, &lock) == 0 && fcntl(again, F_OFD_SETLK, &lock) != 0;
}

// Locks of a file that all programs can open tell another program something.
static int lock_shared(struct args *a) {
	int fd = open("/usr/bin/env", O_RDONLY), again = open("/usr/bin/env", O_RDONLY);
	struct flock lock = {.l_type = F_RDLCK}, asked = {.l_type = F_WRLCK};
	flock(fd, LOCK_EX | LOCK_NB);
	fcntl(fd, F_OFD_SETLK, &lock);
	return flock(again, LOCK_EX | LOCK_NB) != 0 ||
		(fcntl(again, F_OFD_GETLK, &asked) == 0 && asked.l_type != F_UNLCK);
}

// A process waits at an address of a file that programs share, and another one wakes it: so can another
// program.
static int wake_sleeper(struct args *a) {
	int fd = open("/usr/bin/env", O_RDONLY);
	int *shared = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);
	struct timespec second = {1, 0};
	if (shared == MAP_FAILED)
		return 0;
	if (fork() == 0)
		return syscall(SYS_futex, shared, 0 /* FUTEX_WAIT */, *shared, &second, 0, 0) && 0;
	for (int i = 0; i < 100; i++) {
		usleep(10000);
		if (syscall(SYS_futex, shared, 1 /* FUTEX_WAKE */, 1, 0, 0, 0) == 1)
			return 1;
	}
	return 0;
}

static int sparse_output(struct args *a) { return ftruncate(1, 1L << 40) == 0; }

static int lift_limits(struct args *a) {
	struct rlimit most = {RLIM_INFINITY, RLIM_INFINITY};
	return setrlimit(RLIMIT_FSIZE, &most) == 0 ||
		setrlimit(RLIMIT_NOFILE, &(struct rlimit){1 << 20, 1 << 20}) == 0;
}

// Files that are open and have no names, of 400 MB.
static int unlinked_files(struct args *a) {
	static char block[4 << 20];
	memset(block, 1, sizeof block);
	for (int i = 0; i < 100; i++) {
		int fd = open("unlinked", O_RDWR | O_CREAT | O_EXCL, 0600);
		unlink("unlinked");
		if (fd < 0 || write(fd, block, sizeof block) != sizeof block)
			return 0;
	}
	return 1;
}

const struct attack resources[] = {
	{"heap", heap}, {"swapped_memory", swapped_memory}, {"ended_leader", ended_leader},
	{"peak_in_name", peak_in_name}, {"ended_traced", ended_traced},
	{"ended_leaders", ended_leaders}, {"relay_threads", relay_threads},
	{"relay_processes", relay_processes},
	{"shared_memory", shared_memory}, {"stack", stack},
	{"many_processes", many_processes},
	{"hide_processes", hide_processes}, {"many_shared", many_shared},
	{"memory_file", memory_file}, {"secret_memory", secret_memory}, {"system_v", system_v},
	{"leave_objects", leave_objects}, {"posix_memory", posix_memory},
	{"deep_paths", deep_paths}, {"huge_pages", huge_pages}, {"many_timers", many_timers},
	{"many_mappings", many_mappings}, {"pin_notes", pin_notes}, {"epoll_items", epoll_items},
	{"send_files", send_files}, {"slow_measures", slow_measures},
	{"many_files", many_files}, {"many_inodes", many_inodes}, {"leave_files", leave_files},
	{"page_tables", page_tables}, {"guard_pages", guard_pages}, {"long_ranges", long_ranges},
	{"seek_maps", seek_maps}, {"late_free", late_free},
	{"socket_buffers", socket_buffers}, {"pipe_buffers", pipe_buffers},
	{"long_texts", long_texts}, {"open_dirs", open_dirs}, {"dead_memory", dead_memory},
	{"many_sockets", many_sockets}, {"long_lines", long_lines}, {"ended_lines", ended_lines},
	{"hidden_sockets", hidden_sockets}, {"own_sockets", own_sockets},
	{"polled_sockets", polled_sockets},
	{"interrupted_polls", interrupted_polls}, {"hidden_program", hidden_program},
	{"pin_pages", pin_pages},
	{"unmapped_memory", unmapped_memory}, {"shrunk_memory", shrunk_memory},
	{"split_pages", split_pages}, {"robust_lists", robust_lists}, {"pulses", pulses},
	{"lazy_pages", lazy_pages},
	{"late_answers", late_answers},
	{"unmapped_zero", unmapped_zero}, {"lock_bytes", lock_bytes}, {"lock_shared", lock_shared},
	{"wake_sleeper", wake_sleeper},
	{"reserve_by_control", reserve_by_control}, {"lock_memory", lock_memory},
	{"flood_output", flood_output}, {"flood_error", flood_error},
	{"flood_file", flood_file}, {"reserve_output", reserve_output},
	{"sparse_output", sparse_output}, {"lift_limits", lift_limits}, {"unlinked_files", unlinked_files},
	{0},
};
