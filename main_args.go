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

	"tilejudge/solver"
)

// urfave/cli v2 takes a flag after the first file name for a file name, runs
// the command when a shell asks for completions behind "--", and prints help
// among the answers. What follows cures that.

// flagsFirst returns the arguments with the flags of the command before its
// other arguments, which "--" then sets off.
func flagsFirst(app *cli.App, args []string) []string {
	if len(args) < 2 {
		return args
	}
	cmd := app.Command(args[1])
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
	flags, others := slices.Clone(args[:2]), []string{}
	for rest := args[2:]; len(rest) > 0; rest = rest[1:] {
		arg := rest[0]
		name := strings.TrimLeft(arg, "-")
		switch {
		case arg == "--":
			others = append(others, rest[1:]...)
			rest = rest[:1]
		case name == "" || name == arg: // "-" is standard input
			others = append(others, arg)
		case takesValue[name] && len(rest) == 1:
			return append(flags, arg) // an error, which must not take "--" for the value
		case takesValue[name]:
			flags = append(flags, arg, rest[1])
			rest = rest[1:]
		case len(arg) > 2 && arg[1] != '-' && arg[2] != '=' && takesValue[arg[1:2]] && !known[name]: // as in "-j4"
			flags = append(flags, arg[:2], arg[2:])
		default:
			flags = append(flags, arg)
		}
	}
	return append(append(flags, "--"), others...)
}

// noCommand is the action without a command, or with one that there is not.
func noCommand(c *cli.Context) error {
	if name := c.Args().First(); name != "" {
		return fmt.Errorf("unknown command %q%s", name, suggest(name, commandNames(c.App)))
	}
	cli.HelpPrinter(c.App.ErrWriter, cli.AppHelpTemplate, c.App)
	return errors.New("a command is missing")
}

var undefinedFlag = regexp.MustCompile(`^flag provided but not defined: -+(.*)$`)

// usageError makes the message for a flag that is wrong.
func usageError(c *cli.Context, err error, _ bool) error {
	m := undefinedFlag.FindStringSubmatch(err.Error())
	if m == nil {
		return err
	}
	flags := c.App.Flags
	if c.Command != nil && c.Command.Name != "" && c.Command.Name != c.App.Name {
		flags = c.Command.Flags
	}
	name := m[1]
	dashes := "--"
	if len(name) == 1 {
		dashes = "-"
	}
	return fmt.Errorf("unknown flag %q%s", dashes+name, suggest(dashes+name, flagNames(flags)))
}

// suggest returns a hint at the name most like the wrong one, or "".
func suggest(wrong string, names []string) string {
	best, likeness := "", 0.7 // below that a hint misleads
	for _, name := range names {
		if l := smetrics.JaroWinkler(wrong, name, 0.7, 4); l > likeness {
			best, likeness = name, l
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf(" (did you mean %q?)", best)
}

func commandNames(app *cli.App) (names []string) {
	for _, c := range app.Commands {
		names = append(names, c.Name)
	}
	return names
}

// flagNames returns the flags as they are typed.
func flagNames(flags []cli.Flag) (names []string) {
	for _, f := range flags {
		for _, name := range f.Names() {
			if len(name) == 1 {
				names = append(names, "-"+name)
			} else {
				names = append(names, "--"+name)
			}
		}
	}
	return names
}

// Completion scripts append this to the words typed so far, which are then
// completed and never run.
const completionFlag = "--generate-bash-completion"

// completing returns the words to complete, if that is what is asked for.
func completing(args []string) (words []string, ok bool) {
	last := len(args) - 1
	if last < 1 || args[last] != completionFlag {
		return nil, false
	}
	return args[1:last], true
}

// complete prints what may come after the words, or finish the last of them if
// it begins a flag.
func complete(app *cli.App, words []string) {
	var candidates []string
	switch cmd := (*cli.Command)(nil); {
	case len(words) == 0:
		candidates = commandNames(app)
	case strings.HasPrefix(words[0], "-"):
		candidates = flagNames(app.Flags)
	default:
		if cmd = app.Command(words[0]); cmd == nil {
			candidates = commandNames(app)
			break
		}
		last := words[len(words)-1]
		switch strings.TrimLeft(last, "-") {
		case "f", "format", "to":
			candidates = formatNames()
		case "a", "algorithm":
			candidates = algorithmNames()
		case "heuristic":
			candidates = solver.Heuristics[1:]
		case "cases":
			candidates = caseNames()
		default:
			if strings.HasPrefix(last, "-") {
				candidates = flagNames(cmd.Flags)
			}
		}
		if len(words) == 1 {
			candidates = arguments[cmd.Name]()
		}
	}
	for _, c := range candidates {
		fmt.Fprintln(app.Writer, c)
	}
}

// arguments are the words, other than files, that a command takes.
var arguments = map[string]func() []string{
	"solve":      func() []string { return nil },
	"formats":    formatNames,
	"algorithms": algorithmNames,
	"completion": func() []string { return slices.Sorted(maps.Keys(completionScripts)) },
	"help":       func() []string { return []string{"solve", "formats", "algorithms", "completion"} },
}

// completionScripts are what a user's shell reads. None runs a command: each
// ends the words with completionFlag.
var completionScripts = map[string]string{
	"bash": `_tilejudge() {
	local cur="${COMP_WORDS[COMP_CWORD]}" words=("${COMP_WORDS[@]:1:COMP_CWORD-1}")
	[[ $cur == -* ]] && words+=("$cur")
	COMPREPLY=($(compgen -W "$("${COMP_WORDS[0]}" "${words[@]}" ` + completionFlag + ` 2>/dev/null)" -- "$cur"))
}
complete -o default -F _tilejudge tilejudge
`,
	"zsh": `#compdef tilejudge
_tilejudge() {
	local cur="${words[CURRENT]}" before=("${words[@]:1:$((CURRENT-2))}")
	[[ $cur == -* ]] && before+=("$cur")
	local -a found=("${(@f)$("${words[1]}" "${before[@]}" ` + completionFlag + ` 2>/dev/null)}")
	[[ -n $found ]] && compadd -a found || _files
}
compdef _tilejudge tilejudge
`,
	"fish": `function __tilejudge
	set -l before (commandline -opc)
	set -l cur (commandline -ct)
	string match -q -- '-*' $cur; and set -a before $cur
	$before ` + completionFlag + ` 2>/dev/null
end
complete -c tilejudge -a '(__tilejudge)'
`,
}

func completion(c *cli.Context) error {
	shell := c.Args().First()
	script, ok := completionScripts[shell]
	if !ok || c.NArg() != 1 {
		return fmt.Errorf("completion: found %q, expected one of bash, fish or zsh", strings.Join(c.Args().Slice(), " "))
	}
	_, err := fmt.Fprint(c.App.Writer, script)
	return err
}
