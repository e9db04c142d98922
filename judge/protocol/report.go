package protocol

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"tilejudge/judge"
)

// report writes what the judge reads about an outcome, and returns the exit code.
func (c *call) report(o Outcome) int {
	o.Message = cut(ascii(o.Message), cmp.Or(c.maxMessage, usualMaxMessage))
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
		c.put(c.faultStream(), string(o.stack))
	}
	return c.Codes.of(o.Verdict)
}

// faultStream returns the stream on which the judge expects the reason for its own error.
func (c *call) faultStream() string {
	for _, w := range c.writes {
		if w.on&failed != 0 && w.to == "stdout" {
			return w.to
		}
	}
	return "stderr"
}

// put writes a text to the destination of a write: see write.to. It does nothing if
// the destination is a role whose argument is missing.
func (c *call) put(to, text string) error {
	role, file, isDir := strings.Cut(to, "/")
	name := c.values[role]
	switch {
	case to == "stdout":
		io.WriteString(c.host.Stdout, text) // an error does not matter: the judge has closed the stream
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
		delete(c.values, role) // no other text may refer the reader to this file
	}
	return err
}

// testlibNames has the beginning of testlib's message for each verdict, and the name of the
// outcome in testlib's XML.
var testlibNames = map[judge.Verdict][2]string{
	judge.AC: {"ok ", "accepted"},
	judge.WA: {"wrong answer ", "wrong-answer"},
	judge.PE: {"wrong output format ", "presentation-error"},
	judge.JE: {"FAIL ", "fail"},
}

func testlibLine(c *call, o Outcome) string {
	if c.values["report"] != "" {
		return "\nSee file to check exit message\n" // the first line end ends an empty message
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

// labelled returns the message after the verdict: "wrong answer: puzzle 2: …".
func labelled(_ *call, o Outcome) string {
	return o.Verdict.Meaning() + ": " + o.Message + "\n"
}

// discreet returns the verdict alone: contestants must find out the reason themselves.
func discreet(_ *call, o Outcome) string { return o.Verdict.Meaning() + "\n" }

// position returns where the wrong answer begins, in the judge's answers and in the
// contestant's, in the format of Kattis's default validator.
func position(_ *call, o Outcome) string { return fmt.Sprintf("%d %d", o.ExpectedAt, o.At) }

// translated returns the code of a message that CMS shows in the contestant's language.
func translated(*call, Outcome) string { return "translate:success\n" }

// unformatted returns the labelled message with "%" doubled: CMS takes the message for a format.
func unformatted(c *call, o Outcome) string {
	return strings.ReplaceAll(labelled(c, o), "%", "%%")
}

// share returns the score that the answers earn, out of full points. The score is rounded down
// to a multiple of step, and is less than full for all verdicts except AC.
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

// unit returns a score from 0 to 1.
func unit(c *call, o Outcome) string {
	return strconv.FormatFloat(c.share(o, 1, 1e-6), 'f', 6, 64) + "\n"
}

// percent returns a score from 0 to 100.
func percent(c *call, o Outcome) string {
	return strconv.FormatFloat(c.share(o, 100, 1), 'f', 0, 64) + "\n"
}

// ofFull returns a score from 0 to the full score that the judge asks for.
func ofFull(c *call, o Outcome) string {
	return strconv.FormatFloat(c.share(o, float64(c.full), 1), 'f', 0, 64) + "\n"
}
