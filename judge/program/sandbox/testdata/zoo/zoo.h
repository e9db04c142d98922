// The zoo is one program with many attacks. An attack returns 0 if it was refused, and 1 if
// it did what a judged program must not do; many only end when a limit ends them.
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// What attacks know. It comes from standard input, because a program may see the files
// that its arguments name.
struct args {
	const char *token; // a word that no other process or file has
	const char *home;  // a directory of the judge
	const char *port;  // where the judge's server listens
	int judge;         // process ID
};

struct attack {
	const char *name;
	int (*run)(struct args *);
};

extern const struct attack files[], rights[], processes[], resources[];

// at returns the path of a file in the judge's directory.
static inline const char *at(struct args *a, const char *name) {
	static char path[PATH_MAX];
	snprintf(path, sizeof path, "%s/%s", a->home, name);
	return path;
}

// differs tells whether the mode or the times of a file are others than they were. The filter says of
// some calls that they have changed them.
static inline int differs(const struct stat *was, const struct stat *is) {
	return was->st_mode != is->st_mode || was->st_mtim.tv_sec != is->st_mtim.tv_sec ||
		was->st_mtim.tv_nsec != is->st_mtim.tv_nsec;
}

// opens tells whether a file can be opened.
static inline int opens(const char *path, int flags) {
	int fd = open(path, flags | O_NONBLOCK | O_NOCTTY, 0600);
	if (fd >= 0)
		close(fd);
	return fd >= 0;
}
