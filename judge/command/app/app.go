// Package app runs a command line with urfave/cli v2, and does better what the library
// does badly. Each command is declared once, with the values that its flags take, its exit
// codes and its examples. Parsing, messages, completion, help and manual pages all follow
// from that declaration.
//
// The library takes a flag after the first file name for a file name, prints help among
// the answers, sorts groups of commands by name, and completes by running the words that
// are being typed. So this package hands it one command with its flags in front, and does
// everything else itself. No other package needs to know that.
package app

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// Program is the name of the program. Messages begin with it.
const Program = "tilejudge"

// An App is a program made of commands.
type App struct {
	Usage       string // what it is for, in one line
	Version     string
	Date        string // of the version, as 2026-11-23
	Description string // paragraphs; see Command
	Commands    []*Command
	First       []string // the commands that a person should know first
	Exits       []Exit
	Examples    []Example
}

// A Command declares one command.
type Command struct {
	Name      string
	Category  string // the heading under which help lists it
	Usage     string // what it does, in one line
	ArgsUsage string // such as "[FILE...]"; "" if it takes no arguments
	// Description is text for help and the manual. An empty line ends a paragraph. A paragraph that
	// starts with a space keeps its lines; the lines of all others are joined and wrapped.
	Description string
	Action      cli.ActionFunc
	Flags       []cli.Flag
	Values      func() []string // values of arguments; nil: files, if it takes any
	Exits       []Exit          // that say more than the App's for the same codes
	Examples    []Example
	Subcommands []*Command // if there are any, it has no action of its own
}

// An Exit is an exit code and what it means.
type Exit struct {
	Code    int
	Meaning string
}

// OnStderr is the line of an example that precedes the lines on standard error.
const OnStderr = "# on standard error:"

// An Example is a command line for a POSIX shell and its output. What it prints on standard error
// follows the line OnStderr. A line "..." on standard output stands for any number of lines.
type Example struct {
	Command string
	Output  string // "": tests do not run the command
}

// Run runs a command line. The first of args is the name of the program, as in os.Args.
// Code turns the error into a message and an exit code.
func (a *App) Run(
	ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer,
) error {
	out := &CheckedWriter{Writer: stdout}
	words := args[min(1, len(args)):]
	if IsCompletion(args) {
		return cmp.Or(a.complete(out, words[:len(words)-1]), out.err)
	}
	if len(words) == 0 {
		a.printFirst(out)
		return out.err
	}
	if strings.HasPrefix(words[0], "-") || slices.Contains(VersionFlags, words[0]) {
		return cmp.Or(a.rootFlag(out, words[0]), out.err)
	}
	path, rest, err := a.find(topicFirst(words))
	if err != nil {
		return err
	}
	if err := path.last().missingDashes(rest); err != nil {
		return err
	}
	flags := quick(path.last().Flags)
	rest, help := flagsFirst(flags, rest)
	if help {
		path.printHelp(out)
		return out.err
	}
	words = append(strings.Fields(path.String()), rest...)
	return cmp.Or(path.program(flags, stdin, out, stderr).RunContext(ctx, words), out.err)
}

// VersionFlags ask for the version of the program; the last is a word that other programs take.
var VersionFlags = []string{"-v", "-V", "-version", versionFlag, "version"}

// rootFlag runs a command line that begins with a flag.
func (a *App) rootFlag(w io.Writer, flag string) error {
	switch {
	case slices.Contains([]string{"-h", "-help", helpFlag}, flag):
		a.printHelp(w)
		return nil
	case slices.Contains(VersionFlags, flag):
		info, _ := debug.ReadBuildInfo()
		_, err := fmt.Fprintf(w, "%s version %s%s\n", Program, a.Version, buildText(info))
		return err
	default:
		return unknownFlag(flag, []string{helpFlag, versionFlag})
	}
}

