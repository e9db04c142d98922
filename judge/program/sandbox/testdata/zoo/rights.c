#include "zoo.h"
#include <arpa/inet.h>
#include <linux/filter.h>
#include <linux/fs.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/klog.h>
#include <sys/ptrace.h>
#include <sys/un.h>
#include <sys/xattr.h>

// The network.

static int dial(struct args *a, int type) {
	struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(atoi(a->port)),
		.sin_addr = {htonl(INADDR_LOOPBACK)}};
	int fd = socket(AF_INET, type, 0);
	return fd >= 0 && connect(fd, (void *)&to, sizeof to) == 0 && write(fd, "x", 1) == 1;
}

static int tcp(struct args *a) { return dial(a, SOCK_STREAM); }
static int udp(struct args *a) { return dial(a, SOCK_DGRAM); }

static int dial_local(const char *path, int abstract, int type) {
	struct sockaddr_un to = {.sun_family = AF_UNIX};
	int fd = socket(AF_UNIX, type, 0);
	strncpy(to.sun_path + abstract, path, sizeof to.sun_path - 2);
	socklen_t n = offsetof(struct sockaddr_un, sun_path) + abstract + strlen(path);
	return fd >= 0 && connect(fd, (void *)&to, n) == 0;
}

static int local(struct args *a) {
	if (chdir(a->home) != 0) // the path may be too long for an address
		return dial_local(at(a, "server"), 0, SOCK_STREAM);
	return dial_local("server", 0, SOCK_STREAM);
}

static int abstract(struct args *a) { return dial_local(a->port, 1, SOCK_STREAM); }
static int netlink(struct args *a) { return socket(AF_NETLINK, SOCK_RAW, 0) >= 0; }
static int packet(struct args *a) { return socket(AF_PACKET, SOCK_RAW, 0) >= 0; }
static int raw(struct args *a) { return socket(AF_INET, SOCK_RAW, IPPROTO_ICMP) >= 0; }
static int pair_datagrams(struct args *a) {
	int fds[2];
	return socketpair(AF_UNIX, SOCK_DGRAM, 0, fds) == 0;
}

static int name_socket(struct args *a) {
	struct sockaddr_un own = {.sun_family = AF_UNIX, .sun_path = "\0tilejudge-zoo"};
	int fds[2];
	return socketpair(AF_UNIX, SOCK_STREAM, 0, fds) == 0 && bind(fds[0], (void *)&own, 16) == 0;
}

// Rights, and parts of the kernel that a judged program does not need.

static int capabilities(struct args *a) {
	unsigned header[2] = {0x20080522, 0}, sets[6] = {0};
	return syscall(SYS_capget, header, sets) != 0 || sets[0] || sets[1] || sets[3] || sets[4];
}

static int gain_rights(struct args *a) { return prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1; }

static int make_setuid(struct args *a) {
	close(creat("setuid", 0700));
	return chmod("setuid", 04755) == 0 || chmod("setuid", 02755) == 0 ||
		open("setuid2", O_CREAT | O_WRONLY, 04755) >= 0;
}

static int mount_fs(struct args *a) {
	return syscall(SYS_mount, "tilejudge-zoo", "/tmp", "tmpfs", 0, NULL) == 0 ||
		syscall(SYS_fsopen, "tmpfs", 0) >= 0 || syscall(SYS_open_tree, -100, "/", 1) >= 0;
}

static int unmount(struct args *a) {
	return syscall(SYS_umount2, at(a, "cases"), 2) == 0 || syscall(SYS_umount2, "/proc", 2) == 0;
}

static int change_root(struct args *a) {
	return chroot(".") == 0 || syscall(SYS_pivot_root, ".", ".") == 0;
}

static int new_namespaces(struct args *a) {
	struct clone_args args = {.flags = CLONE_NEWUSER, .exit_signal = SIGCHLD};
	return unshare(CLONE_NEWUSER) == 0 || unshare(CLONE_NEWNET) == 0 ||
		syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0) >= 0 ||
		syscall(SYS_clone3, &args, sizeof args) >= 0;
}

