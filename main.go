// Tilejudge solves streams of sliding-tile puzzles in the exact input and
// output formats of online judges and courses, judges answers and programs,
// and converts puzzles between formats.
package main

import (
	"tilejudge/judge/command"
	"tilejudge/judge/program/sandbox"
)

func main() {
	sandbox.Main() // does not return in the process that holds a judged program
	command.Main()
}
