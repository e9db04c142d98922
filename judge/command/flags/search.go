package flags

import (
	"cmp"
	"fmt"
	"strconv"

	"github.com/urfave/cli/v2"

	"tilejudge/judge/checker"
	"tilejudge/judge/command/app"
)

// NodeLimit is --node-limit of a command that judges answers. If the flag is not given, *to stays
// nil.
func NodeLimit(to **int64) cli.Flag {
	return app.Read(func(text string) error {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil || n < 0 {
			return fmt.Errorf("found %q, expected a whole number, at least 0", text)
		}
		*to = &n
		return nil
	}, &cli.StringFlag{
		Name: "node-limit", Category: "Limits",
		Usage: fmt.Sprintf("give up a search for a right answer after `N` expanded boards"+
			" (0: never; default: %d, some seconds, with expected answers, and else never)",
			checker.UsualLimits.Nodes),
	})
}

// SearchLimits returns the limits of a checker's searches. nodes is what NodeLimit reads; memory is
// in bytes, 0 if the usual limit holds.
func SearchLimits(nodes *int64, memory int64) checker.Limits {
	limits := checker.UsualLimits
	limits.Memory = cmp.Or(memory, limits.Memory)
	if nodes != nil {
		limits.Nodes, limits.Always = *nodes, true
	}
	return limits
}

// LongSearch returns what a checker calls when a search takes long: it complains once.
func LongSearch(complain func(error)) func() {
	return func() {
		complain(fmt.Errorf("a search for a shortest path takes long: --node-limit %d"+
			" would end it, and the verdict would be JE", checker.UsualLimits.Nodes))
	}
}
