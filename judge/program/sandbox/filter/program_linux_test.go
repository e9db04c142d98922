//go:build amd64 || arm64

package filter

import (
	"encoding/binary"
	"testing"

	"golang.org/x/sys/unix"
)

// A call is a seccomp_data.
type call struct {
	number, arch uint32
	args         [6]uint64
}

// run does what the kernel does with a filter.
func run(t *testing.T, f Filter, c call) uint32 {
	t.Helper()
	var data [64]byte
	binary.LittleEndian.PutUint32(data[offsetCall:], c.number)
	binary.LittleEndian.PutUint32(data[offsetArch:], c.arch)
	for i, arg := range c.args {
		binary.LittleEndian.PutUint64(data[offsetArgs+8*i:], arg)
	}
	var value uint32
	for at := 0; at < len(f); at++ {
		skip := func(met bool) {
			if met {
				at += int(f[at].Jt)
			} else {
				at += int(f[at].Jf)
			}
		}
		switch in := f[at]; in.Code {
		case unix.BPF_LD | unix.BPF_W | unix.BPF_ABS:
			value = binary.LittleEndian.Uint32(data[in.K:])
		case unix.BPF_JMP | unix.BPF_JA:
			at += int(in.K)
		case unix.BPF_JMP | unix.BPF_K | unix.BPF_JEQ:
			skip(value == in.K)
		case unix.BPF_JMP | unix.BPF_K | unix.BPF_JGE:
			skip(value >= in.K)
		case unix.BPF_JMP | unix.BPF_K | unix.BPF_JSET:
			skip(value&in.K != 0)
		case unix.BPF_RET | unix.BPF_K:
			return in.K
		default:
			t.Fatalf("instruction %d has the code %#x", at, in.Code)
		}
	}
	t.Fatal("the filter has no end")
	return 0
}

// decide says what the rules mean: the first one that fits holds, or else the other result.
func decide(rules []rule, other uint32, c call) uint32 {
	for _, r := range rules {
		fits := r.call == c.number
		for _, w := range r.when {
			half := uint32(c.args[w.arg])
			if w.upper {
				half = uint32(c.args[w.arg] >> 32)
			}
			met := half == w.value
			if w.jump == unix.BPF_JSET {
				met = half&w.value != 0
			}
			fits = fits && met != w.not
		}
		if fits {
			return r.result
		}
	}
	return other
}

// The filter decides about each call, and about each argument that a rule looks at, as its
// rules do, whatever their order is.
func TestRules(t *testing.T) {
	for _, o := range []Options{
		{}, {Network: true}, {Uncounted: true}, {Shared: true},
		{Truncatable: true}, {More: []uint32{900, unix.SYS_BPF}},
	} {
		f, err := New(o)
		if err != nil {
			t.Fatal(err)
		}
		all := o.rules()
		allowed := 0
		for number := range uint32(1000) {
			for _, c := range calls(number, all) {
				got, want := run(t, f, c), decide(all, fail(unix.ENOSYS), c)
				if got != want {
					t.Fatalf("%+v: call %d with %x: %#x, want %#x", o, number, c.args, got, want)
				}
				if got == allow {
					allowed++
				}
			}
		}
		if allowed < 200 {
			t.Errorf("%+v: %d calls are allowed", o, allowed)
		}
	}
}

// calls returns calls of a number, with values for each argument at which the rules look.
func calls(number uint32, rules []rule) []call {
	all := []call{{number: number, arch: auditArch}}
	for _, r := range rules {
		if r.call != number {
			continue
		}
		for _, w := range r.when {
			value := uint64(w.value)
			for _, arg := range []uint64{value, value + 1, 1 << 40, value | 1<<40} {
				for _, base := range all[:min(len(all), 20)] {
					base.args[w.arg] = arg
					all = append(all, base)
				}
			}
		}
	}
	return all
}