static int join_namespace(struct args *a) {
	int fd = open("/proc/self/ns/net", O_RDONLY);
	return syscall(SYS_setns, fd, 0) == 0;
}

static int by_handle(struct args *a) {
	struct { struct file_handle h; char more[128]; } f = {.h = {.handle_bytes = 128}};
	int id;
	if (name_to_handle_at(AT_FDCWD, "/usr", &f.h, &id, 0) != 0)
		return 0;
	return open_by_handle_at(open("/usr", O_RDONLY), &f.h, O_RDONLY) >= 0;
}

static int keys(struct args *a) {
	return syscall(SYS_add_key, "user", "tilejudge-zoo", "text", 4, -3) >= 0 ||
		syscall(SYS_keyctl, 0, -3, 1) >= 0;
}

static int kernel_parts(struct args *a) {
	char buffer[256] = "";
	return syscall(SYS_bpf, 0, buffer, sizeof buffer) >= 0 ||
		syscall(SYS_perf_event_open, buffer, 0, -1, -1, 0) >= 0 ||
		syscall(SYS_userfaultfd, 1) >= 0 || syscall(SYS_io_uring_setup, 1, buffer) >= 0;
}

// The kernel keeps rules and queues in memory that only a control group counts.
static int keep_rules(struct args *a) {
	long rights[3] = {1, 0, 0}, context = 0;
	struct sock_filter all = {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW};
	struct sock_fprog filter = {1, &all};
	return syscall(SYS_landlock_create_ruleset, rights, 8, 0) >= 0 ||
		prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0 ||
		syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &filter) == 0 ||
		syscall(SYS_io_setup, 1, &context) == 0;
}

// What the kernel tells about files that others use, and about the machine's mounts.
static int ask_kernel(struct args *a) {
	long range[2] = {0, 0}, pages[5], request[3] = {24, -1, 0}, mounts[8];
	return syscall(451 /* cachestat */, 0, range, pages, 0) == 0 ||
		syscall(458 /* listmount */, request, mounts, 8, 0) >= 0 ||
		syscall(SYS_kcmp, getpid(), getpid(), 0, 0, 0) >= 0;
}

static int type_keys(struct args *a) {
	int tty = open("/dev/tty", O_RDWR | O_NONBLOCK);
	for (int fd = 0; fd < 3; fd++)
		if (syscall(SYS_ioctl, fd, 0x5412 /* TIOCSTI */, "x") == 0)
			return 1;
	return tty >= 0;
}

// Other processes: the helper, which is our parent, and the judge.

static int trace(struct args *a) {
	return ptrace(PTRACE_SEIZE, getppid() ? getppid() : 1, 0, 0) == 0 ||
		ptrace(PTRACE_SEIZE, a->judge, 0, 0) == 0 || ptrace(PTRACE_ATTACH, getppid(), 0, 0) == 0;
}

// The judge's command line names its flags.
static int read_commands(struct args *a) {
	char path[64], text[4096];
	DIR *dir = opendir("/proc");
	for (struct dirent *e; dir && (e = readdir(dir));) {
		snprintf(path, sizeof path, "/proc/%.20s/cmdline", e->d_name);
		int fd = open(path, O_RDONLY);
		ssize_t n = fd < 0 ? 0 : read(fd, text, sizeof text);
		close(fd);
		if (n > 0 && memmem(text, n, "-test.run", 9) != NULL)
			return 1;
	}
	return 0;
}

static int kill_helper(struct args *a) { return kill(getppid() ? getppid() : 1, SIGKILL), 0; }
static int stop_helper(struct args *a) { return kill(getppid() ? getppid() : 1, SIGSTOP), 0; }
// each_thread calls a function with the ID of each thread of the helper.
static int each_thread(void (*f)(int)) {
	char path[64];
	snprintf(path, sizeof path, "/proc/%d/task", getppid() ? getppid() : 1);
	DIR *dir = opendir(path);
	for (struct dirent *e; dir && (e = readdir(dir));)
		if (atoi(e->d_name) > 0)
			f(atoi(e->d_name));
	return 0;
}

