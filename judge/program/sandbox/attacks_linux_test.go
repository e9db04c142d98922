package sandbox_test

import (
	"tilejudge/judge/program/sandbox"
	"tilejudge/judge/program/sandbox/means"
)

// An attack is a program that tries what a judged program must not do, and what keeps it
// from that. Each row shows a promise.
type attack struct {
	promise string // ends the sentence "A program cannot"
	name    string // of an attack in testdata/zoo, if there is no source
	source  string // of a shell script, or of a Python program that begins with "#"
	line    string // the contestant's command line, as after @RUN@ in a source; or none
	limit   sandbox.Limit
	or      sandbox.Limit // another limit that it may exceed first
	refused bool          // it may also end with exit status 0, because it was refused what it needs
	fails   bool          // it may also end with any exit status
	cannot  bool          // it cannot be started

	// needs are the means that the promise needs: all of them, or for "a|b" one.
	needs []string
}

// The promises.
const (
	noReading   = "read files that are neither its own nor the system's"
	noAnswers   = "read expected answers, or what other programs print"
	noTalk      = "talk to programs that run before it, after it or beside it"
	noWriting   = "write outside its scratch directory, or leave files behind"
	noDevices   = "use devices, or change the kernel's settings"
	noServers   = "talk to local servers"
	noNetwork   = "use the network"
	noInspect   = "read or trace other processes"
	noSignals   = "end, stop or limit the judge, its helper or other processes"
	noShare     = "use up what the kernel grants the judge's user, such as watched files"
	noRights    = "gain rights, or make files that give them"
	noKernel    = "use parts of the kernel that programs rarely need: mounts, namespaces, keys, BPF"
	noRemains   = "leave processes behind"
	noObjects   = "leave shared memory, queues or keys behind"
	noTime      = "exceed its limit of CPU time"
	noWall      = "exceed its limit of wall time"
	noProcesses = "exceed its limit of processes and threads"
	noMemory    = "exceed its limit of memory"
	noBuffers   = "exceed its limit of memory with buffers of pipes, sockets, directories and /proc"
	noOutput    = "exceed its limit of output, or fill the disk"
	noSurround  = "see the judge's environment, open files or terminal"
)

// Lists of means.
var (
	ownRoot   = []string{means.Root}
	locked    = []string{means.Root + "|" + means.Landlock}
	unchanged = []string{means.Root + "|" + means.Filter}
	filtered  = []string{means.Filter}
	network   = []string{means.Network + "|" + means.Filter}
	apart     = []string{means.Process + "|" + means.Signals}
	ownThread = []string{means.Process + "|" + means.Signals, means.Filter}
	unseen    = []string{means.Proc + "|" + means.Landlock}
	ownProc   = []string{means.Process, means.Proc}
	noIPC     = []string{means.IPC + "|" + means.Filter}
	noRoot    = []string{"no privileges"}
	grouped   = []string{means.Cgroup}
	counted   = []string{means.Memory}
	never     = []string{"another kernel"}
)

