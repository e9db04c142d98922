#include "zoo.h"
#include <pthread.h>
#include <sys/ptrace.h>
#include <time.h>

static void spin(void) {
	for (;;)
		__asm__ volatile("");
}

static int fork_bomb(struct args *a) {
	for (;;)
		fork();
}

static int vfork_bomb(struct args *a) {
	for (;;)
		if (vfork() == 0) {
			char *argv[] = {"sleep", (char *)a->token, NULL};
			execvp("sleep", argv);
			_exit(1);
		}
}

static void *wait_for_ever(void *unused) {
	pause();
	return unused;
}

static int thread_bomb(struct args *a) {
	pthread_attr_t attr;
	pthread_t thread;
	int n = 0;
	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, 16 << 10);
	while (n < 6000 && pthread_create(&thread, &attr, wait_for_ever, NULL) == 0)
		n++;
	usleep(100000);
	return n >= 6000;
}

// Processes that have ended, for which nobody waits.
static int zombies(struct args *a) {
	int n = 0;
	for (pid_t pid; n < 20000 && (pid = fork()) >= 0; n++)
		if (pid == 0)
			_exit(0);
	usleep(100000);
	return n >= 20000;
}

// Each process lives only until the next one does.
static int hydra(struct args *a) {
	if (fork() > 0)
		return 0;
	for (;;) {
		setpgid(0, 0);
		if (fork() > 0)
			_exit(0);
	}
}

static int hydras(struct args *a) {
	for (int i = 0; i < 16; i++)
		hydra(a);
	usleep(50000);
	return 0;
}

// Each process and thread starts others, in sessions of their own if it can, to each of which the
// kernel would give as much processor time as to the helper.
static int storm(struct args *a) {
	alarm(10);
	for (int i = 0; i < 60; i++) {
		if (fork() == 0) {
			pthread_t thread;
			alarm(10); // even if the sandbox fails
			setsid();
			setpgid(0, 0);
			for (int k = 0; k < 3; k++)
				pthread_create(&thread, NULL, (void *(*)(void *))storm, a);
			for (;;)
				sched_yield();
		}
	}
	for (;;)
		sched_yield();
}

static void *wait_to_fork(void *gate) {
	char end;
	read(*(int *)gate, &end, 1);
	for (;;)
		fork();
}

// As many processes and threads as are allowed wait until all are there, and then start others.
static int ambush(struct args *a) {
	int gate[2];
	alarm(10);
	pipe(gate);
	for (int i = 0; i < 60; i++)
		if (fork() == 0) {
			pthread_t thread;
			alarm(10);
			close(gate[1]);
			for (int k = 0; k < 4; k++)
				pthread_create(&thread, NULL, wait_to_fork, &gate[0]);
			wait_to_fork(&gate[0]);
		}
	usleep(100000);
	close(gate[1]);
	return fork_bomb(a);
}

static int daemonize(struct args *a) {
	if (fork() == 0) {
		setpgid(0, 0);
		if (fork() == 0) {
			for (int s = 1; s < 65; s++)
				signal(s, SIG_IGN);
			sleep(15);
		}
		_exit(0);
	}
	return 0;
}

static int clear_death_signal(struct args *a) {
	if (fork() == 0) {
		prctl(PR_SET_PDEATHSIG, 0);
		setpgid(0, 0);
		sleep(15);
	}
	prctl(PR_SET_PDEATHSIG, 0);
	return 0;
}

// A child of the program's parent, which is a thread of the helper.
static int leave_sibling(struct args *a) {
	if (syscall(SYS_clone, CLONE_PARENT | SIGCHLD, NULL, NULL, NULL, 0) == 0)
		sleep(15);
	return 0;
}

// The thread of the helper, as a tracer that has let the program go, has to let it go again and again.
static int stop_again(struct args *a) {
	signal(SIGURG, SIG_IGN);
	raise(SIGCHLD);
	for (int i = 0; i < 2000; i++)
		if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0 || raise(SIGURG) != 0)
			return 0;
	for (;;) {} // any other end is fine
}

// A child of whose end the kernel tells the tracer of this program, a thread of the helper, and
// waits for an answer.
static int share_tracer(struct args *a) {
	if (syscall(SYS_clone, CLONE_PTRACE | SIGCHLD, NULL, NULL, NULL, 0) == 0)
		sleep(15);
	return 0;
}

static int own_reaper(struct args *a) {
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	return daemonize(a);
}

static int ignore_all(struct args *a) {
	for (int s = 1; s < 65; s++)
		signal(s, SIG_IGN);
	sleep(15);
	return 1;
}