// One of these threads is in the program's own domain of Landlock.
static void stop_thread(int id) {
	int helper = getppid() ? getppid() : 1;
	siginfo_t info = {.si_code = SI_QUEUE};
	kill(id, SIGSTOP);
	syscall(SYS_tkill, id, SIGSTOP);
	syscall(SYS_tgkill, helper, id, SIGSTOP);
	syscall(SYS_rt_sigqueueinfo, id, SIGSTOP, &info);
	syscall(SYS_rt_tgsigqueueinfo, helper, id, SIGSTOP, &info);
	kill(id, SIGKILL);
}

static void stop_thread_by_file(int id) {
	char path[64];
	snprintf(path, sizeof path, "/proc/%d", id);
	int fds[] = {syscall(SYS_pidfd_open, id, O_EXCL /* PIDFD_THREAD */), open(path, O_RDONLY)};
	for (int i = 0; i < 2; i++)
		syscall(SYS_pidfd_send_signal, fds[i], SIGSTOP, NULL, 0);
}

// The kernel sends the signal when there is something to read.
static void stop_thread_by_pipe(int id) {
	int fds[2];
	for (int i = 0; i < 3 && socketpair(AF_UNIX, SOCK_STREAM, 0, fds) == 0; i++) {
		struct f_owner_ex owner = {F_OWNER_TID, id};
		fcntl(fds[0], F_SETSIG, SIGSTOP);
		if (i == 0)
			fcntl(fds[0], F_SETOWN, id);
		else if (i == 1)
			fcntl(fds[0], F_SETOWN_EX, &owner);
		else
			syscall(SYS_ioctl, fds[0], 0x8901 /* FIOSETOWN */, &id);
		fcntl(fds[0], F_SETFL, O_ASYNC);
		write(fds[1], "x", 1);
	}
}

static int stop_threads(struct args *a) { return each_thread(stop_thread); }
static int stop_by_file(struct args *a) { return each_thread(stop_thread_by_file); }
static int stop_by_pipe(struct args *a) { return each_thread(stop_thread_by_pipe); }
static int kill_all(struct args *a) { return kill(-1, SIGKILL), 0; }

static int see_judge(struct args *a) { return a->judge != getpid() && kill(a->judge, 0) == 0; }

static int limit_helper(struct args *a) {
	struct rlimit limit = {1, 1};
	pid_t helper = getppid() ? getppid() : 1;
	return prlimit(helper, RLIMIT_NOFILE, &limit, NULL) == 0 ||
		prlimit(a->judge, RLIMIT_NOFILE, &limit, NULL) == 0;
}

// The filter says that these calls have succeeded.
static int slow_helper(struct args *a) {
	pid_t helper = getppid() ? getppid() : 1;
	cpu_set_t all, one, now;
	CPU_ZERO(&one);
	CPU_SET(0, &one);
	int moved = sched_getaffinity(helper, sizeof all, &all) == 0 && CPU_COUNT(&all) > 1 &&
		sched_setaffinity(helper, sizeof one, &one) == 0 &&
		sched_getaffinity(helper, sizeof now, &now) == 0 && CPU_COUNT(&now) == 1;
	setpriority(PRIO_PROCESS, helper, 19);
	setpriority(PRIO_USER, 0, 19);
	sched_setscheduler(helper, SCHED_IDLE, &(struct sched_param){0});
	return moved || getpriority(PRIO_PROCESS, helper) == 19 ||
		sched_getscheduler(helper) == SCHED_IDLE;
}

// The user 0 is the caller's own, and so the helper's where programs have no other. idle is the
// class of processes that wait for a disk until nobody else needs it.
static int slow_disk(struct args *a) {
	int idle = 3 << 13;
	return syscall(SYS_ioprio_set, 3 /* IOPRIO_WHO_USER */, 0, idle) == 0 ||
		syscall(SYS_ioprio_set, 2 /* IOPRIO_WHO_PGRP */, getppid() ? getppid() : 1, idle) == 0;
}

