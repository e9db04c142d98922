#include "zoo.h"
#include <sys/uio.h>
#include <sys/xattr.h>
#include <time.h>

static int read_shadow(struct args *a) { return opens("/etc/shadow", O_RDONLY); }
static int read_secret(struct args *a) { return opens(at(a, "secret"), O_RDONLY); }
static int read_other(struct args *a) { return opens(at(a, "other.out"), O_RDONLY); }

// has_entries tells whether a directory can be listed and has an entry.
static int has_entries(const char *path) {
	DIR *dir = opendir(path);
	int n = 0;
	for (struct dirent *e; dir && (e = readdir(dir));)
		n += e->d_name[0] != '.';
	return n > 0;
}

static int read_root(struct args *a) {
	return opens("/root/.profile", O_RDONLY) || opens("/root/.bashrc", O_RDONLY);
}
static int list_answers(struct args *a) { return has_entries(at(a, "cases")); }

static int read_answer(struct args *a) {
	char c;
	int fd = open(at(a, "cases/1.out"), O_RDONLY);
	return fd >= 0 && read(fd, &c, 1) == 1;
}

static int create(const char *dir, struct args *a) {
	char path[PATH_MAX];
	snprintf(path, sizeof path, "%s/%s", dir, a->token);
	return opens(path, O_WRONLY | O_CREAT);
}

static int write_home(struct args *a) { return create(a->home, a); }
static int write_run(struct args *a) { return create("/run", a); }
static int write_etc(struct args *a) { return create("/etc", a); }
static int write_tmp(struct args *a) { return create("/tmp", a), create("/var/tmp", a), 0; }
static int write_shm(struct args *a) { return create("/dev/shm", a), 0; }

static int rename_answer(struct args *a) {
	create(".", a);
	return rename(a->token, at(a, "cases/1.out")) == 0;
}

static int change_marker(struct args *a) {
	struct stat was = {0}, is = {0};
	stat(at(a, "marker"), &was);
	chmod(at(a, "marker"), 0);
	stat(at(a, "marker"), &is);
	return differs(&was, &is) || truncate(at(a, "marker"), 0) == 0 ||
		open(at(a, "marker"), O_RDONLY | O_TRUNC) >= 0 || unlink(at(a, "marker")) == 0;
}

static int link_secret(struct args *a) { return link(at(a, "secret"), "stolen") == 0; }

// The link leads out of the directory only now and then.
static int race_link(struct args *a) {
	for (int i = 0; i < 200; i++) {
		symlink(i % 2 ? at(a, "marker") : "own", "next");
		rename("next", "link");
		int fd = open("link", O_WRONLY | O_CREAT, 0600);
		if (fd >= 0 && write(fd, "x", 1) == 1 && i % 2)
			return 1;
		close(fd);
	}
	return 0;
}

// A directory that its helper may not read, or a link to the judge's file, in turn.
static int race_mode(struct args *a) {
	char dir[8], link[8];
	for (int i = 0; i < 12; i++) {
		if (fork() != 0)
			continue;
		snprintf(dir, sizeof dir, "d%d", i);
		snprintf(link, sizeof link, "l%d", i);
		symlink(at(a, "marker"), link);
		for (time_t end = time(NULL) + 1; time(NULL) < end;) {
			mkdir(dir, 0);
			for (int k = 0; k < 100; k++)
				syscall(SYS_renameat2, AT_FDCWD, dir, AT_FDCWD, link, 2 /* RENAME_EXCHANGE */);
			rmdir(dir);
		}
		_exit(0);
	}
	while (wait(NULL) > 0) {}
	return 0;
}

static int open_fifo(struct args *a) { return opens(at(a, "fifo"), O_WRONLY); }

// beside returns the path of a file below the directory of this program.
static const char *beside(const char *name) {
	static char path[PATH_MAX];
	memset(path, 0, sizeof path);
	if (readlink("/proc/self/exe", path, sizeof path - 20) < 0)
		return "/";
	strcpy(strrchr(path, '/') + 1, name);
	return path;
}

static int open_deep_fifo(struct args *a) {
	return opens(beside("pipes/fifo"), O_RDONLY) || opens(beside("pipes/fifo"), O_WRONLY);
}

// The answers are hidden below the directory of this program, whose other files it sees.
static int read_beside(struct args *a) { return opens(beside("jury/1.out"), O_RDONLY); }
static int list_beside(struct args *a) { return has_entries(beside("jury")); }

static int stat_answer(struct args *a) {
	struct stat info;
	return stat(at(a, "cases/1.out"), &info) == 0 || stat(beside("jury/1.out"), &info) == 0;
}

static int open_devices(struct args *a) {
	static const char *all[] = {"/dev/mem", "/dev/kmsg", "/dev/sda", "/dev/vda", "/dev/kvm",
		"/dev/fuse", "/dev/tty", "/dev/ptmx", "/dev/loop-control", "/dev/net/tun"};
	for (int i = 0; i < 10; i++)
		if (opens(all[i], O_RDWR))
			return 1;
	return 0;
}

