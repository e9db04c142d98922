package making

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/dustin/go-humanize"
	"github.com/urfave/cli/v2"

	"tilejudge/formats"
	"tilejudge/judge"
	"tilejudge/judge/command/app"
	"tilejudge/judge/command/flags"
	"tilejudge/judge/command/stdio"
	"tilejudge/judge/problem/export"
	"tilejudge/judge/problem/suite"
)

// language matches what judges call a language: "cpp", "cc.cc17" or "g++", for example.
var language = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[A-Za-z0-9_.+#-]+$`)
})

// metadataFlags are the flags with which a setter describes the problem.
func metadataFlags(m *export.Metadata) []cli.Flag {
	var limit time.Duration
	return []cli.Flag{
		app.Read(isLine, &cli.StringFlag{
			Name: "title", Category: "Problem", Destination: &m.Title,
			Usage: "call the problem `TITLE`",
		}),
		app.Read(isLine, &cli.StringFlag{
			Name: "author", Category: "Problem", Destination: &m.Author,
			Usage: "name its author, or several with commas",
		}),
		app.Read(isLine, &cli.StringFlag{
			Name: "source", Category: "Problem", Destination: &m.Origin,
			Usage: "say that it comes from `SOURCE`, an address or a name (default: the format's)",
		}),
		app.OneOf("license", export.Licenses, &cli.StringFlag{
			Name: "license", Category: "Problem", Destination: &m.License,
			Usage: "publish it under `LICENSE`, such as cc by-sa",
		}),
		app.Read(func(string) error {
			const least, most = 10 * time.Millisecond, time.Minute // QDUOJ takes no more
			if limit < least || limit > most {
				return fmt.Errorf("found %v, expected %v to %v", limit, least, most)
			}
			m.TimeLimit = limit.Round(time.Millisecond)
			return nil
		}, flags.PositiveTime(&limit, &cli.StringFlag{
			Name: "time-limit", Category: "Problem",
			Usage: "give programs `TIME` for a case, in seconds or with a unit, such as 500ms" +
				" (default: 5)",
		})),
		app.Read(func(text string) error {
			const most = 10 << 30 // QDUOJ takes no more
			bytes, err := humanize.ParseBytes(text)
			if err != nil || bytes < 1<<20 || bytes > most {
				return fmt.Errorf("found %q, expected a size from 1MiB to 10GiB", text)
			}
			m.MemoryLimit = int(math.Ceil(float64(bytes) / (1 << 20)))
			return nil
		}, &cli.StringFlag{
			Name: "memory-limit", Category: "Problem",
			Usage: "give programs `SIZE` of memory, such as 512MiB (default: what is usual there)",
		}),
		app.Read(func(text string) error {
			m.Languages = strings.Split(text, ",")
			for _, name := range m.Languages {
				if !language().MatchString(name) {
					return fmt.Errorf("found %q, expected names with commas between them", text)
				}
			}
			return nil
		}, &cli.StringFlag{
			Name: "languages", Category: "Problem",
			Usage: "take programs in a `LIST` of languages with commas, by the judge's own names," +
				" such as cpp,python3 (default: all)",
		}),
	}
}

// isLine returns an error unless a text is one line that is not too long.
func isLine(text string) error {
	const limit = 100 // letters
	special := strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) })
	if strings.TrimSpace(text) == "" || special || !utf8.ValidString(text) ||
		utf8.RuneCountInString(text) > limit {
		return fmt.Errorf("found %q, expected one line of at most %d letters", text, limit)
	}
	return nil
}

// newProblem makes the problem of a format, with the cases that the flags name. It also returns the
// cases that were found at --cases; nil: they are bundled.
func newProblem(c *cli.Context, f *formats.Format) (
	p *export.Problem, found []judge.Case, err error,
) {
	if c.IsSet("cases") && c.IsSet("cases-level") {
		return nil, nil, errors.New("--cases-level: found --cases too, whose cases have no levels")
	}
	if !c.IsSet("cases") {
		level, err := flags.ReadLevel(c)
		if err != nil {
			return nil, nil, err
		}
		p, err = export.NewProblem(c.Context, f, level)
		return p, nil, err
	}
	s, err := suite.Find(c.String("cases"), "")
	if err != nil {
		return nil, nil, fmt.Errorf("--cases: %w", err)
	}
	defer s.Close()
	for _, w := range s.Warnings {
		stdio.Complainer(c)(w)
	}
	p, err = export.NewProblemOf(c.Context, f, s.Cases)
	if err != nil {
		return nil, nil, fmt.Errorf("--cases: %w", err)
	}
	return p, s.Cases, nil
}

// warnOfLosses warns of flags whose values packages for the target can't hold.
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