// The helper waits for a program that it traces, as if the program had ended. It traces the program
// itself already.
static int trace_self(struct args *a) {
	if (ptrace(PTRACE_TRACEME, 0, 0, 0) == 0)
		raise(SIGSTOP);
	return 0;
}

// The same by a process whose parent ends: so it becomes the helper's.
static int trace_orphan(struct args *a) {
	if (fork() == 0) {
		pid_t parent = getpid();
		if (fork() > 0)
			_exit(0);
		while (getppid() == parent)
			sched_yield();
		ptrace(PTRACE_TRACEME, 0, 0, 0);
		raise(SIGSTOP);
	}
	wait(NULL);
	sleep(15); // meanwhile the helper shall see its limits
	return 0;
}

static void *trace_and_end(void *stops) {
	ptrace(PTRACE_TRACEME, 0, 0, 0);
	if (stops)
		syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), SIGSTOP);
	syscall(SYS_exit, 0);
}

// The same by other threads: a program ends only when the helper knows the end of each.
static int trace_threads(struct args *a) {
	pthread_t thread;
	for (int i = 0; i < 2; i++)
		pthread_create(&thread, NULL, trace_and_end, i ? a : NULL);
	usleep(100000);
	return 0;
}

// The judge may run with a higher priority, and with the right to raise it. On a busy machine,
// processes with a lower one take long to end.
static int change_priority(struct args *a) {
	struct rlimit nice, real_time;
	int before = getpriority(PRIO_PROCESS, 0);
	getrlimit(RLIMIT_NICE, &nice);
	getrlimit(RLIMIT_RTPRIO, &real_time);
	setpriority(PRIO_PROCESS, 0, before - 1);
	setpriority(PRIO_PROCESS, 0, before + 1);
	sched_setscheduler(0, SCHED_FIFO, &(struct sched_param){1});
	sched_setscheduler(0, SCHED_IDLE, &(struct sched_param){0});
	return nice.rlim_max > 0 || real_time.rlim_max > 0 ||
		getpriority(PRIO_PROCESS, 0) != before || sched_getscheduler(0) != SCHED_OTHER;
}

static int lock_output(struct args *a) {
	return fchmod(1, 0), fcntl(1, F_SETLEASE, F_RDLCK) == 0;
}

static int grow_pipe(struct args *a) {
	int fds[2];
	return pipe(fds) == 0 && fcntl(fds[0], F_SETPIPE_SZ, 1 << 20) >= 0;
}

// Landlock does not keep a program from these.
static int change_secret(struct args *a) {
	struct stat was = {0}, is = {0};
	stat(at(a, "secret"), &was);
	int fd = open(at(a, "secret"), O_PATH);
	chmod(at(a, "secret"), 0666);
	syscall(452, fd, "", 0666, AT_EMPTY_PATH); // fchmodat2
	utimensat(AT_FDCWD, at(a, "secret"), NULL, 0);
	stat(at(a, "secret"), &is);
	return differs(&was, &is) || setxattr(at(a, "secret"), "user.x", "y", 1, 0) == 0;
}

// The input is a file of the judge.
static int change_input(struct args *a) {
	struct stat was = {0}, is = {0};
	fstat(0, &was);
	futimens(0, NULL);
	fstat(0, &is);
	int flags = 0;
	char attributes[28] = "";
	ioctl(0, FS_IOC_GETFLAGS, &flags);
	flags ^= FS_NODUMP_FL;
	return differs(&was, &is) || ioctl(0, FS_IOC_SETFLAGS, &flags) == 0 ||
		ioctl(0, FS_IOC_FSSETXATTR, attributes) == 0 ||
		syscall(469 /* file_setattr */, AT_FDCWD, at(a, "secret"), attributes, 24, 0) == 0;
}

