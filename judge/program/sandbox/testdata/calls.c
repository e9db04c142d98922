// calls makes system calls that a judged program must not make. It prints which of them
// did not fail as they should. The first argument says whether a group counts memory, the
// second is a local socket.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static void refused(const char *name, int error, long result) {
	if (result != -1 || errno != error)
		printf("%s: %ld, %s\n", name, result, strerror(errno));
}
#define REFUSED(error, call, ...) refused(#call, error, syscall(SYS_##call, ##__VA_ARGS__))

static void escape(const char *path) {
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);
	strncpy(address.sun_path, path, sizeof address.sun_path - 1);
	if (fd >= 0 && connect(fd, (void *)&address, sizeof address) == 0)
		puts("connected");
}

int main(int argc, char **argv) {
	char buffer[256] = "";
	struct rlimit limit = {1, 1};
	struct clone_args args = {.flags = CLONE_NEWUSER, .exit_signal = SIGCHLD};
	escape(argv[2]);
	REFUSED(ENOSYS, socket, AF_INET, SOCK_STREAM, 0);
	REFUSED(EPERM, socketpair, AF_UNIX, SOCK_DGRAM, 0, buffer);
	REFUSED(EPERM, socketpair, AF_UNIX, SOCK_RAW | SOCK_CLOEXEC, 0, buffer);
	REFUSED(EPERM, socketpair, AF_INET, SOCK_STREAM, 0, buffer);
	REFUSED(ENOSYS, io_uring_setup, 1, buffer);
	REFUSED(ENOSYS, io_uring_enter, 0, 0, 0, 0, 0, 0);
	REFUSED(ENOSYS, userfaultfd, 1);
	REFUSED(ENOSYS, bpf, 0, buffer, sizeof buffer);
	REFUSED(ENOSYS, perf_event_open, buffer, 0, -1, -1, 0);
	REFUSED(ENOSYS, keyctl, 0, -3, 1);
	REFUSED(ENOSYS, add_key, "user", "leak", "text", 4, -3);
	REFUSED(ENOSYS, request_key, "user", "leak", NULL, -3);
	REFUSED(ENOSYS, unshare, CLONE_NEWUSER);
	REFUSED(ENOSYS, unshare, CLONE_FS);
	REFUSED(ENOSYS, setns, 0, 0);
	REFUSED(EPERM, clone, CLONE_NEWUSER | SIGCHLD, NULL, NULL, NULL, NULL);
	REFUSED(ENOSYS, mount, "none", "/tmp", "tmpfs", 0, NULL);
	REFUSED(ENOSYS, fsopen, "tmpfs", 0);
	REFUSED(ENOSYS, open_tree, AT_FDCWD, "/", 0);
	REFUSED(EPERM, ptrace, PTRACE_SEIZE, getppid(), NULL, NULL);
	REFUSED(ENOSYS, process_vm_readv, getpid(), NULL, 0, NULL, 0, 0);
	REFUSED(ENOSYS, pidfd_getfd, 0, 0, 0);
	void *high = mmap((void *)0x100000000, 4096, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
	REFUSED(EPERM, prlimit64, getpid(), RLIMIT_STACK, &limit, NULL);
	REFUSED(EPERM, prlimit64, getpid(), RLIMIT_STACK, high, NULL);
	REFUSED(EPERM, prlimit64, 0, RLIMIT_CORE, high, &limit);
	REFUSED(EPERM, fchmod, 1, 04755);
	REFUSED(EPERM, fchmodat, AT_FDCWD, "x", 02755);
	REFUSED(EPERM, openat, AT_FDCWD, "x", O_CREAT | O_WRONLY, 04755);
	REFUSED(EPERM, mknodat, AT_FDCWD, "x", S_IFREG | 04755, 0);
	REFUSED(ENOSYS, openat2, AT_FDCWD, "x", buffer, 24);
	REFUSED(EOPNOTSUPP, fallocate, 1, 1 /* KEEP_SIZE */, 0, 1L << 32);
	REFUSED(ENOTTY, ioctl, 0, 0x5412 /* TIOCSTI */, "x");
	REFUSED(ENOTTY, ioctl, 0, 0x100005412, "x");
	if (strcmp(argv[1], "counted") != 0) {
		REFUSED(ENOSYS, memfd_create, "x", 0);
		REFUSED(ENOSYS, memfd_secret, 0);
	}
	REFUSED(ENOSYS, inotify_init1, 0);
	REFUSED(EINVAL, fcntl, 1, F_GETOWN, buffer);
	REFUSED(EINVAL, prctl, 22 /* PR_SET_SECCOMP */, 2, buffer);
	REFUSED(ENOSYS, shmget, 0, 4096, 0600);
	REFUSED(ENOSYS, msgget, 0, 0600);
	REFUSED(ENOSYS, semget, 0, 1, 0600);
	REFUSED(ENOSYS, mq_open, "/x", 0, 0, NULL);
	REFUSED(ENOSYS, clone3, &args, sizeof args);
#ifdef __x86_64__
	int status = 0;
	pid_t pid = fork();
	if (pid == 0) {
		syscall(0x40000000 + SYS_getpid); // x32
		_exit(0);
	}
	waitpid(pid, &status, 0);
	if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGSYS)
		printf("x32: status %d\n", status);
	if ((pid = fork()) == 0) {
		long result = 20; // getpid of i386
		__asm__ volatile("int $0x80" : "+a"(result) : : "memory");
		_exit(0);
	}
	waitpid(pid, &status, 0);
	if (!WIFSIGNALED(status)) // SIGSEGV where the kernel has no i386
		printf("i386: status %d\n", status);
#endif
	// What programs do need.
	if (prlimit(0, RLIMIT_STACK, NULL, &limit) != 0 || prlimit(getpid(), RLIMIT_STACK, NULL, &limit) != 0)
		puts("cannot read its limits");
	if (setrlimit(RLIMIT_CORE, &limit) != 0)
		puts("cannot limit its memory dumps");
	if (prctl(PR_SET_DUMPABLE, 0) != 0 || prctl(PR_GET_DUMPABLE) != 1)
		puts("is not dumpable");
	if (close(creat("y", 0644)) != 0)
		puts("cannot make a file");
	if (lockf(open("y", O_RDWR), F_LOCK, 0) != 0)
		puts("cannot lock a file");
	struct stat info = {0};
	if (chmod("y", 0755) != 0 || stat("y", &info) != 0 || (info.st_mode & 1) == !strcmp(argv[3], "shared"))
		puts("changes a mode among files of others, or cannot change one of its own");
	return 0;
}
