package trial

import (
	"strings"
	"testing"

	"tilejudge/judge/program/sandbox"
)

// The line of standard error that says why a program failed is not always the last one. The
// messages are those of the languages, with fewer callers.
func TestReason(t *testing.T) {
	for _, tt := range []struct{ name, stderr, want string }{
		{"nothing", "", ""},
		{"line end", "\n", ""},
		{"line", "one", "one"},
		{"last line", "one\ntwo \n\n", "two"},
		{"indented", "  one", "one"},
		{"Python", `Traceback (most recent call last):
  File "p.py", line 2, in <module>
    try: {}[1]
         ~~^^^
KeyError: 1

The above exception was the direct cause of the following exception:

Traceback (most recent call last):
  File "p.py", line 3, in <module>
    except KeyError as e: raise NoWay("x") from e
                          ^^^^^^^^^^^^^^^^^^^^^^^
NoWay: x
`, "NoWay: x"},
		{"Python's signal", `Fatal Python error: Segmentation fault

Current thread 0x00007f40eefddb80 (most recent call first):
  File "p.py", line 1 in <module>
`, "Fatal Python error: Segmentation fault"},
		{"Java", `Exception in thread "main" java.lang.RuntimeException: outer
	at J1.main(J1.java:1)
Caused by: java.lang.NumberFormatException: For input string: "x"
	at java.base/java.lang.Integer.parseInt(Integer.java:668)
`, `Caused by: java.lang.NumberFormatException: For input string: "x"`},
		{"Go", `2026/11/27 00:40:38 start
panic: runtime error: invalid memory address or nil pointer dereference
[signal SIGSEGV: segmentation violation code=0x1 addr=0x0 pc=0x47a750]

goroutine 1 [running]:
main.f(...)
	/tmp/go2.go:3
main.main()
	/tmp/go2.go:4 +0x10
`, "panic: runtime error: invalid memory address or nil pointer dereference"},
		{"Go's runtime", `runtime: goroutine stack exceeds 1000000000-byte limit
fatal error: stack overflow

runtime stack:
runtime.throw({0x491047?, 0xddf669d92c0?})
	/usr/local/go/src/runtime/panic.go:1229 +0x48
`, "fatal error: stack overflow"},
		{"Rust", `
thread '<unnamed>' (659) panicked at r.rs:1:43:
index out of bounds: the len is 1 but the index is 6
note: run with ` + "`RUST_BACKTRACE=1`" + ` environment variable to display a backtrace

thread 'main' (656) panicked at r.rs:1:72:
called ` + "`Result::unwrap()` on an `Err`" + ` value: Any { .. }
`, "panicked at r.rs:1:43: index out of bounds: the len is 1 but the index is 6"},
		{"Rust before 1.73", `thread 'main' panicked at 'no way', r.rs:1:12
note: run with ` + "`RUST_BACKTRACE=1`" + ` environment variable to display a backtrace
`, "panicked at 'no way', r.rs:1:12"},
		{"Node", `node:fs:573
  return binding.open(
                 ^

Error: ENOENT: no such file or directory, open 'none.txt'
    at Object.openSync (node:fs:573:18)
    at node:internal/main/run_main_module:28:49 {
  errno: -2,
  path: 'none.txt'
}

Node.js v20.20.2
`, "Error: ENOENT: no such file or directory, open 'none.txt'"},
		{"Node's text", `
n.js:1
throw 'foo';
^
foo
(Use ` + "`node --trace-uncaught ...`" + ` to show where the exception was thrown)

Node.js v20.20.2
`, "foo"},
		{"Node's assertion", `node:assert:90
  throw new AssertionError(obj);
  ^

AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:

1 !== 2

    at Object.<anonymous> (n.js:1:19)
`, "AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:"},
		{"Node's module", `node:internal/modules/cjs/loader:1210
  throw err;
  ^

Error: Cannot find module 'nope'
Require stack:
- /tmp/n.js
    at Module._resolveFilename (node:internal/modules/cjs/loader:1207:15)
`, "Error: Cannot find module 'nope'"},
		{"Node's memory", `<--- JS stacktrace --->

FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory
----- Native stack trace -----

10: 0xb78db3 node::OOMErrorHandler(char const*, v8::OOMDetails const&) [node]
`, "FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory"},
		{"Ruby", "/tmp/d/k.rb:1:in `f': undefined method `foo' for nil:NilClass (NoMethodError)" + `

def f; nil.foo; end
          ^^^^
	from k.rb:2:in ` + "`<main>'\n",
			"k.rb:1:in `f': undefined method `foo' for nil:NilClass (NoMethodError)"},
		{"Perl", `Can't locate Nope.pm in @INC at l.pl line 1.
BEGIN failed--compilation aborted at l.pl line 1.
`, "Can't locate Nope.pm in @INC at l.pl line 1."},
		{"Lua", `lua: u.lua:1: attempt to index a nil value (local 'x')
stack traceback:
	u.lua:1: in main chunk
`, "lua: u.lua:1: attempt to index a nil value (local 'x')"},
		{"PHP", `PHP Fatal error:  Uncaught Exception: bad in h.php:1
Stack trace:
#0 {main}
  thrown in h.php on line 1
`, "PHP Fatal error:  Uncaught Exception: bad in h.php:1"},
		{"C++", `terminate called after throwing an instance of 'std::out_of_range'
  what():  vector::_M_range_check: __n (which is 5) >= this->size() (which is 0)
`, "terminate called after throwing an instance of 'std::out_of_range'"},
		{"AddressSanitizer", `
==1338==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602000000014
WRITE of size 4 at 0x602000000014 thread T0
    #0 0x55fe23a9f1e1 in main c.cpp:1
SUMMARY: AddressSanitizer: heap-buffer-overflow c.cpp:1 in main
Shadow bytes around the buggy address:
=>0x0c047fff8000: fa fa[04]fa
==1338==ABORTING
`, "SUMMARY: AddressSanitizer: heap-buffer-overflow c.cpp:1 in main"},
		{"UBSan", "c.cpp:1:44: runtime error: signed integer overflow\n" +
			"SUMMARY: UndefinedBehaviorSanitizer: undefined-behavior c.cpp:1:44\n",
			"c.cpp:1:44: runtime error: signed integer overflow"},
	} {
		if got := reason([]byte(tt.stderr)); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// Some languages ignore the signal of the limit of output, and report the error EFBIG.
func TestFileTooLarge(t *testing.T) {
	const hint = "; --output-limit holds for each file that a program writes"
	for stderr, want := range map[string]bool{
		"": false, "OSError: [Errno 28] No space left on device\n": false,
		"OSError: [Errno 27] File too large\n":                                         true,
		"Exception in thread \"main\" java.io.IOException: File too large\n\tat A.f\n": true,
		"panic: write cache.bin: file too large\n\ngoroutine 1 [running]:\n":           true,
		"Error: EFBIG: file too large, write\n    at f\n":                              true,
	} {
		got := new(Trial).hints(&sandbox.Result{Exit: 1, Stderr: []byte(stderr)})
		if strings.HasSuffix(got, hint) != want {
			t.Errorf("%q: %q; with the hint: %v", stderr, got, want)
		}
	}
}
