//go:build amd64 || arm64

package filter

import (
	"cmp"
	"slices"

	"golang.org/x/sys/unix"
)

// A rule refuses a system call with an error, if all its conditions are met.
type rule struct {
	call  uint32
	errno unix.Errno
	when  []condition
}

// A condition compares the lower or the upper half of an argument with a value.
type condition struct {
	arg   uint32
	upper bool
	jump  uint16 // BPF_JEQ: is it the value? BPF_JSET: has it any bit of the value?
	value uint32
	not   bool
}

// is returns the condition that the lower half of an argument is a value, which is all of an
// argument of 32 bits: the kernel ignores the upper half.
func is(arg, value uint32) condition {
	return condition{arg: arg, jump: unix.BPF_JEQ, value: value}
}

// not is the opposite of is.
func not(arg, value uint32) condition {
	return condition{arg: arg, jump: unix.BPF_JEQ, value: value, not: true}
}

// has returns the condition that the lower half of an argument has any of some bits.
func has(arg, bits uint32) condition {
	return condition{arg: arg, jump: unix.BPF_JSET, value: bits}
}

// hasSetID returns the condition that an argument is the mode of a file that runs with its
// owner's rights.
func hasSetID(arg uint32) []condition {
	return []condition{has(arg, unix.S_ISUID|unix.S_ISGID)}
}

// refuse returns rules that refuse calls whatever their arguments are.
func refuse(errno unix.Errno, calls ...uint32) (all []rule) {
	for _, call := range calls {
		all = append(all, rule{call, errno, nil})
	}
	return all
}

// unlessNull returns rules that refuse a call if an argument is an address other than 0 and all
// conditions are met.
func unlessNull(call, arg uint32, when ...condition) []rule {
	upper := condition{arg: arg, upper: true, jump: unix.BPF_JEQ, not: true}
	return []rule{
		{call, unix.EPERM, append(slices.Clone(when), not(arg, 0))},
		{call, unix.EPERM, append(slices.Clone(when), upper)},
	}
}

// The fields of a seccomp_data, see seccomp(2). All our machines are little-endian.
const (
	offsetCall = 0
	offsetArch = 4
	offsetArgs = 16
)

// New returns a filter. A call with the number of another architecture ends the process.
func New(o Options) (Filter, error) {
	f := compile(o.rules())
	known := jump(unix.BPF_JGE, newest+1, 0, 1)
	return slices.Insert(f, beforeTree, known, end(unix.SECCOMP_RET_ERRNO|uint32(unix.ENOSYS))), nil
}

// newest is the last call that the rules know. A kernel may have newer ones, for which programs
// have to be prepared: other kernels lack them.
const newest = unix.SYS_RSEQ_SLICE_YIELD

// beforeTree is how many instructions of a filter come before its tree.
const beforeTree = 6

// Final returns a filter for the thread that starts a program, which installs it last. The filter
// refuses what that thread has needed before: rules of Landlock, and filters. A program could make
// any number of them, in memory of the kernel that only a control group counts. It also refuses
// signals to the thread, which are signals to its whole process: Landlock lets the program signal
// it, because the program has inherited its restrictions. The filter of New refuses the calls that
// name a thread in other ways.
func Final(thread int) Filter { return compile(final(thread)) }

// compile returns rules as a program of the kernel's filter machine. The program is a tree, to be
// quick: the kernel runs it for the frequent calls, and once for every call when it is installed.
func compile(rules []rule) Filter {
	const kill = unix.SECCOMP_RET_KILL_PROCESS
	f := Filter{
		load(offsetArch), jump(unix.BPF_JEQ, auditArch, 1, 0), end(kill),
		load(offsetCall), jump(unix.BPF_JGE, firstForeign, 0, 1), end(kill),
	}
	sorted := slices.SortedStableFunc(slices.Values(rules), func(a, b rule) int {
		return cmp.Compare(a.call, b.call)
	})
	return append(f, tree(sorted)...)
}

// tree returns the instructions that decide by rules, which are sorted by calls. The number
// of the call has been loaded.
func tree(rules []rule) Filter {
	split := 0 // where the rules of a call begin, next to the middle
	for i := 1; i < len(rules); i++ {
		if rules[i].call != rules[i-1].call && (split == 0 || i <= len(rules)/2) {
			split = i
		}
	}
	if split == 0 {
		return leaf(rules)
	}
	low, high := tree(rules[:split]), tree(rules[split:])
	f := Filter{
		jump(unix.BPF_JGE, rules[split].call, 0, 1),
		{Code: unix.BPF_JMP | unix.BPF_JA, K: uint32(len(low))},
	}
	return slices.Concat(f, low, high)
}

// leaf returns the instructions that decide by rules of one call. The first rule whose
// conditions are met holds.
func leaf(rules []rule) Filter {
	var f Filter
	for _, r := range rules {
		for i, c := range r.when {
			skip := uint8(2*(len(r.when)-1-i) + 1) // to the next rule
			yes, no := uint8(0), skip
			if c.not {
				yes, no = no, yes
			}
			offset := offsetArgs + 8*c.arg
			if c.upper {
				offset += 4
			}
			f = append(f, load(offset), jump(c.jump, c.value, yes, no))
		}
		f = append(f, end(unix.SECCOMP_RET_ERRNO|uint32(r.errno)))
	}
	f = append(f, end(unix.SECCOMP_RET_ALLOW))
	isCall := jump(unix.BPF_JEQ, rules[0].call, 0, uint8(len(f)-1))
	return slices.Insert(f, 0, isCall)
}

// load returns the instruction that loads 4 bytes of the seccomp_data.
func load(offset uint32) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: offset}
}

// jump returns the instruction that compares what was loaded with a value, and skips
// one of two numbers of instructions.
func jump(how uint16, value uint32, yes, no uint8) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_K | how, Jt: yes, Jf: no, K: value}
}

// end returns the instruction that ends the filter.
func end(result uint32) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: result}
}