// Of all signals, only those to the thread that installs the filter are refused. Programs make no
// filters and rules of their own.
func TestThread(t *testing.T) {
	f, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		call uint32
		args [6]uint64
		want uint32
	}{
		{unix.SYS_KILL, [6]uint64{anyThread}, fail(unix.EPERM)},
		{unix.SYS_KILL, [6]uint64{1<<32 | anyThread}, fail(unix.EPERM)},
		{unix.SYS_KILL, [6]uint64{8}, allow}, {unix.SYS_TKILL, [6]uint64{anyThread}, fail(unix.EPERM)},
		{unix.SYS_TGKILL, [6]uint64{6, anyThread}, fail(unix.EPERM)},
		{unix.SYS_TGKILL, [6]uint64{anyThread, 8}, allow},
		{unix.SYS_RT_SIGQUEUEINFO, [6]uint64{anyThread}, fail(unix.EPERM)},
		{unix.SYS_RT_TGSIGQUEUEINFO, [6]uint64{6, anyThread}, fail(unix.EPERM)},
		{unix.SYS_SECCOMP, [6]uint64{1}, fail(unix.ENOSYS)},
		{unix.SYS_FCNTL, [6]uint64{3, unix.F_GETLK}, allow},
		{unix.SYS_FCNTL, [6]uint64{3, unix.F_SETLK}, fail(0)},
		{unix.SYS_FCNTL, [6]uint64{3, unix.F_SETLEASE}, fail(unix.EINVAL)},
		{unix.SYS_LANDLOCK_ADD_RULE, [6]uint64{7}, fail(unix.ENOSYS)},
		{unix.SYS_PTRACE, [6]uint64{unix.PTRACE_SETOPTIONS, 9, 0, TraceOptions}, allow},
		{unix.SYS_PTRACE, [6]uint64{unix.PTRACE_SETOPTIONS, 9, 0, 1}, fail(unix.EPERM)},
		{unix.SYS_PTRACE, [6]uint64{unix.PTRACE_PEEKDATA, 9}, fail(unix.EPERM)},
		{unix.SYS_MREMAP, [6]uint64{0, 1 << 40, 1<<34 - 1}, allow},
		{unix.SYS_OPENAT, [6]uint64{0, 0, unix.O_WRONLY | unix.O_TRUNC}, allow},
		{unix.SYS_OPENAT, [6]uint64{0, 0, unix.O_RDONLY | unix.O_TRUNC}, allow},
		{unix.SYS_TRUNCATE, [6]uint64{}, allow},
		{unix.SYS_MREMAP, [6]uint64{0, 4096, 1 << 34}, fail(unix.ENOMEM)},
		{unix.SYS_GETDENTS64, [6]uint64{3, 0, 1 << 20}, allow},
		{unix.SYS_GETDENTS64, [6]uint64{3, 0, 1<<20 + 1}, fail(unix.EINVAL)},
		{unix.SYS_GETDENTS64, [6]uint64{3, 0, 1 << 21}, fail(unix.EINVAL)},
	} {
		if got := run(t, f, call{number: tt.call, arch: auditArch, args: tt.args}); got != tt.want {
			t.Errorf("call %d with %x: %#x, want %#x", tt.call, tt.args, got, tt.want)
		}
	}
}

// Programs know their own CPU time and that of their threads, but not that of the judge's
// processes.
func TestClocks(t *testing.T) {
	const process, thread = 2, 6 // kinds of clocks
	clockOf := func(n uint64) uint64 { return ^n << 3 }
	for clock, isOwn := range map[uint64]struct{ inOwn, inShared bool }{
		unix.CLOCK_MONOTONIC: {true, true}, unix.CLOCK_PROCESS_CPUTIME_ID: {true, true},
		clockOf(1) | process: {}, clockOf(1)&0xffffffff | process: {}, clockOf(1): {},
		clockOf(2) | process: {inOwn: true}, clockOf(1<<22) | process: {inOwn: true},
		clockOf(1) | thread: {true, true}, clockOf(0) | process: {true, true},
	} {
		for _, init := range []bool{true, false} {
			f, err := New(Options{Init: init})
			if err != nil {
				t.Fatal(err)
			}
			want := fail(unix.EINVAL)
			if init && isOwn.inOwn || !init && isOwn.inShared {
				want = allow
			}
			for _, number := range []uint32{unix.SYS_CLOCK_GETTIME, unix.SYS_TIMER_CREATE} {
				got := run(t, f, call{number: number, arch: auditArch, args: [6]uint64{clock}})
				if got != want {
					t.Errorf("call %d, clock %#x, %v: %#x, want %#x", number, clock, init, got, want)
				}
			}
		}
	}
}

