package app

import (
	"errors"
	stdflag "flag"
	"fmt"
	"io"
	"slices"
	"strconv"
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

// A Choice is a flag with the names that it takes, or whose values are read.
type Choice struct {
	flag
	values func() []string    // the names that completion offers; nil: none
	read   func(string) error // checks or stores each value as it is parsed; nil: any value will do
}

// OneOf returns a flag that takes only the names. what is a noun for them, such as "format": the
// error for any other name says "unknown format".
func OneOf(what string, names func() []string, f *cli.StringFlag) *Choice {
	return Checked(names, func(value string) error {
		all := names()
		if !slices.Contains(all, value) {
			return Unknown(what, value, all)
		}
		return nil
	}, f)
}

// Checked returns a flag whose values must pass check. Completion offers the names.
func Checked(names func() []string, check func(value string) error, f *cli.StringFlag) *Choice {
	return &Choice{f, names, check}
}

// Read returns a flag that passes each of its values to read, which stores or refuses it.
func Read(read func(value string) error, f flag) *Choice {
	return &Choice{f, nil, read}
}

// AtLeast returns a flag for whole numbers that takes none below the minimum.
func AtLeast(minimum int64, f flag) *Choice {
	return &Choice{f, nil, func(value string) error {
		if n, _ := strconv.ParseInt(value, 0, 64); n < minimum {
			return fmt.Errorf("found %d, expected at least %d", n, minimum)
		}
		return nil
	}}
}

// List returns a flag that can be repeated, whose values are appended to a list.
func List(to *[]string, f *cli.StringSliceFlag) *Choice {
	f.Destination = new(cli.StringSlice)
	return &Choice{f, nil, func(string) error {
		*to = f.Destination.Value()
		return nil
	}}
}

// Offer returns a flag for which completion offers the names. The command checks the
// value, which may be something else, such as a list of names with commas.
func Offer(names func() []string, f flag) *Choice { return &Choice{f, names, nil} }

// Apply implements cli.Flag. It passes the default, if there is one, and every parsed value to
// read.
func (f *Choice) Apply(set *stdflag.FlagSet) error {
	if err := f.flag.Apply(set); err != nil || f.read == nil {
		return err
	}
	for _, name := range f.Names() {
		parsed := set.Lookup(name)
		if parsed.DefValue != "" {
			f.read(parsed.DefValue)
		}
		parsed.Value = &readValue{parsed.Value.(stdflag.Getter), f}
	}
	return nil
}

// A readValue is the value of a Choice.
type readValue struct {
	stdflag.Getter
	choice *Choice
}

// Set implements flag.Value.
func (v *readValue) Set(text string) error {
	if err := v.Getter.Set(text); err != nil {
		return err
	}
	if err := v.choice.read(text); err != nil {
		return fmt.Errorf("--%s: %w", v.choice.Names()[0], err)
	}
	return nil
}

// Parse parses words as flags of the command, and stores the values in the flags' destinations. It
// returns the values of the given flags by their first names, and the words that are no flags.
func (c *Command) Parse(words []string) (given map[string]string, others []string, err error) {
	sorted, help := flagsFirst(c.Flags, words)
	if help {
		return nil, nil, errors.New(c.Name + ": found a flag that asks for help, expected others")
	}
	set := stdflag.NewFlagSet(c.Name, stdflag.ContinueOnError)
	set.SetOutput(io.Discard)
	for _, f := range c.Flags {
		if err := f.Apply(set); err != nil {
			return nil, nil, err
		}
	}
	if err := set.Parse(sorted); err != nil {
		return nil, nil, wrongFlag(c.Flags, err)
	}
	given = make(map[string]string)
	set.Visit(func(parsed *stdflag.Flag) {
		for _, f := range c.Flags {
			if slices.Contains(f.Names(), parsed.Name) {
				given[f.Names()[0]] = parsed.Value.String()
			}
		}
	})
	return given, set.Args(), nil
}

// A quickFlag is a flag as the library gets it: its names are ready, and it has no category. The
// library asks for the names many times and finds them with a regular expression each time; and for
// a flag with a category it formats a text for its own help, which nobody sees.
type quickFlag struct {
	flag
	names []string
}

func (f *quickFlag) Names() []string     { return f.names }
func (f *quickFlag) GetCategory() string { return "" }

// quick returns the flags as quickFlags.
func quick(flags []cli.Flag) (all []cli.Flag) {
	for _, f := range flags {
		all = append(all, &quickFlag{f.(flag), f.Names()})
	}
	return all
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
