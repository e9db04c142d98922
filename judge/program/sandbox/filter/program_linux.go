//go:build amd64 || arm64

package filter

import (
	"cmp"
	"math"
	"slices"

	"golang.org/x/sys/unix"
)

// A rule decides about a system call, if all its conditions are met.
type rule struct {
	call   uint32
	result uint32 // what the filter returns to the kernel: allow, or fail(errno)
	when   []condition
}

const allow = unix.SECCOMP_RET_ALLOW

// fail returns the result that makes a call return an error.
func fail(errno unix.Errno) uint32 { return unix.SECCOMP_RET_ERRNO | uint32(errno) }

// A condition compares the lower or the upper half of an argument with a value.
type condition struct {
	arg   uint32
	upper bool
	jump  uint16 // BPF_JEQ: is it the value? BPF_JGE: is it no less? BPF_JSET: has it any bit?
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

// atLeast returns the condition that the lower half of an argument is at least a value.
func atLeast(arg, value uint32) condition {
	return condition{arg: arg, jump: unix.BPF_JGE, value: value}
}

// has returns the condition that the lower half of an argument has any of some bits.
func has(arg, bits uint32) condition {
	return condition{arg: arg, jump: unix.BPF_JSET, value: bits}
}

// lacks is the opposite of has.
func lacks(arg, bits uint32) condition {
	return condition{arg: arg, jump: unix.BPF_JSET, value: bits, not: true}
}

// hasUpper is has for the upper half.
func hasUpper(arg, bits uint32) condition {
	return condition{arg: arg, upper: true, jump: unix.BPF_JSET, value: bits}
}

// The fields of a seccomp_data, see seccomp(2). All our machines are little-endian.
const (
	offsetCall = 0
	offsetArch = 4
	offsetArgs = 16
)

// New returns a filter. A call with the number of another architecture ends the process.
// The filter is a program of the kernel's filter machine, in the shape of a tree, to be quick: the
// kernel runs it for the frequent calls, and once for every call when it is installed.
func New(o Options) (Filter, error) {
	const kill = unix.SECCOMP_RET_KILL_PROCESS
	f := Filter{
		load(offsetArch), jump(unix.BPF_JEQ, auditArch, 1, 0), end(kill),
		load(offsetCall), jump(unix.BPF_JGE, firstForeign, 0, 1), end(kill),
	}
	return append(f, tree(spans(o.rules()))...), nil
}

// A span is a range of calls, up to the next span, about which the same rules decide.
type span struct {
	first uint32
	rules []rule // the last one has no conditions
}

// fixed reports whether the result is the same for all arguments.
func (s *span) fixed() bool { return len(s.rules[0].when) == 0 }

// spans returns all calls in the order of their numbers, in as few spans as can be. Of the rules
// for a call the first one whose conditions are met holds. A call for which none holds fails.
func spans(rules []rule) []span {
	rules = slices.SortedStableFunc(slices.Values(rules), func(a, b rule) int {
		return cmp.Compare(a.call, b.call)
	})
	otherwise := rule{result: fail(unix.ENOSYS)}
	all := []span{{0, []rule{otherwise}}}
	add := func(s span) {
		switch last := &all[len(all)-1]; {
		case last.first == s.first:
			*last = s
		case !last.fixed() || !s.fixed() || last.rules[0].result != s.rules[0].result:
			all = append(all, s)
		}
	}
	for i := 0; i < len(rules); {
		call, from := rules[i].call, i
		for i < len(rules) && rules[i].call == call {
			i++
		}
		add(span{call, append(slices.Clone(rules[from:i]), otherwise)})
		add(span{call + 1, []rule{otherwise}})
	}
	return all
}

// tree returns the instructions that decide about the calls in spans. The number of the call has
// been loaded.
func tree(all []span) Filter {
	if len(all) == 1 {
		return leaf(all[0].rules)
	}
	half := len(all) / 2
	low, high := tree(all[:half]), tree(all[half:])
	first := all[half].first
	if len(low) <= math.MaxUint8 {
		return slices.Concat(Filter{jump(unix.BPF_JGE, first, uint8(len(low)), 0)}, low, high)
	}
	far := Filter{
		jump(unix.BPF_JGE, first, 0, 1),
		{Code: unix.BPF_JMP | unix.BPF_JA, K: uint32(len(low))},
	}
	return slices.Concat(far, low, high)
}

// leaf returns the instructions that decide by rules of one call.
func leaf(rules []rule) (f Filter) {
	for _, r := range rules {
		f = append(f, r.code()...)
		if len(r.when) == 0 {
			break // the rules after it never hold
		}
	}
	return f
}

// code returns the instructions that end with the result of a rule if its conditions are met, and
// go on after it if they are not.
func (r *rule) code() Filter {
	f := Filter{end(r.result)}
	for i := len(r.when) - 1; i >= 0; i-- {
		c := r.when[i]
		yes, no := uint8(0), uint8(len(f))
		if c.not {
			yes, no = no, yes
		}
		test := Filter{jump(c.jump, c.value, yes, no)}
		if i == 0 || r.when[i-1].offset() != c.offset() {
			test = slices.Insert(test, 0, load(c.offset()))
		}
		f = append(test, f...)
	}
	return f
}

// offset returns where in the seccomp_data the condition looks.
func (c *condition) offset() uint32 {
	if c.upper {
		return offsetArgs + 8*c.arg + 4
	}
	return offsetArgs + 8*c.arg
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