static int stop_self(struct args *a) { return raise(SIGSTOP), sleep(15), 1; }
static int sleeps(struct args *a) { return sleep(15), 1; }

// It ignores the kernel's own signal at the limit.
static int spins(struct args *a) {
	signal(SIGXCPU, SIG_IGN);
	spin();
	return 1;
}

static int children_spin(struct args *a) {
	for (int i = 0; i < 4; i++)
		if (fork() == 0)
			spin();
	sleep(15);
	return 1;
}

// Pairs of processes pass a byte to and fro, in a session of their own if they can.
static int pairs(struct args *a) {
	char byte = 0;
	if (fork() > 0)
		sleep(20);
	setsid();
	for (int i = 0, to[2], fro[2]; i < 30 && pipe(to) == 0 && pipe(fro) == 0; i++) {
		if (fork() == 0)
			while (write(to[1], &byte, 1) == 1 && read(fro[0], &byte, 1) == 1) {}
		if (fork() == 0)
			while (read(to[0], &byte, 1) == 1 && write(fro[1], &byte, 1) == 1) {}
		close(to[0]), close(to[1]), close(fro[0]), close(fro[1]);
	}
	sleep(20);
	return 1;
}

// The CPU time of children for which nobody waits is added to nobody's.
static int lost_time(struct args *a) {
	signal(SIGCHLD, SIG_IGN);
	for (;;) {
		if (fork() == 0) {
			for (volatile int i = 0; i < 2000000; i++) {}
			_exit(0);
		}
		wait(NULL);
	}
}

// The helper has to wait for thousands of processes, while others spin. On a busy machine more of
// them may be unreaped than the limit of processes allows.
static int orphans(struct args *a) {
	signal(SIGCHLD, SIG_IGN);
	for (int i = 0; i < 20; i++)
		if (fork() == 0)
			for (;;)
				if (fork() == 0) {
					fork();
					_exit(0);
				}
	sleep(15);
	return 1;
}

static int rename_self(struct args *a) {
	if (fork() == 0) {
		prctl(PR_SET_NAME, ") R 1 1 1 0 -1 4194560 0 0 0 0 0 0 0 0 20");
		setsid();
		spin();
	}
	sleep(15);
	return 1;
}

// The kernel counts upwards: so the next program, or this one if it runs again, gets a higher number.
static int count_processes(struct args *a) {
	int own = getpid();
	for (int i = 0; i < 300; i++) {
		if (fork() == 0)
			_exit(0);
		wait(NULL);
	}
	return own > 300;
}

// The helper could be in the program's own group of processes, to which anyone may send signals.
static int join_helper(struct args *a) {
	int helper = getppid() ? getppid() : 1;
	if (setpgid(0, getpgid(helper)) != 0 || getpgid(0) != getpgid(helper))
		return 0;
	signal(SIGTERM, SIG_IGN);
	kill(0, SIGTERM);
	return 0;
}

// The kernel counts in a process what its children have used: so that of the helper tells what the
// programs before have used.
static int see_helper(struct args *a) { return opens("/proc/1/stat", O_RDONLY); }

// The helper's own CPU time tells that, too. Timers of it would make the kernel slow the helper down.
static int clock_helper(struct args *a) {
	int helper = getppid() ? getppid() : 1, clock = ~helper << 3 | 2 /* CPUCLOCK_SCHED */;
	struct timespec now;
	timer_t timer;
	return syscall(SYS_clock_gettime, clock, &now) == 0 || timer_create(clock, NULL, &timer) == 0;
}

const struct attack processes[] = {
	{"fork_bomb", fork_bomb}, {"vfork_bomb", vfork_bomb}, {"thread_bomb", thread_bomb},
	{"zombies", zombies}, {"hydra", hydra}, {"hydras", hydras}, {"storm", storm}, {"ambush", ambush},
	{"daemonize", daemonize},
	{"clear_death_signal", clear_death_signal}, {"own_reaper", own_reaper},
	{"leave_sibling", leave_sibling}, {"stop_again", stop_again}, {"share_tracer", share_tracer},
	{"ignore_all", ignore_all}, {"stop_self", stop_self}, {"sleeps", sleeps},
	{"spins", spins}, {"children_spin", children_spin}, {"pairs", pairs},
	{"lost_time", lost_time},
	{"rename_self", rename_self}, {"count_processes", count_processes},
	{"see_helper", see_helper}, {"clock_helper", clock_helper},
	{"join_helper", join_helper},
	{"orphans", orphans}, {0},
};
