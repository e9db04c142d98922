package command

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
	"github.com/xrash/smetrics"

	"tilejudge/solver/compare"
)

// urfave/cli v2 takes a flag after the first file name for a file name, runs
// the command when a shell asks for completions behind "--", and prints help
// among the answers. What follows cures that.

// flagsFirst returns the arguments with the flags of the command before its
// other arguments, which "--" then sets off.
func flagsFirst(app *cli.App, args []string) []string {
	cmd, n := commandOf(app, args)
	if cmd == nil {
		return args
	}
	known, takesValue := make(map[string]bool), make(map[string]bool)
	for _, f := range cmd.Flags {
		_, isBool := f.(*cli.BoolFlag)
		for _, name := range f.Names() {
			known[name], takesValue[name] = true, !isBool
		}
	}
	flags, others := slices.Clone(args[:n]), []string{}
	rest := args[n:]
	for len(rest) > 0 {
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
		case name == "h" || name == "help": // else the first of others would be its topic
			return append(slices.Clone(args[:n]), arg)
		case takesValue[name] && len(rest) == 0:
			return append(flags, arg) // an error, which must not take "--" for the value
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
	return append(append(flags, "--"), others...)
}

// commandOf returns the command that the arguments begin with, or a command of
// it, and how many arguments name it; nil if there is none.
func commandOf(app *cli.App, args []string) (cmd *cli.Command, n int) {
	if len(args) < 2 {
		return nil, 0
	}
	if cmd = app.Command(args[1]); cmd == nil {
		return nil, 0
	}
	for _, sub := range cmd.Subcommands {
		if len(args) > 2 && sub.HasName(args[2]) {
			return sub, 3
		}
	}
	return cmd, 2
}

// noCommand is the action without a command, or with one that there is not.
func noCommand(c *cli.Context) error {
	if name := c.Args().First(); name != "" {
		return unknownCommand(c.App, name)
	}
	cli.HelpPrinter(c.App.ErrWriter, cli.AppHelpTemplate, c.App)
	return errors.New("a command is missing")
}

func unknownCommand(app *cli.App, name string) error {
	return fmt.Errorf("unknown command %q%s", name, suggest(name, commandNames(app)))
}

// The messages of the flag package.
const (
	undefinedFlag = `^flag provided but not defined: -+([^=]*)`
	invalidValue  = `^invalid (?:boolean )?value "(.*)" for (?:flag )?-([^:]*):`
)

// usageError makes the message for a flag that is wrong.
func usageError(c *cli.Context, err error, _ bool) error {
	flags := c.App.Flags
	if c.Command != nil && len(c.Command.Flags) > 0 {
		flags = c.Command.Flags
	}
	if m := regexp.MustCompile(undefinedFlag).FindStringSubmatch(err.Error()); m != nil {
		name := dashed(m[1])
		return fmt.Errorf("unknown flag %q%s", name, suggest(name, flagNames(flags)))
	}
	if m := regexp.MustCompile(invalidValue).FindStringSubmatch(err.Error()); m != nil {
		for _, f := range flags {
			if slices.Contains(f.Names(), m[2]) {
				return fmt.Errorf("%s: found %q, expected %s", dashed(m[2]), m[1], valueOf(f))
			}
		}
	}
	return err
}

// valueOf says what a flag expects.
func valueOf(f cli.Flag) string {
	switch f.(type) {
	case *cli.DurationFlag:
		return "a time such as 500ms or 2s"
	case *cli.BoolFlag:
		return "true or false"
	default:
		return "a whole number"
	}
}

// suggest returns a hint at the name most like the wrong one, or "".
func suggest(wrong string, names []string) string {
	best, likeness := "", 0.7 // below that a hint misleads
	for _, name := range names {
		if l := smetrics.JaroWinkler(strings.ToLower(wrong), name, 0.7, 4); l > likeness {
			best, likeness = name, l
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf(" (did you mean %q?)", best)
}

// wrongName says what is wrong with a flag, and which name may be meant.
func wrongName(flag string, err error) error {
	hint := ""
	if unknown := (*compare.UnknownError)(nil); errors.As(err, &unknown) {
		hint = suggest(unknown.Name, unknown.Known)
	}
	return fmt.Errorf("--%s: %w%s", flag, err, hint)
}

func commandNames(app *cli.App) (names []string) {
	for _, c := range app.Commands {
		names = append(names, c.Name)
	}
	if !slices.Contains(names, "help") { // which the library adds when it runs
		names = append(names, "help")
	}
	return names
}

func subcommandNames(cmd *cli.Command) (names []string) {
	for _, sub := range cmd.Subcommands {
		names = append(names, sub.Name)
	}
	return names
}

// flagNames returns the flags as they are typed.
func flagNames(flags []cli.Flag) (names []string) {
	for _, f := range flags {
		for _, name := range f.Names() {
			names = append(names, dashed(name))
		}
	}
	return names
}

// dashed returns a flag as it is typed.
func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}