// Landlock does not keep a program from the times of files that everybody may write.
static int touch_device(struct args *a) {
	struct timespec times[2] = {{0, UTIME_NOW}, {0, UTIME_NOW}};
	return utimensat(AT_FDCWD, "/dev/null", times, 0) == 0;
}

// The kernel then forgets the peak of a process's memory.
static int reset_peak(struct args *a) {
	int fd = open("/proc/self/clear_refs", O_WRONLY);
	return fd >= 0 && write(fd, "5", 1) == 1;
}

static int socket_filter(struct args *a) {
	struct sock_filter all = {BPF_RET | BPF_K, 0, 0, 1};
	struct sock_fprog filter = {1, &all};
	int fds[2];
	return socketpair(AF_UNIX, SOCK_STREAM, 0, fds) == 0 &&
		setsockopt(fds[0], SOL_SOCKET, SO_ATTACH_FILTER, &filter, sizeof filter) == 0;
}

// The kernel counts the files that a user watches with epoll, the pages of his pipes, and more. If a
// program of the judge's user takes all, other programs of his fail. The input is the judge's file.
static int be_judge(struct args *a) {
	struct stat info;
	return fstat(0, &info) != 0 || info.st_uid == getuid();
}

static int kernel_log(struct args *a) {
	char text[4096];
	return klogctl(3, text, sizeof text) > 0;
}

static int watch_files(struct args *a) {
	return inotify_init() >= 0 || inotify_init1(0) >= 0 || syscall(SYS_fanotify_init, 0x200, 0) >= 0;
}

// With a limit of 0 a crash starts the system's program that keeps dumps.
static int dump_core(struct args *a) {
	struct rlimit none = {0, 0}, now;
	setrlimit(RLIMIT_CORE, &none);
	prlimit(0, RLIMIT_CORE, &none, &now);
	syscall(SYS_prlimit64, 0, RLIMIT_CORE, &none, NULL);
	syscall(SYS_setrlimit, RLIMIT_CORE, &none);
	return getrlimit(RLIMIT_CORE, &now) != 0 || now.rlim_cur != 1 || now.rlim_max != 1;
}

const struct attack rights[] = {
	{"tcp", tcp}, {"udp", udp}, {"local", local}, {"abstract", abstract},
	{"netlink", netlink}, {"packet", packet}, {"raw", raw}, {"pair_datagrams", pair_datagrams},
	{"name_socket", name_socket}, {"change_input", change_input},
	{"capabilities", capabilities}, {"gain_rights", gain_rights}, {"make_setuid", make_setuid},
	{"mount_fs", mount_fs}, {"unmount", unmount}, {"change_root", change_root},
	{"new_namespaces", new_namespaces}, {"join_namespace", join_namespace},
	{"by_handle", by_handle}, {"keys", keys}, {"kernel_parts", kernel_parts},
	{"keep_rules", keep_rules}, {"ask_kernel", ask_kernel},
	{"type_keys", type_keys}, {"trace", trace}, {"read_commands", read_commands}, {"kill_helper", kill_helper},
	{"stop_helper", stop_helper}, {"stop_threads", stop_threads},
	{"stop_by_file", stop_by_file}, {"stop_by_pipe", stop_by_pipe}, {"kill_all", kill_all}, {"see_judge", see_judge},
	{"limit_helper", limit_helper}, {"slow_helper", slow_helper}, {"slow_disk", slow_disk},
	{"trace_self", trace_self}, {"trace_orphan", trace_orphan}, {"trace_threads", trace_threads},
	{"touch_device", touch_device},
	{"reset_peak", reset_peak}, {"socket_filter", socket_filter},
	{"change_priority", change_priority},
	{"lock_output", lock_output}, {"grow_pipe", grow_pipe}, {"change_secret", change_secret},
	{"kernel_log", kernel_log}, {"be_judge", be_judge},
	{"watch_files", watch_files}, {"dump_core", dump_core}, {0},
};
