// lift tries to lift its limits with its first system calls, and prints which it could.
#include <stdio.h>
#include <sys/resource.h>

int main(void) {
	struct {
		const char *name;
		int resource;
		rlim_t most;
	} all[] = {
		{"FSIZE", RLIMIT_FSIZE, (1 << 20) + 1}, {"CPU", RLIMIT_CPU, 4},
		{"CORE", RLIMIT_CORE, 1}, {"NOFILE", RLIMIT_NOFILE, 1024},
		{"MEMLOCK", RLIMIT_MEMLOCK, 64 << 10}, {"MSGQUEUE", RLIMIT_MSGQUEUE, 0},
	};
	for (int i = 0; i < 6; i++) {
		struct rlimit limit;
		getrlimit(all[i].resource, &limit);
		limit.rlim_cur = limit.rlim_max;
		setrlimit(all[i].resource, &limit);
		getrlimit(all[i].resource, &limit);
		if (limit.rlim_cur > all[i].most)
			puts(all[i].name);
	}
	return 0;
}
