// Package serving has the command serve, which shows the page for browsers.
package serving

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"tilejudge/judge/command/app"
)

// Serve declares the command serve.
func Serve() *app.Command {
	return &app.Command{
		Name:     "serve",
		Category: "Solve",
		Usage:    "show a page in the browser that solves, checks, compares and converts",
		Description: `
It prints the address of the page, and shows it until it is interrupted. Only browsers on
this machine can open it: it listens on the loopback device, answers requests for that address
alone, and has nothing but the page. The searches run in the browser, so that they are slower than
those of the other commands, and no puzzle leaves the page.

The page is one file, which make web writes to dist/web/index.html. It works from a disk and on any
web server, too. A build without the tag web, which make build sets, does not have it.`,
		Action: serve,
		Flags: []cli.Flag{
			&cli.IntFlag{
				Name: "port", Category: "Network", Value: 8077,
				Usage: "listen on port `N` of 127.0.0.1; 0: on one that is free",
			},
		},
		Exits: []app.Exit{
			{Code: app.ExitUsage, Meaning: "the port is in use, or this build has no page"},
			{Code: app.ExitInterrupted, Meaning: "interrupted, which is how it ends"},
		},
		Examples: []app.Example{{Command: "tilejudge serve --port 0"}},
	}
}

// serve shows the page.
func serve(c *cli.Context) error {
	port := c.Int("port")
	switch {
	case c.NArg() > 0:
		return fmt.Errorf("found %q, expected no file: puzzles are typed into the page",
			c.Args().First())
	case port < 0 || port > 65535:
		return fmt.Errorf("--port: found %d, expected 0 to 65535", port)
	}
	return show(c.Context, c.App.Writer, port)
}
