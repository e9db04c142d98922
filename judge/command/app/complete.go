package app

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// Completion scripts append completionFlag to the words up to the cursor. The last word,
// which may be empty, is completed. The words are never run.
const completionFlag = "--generate-bash-completion"

// files is the exit status that asks the shell to complete the name of a file.
const files Status = 1

// IsCompletion reports whether args, which are like os.Args, ask for the completion of a word: the
// last but one of them.
func IsCompletion(args []string) bool {
	return len(args) > 1 && args[len(args)-1] == completionFlag
}

// complete prints candidates for the last word. The shell leaves out those that do not
// begin with it. If the word is a file, complete returns the status files.
func (a *App) complete(w io.Writer, words []string) error {
	var before []string
	word := ""
	if len(words) > 0 {
		before, word = words[:len(words)-1], words[len(words)-1]
	}
	// Bash takes the "=" of "--format=p" for a word of its own; zsh and fish do not.
	isEqual := func(w string) bool { return w == "=" }
	before = slices.DeleteFunc(slices.Clone(before), isEqual)
	prefix := ""
	if flag, value, ok := strings.Cut(word, "="); ok && !slices.Contains(before, "--") {
		if strings.HasPrefix(flag, "-") {
			prefix, before, word = flag+"=", append(before, flag), value
		} else if flag == "" {
			word = value
		}
	}
	candidates, err := a.candidates(before, strings.HasPrefix(word, "-") && prefix == "")
	prefix += word[:strings.LastIndexByte(word, ',')+1] // the earlier names of a list
	for _, c := range candidates {
		fmt.Fprintln(w, prefix+c)
	}
	return err
}

// candidates returns the words that may follow those before: flags, or others.
func (a *App) candidates(before []string, flag bool) ([]string, error) {
	switch {
	case len(before) == 0 && flag:
		return []string{helpFlag, versionFlag}, nil
	case len(before) == 0:
		return names(a.all()), nil
	case slices.Contains(before, "--"): // a program to run, or arguments of a judge
		return nil, files
	}
	among := a.all()
	var cmd *Command
	for len(before) > 0 && among != nil {
		if cmd = named(among, before[0]); cmd == nil {
			return nil, nil
		}
		before, among = before[1:], cmd.Subcommands
	}
	if f := cmd.openFlag(before); f != nil {
		return valuesOf(f)
	}
	switch {
	case flag:
		return append(cmd.FlagNames(), helpFlag), nil
	case among != nil:
		return names(among), nil
	case cmd.Values != nil:
		return cmd.Values(), nil
	case cmd.ArgsUsage != "":
		return nil, files
	default:
		return nil, nil
	}
}

// openFlag returns the flag whose value comes next, or nil.
func (c *Command) openFlag(words []string) flag {
	if len(words) == 0 || !strings.HasPrefix(words[len(words)-1], "-") {
		return nil
	}
	name := strings.TrimLeft(words[len(words)-1], "-")
	for _, f := range c.Flags {
		if f := f.(flag); f.TakesValue() && slices.Contains(f.Names(), name) {
			return f
		}
	}
	return nil
}

// valuesOf returns the names that a flag takes; none for a number or a text.
func valuesOf(f flag) ([]string, error) {
	if c, ok := f.(*Choice); ok && c.values != nil {
		if names := c.values(); names != nil {
			return names, nil
		}
	}
	if takesFile(f) {
		return nil, files
	}
	return nil, nil
}

// completionScripts are the scripts for shells. Each runs the words with completionFlag,
// and offers files if that fails.
var completionScripts = map[string]string{
	"bash": `_tilejudge() {
	local IFS=$'\n' cur=${COMP_WORDS[COMP_CWORD]} found
	if found=$("${COMP_WORDS[@]:0:COMP_CWORD+1}" ` + completionFlag + ` 2>/dev/null); then
		[[ $cur == = ]] && cur=
		COMPREPLY=($(compgen -W "$found" -- "$cur"))
	else
		compopt -o default 2>/dev/null
		COMPREPLY=()
	fi
}
complete -F _tilejudge tilejudge
`,
	"zsh": `#compdef tilejudge
_tilejudge() {
	local found
	if found=$("${(@)words[1,CURRENT]}" ` + completionFlag + ` 2>/dev/null); then
		[[ -n $found ]] && compadd -- "${(@f)found}"
	else
		compset -P '--*='
		_files
	fi
}
if [[ $funcstack[1] == _tilejudge ]]; then
	_tilejudge
elif (( $+functions[compdef] )); then
	compdef _tilejudge tilejudge
fi
`,
	"fish": `function __tilejudge
	set -l word (commandline -ct)
	set -l before (commandline -opc)
	$before "$word" ` + completionFlag + ` 2>/dev/null
	and return
	set -l flag (string match -r '^--[^=]*=' -- "$word")
	__fish_complete_path (string replace -- "$flag" '' "$word") | string replace -r '^' -- "$flag"
end
complete -c tilejudge -f -a '(__tilejudge)'
`,
}

// completionCommand declares completion.
func (a *App) completionCommand() *Command {
	shells := func() []string { return slices.Sorted(maps.Keys(completionScripts)) }
	return &Command{
		Name: "completion", Category: otherCategory,
		ArgsUsage: strings.Join(shells(), "|"), Values: shells,
		Usage: "print a completion script for a shell",
		Description: `
The script completes commands, flags, and the names that flags take. bash and zsh
read it at each start, zsh after compinit; fish finds it in a file:

  eval "$(tilejudge completion bash)"     # in ~/.bashrc
  eval "$(tilejudge completion zsh)"      # in ~/.zshrc
  tilejudge completion fish > ~/.config/fish/completions/tilejudge.fish

"make install" installs it for all three.`,
		Action: func(c *cli.Context) error {
			script, ok := completionScripts[c.Args().First()]
			if !ok || c.NArg() != 1 {
				return fmt.Errorf("completion: %w",
					Unknown("shell", strings.Join(c.Args().Slice(), " "), shells()))
			}
			_, err := fmt.Fprint(c.App.Writer, script)
			return err
		},
	}
}