// attacks lists all attacks. HOME, TOKEN and JUDGE in a source become the judge's directory,
// a word that stands nowhere else, and the judge's process ID.
var attacks = []attack{
	{promise: noReading, name: "read_shadow", needs: locked},
	{promise: noReading, name: "read_root", needs: locked},
	{promise: noReading, name: "read_secret", needs: locked},
	{promise: noReading, source: "! cat /etc/shadow && ! ls /root/.ssh /home/*/.ssh", needs: locked},
	{promise: noReading, source: "! cat /proc/1/root/etc/shadow", needs: locked},
	{promise: noReading, source: "ln -s HOME/secret link && ! cat link", needs: locked},
	{promise: noReading, name: "link_secret", needs: locked},
	{promise: noReading, name: "by_handle", needs: noRoot},
	{promise: noReading, source: "#\nimport glob, sys\nsys.exit(bool(glob.glob('HOME/*')))\n",
		needs: locked},

	{promise: noAnswers, name: "read_answer", needs: locked},
	{promise: noAnswers, name: "list_answers", needs: locked},
	{promise: noAnswers, name: "read_beside", needs: locked},
	{promise: noAnswers, name: "list_beside", needs: ownRoot},
	{promise: noAnswers, name: "stat_answer", needs: ownRoot},
	{promise: noAnswers, name: "read_other", needs: locked},
	{promise: noAnswers, source: "! grep -r expected HOME/cases", needs: locked},
	{promise: noAnswers, source: "[ -z \"$(find / -xdev -name TOKEN.answer 2>/dev/null)\" ]",
		needs: locked},
	{promise: noAnswers, source: "! judge -test.run '^$'", needs: locked},
	{promise: noAnswers, line: "judge -test.run ^$", needs: locked, cannot: true},
	{promise: noAnswers, line: "/proc/self/exe -test.run ^$", needs: locked, cannot: true},
	{promise: noAnswers, line: "sh -c '! cat $0' HOME/other.out", needs: locked},
	{promise: noAnswers, line: "sh -c '! cat $0' HOME/cases/1.out", needs: locked},
	{promise: noAnswers, line: "HOME/solution", needs: locked, cannot: true},
	{promise: noAnswers, line: "sh -c '! HOME/solution'", needs: locked},
	{promise: noAnswers, source: "#!HOME/solution\n", needs: locked, cannot: true},

	{promise: noTalk, name: "lock_shared", needs: filtered},
	{promise: noTalk, name: "mark_output", needs: filtered},
	{promise: noTalk, name: "find_mark"},
	{promise: noTalk, name: "find_pages", needs: filtered},
	{promise: noTalk, name: "link_output", needs: locked},
	{promise: noTalk, name: "count_processes", needs: ownProc},
	{promise: noTalk, name: "see_helper", needs: ownProc},
	{promise: noTalk, name: "clock_helper", needs: filtered},
	{promise: noTalk, name: "wake_sleeper", needs: never},

	{promise: noWriting, name: "write_home", needs: locked},
	{promise: noWriting, name: "write_run", needs: locked},
	{promise: noWriting, name: "write_etc", needs: locked},
	{promise: noWriting, name: "write_tmp", needs: locked},
	{promise: noWriting, name: "write_shm", needs: locked},
	{promise: noWriting, name: "rename_answer", needs: locked},
	{promise: noWriting, name: "change_marker", needs: unchanged},
	{promise: noWriting, name: "change_secret", needs: unchanged},
	{promise: noWriting, name: "change_input", needs: unchanged},
	{promise: noWriting, name: "touch_device", needs: ownRoot},
	{promise: noWriting, name: "race_link", needs: locked},
	{promise: noWriting, name: "race_mode", needs: unchanged},
	{promise: noWriting, name: "reopen_input", needs: locked},
	{promise: noWriting, needs: locked,
		source: "! rm HOME/cases/1.out && ! rmdir HOME/cases && ! mkdir HOME/TOKEN"},
	{promise: noWriting, source: "mkdir -p a/b/c && touch a/b/c/TOKEN && chmod 0 a",
		fails: true},

	{promise: noDevices, name: "open_devices", needs: locked},
	{promise: noDevices, name: "make_device", needs: noRoot},
	{promise: noDevices, name: "write_sysctl", needs: locked},
	{promise: noDevices, needs: locked,
		source: "! (echo c >/proc/sysrq-trigger) && ! (echo 1 >/proc/1/oom_score_adj)"},

	{promise: noServers, name: "local", needs: filtered},
	{promise: noServers, name: "abstract", needs: filtered},
	{promise: noServers, name: "open_fifo", needs: locked},
	{promise: noServers, name: "open_deep_fifo", needs: locked},
	{promise: noServers, name: "pair_datagrams", needs: filtered},
	{promise: noServers, name: "name_socket", needs: filtered},

	{promise: noNetwork, name: "tcp", needs: network},
	{promise: noNetwork, name: "udp", needs: network},
	{promise: noNetwork, name: "netlink", needs: filtered},
	{promise: noNetwork, name: "packet", needs: filtered},
	{promise: noNetwork, name: "raw", needs: filtered},
	{promise: noNetwork, needs: filtered, source: "#\nimport socket, sys\n" +
		"for family in (2, 10, 1, 16, 17, 38, 40):\n\ttry: socket.socket(family); sys.exit(1)\n" +
		"\texcept OSError: pass\n"},

	{promise: noInspect, name: "watch_files", needs: filtered},
	{promise: noInspect, name: "open_memory", needs: filtered},
	{promise: noInspect, name: "open_environment", needs: unseen},
	{promise: noInspect, name: "open_others", needs: unseen},
	{promise: noInspect, name: "trace", needs: filtered},
	{promise: noInspect, name: "see_judge", needs: apart},
	{promise: noInspect, name: "read_commands", needs: []string{means.Proc}},

	{promise: noSignals, name: "kill_helper", needs: apart},
	{promise: noSignals, name: "stop_helper", needs: apart},
	{promise: noSignals, name: "trace_self"},
	{promise: noSignals, name: "trace_orphan", limit: sandbox.Wall},
	{promise: noSignals, name: "trace_threads"},
	{promise: noSignals, name: "stop_threads", needs: ownThread},
	{promise: noSignals, name: "stop_by_file", needs: ownThread},
	{promise: noSignals, name: "stop_by_pipe", needs: ownThread},
	{promise: noSignals, name: "join_helper", needs: apart},
	{promise: noSignals, source: "! echo 19 > /proc/self/autogroup"},
	{promise: noSignals, name: "kill_all", needs: apart, refused: true},
	{promise: noSignals, source: "! kill -9 JUDGE", needs: apart},
	{promise: noSignals, source: "for s in 1 2 3 10 12 15 19; do kill -$s $PPID; done; true",
		needs: apart},
	{promise: noSignals, name: "limit_helper", needs: filtered},
	{promise: noSignals, name: "slow_helper", needs: filtered},
	{promise: noSignals, name: "slow_disk", needs: filtered},
	{promise: noSignals, name: "lock_output", needs: filtered},
	{promise: noSignals, name: "grow_pipe", needs: filtered},

	{promise: noSignals, source: `[ "$(nice)" -ge 0 ]`},
	{promise: noSignals, name: "seek_maps", needs: never}, // unless the kernel can be preempted
	{promise: noSignals, name: "change_priority", needs: filtered},

	{promise: noShare, name: "be_judge", needs: []string{means.Owner}},

	{promise: noRights, name: "capabilities", needs: noRoot},
	{promise: noRights, name: "gain_rights", needs: noRoot},
	{promise: noRights, name: "make_setuid", needs: filtered},
	{promise: noRights, source: "! su root -c true </dev/null && ! mount -t tmpfs none /mnt",
		needs: noRoot},

	{promise: noKernel, name: "mount_fs", needs: filtered},
	{promise: noKernel, name: "unmount", needs: filtered},
	{promise: noKernel, name: "change_root", needs: filtered},
	{promise: noKernel, name: "new_namespaces", needs: filtered},
	{promise: noKernel, name: "join_namespace", needs: filtered},
	{promise: noKernel, name: "kernel_parts", needs: filtered},
	{promise: noKernel, name: "keep_rules", needs: filtered},
	{promise: noKernel, name: "socket_filter", needs: filtered},
	{promise: noKernel, name: "ask_kernel", needs: filtered},
	{promise: noKernel, name: "kernel_log", needs: filtered},
	{promise: noKernel, name: "dump_core", needs: filtered},
	{promise: noKernel, source: "cd /proc; for f in kcore timer_list sched_debug latency_stats; do " +
		"head -c 1 $f | grep -q . && exit 1; done; ! ls acpi/* fs/* scsi/*", needs: ownRoot},
	{promise: noKernel, source: "! unshare -Ur true && ! unshare -n true", needs: filtered},

	{promise: noRemains, name: "daemonize"},
	{promise: noRemains, name: "own_reaper"},
	{promise: noRemains, name: "leave_sibling"},
	{promise: noRemains, name: "share_tracer", needs: filtered},
	{promise: noRemains, name: "clear_death_signal"},
	{promise: noRemains, name: "hydra", needs: apart},
	{promise: noRemains, name: "hydras", limit: sandbox.Processes, refused: true, needs: apart},
	{promise: noRemains, source: "sh -c 'trap \"\" 1 2 15; sleep TOKEN; sleep TOKEN' &"},
	{promise: noRemains, source: "(trap '' HUP; sleep TOKEN & sleep TOKEN &) & exit 0"},
	{promise: noRemains, source: "#\nimport os, time\nif os.fork() == 0:\n\tos.setpgid(0, 0)\n" +
		"\tif os.fork() == 0: time.sleep(15)\n"},

	{promise: noObjects, name: "keys", needs: filtered},
	{promise: noObjects, name: "leave_objects", needs: noIPC},

	{promise: noTime, name: "stop_again", fails: true},
	{promise: noTime, name: "late_answers", limit: sandbox.CPU, needs: never},
	{promise: noTime, name: "spins", limit: sandbox.CPU},
	{promise: noTime, source: `s='exec sh -c "$0" "$0"'; exec sh -c "$s" "$s"`, limit: sandbox.CPU},
	{promise: noTime, name: "children_spin", limit: sandbox.CPU},
	{promise: noTime, name: "pairs", limit: sandbox.CPU, needs: filtered},
	{promise: noTime, name: "rename_self", limit: sandbox.CPU},
	{promise: noTime, name: "orphans", limit: sandbox.CPU, or: sandbox.Processes},
	{promise: noTime, name: "lost_time", limit: sandbox.CPU, needs: grouped},
	{promise: noTime, limit: sandbox.CPU,
		source: "(while :; do :; done) & (while :; do :; done) & wait"},
	{promise: noTime, source: "#\nwhile True: pass\n", limit: sandbox.CPU},

	{promise: noWall, name: "sleeps", limit: sandbox.Wall},
	{promise: noWall, name: "ignore_all", limit: sandbox.Wall},
	{promise: noWall, name: "stop_self", limit: sandbox.Wall},
	{promise: noWall, name: "wait_for_disk", needs: filtered},
	{promise: noWall, name: "slow_measures", limit: sandbox.Wall, or: sandbox.Memory},
	{promise: noWall, name: "long_ranges", needs: filtered},
	{promise: noWall, name: "seek_maps", needs: never}, // see TestLateEnd
	{promise: noWall, name: "late_answers", needs: never},
	{promise: noWall, source: "echo 42; sleep TOKEN", limit: sandbox.Wall},
	{promise: noWall, source: "mkfifo f && cat f", limit: sandbox.Wall},

	{promise: noProcesses, name: "fork_bomb", limit: sandbox.Processes, or: sandbox.CPU},
	{promise: noProcesses, name: "storm", limit: sandbox.Processes, or: sandbox.Wall, needs: apart},
	{promise: noProcesses, name: "ambush", limit: sandbox.Processes, or: sandbox.CPU},
	{promise: noProcesses, name: "vfork_bomb", limit: sandbox.Processes},
	{promise: noProcesses, name: "thread_bomb", limit: sandbox.Processes, refused: true},
	{promise: noProcesses, name: "zombies", limit: sandbox.Processes, refused: true},
	{promise: noProcesses, source: "f() { f | f & f; }; f", limit: sandbox.Processes, fails: true},
	{promise: noProcesses, source: "#\nimport os\nwhile True: os.fork()\n", limit: sandbox.Processes,
		or: sandbox.Memory, fails: true},

	{promise: noMemory, name: "huge_pages", needs: filtered},
	{promise: noMemory, name: "many_timers", needs: []string{"limits before start"}},
	{promise: noMemory, name: "heap", limit: sandbox.Memory},
	{promise: noMemory, name: "swapped_memory", limit: sandbox.Memory},
	{promise: noMemory, name: "ended_leader", limit: sandbox.Memory},
	{promise: noMemory, name: "peak_in_name", limit: sandbox.Memory},
	{promise: noMemory, name: "ended_traced", limit: sandbox.Memory},
	{promise: noMemory, name: "ended_leaders", limit: sandbox.Memory},
	{promise: noMemory, name: "relay_threads", limit: sandbox.Memory},
	{promise: noMemory, name: "relay_processes", limit: sandbox.Memory, needs: counted},
	{promise: noMemory, name: "stack", limit: sandbox.Memory},
	{promise: noMemory, name: "shared_memory", limit: sandbox.Memory, refused: true},
	{promise: noMemory, name: "unmapped_memory", limit: sandbox.Memory, refused: true},
	{promise: noMemory, name: "shrunk_memory", limit: sandbox.Memory, refused: true},
	{promise: noMemory, name: "split_pages", needs: filtered},
	{promise: noMemory, name: "unmapped_zero", limit: sandbox.Memory, refused: true},
	{promise: noMemory, name: "reset_peak", needs: locked},
	{promise: noMemory, name: "many_mappings", limit: sandbox.Memory, or: sandbox.Wall,
		refused: true, needs: counted},
	{promise: noMemory, name: "pin_notes", limit: sandbox.Memory, needs: never},
	{promise: noMemory, name: "epoll_items", limit: sandbox.Memory, or: sandbox.Wall,
		refused: true, needs: counted},
	{promise: noMemory, name: "late_free", limit: sandbox.Memory, needs: counted,
		fails: true}, // the kernel frees in time if the processors are busy with others
	{promise: noMemory, name: "robust_lists", limit: sandbox.Memory, refused: true, needs: filtered},
	{promise: noMemory, name: "pulses", limit: sandbox.Memory},
	{promise: noMemory, name: "lazy_pages", limit: sandbox.Memory},
	{promise: noMemory, name: "late_answers", limit: sandbox.Memory, needs: counted},
	{promise: noMemory, name: "lock_bytes", needs: filtered},
	{promise: noMemory, name: "many_processes", limit: sandbox.Memory},
	{promise: noMemory, name: "hide_processes", limit: sandbox.Memory, or: sandbox.Wall},
	{promise: noMemory, name: "many_shared", limit: sandbox.Memory, refused: true},
	{promise: noMemory, name: "memory_file", limit: sandbox.Memory, refused: true, needs: filtered},
	{promise: noMemory, name: "secret_memory", limit: sandbox.Memory, refused: true, needs: filtered},
	{promise: noMemory, name: "system_v", limit: sandbox.Memory, refused: true, needs: filtered},
	{promise: noMemory, name: "page_tables", limit: sandbox.Memory},
	{promise: noMemory, name: "guard_pages", needs: filtered},
	{promise: noMemory, name: "lock_memory", limit: sandbox.Memory, refused: true},
	{promise: noMemory, source: "#\nx = bytearray(1 << 28)\n", limit: sandbox.Memory},
	{promise: noMemory, source: "dd if=/dev/zero of=/dev/null bs=40M & " +
		"dd if=/dev/zero of=/dev/null bs=40M; wait", limit: sandbox.Memory},
	{promise: noMemory, name: "posix_memory", limit: sandbox.Memory, refused: true,
		needs: []string{means.Memory, means.Root}},
	{promise: noMemory, name: "send_files", needs: filtered},
	{promise: noBuffers, name: "socket_buffers", limit: sandbox.Memory, refused: true},
	{promise: noBuffers, source: "! cat /proc/sys/kernel/ostype", needs: ownRoot}, // see masked
	{promise: noBuffers, name: "pipe_buffers", limit: sandbox.Memory, refused: true},
	{promise: noBuffers, name: "long_texts", limit: sandbox.Memory},
	{promise: noBuffers, name: "dead_memory", limit: sandbox.Memory},
	{promise: noBuffers, name: "open_dirs", limit: sandbox.Memory},
	{promise: noBuffers, name: "many_sockets", limit: sandbox.Memory},
	{promise: noBuffers, name: "hidden_sockets", limit: sandbox.Memory},
	{promise: noBuffers, name: "polled_sockets", limit: sandbox.Memory},
	{promise: noBuffers, name: "interrupted_polls", limit: sandbox.Memory},
	{promise: noBuffers, name: "hidden_program", limit: sandbox.Memory, refused: true},
	{promise: noBuffers, name: "own_sockets", limit: sandbox.Memory, refused: true},
	{promise: noBuffers, name: "long_lines", limit: sandbox.Memory, or: sandbox.Files,
		refused: true},
	{promise: noBuffers, name: "ended_lines", limit: sandbox.Memory, or: sandbox.Files,
		refused: true},
	{promise: noBuffers, name: "pin_pages", limit: sandbox.Memory, refused: true, needs: filtered},

	{promise: noOutput, name: "flood_output", limit: sandbox.Output},
	{promise: noOutput, name: "flood_error", limit: sandbox.Output},
	{promise: noOutput, name: "flood_file", refused: true, limit: sandbox.Output},
	{promise: noOutput, name: "reserve_output", limit: sandbox.Output, refused: true},
	{promise: noOutput, name: "reserve_by_control", needs: filtered},
	{promise: noOutput, name: "sparse_output", limit: sandbox.Output, refused: true},
	{promise: noOutput, name: "many_files", limit: sandbox.Output, refused: true, needs: ownRoot},
	{promise: noOutput, name: "many_inodes", limit: sandbox.Files, refused: true, needs: ownRoot},
	{promise: noOutput, name: "unlinked_files", limit: sandbox.Scratch, refused: true, needs: ownRoot},
	{promise: noOutput, name: "leave_files", limit: sandbox.Scratch, or: sandbox.Wall, refused: true},
	{promise: noOutput, name: "deep_paths", limit: sandbox.Files, refused: true},
	{promise: noOutput, name: "lift_limits"},
	{promise: noOutput, source: "yes", limit: sandbox.Output},
	{promise: noOutput, source: "#\nwhile True: print('x' * 65536)\n", limit: sandbox.Output},

	{promise: noSurround, source: "! cat /proc/keys /proc/key-users | grep .", needs: ownRoot},
	{promise: noSurround, source: `[ "$(uname -n)" = sandbox ]`,
		needs: []string{means.Names}},
	{promise: noSurround,
		source: `! grep -Ev ':/(\.\./)?(tilejudge-group-[0-9]+)?$' /proc/self/cgroup`,
		needs:  []string{means.Names}},
	{promise: noSurround, source: "! cat /proc/self/mountinfo | grep .", needs: never},
	{promise: noSurround, line: `sh -c '[ -z "$(ls -A)" ]'`},
	{promise: noSurround, name: "inherit_files"},
	{promise: noSurround, name: "type_keys", needs: filtered},
	{promise: noSurround, name: "read_output"},
	{promise: noSurround, source: `[ "$(env | grep -c SECRET)" = 0 ]`, needs: noRoot},
	{promise: noSurround, needs: noRoot, source: "#\nimport os, sys\n" +
		"sys.exit('secret' in os.environ.values())\n"},
}