// buildText returns the commit that the program was built from, if the build recorded one, and the
// version of Go, such as " (commit 4f2c1ab9d0e3 of 2026-11-23, go1.26.8)".
func buildText(info *debug.BuildInfo) string {
	if info == nil {
		return ""
	}
	setting := map[string]string{}
	for _, s := range info.Settings {
		setting[s.Key] = s.Value
	}
	commit := ""
	if setting["vcs.revision"] != "" {
		commit = fmt.Sprintf("commit %.12s of %.10s, ", setting["vcs.revision"], setting["vcs.time"])
	}
	if setting["vcs.modified"] == "true" {
		commit += "changed since, "
	}
	return fmt.Sprintf(" (%s%s)", commit, info.GoVersion)
}

// topicFirst turns "help solve" into "solve --help".
func topicFirst(words []string) []string {
	if words[0] == "help" && len(words) > 1 && !strings.HasPrefix(words[1], "-") {
		return append(slices.Clone(words[1:]), helpFlag)
	}
	return words
}

// all returns the commands of the app, and those that every app has.
func (a *App) all() []*Command {
	return append(slices.Clone(a.Commands), a.completionCommand(), a.helpCommand(), a.manCommand())
}

// A path is a command, preceded by the commands that it is a subcommand of.
type path []*Command

func (p path) last() *Command { return p[len(p)-1] }

// String returns the path as it is typed, with the name of the program.
func (p path) String() string {
	words := Program
	for _, c := range p {
		words += " " + c.Name
	}
	return words
}

// find returns the command that the words begin with, and the other words. A command
// with subcommands is found only if the next word is a flag that asks for help.
func (a *App) find(words []string) (p path, rest []string, err error) {
	among, where := a.all(), ""
	for {
		c := named(among, words[0])
		if c == nil {
			return nil, nil, fmt.Errorf("%s%w", where, Unknown("command", words[0], names(among)))
		}
		p, rest = append(p, c), words[1:]
		if c.Subcommands == nil || len(rest) > 0 && isHelp(rest[0]) {
			return p, rest, nil
		}
		among, where = c.Subcommands, where+c.Name+": "
		if len(rest) == 0 {
			return nil, nil, fmt.Errorf("%sa command is missing: %s", where,
				strings.Join(names(among), ", "))
		}
		if strings.HasPrefix(rest[0], "-") {
			return nil, nil, unknownFlag(rest[0], []string{helpFlag})
		}
		words = rest
	}
}

// named returns the command with the name, or nil.
func named(among []*Command, name string) *Command {
	for _, c := range among {
		if c.Name == name {
			return c
		}
	}
	return nil
}

// names returns the names of commands.
func names(among []*Command) (all []string) {
	for _, c := range among {
		all = append(all, c.Name)
	}
	return all
}

// program returns an app of the library that has the command with the flags, and no other.
func (p path) program(
	flags []cli.Flag, stdin io.Reader, stdout, stderr io.Writer,
) *cli.App {
	return &cli.App{
		Name: Program, Commands: p.library(flags), HideHelp: true, HideVersion: true,
		Reader: stdin, Writer: stdout, ErrWriter: stderr,
		ExitErrHandler: func(*cli.Context, error) {}, // otherwise it ends the process
		OnUsageError:   usageError,
	}
}

// library returns the command of the library for the first of the path, and within it the others.
func (p path) library(flags []cli.Flag) []*cli.Command {
	if len(p) == 0 {
		return nil
	}
	c := &cli.Command{
		Name: p[0].Name, HideHelp: true, OnUsageError: usageError,
		Subcommands: p[1:].library(flags),
	}
	if len(p) == 1 {
		c.Flags, c.Action = flags, p[0].Action
	}
	return []*cli.Command{c}
}

// helpCommand declares help without arguments; topicFirst handles the rest.
func (a *App) helpCommand() *Command {
	return &Command{
		Name: "help", Category: otherCategory, ArgsUsage: "[COMMAND]",
		Usage:  "describe the program or a command",
		Values: func() []string { return names(a.all()) },
		Action: func(c *cli.Context) error {
			a.printHelp(c.App.Writer)
			return nil
		},
	}
}

// otherCategory is the category of the commands that every app has.
const otherCategory = "Other"
