package report

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/dustin/go-humanize"

	"tilejudge/judge"
)

// github writes workflow commands, which become annotations of files. GitHub shows the
// first ten annotations of a step.
// https://docs.github.com/actions/reference/workflow-commands-for-github-actions
type github struct {
	printer
	shown int   // failures
	more  int64 // failures that are not shown
}

// These replacers escape the characters that have a meaning in a command.
var (
	githubMessage  = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	githubProperty = strings.NewReplacer(
		"%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

func newGitHub(w *bufio.Writer, o Options) Reporter { return &github{printer: printer{w, o}} }

func (g *github) Wants(v judge.Verdict) bool { return failed(v) }

func (g *github) Case(r *judge.Result) error {
	if !failed(r.Verdict) {
		return nil
	}
	if g.MaxReports > 0 && g.shown == g.MaxReports {
		g.more++
		return nil
	}
	g.shown++
	g.WriteString("::error ")
	if r.File != "" {
		g.property("file", r.File)
		g.WriteString(",")
		if r.Line > 0 {
			g.property("line", fmt.Sprint(r.Line))
			g.WriteString(",")
		}
	}
	g.property("title", r.Verdict.String()+" "+r.Name)
	message := r.Message
	if message == "" {
		message = r.Verdict.Meaning()
	}
	fmt.Fprintf(g, "::%s\n", githubMessage.Replace(judge.Plain(message, bodyLetters)))
	return g.written()
}

func (g *github) property(name, value string) {
	fmt.Fprintf(g, "%s=%s", name, githubProperty.Replace(judge.Plain(value, bodyLetters)))
}

func (g *github) Close(s Summary) error {
	if g.more > 0 {
		fmt.Fprintf(g, "and %s more\n", humanize.Comma(g.more))
	}
	fmt.Fprintln(g, s.Tally.String())
	if s.Stopped != "" {
		fmt.Fprintf(g, "::error title=stopped::%s\n",
			githubMessage.Replace(judge.Plain(s.Stopped, bodyLetters)))
	}
	return g.Flush()
}
