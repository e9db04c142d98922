package app

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

const (
	helpFlag    = "--help"
	versionFlag = "--version"
)

// isHelp reports whether an argument asks for help.
func isHelp(arg string) bool { return arg == "-h" || arg == "-help" || arg == helpFlag }

// flagsFirst returns the arguments of a command in another order: first the flags, then
// "--", then all others. It reports whether a flag asks for help.
func flagsFirst(declared []cli.Flag, args []string) (sorted []string, help bool) {
	known, takesValue := make(map[string]bool), make(map[string]bool)
	for _, f := range declared {
		for _, name := range f.Names() {
			known[name], takesValue[name] = true, withValue(f)
		}
	}
	var flags, others []string
	for rest := slices.Clone(args); len(rest) > 0; {
		arg := rest[0]
		rest = rest[1:]
		name := strings.TrimLeft(arg, "-")
		short := len(arg) > 2 && arg[1] != '-' && arg[2] != '=' && !known[name] // as in "-kj4"
		switch {
		case arg == "--":
			others = append(others, rest...)
			rest = nil
		case name == "" || name == arg: // "-" is standard input
			others = append(others, arg)
		case isHelp(arg):
			return nil, true
		case takesValue[name] && len(rest) == 0:
			return append(flags, arg), false // its value is missing, and must not be "--"
		case takesValue[name]:
			flags = append(flags, arg, rest[0])
			rest = rest[1:]
		case short && takesValue[arg[1:2]]:
			flags = append(flags, arg[:2], arg[2:])
		case short && known[arg[1:2]]:
			flags = append(flags, arg[:2])
			rest = append([]string{"-" + arg[2:]}, rest...)
		default:
			flags = append(flags, arg)
		}
	}
	return append(append(flags, "--"), others...), false
}
