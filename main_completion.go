package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"tilejudge/judge/export"
	"tilejudge/judge/protocol"
	"tilejudge/judge/report"
	"tilejudge/judge/suite"
	"tilejudge/solver"
	"tilejudge/solver/compare"
)

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
	list := word[:strings.LastIndexByte(word, ',')+1] // the other searches of compare
	for _, c := range candidates(app, before, strings.HasPrefix(word, "-")) {
		fmt.Fprintln(app.Writer, list+c)
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
	if names, ok := values(before[0], strings.TrimLeft(before[len(before)-1], "-")); ok {
		return names
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
		return tableSpecs.Names()
	case cmd.Name == "formats":
		return formatNames()
	case cmd.Name == "algorithms":
		return append(algorithmNames(), solver.HeuristicNames()...)
	case cmd.Name == "protocols":
		return protocol.Names()
	case cmd.Name == "completion":
		return slices.Sorted(maps.Keys(completionScripts))
	default:
		return nil
	}
}

// values returns what a flag of a command takes, and whether that is known: none
// for a file.
func values(command, flag string) (names []string, ok bool) {
	switch flag {
	case "f", "format", "to", "from":
		if command == "export" && flag == "to" {
			return export.Names(), true
		}
		return formatNames(), true
	case "a", "algorithm", "algorithms":
		if command == "compare" {
			return compare.SearchNames(), true
		}
		return algorithmNames(), true
	case "heuristic":
		return solver.HeuristicNames(), true
	case "cases":
		if command == "solve" || command == "compare" {
			return caseNames(), true
		}
		return nil, command == "run"
	case "measure":
		return compare.MeasureNames(), true
	case "report":
		return report.Names(), true
	case "tables-dir":
		return nil, true
	case "color":
		return []string{"auto", "always", "never"}, true
	case "layout":
		return suite.LayoutNames(), true
	case "protocol":
		if command == "validate" {
			return validatorProtocols, true
		}
		return protocol.Names(), true
	default:
		return nil, false
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
