package judging

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"tilejudge/judge/command/app"
	"tilejudge/judge/command/flags"
	"tilejudge/judge/command/stdio"
	"tilejudge/judge/protocol"
)

// Protocols declares the command protocols.
func Protocols() *app.Command {
	return &app.Command{
		Name:      "protocols",
		Usage:     "list the judges that can call the program as their checker",
		Category:  "Judge",
		ArgsUsage: "[NAME...]",
		Description: `
check --protocol NAME speaks as the checker of that judge. The list has a line for each; -v
gives arguments, exit codes, notes and a source. A failure on the judge's side, such as a panic or
the judge's time limit, is reported as the judge's error and never as a verdict on the answers.
` + unknownFaults() + `

` + addressSpace,
		Examples: []app.Example{{
			Command: "tilejudge protocols kattis domjudge",
			Output:  "kattis    Kattis and ICPC tools\ndomjudge  DOMjudge",
		}, {
			Command: `printf '1 2 3 4 5 6 7 x 8\n' > one.in; echo r > one.out
tilejudge check --protocol kattis --format poj-1077 one.in one.out . < one.out
echo $?`,
			Output: "42",
		}},
		Values: protocol.Names,
		Action: listProtocols,
		Flags:  []cli.Flag{flags.Verbose},
	}
}

// unknownFaults names the judges that have no verdict for a judge's error.
func unknownFaults() string {
	var names []string
	for _, p := range protocol.All {
		if p.FaultAs != "" {
			names = append(names, p.Name+" ("+p.FaultAs+")")
		}
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last] +
		" know no such error, and show what stands in brackets. So do the checker types hustoj\n" +
		"and qduoj in Hydro (wrong answer)."
}

func listProtocols(c *cli.Context) error {
	name := func(p *protocol.Protocol) string { return p.Name }
	ps, err := stdio.Chosen(c, "protocol", protocol.All, name)
	if err != nil {
		return err
	}
	var items []stdio.Item
	for _, p := range ps {
		items = append(items, stdio.Item{Name: p.Name, Summary: p.Judge, Describe: func() string {
			text := fmt.Sprintf("Arguments:\n    %s\nExit codes:\n"+
				"    %d accepted, %d wrong answer,"+
				" %d presentation error, %d judge's error\n",
				p.Usage(), p.Codes.AC, p.Codes.WA, p.Codes.PE, p.Codes.JE)
			if p.FaultAs != "" {
				text += "The judge's error is shown as:\n    " + p.FaultAs + "\n"
			}
			if p.Notes != "" {
				text += "Notes:\n    " + p.Notes + "\n"
			}
			return text + "Source:\n    " + p.Source + "\n"
		}})
	}
	return stdio.PrintItems(c, items)
}