static int make_device(struct args *a) {
	return mknod("device", S_IFCHR | 0666, 1 << 8 | 3) == 0 && opens("device", O_RDWR);
}

static int write_sysctl(struct args *a) {
	return opens("/proc/sys/kernel/core_pattern", O_WRONLY) ||
		opens("/proc/sysrq-trigger", O_WRONLY) || opens("/proc/sys/vm/drop_caches", O_WRONLY);
}

static int of_process(int pid, const char *name, int flags) {
	char path[64];
	snprintf(path, sizeof path, "/proc/%d/%s", pid, name);
	return opens(path, flags);
}

static int open_memory(struct args *a) {
	return of_process(getppid() ? getppid() : 1, "mem", O_RDWR) || of_process(a->judge, "mem", O_RDWR);
}

static int open_environment(struct args *a) {
	return of_process(getppid() ? getppid() : 1, "environ", O_RDONLY) ||
		of_process(a->judge, "environ", O_RDONLY);
}

static int open_others(struct args *a) {
	return of_process(getppid() ? getppid() : 1, "root/etc", O_RDONLY) ||
		of_process(a->judge, "cwd", O_RDONLY) || of_process(a->judge, "fd/0", O_RDONLY);
}

static int inherit_files(struct args *a) {
	for (int fd = 3; fd < 4096; fd++)
		if (fcntl(fd, F_GETFD) >= 0)
			return 1;
	return 0;
}

static int reopen_input(struct args *a) { return opens("/proc/self/fd/0", O_WRONLY); }

static int read_output(struct args *a) {
	char c;
	return read(1, &c, 1) >= 0;
}

// What a program does to the file of its output tells the next program something.
static int mark_output(struct args *a) {
	struct timespec later[2] = {{4000000000, 7}, {0, UTIME_OMIT}};
	futimens(1, later);
	return fsetxattr(1, "user.zoo", "x", 1, 0) == 0;
}

static int find_mark(struct args *a) {
	struct stat info;
	return fstat(1, &info) != 0 || info.st_atim.tv_sec == 4000000000 ||
		fgetxattr(1, "user.zoo", NULL, 0) >= 0;
}

// Which pages of a file are in memory tells a program what others have read.
static int find_pages(struct args *a) {
	char c;
	struct iovec one = {&c, 1};
	int fd = open("/usr/bin/env", O_RDONLY);
	return preadv2(fd, &one, 1, 0, 8 /* RWF_NOWAIT */) == 1 ||
		syscall(SYS_fadvise64, -1, 0, 0, 4 /* POSIX_FADV_DONTNEED */) != 0;
}

// No signal ends a program that waits for the disk.
static int wait_for_disk(struct args *a) {
	struct iovec one = {"", 1};
	return fsync(-1) == 0 ? fdatasync(-1) != 0 || syscall(SYS_sync_file_range, -1, 0, 0, 7) != 0 ||
		msync((void *)1, 1, MS_SYNC) != 0 || fcntl(1, F_SETFL, O_DIRECT) == 0 ||
		opens("/proc/self/fd/1", O_WRONLY | O_SYNC) || opens("file", O_WRONLY | O_CREAT | O_DSYNC) ||
		pwritev2(1, &one, 1, 0, 4 /* RWF_SYNC */) == 1 : 1;
}

static int link_output(struct args *a) {
	return linkat(AT_FDCWD, "/proc/self/fd/1", AT_FDCWD, "kept", AT_SYMLINK_FOLLOW) == 0;
}

const struct attack files[] = {
	{"read_shadow", read_shadow}, {"read_root", read_root}, {"read_secret", read_secret},
	{"read_other", read_other}, {"read_answer", read_answer}, {"list_answers", list_answers},
	{"write_home", write_home}, {"write_run", write_run}, {"write_etc", write_etc},
	{"write_tmp", write_tmp}, {"write_shm", write_shm}, {"rename_answer", rename_answer},
	{"change_marker", change_marker}, {"link_secret", link_secret}, {"race_link", race_link},
	{"race_mode", race_mode}, {"open_fifo", open_fifo},
	{"open_deep_fifo", open_deep_fifo}, {"read_beside", read_beside},
	{"list_beside", list_beside}, {"stat_answer", stat_answer}, {"open_devices", open_devices},
	{"make_device", make_device},
	{"write_sysctl", write_sysctl}, {"open_memory", open_memory},
	{"open_environment", open_environment}, {"open_others", open_others},
	{"inherit_files", inherit_files}, {"reopen_input", reopen_input},
	{"read_output", read_output}, {"mark_output", mark_output}, {"find_mark", find_mark},
	{"find_pages", find_pages}, {"wait_for_disk", wait_for_disk}, {"link_output", link_output}, {0},
};
