package protocol

import (
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"tilejudge/judge"
)

// report tells the outcome and returns the exit code.
func (c *call) report(o Outcome) int {
	most := c.most
	if most == 0 {
		most = mostMessage
	}
	o.Message = cut(ascii(o.Message), most)
	for _, w := range c.writes {
		text := ""
		if w.on>>o.Verdict&1 != 0 {
			text = w.text(c, o)
		}
		if text == "" {
			continue
		}
		if err := c.put(w.to, text); err != nil && o.Verdict != judge.JE {
			return c.report(failure(fmt.Errorf("can't write: %w", err)))
		}
	}
	if len(o.stack) > 0 {
		c.host.Stderr.Write(o.stack)
	}
	return c.Codes.of(o.Verdict)
}

// put writes a text to where a write has it. A role without a value is nowhere.
func (c *call) put(to, text string) error {
	role, file, isDir := strings.Cut(to, "/")
	name := c.values[role]
	switch {
	case to == "stdout":
		io.WriteString(c.host.Stdout, text) // a judge that has closed it does not care
		return nil
	case to == "stderr":
		io.WriteString(c.host.Stderr, text)
		return nil
	case name == "":
		return nil
	case isDir:
		name = filepath.Join(name, file)
	}
	err := os.WriteFile(name, []byte(text), 0o666)
	if err != nil {
		delete(c.values, role) // so that nothing is promised to be there
	}
	return err
}

// testlibNames has the beginning of a message of testlib, and the outcome in its
// XML.
var testlibNames = map[judge.Verdict][2]string{
	judge.AC: {"ok ", "accepted"},
	judge.WA: {"wrong answer ", "wrong-answer"},
	judge.PE: {"wrong output format ", "presentation-error"},
	judge.JE: {"FAIL ", "fail"},
}

func testlibLine(c *call, o Outcome) string {
	if c.values["report"] != "" {
		return "\nSee file to check exit message\n" // the line end is that of the message
	}
	return testlibNames[o.Verdict][0] + o.Message + "\n"
}

func testlibReport(c *call, o Outcome) string {
	if c.values["-appes"] == "" {
		return o.Message
	}
	return fmt.Sprintf(`<?xml version="1.0" encoding="windows-1251"?>`+
		`<result outcome = "%s">%s</result>`+"\n",
		testlibNames[o.Verdict][1], xmlEscapes.Replace(o.Message))
}

// labelled is the message with the verdict before it.
func labelled(_ *call, o Outcome) string {
	return o.Verdict.Meaning() + ": " + o.Message + "\n"
}

// discreet is the verdict alone, for contestants who are to find out why.
func discreet(_ *call, o Outcome) string { return o.Verdict.Meaning() + "\n" }

func position(_ *call, o Outcome) string {
	if o.Difference == nil {
		return ""
	}
	return fmt.Sprintf("%d %d", o.Difference.Expected, o.Difference.Output)
}

// translated is what CMS says in the contestant's language.
func translated(*call, Outcome) string { return "translate:success\n" }

// unformatted is the message where CMS formats it.
func unformatted(c *call, o Outcome) string {
	return strings.ReplaceAll(labelled(c, o), "%", "%%")
}

// share returns the part of a score up to full that the answers have earned, in
// whole steps and rounded down: all of it for nothing but AC.
func (c *call) share(o Outcome, full, step float64) float64 {
	switch {
	case o.Verdict == judge.AC:
		return full
	case c.settings["score"] != "fraction" || o.Cases == 0:
		return 0
	default:
		earned := math.Floor(full*float64(o.Right)/float64(o.Cases)/step) * step
		return max(min(earned, full-step), 0)
	}
}

func unit(c *call, o Outcome) string {
	return strconv.FormatFloat(c.share(o, 1, 1e-6), 'f', 6, 64) + "\n"
}

func percent(c *call, o Outcome) string {
	return strconv.FormatFloat(c.share(o, 100, 1), 'f', 0, 64) + "\n"
}

func ofFull(c *call, o Outcome) string {
	return strconv.FormatFloat(c.share(o, float64(c.full), 1), 'f', 0, 64) + "\n"
}
