package making

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/dustin/go-humanize"
	"github.com/urfave/cli/v2"

	"tilejudge/formats"
	"tilejudge/judge/command/app"
	"tilejudge/judge/command/flags"
	"tilejudge/judge/command/stdio"
	"tilejudge/judge/problem/export"
	"tilejudge/judge/problem/suite"
)

// metadataFlags are what a setter says of the problem. newMetadata reads them.
var metadataFlags = []cli.Flag{
	&cli.StringFlag{
		Name: "title", Category: "Problem", Usage: "call the problem `TITLE`",
	},
	&cli.StringFlag{
		Name: "author", Category: "Problem", Usage: "name its author, or several with commas",
	},
	app.OneOf("license", export.Licenses, &cli.StringFlag{
		Name: "license", Category: "Problem",
		Usage: "publish it under `LICENSE`, such as cc by-sa",
	}),
	&cli.StringFlag{
		Name: "time-limit", Category: "Problem",
		Usage: "give programs `TIME` for a case, in seconds or with a unit, such as 500ms (default: 5)",
	},
	&cli.StringFlag{
		Name: "memory-limit", Category: "Problem",
		Usage: "give programs `SIZE` of memory, such as 512MiB (default: what is usual there)",
	},
	&cli.StringFlag{
		Name: "languages", Category: "Problem",
		Usage: "take programs in a `LIST` of languages with commas, by the judge's own names, such" +
			" as cpp,python3 (default: all)",
	},
}

// newMetadata reads the flags.
func newMetadata(c *cli.Context) (m export.Metadata, err error) {
	for _, text := range []struct {
		flag string
		to   *string
	}{{"title", &m.Title}, {"author", &m.Author}} {
		if *text.to, err = textFlag(c, text.flag); err != nil {
			return m, err
		}
	}
	m.License = c.String("license")
	if c.IsSet("time-limit") {
		if m.TimeLimit, err = flags.PositiveTime(c, "time-limit"); err != nil {
			return m, err
		}
		const least, most = 10 * time.Millisecond, time.Minute // QDUOJ takes no more
		if m.TimeLimit < least || m.TimeLimit > most {
			return m, fmt.Errorf("--time-limit: found %v, expected %v to %v", m.TimeLimit, least, most)
		}
		m.TimeLimit = m.TimeLimit.Round(time.Millisecond)
	}
	if c.IsSet("memory-limit") {
		const most = 10 << 30 // QDUOJ takes no more
		bytes, err := humanize.ParseBytes(c.String("memory-limit"))
		if err != nil || bytes < 1<<20 || bytes > most {
			return m, fmt.Errorf("--memory-limit: found %q, expected a size from 1MiB to 10GiB",
				c.String("memory-limit"))
		}
		m.MemoryLimit = int(math.Ceil(float64(bytes) / (1 << 20)))
	}
	m.Languages, err = languagesFlag(c)
	return m, err
}

// textFlag reads a flag that is a line of text.
func textFlag(c *cli.Context, flag string) (string, error) {
	const limit = 100 // letters
	text := c.String(flag)
	special := strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) })
	if c.IsSet(flag) && (strings.TrimSpace(text) == "" || special || !utf8.ValidString(text) ||
		utf8.RuneCountInString(text) > limit) {
		return "", fmt.Errorf("--%s: found %q, expected one line of at most %d letters", flag, text,
			limit)
	}
	return text, nil
}

// language matches what judges call a language: "cpp", "cc.cc17" or "g++", for example.
var language = regexp.MustCompile(`^[A-Za-z0-9_.+#-]+$`)

// languagesFlag reads --languages.
func languagesFlag(c *cli.Context) ([]string, error) {
	if !c.IsSet("languages") {
		return nil, nil
	}
	names := strings.Split(c.String("languages"), ",")
	for _, name := range names {
		if !language.MatchString(name) {
			return nil, fmt.Errorf("--languages: found %q, expected names with commas between them",
				c.String("languages"))
		}
	}
	return names, nil
}

// newProblem makes the problem of a format, with the cases that the flags name.
func newProblem(c *cli.Context, f *formats.Format) (*export.Problem, error) {
	if c.IsSet("cases") && c.IsSet("cases-level") {
		return nil, errors.New("--cases-level: found --cases too, whose cases have no levels")
	}
	if !c.IsSet("cases") {
		level, err := flags.ReadLevel(c)
		if err != nil {
			return nil, err
		}
		return export.NewProblem(c.Context, f, level)
	}
	s, err := suite.Find(c.String("cases"), "")
	if err != nil {
		return nil, fmt.Errorf("--cases: %w", err)
	}
	defer s.Close()
	for _, w := range s.Warnings {
		stdio.Complainer(c)(w)
	}
	p, err := export.NewProblemOf(c.Context, f, s.Cases)
	if err != nil {
		return nil, fmt.Errorf("--cases: %w", err)
	}
	return p, nil
}

// warnOfLosses tells what of the flags is not in the package.
func warnOfLosses(c *cli.Context, t *export.Target, p *export.Problem) {
	warn := func(format string, args ...any) {
		stdio.Complainer(c)(fmt.Errorf("warning: "+format, args...))
	}
	for _, part := range t.Lacks(&p.Metadata) {
		warn("--%s: packages for %s have no field for it", strings.ReplaceAll(part, " ", "-"), t.Name)
	}
	if limit := t.Reduces(p); limit > 0 {
		warn("--time-limit: %s limits the time of all cases together, so each has %v", t.Name, limit)
	}
	if n := t.LeavesOut(p); n > 0 && (c.IsSet("cases") || c.IsSet("cases-level")) {
		warn("--to: %s does not take %d of the cases: it takes too few files", t.Name, n)
	}
	if c.IsSet("cases-level") && len(p.Unfit) > 0 {
		warn("--cases-level: the validator of the package refuses what these cases have, so they are"+
			" left out: %s", strings.Join(p.Unfit, " "))
	}
}
