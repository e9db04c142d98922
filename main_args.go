package main

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
	"github.com/xrash/smetrics"

	"tilejudge/judge/export"
	"tilejudge/judge/protocol"
	"tilejudge/judge/report"
	"tilejudge/judge/suite"
	"tilejudge/solver"
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

// Completion scripts append this to the words up to the cursor, of which the
// last is then completed. They are never run.
const completionFlag = "--generate-bash-completion"

// completing returns the words to complete, if that is what is asked for.
func completing(args []string) (words []string, ok bool) {
	last := len(args) - 1
	if last < 1 || args[last] != completionFlag {
		return nil, false
	}
	return args[1:last], true
}

// complete prints what the last word, which may be empty, can be.
func complete(app *cli.App, words []string) {
	var before []string
	word := ""
	if len(words) > 0 {
		before, word = words[:len(words)-1], words[len(words)-1]
	}
	// Bash takes the "=" of "--format=p" for a word.
	before = slices.DeleteFunc(slices.Clone(before), func(w string) bool { return w == "=" })
	for _, c := range candidates(app, before, strings.HasPrefix(word, "-")) {
		fmt.Fprintln(app.Writer, c)
	}
}

// candidates returns what may follow the words: for a flag, or for anything
// else; nothing where a file is meant.
func candidates(app *cli.App, before []string, flag bool) []string {
	switch {
	case len(before) == 0 && flag:
		return flagNames([]cli.Flag{cli.HelpFlag, cli.VersionFlag})
	case len(before) == 0 || before[0] == "help" && len(before) == 1:
		return commandNames(app)
	case slices.Contains(before, "--"):
		return nil
	}
	switch last := strings.TrimLeft(before[len(before)-1], "-"); last {
	case "f", "format", "to", "from":
		if before[0] == "export" && last == "to" {
			return export.Names()
		}
		return formatNames()
	case "a", "algorithm", "algorithms":
		if before[0] == "compare" {
			return compare.SearchNames()
		}
		return algorithmNames()
	case "heuristic":
		return solver.Heuristics[1:]
	case "cases":
		switch before[0] {
		case "solve", "compare":
			return caseNames()
		case "run":
			return nil // files
		}
	case "measure":
		return compare.MeasureNames()
	case "report":
		return report.Names()
	case "tables-dir":
		return nil // folders
	case "color":
		return []string{"auto", "always", "never"}
	case "layout":
		return suite.LayoutNames()
	case "protocol":
		if before[0] == "validate" {
			return validatorProtocols
		}
		return protocol.Names()
	}
	cmd, words := commandOf(app, append([]string{app.Name}, before...))
	switch {
	case cmd == nil:
		return nil
	case flag:
		return append(flagNames(cmd.Flags), "--help")
	case len(cmd.Subcommands) > 0:
		return subcommandNames(cmd)
	case before[0] == "tables" && words > 2:
		return tableNames()
	case cmd.Name == "formats":
		return formatNames()
	case cmd.Name == "algorithms":
		return algorithmNames()
	case cmd.Name == "protocols":
		return protocol.Names()
	case cmd.Name == "completion":
		return slices.Sorted(maps.Keys(completionScripts))
	default:
		return nil
	}
}

// completionScripts are what a user's shell reads. None runs a command: each
// ends the words with completionFlag.
var completionScripts = map[string]string{
	"bash": `_tilejudge() {
	local IFS=$'\n'
	COMPREPLY=($(compgen -W "$("${COMP_WORDS[@]:0:COMP_CWORD+1}" ` + completionFlag + ` 2>/dev/null)" \
		-- "${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _tilejudge tilejudge
`,
	"zsh": `#compdef tilejudge
_tilejudge() {
	local -a found=("${(@f)$("${(@)words[1,CURRENT]}" ` + completionFlag + ` 2>/dev/null)}")
	[[ -n $found ]] && compadd -a found || _files
}
compdef _tilejudge tilejudge
`,
	"fish": `function __tilejudge
	set -l cur (commandline -ct)
	set -l before (commandline -opc)
	$before "$cur" ` + completionFlag + ` 2>/dev/null
end
complete -c tilejudge -a '(__tilejudge)'
`,
}

func completion(c *cli.Context) error {
	shell := c.Args().First()
	script, ok := completionScripts[shell]
	if !ok || c.NArg() != 1 {
		return fmt.Errorf("completion: found %q, expected one of bash, fish or zsh",
			strings.Join(c.Args().Slice(), " "))
	}
	_, err := fmt.Fprint(c.App.Writer, script)
	return err
}
