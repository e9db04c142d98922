package app

import (
	"fmt"
	"slices"
	"strings"
)

// missingDashes returns an error if an argument looks like a flag of the program that the
// command runs: it follows the program, it is not a flag of the command, and no "--" stands
// before the program.
func (c *Command) missingDashes(args []string) error {
	if !strings.HasPrefix(c.ArgsUsage, "-- ") {
		return nil
	}
	known := c.FlagNames()
	for i, arg := range args {
		name, _, _ := strings.Cut(arg, "=")
		switch {
		case arg == "--":
			return nil
		case len(arg) < 2 || arg[0] != '-' || isHelp(arg):
			continue
		case slices.Contains(known, name), slices.Contains(known, "-"+name),
			slices.Contains(known, arg[:2]):
			continue
		}
		before, _ := flagsFirst(c.Flags, args[:i])
		others := slices.Index(before, "--") + 1
		if others == 0 || others == len(before) { // it is a flag's value, or there is no program
			continue
		}
		return fmt.Errorf("%w; if %s is the program, put -- before it: -- %s",
			unknownFlag(name, known), before[others],
			strings.Join(append(before[others:], args[i:]...), " "))
	}
	return nil
}