// Options of sockets have numbers that those of protocols have too.
func TestSocketOptions(t *testing.T) {
	f, err := New(Options{Network: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		level, option uint64
		want          uint32
	}{
		{unix.SOL_SOCKET, unix.SO_ATTACH_FILTER, fail(unix.EPERM)},
		{unix.SOL_SOCKET, unix.SO_ATTACH_REUSEPORT_CBPF, fail(unix.EPERM)},
		{unix.SOL_SOCKET, unix.SO_REUSEADDR, allow}, {unix.SOL_IPV6, unix.IPV6_V6ONLY, allow},
		{unix.SOL_TCP, unix.TCP_NODELAY, allow}, {unix.SOL_TCP, unix.TCP_USER_TIMEOUT, allow},
		{unix.SOL_TCP, unix.TCP_MD5SIG, fail(unix.ENOPROTOOPT)},
		{unix.SOL_IPV6, unix.IPV6_ADDRFORM, fail(unix.ENOPROTOOPT)},
		{unix.SOL_IP, unix.IP_MSFILTER, fail(unix.ENOPROTOOPT)},
		{unix.SOL_IP, unix.IP_MTU_DISCOVER, allow},
		{unix.SOL_UDP, unix.TCP_NODELAY, fail(unix.ENOPROTOOPT)},
	} {
		got := run(t, f, call{
			number: unix.SYS_SETSOCKOPT, arch: auditArch, args: [6]uint64{1: tt.level, 2: tt.option},
		})
		if got != tt.want {
			t.Errorf("option %d of level %d: %#x, want %#x", tt.option, tt.level, got, tt.want)
		}
	}
}

// With a network programs have TCP and UDP, and no other protocols of the kernel.
func TestProtocols(t *testing.T) {
	f, err := New(Options{Network: true})
	if err != nil {
		t.Fatal(err)
	}
	for protocol, want := range map[uint64]uint32{
		0: allow, unix.IPPROTO_TCP: allow, unix.IPPROTO_UDP: allow,
		unix.IPPROTO_MPTCP:   fail(unix.EPROTONOSUPPORT),
		unix.IPPROTO_SCTP:    fail(unix.EPROTONOSUPPORT),
		unix.IPPROTO_UDPLITE: fail(unix.EPROTONOSUPPORT),
	} {
		got := run(t, f, call{number: unix.SYS_SOCKET, arch: auditArch,
			args: [6]uint64{unix.AF_INET, unix.SOCK_STREAM, protocol}})
		if got != want {
			t.Errorf("protocol %d: %#x, want %#x", protocol, got, want)
		}
	}
}

// Calls of other machines' numberings end the process.
func TestForeign(t *testing.T) {
	f, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []call{
		{number: 1, arch: auditArch + 1}, {number: firstForeign, arch: auditArch},
		{number: 1<<32 - 1, arch: auditArch},
	} {
		if got := run(t, f, c); got != unix.SECCOMP_RET_KILL_PROCESS {
			t.Errorf("%+v: %#x, want a killed process", c, got)
		}
	}
}

// Where Landlock does not restrict that, no file is truncated by its name.
func TestTruncatable(t *testing.T) {
	f, err := New(Options{Truncatable: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []call{
		{number: unix.SYS_TRUNCATE},
		{number: unix.SYS_OPENAT, args: [6]uint64{2: unix.O_RDONLY | unix.O_TRUNC}},
		{number: unix.SYS_OPENAT, args: [6]uint64{2: unix.O_ACCMODE | unix.O_TRUNC}},
	} {
		if c.arch = auditArch; run(t, f, c) != fail(unix.EPERM) {
			t.Errorf("call %d is not refused", c.number)
		}
	}
}

// Where programs can reach files of ours, they set no times, and who touches a file creates it.
func TestTouch(t *testing.T) {
	f, err := New(Options{Shared: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		args [6]uint64
		want uint32
	}{
		{[6]uint64{1: 8}, fail(unix.ENOENT)}, // the file of a name
		{[6]uint64{1: 8, 2: 8}, fail(0)},     // with times
		{[6]uint64{}, fail(0)},               // an open file
	} {
		c := call{number: unix.SYS_UTIMENSAT, arch: auditArch, args: tt.args}
		if got := run(t, f, c); got != tt.want {
			t.Errorf("%v: %#x, want %#x", tt.args, got, tt.want)
		}
	}
}
