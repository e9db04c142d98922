// Package schema has the JSON Schemas (draft 2020-12) of what commands print as JSON, and
// the flag that prints them.
//
// Names in all objects follow the same rules. They are lower case, with underscores. A name ends
// in the unit, if there is one: _ns, _us, _bytes. What is not known is left out. An object on a
// line of its own begins with the version "v" and the "type"; file, line, number and message mean
// the same wherever they are.
package schema

import (
	_ "embed"
	"fmt"
	"io"

	"github.com/urfave/cli/v2"
)

// These are the schemas.
var (
	//go:embed answers.json
	Answers string // a line of solve --json

	//go:embed verdicts.json
	Verdicts string // a line of --report json

	//go:embed formats.json
	Formats string // formats --json

	//go:embed algorithms.json
	Algorithms string // algorithms --json

	//go:embed tables.json
	Tables string // tables list --json

	//go:embed comparison.json
	Comparison string // compare --json
)

const flag = "json-schema"

// Flag returns the flag that prints the schema of what another flag prints, in a category of
// flags.
func Flag(of, category string) cli.Flag {
	return &cli.BoolFlag{
		Name: flag, Category: category, Usage: "print the JSON Schema of " + of + ", and end",
	}
}

// Or returns an action that prints a schema if the flag is set, and otherwise does what the given
// action does.
func Or(schema string, action cli.ActionFunc) cli.ActionFunc {
	return func(c *cli.Context) error {
		if !c.Bool(flag) {
			return action(c)
		}
		if c.NArg() > 0 {
			return fmt.Errorf("--%s: found %q, expected no argument", flag, c.Args().First())
		}
		_, err := io.WriteString(c.App.Writer, schema)
		return err
	}
}
