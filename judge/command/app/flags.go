package app

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// A flag has the methods that all flags of the library have.
type flag interface {
	cli.DocGenerationFlag
	cli.CategorizableFlag
	cli.ActionableFlag
	cli.RequiredFlag
}

// A Choice is a flag with the names that it takes.
type Choice struct {
	flag
	values func() []string    // the names
	check  func(string) error // of a value; nil: other values are allowed
}

// OneOf returns a flag that takes only the names. An error for any other name calls it a
// what, such as "format".
func OneOf(what string, names func() []string, f *cli.StringFlag) *Choice {
	return Checked(names, func(value string) error {
		all := names()
		if !slices.Contains(all, value) {
			return Unknown(what, value, all)
		}
		return nil
	}, f)
}

// Checked returns a flag for which completion offers the names, and whose values are those for
// which check returns no error.
func Checked(names func() []string, check func(value string) error, f *cli.StringFlag) *Choice {
	return &Choice{f, names, check}
}

// Offer returns a flag for which completion offers the names. The command checks the
// value, which may be something else, such as a list of names with commas.
func Offer(names func() []string, f flag) *Choice { return &Choice{f, names, nil} }

// RunAction refuses a name that OneOf does not allow. The library calls it before the
// command's action, if the flag is set.
func (f *Choice) RunAction(c *cli.Context) error {
	name := f.Names()[0]
	if f.check != nil {
		if err := f.check(c.String(name)); err != nil {
			return fmt.Errorf("--%s: %w", name, err)
		}
	}
	return f.flag.RunAction(c)
}

// withValue reports whether a flag takes a value.
func withValue(f cli.Flag) bool { return f.(flag).TakesValue() }

// shown returns the flags that are not hidden.
func shown(flags []cli.Flag) (all []flag) {
	for _, f := range flags {
		if f := f.(flag); f.IsVisible() {
			all = append(all, f)
		}
	}
	return all
}

// usageOf returns the name of a flag's value, which is in backquotes in its usage, and the
// usage without the backquotes.
func usageOf(f flag) (value, usage string) {
	before, rest, ok := strings.Cut(f.GetUsage(), "`")
	value, after, closed := strings.Cut(rest, "`")
	if !ok || !closed {
		return "VALUE", f.GetUsage()
	}
	return value, before + value + after
}

// takesFile reports whether the value of a flag is a file or a directory.
func takesFile(f flag) bool {
	switch value, _ := usageOf(f); value {
	case "FILE", "DIR", "PATH":
		return true
	default:
		return false
	}
}

// dashed returns the name of a flag as it is typed.
func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// FlagNames returns the flags of a command that are not hidden, as they are typed.
func (c *Command) FlagNames() []string { return flagNames(c.Flags) }

func flagNames(flags []cli.Flag) (names []string) {
	for _, f := range shown(flags) {
		for _, name := range f.Names() {
			names = append(names, dashed(name))
		}
	}
	return names
}
