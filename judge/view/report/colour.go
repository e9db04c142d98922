package report

import (
	"fmt"

	"tilejudge/judge"
)

// colours has the colour of each verdict, as a parameter of a terminal's SGR sequence.
var colours = [...]string{
	judge.SK: "36", judge.AC: "32",
	judge.WA: "31", judge.JE: "1;31",
	judge.PE: "33", judge.RE: "33", judge.OLE: "33", judge.MLE: "33", judge.TLE: "33", judge.CE: "35",
}

// paint returns a text in the colour of a verdict.
func (p *printer) paint(v judge.Verdict, text string) string {
	if !p.Colour {
		return text
	}
	return "\x1b[" + colours[v] + "m" + text + "\x1b[0m"
}

// ColourNames lists the values of the flag that Colour reads.
func ColourNames() []string { return []string{"auto", "always", "never"} }

// Colour reports whether a stream gets colours. If the flag is always or never, that decides.
// If it is auto or "", the environment decides: NO_COLOR first, then CLICOLOR_FORCE and
// FORCE_COLOR. Without these variables, terminals get colours, unless TERM is dumb. An empty
// variable counts as unset. Any other flag is an error.
func Colour(flag string, getenv func(string) string, terminal bool) (bool, error) {
	forced := func(name string) bool { return getenv(name) != "" && getenv(name) != "0" }
	switch flag {
	case "always", "never":
		return flag == "always", nil
	case "auto", "":
	default:
		return false, fmt.Errorf("found %q, expected auto, always or never", flag)
	}
	switch {
	case getenv("NO_COLOR") != "":
		return false, nil
	case forced("CLICOLOR_FORCE"), forced("FORCE_COLOR"):
		return true, nil
	default:
		return terminal && getenv("TERM") != "dumb", nil
	}
}
