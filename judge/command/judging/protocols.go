package judging

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"tilejudge/judge/command/app"
	"tilejudge/judge/command/flags"
	"tilejudge/judge/command/list"
	"tilejudge/judge/protocol"
)

// Protocols declares the command protocols.
func Protocols() *app.Command {
	return &app.Command{
		Name:      "protocols",
		Usage:     "list the judges that can call the program as their checker",
		ArgsUsage: "[NAME...]",
		Values:    protocol.Names,
		Action:    listProtocols,
		Flags:     []cli.Flag{flags.Verbose},
	}
}

func listProtocols(c *cli.Context) error {
	ps, err := list.Chosen(c, "protocol", protocol.All, func(p *protocol.Protocol) string { return p.Name })
	if err != nil {
		return err
	}
	var items []list.Item
	for _, p := range ps {
		items = append(items, list.Item{Name: p.Name, Summary: p.Judge, Describe: func() string {
			text := fmt.Sprintf("Arguments:\n    %s\nExit codes:\n    %d accepted, %d wrong answer,"+
				" %d presentation error, %d judge's error\n",
				p.Usage(), p.Codes.AC, p.Codes.WA, p.Codes.PE, p.Codes.JE)
			if p.Notes != "" {
				text += "Notes:\n    " + p.Notes + "\n"
			}
			return text + "Source:\n    " + p.Source + "\n"
		}})
	}
	return list.Print(c, items)
}
