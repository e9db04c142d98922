package submission

import "testing"

// The messages are such as GCC, ld, Python, Node, Go, rustc, Perl and others write.
func TestComplaint(t *testing.T) {
	for _, tt := range []struct{ stderr, want string }{
		{"a.c: In function 'f':\na.c:2:5: warning: unused variable 'error' [-Wunused]\n" +
			"    2 | int error = 3;\n      |     ^~~~~\na.c:3:1: error: expected ';'\n",
			"a.c:3:1: error: expected ';'"},
		{"/usr/bin/ld: /tmp/a.o: in function `main':\na.c:(.text+0x5): undefined reference to `f'\n" +
			"collect2: error: ld returned 1 exit status\n", "a.c:(.text+0x5): undefined reference to `f'"},
		{"/usr/bin/ld: b.o: multiple definition of `f'\ncollect2: error: ld returned 1 exit status\n",
			"/usr/bin/ld: b.o: multiple definition of `f'"},
		{"  File \"a.py\", line 1\n    error = (\n            ^\nSyntaxError: '(' was never closed\n",
			"SyntaxError: '(' was never closed"},
		{"/s/a.js:1\nlet error = ;\n            ^\n\nSyntaxError: Unexpected token ';'\n",
			"SyntaxError: Unexpected token ';'"},
		{"# command-line-arguments\n./a.go:2:3: undefined: error2\n", "./a.go:2:3: undefined: error2"},
		{"warning: unused variable: `x`\n --> a.rs:1:17\nerror[E0425]: cannot find value `y`\n",
			"error[E0425]: cannot find value `y`"},
		{"syntax error at a.pl line 3, near \"}\"\na.pl had compilation errors.\n",
			"syntax error at a.pl line 3, near \"}\""},
		{"Microsoft C# Compiler 4.8\na.cs(3,5): error CS1002: ; expected\n",
			"a.cs(3,5): error CS1002: ; expected"},
		{"no such thing\n", "no such thing"},
		{"", "the compiler failed, and wrote no message"},
	} {
		if got := complaint(tt.stderr); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.stderr, got, tt.want)
		}
	}
}
