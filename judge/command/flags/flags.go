// Package flags has the flags that several commands share, and reads them.
package flags

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/urfave/cli/v2"

	"tilejudge/cases"
	"tilejudge/formats"
	"tilejudge/formats/declared"
	"tilejudge/formats/replays"
	"tilejudge/judge/command/app"
	"tilejudge/judge/problem/recipe"
	"tilejudge/judge/protocol"
	"tilejudge/judge/view/report"
)

// Flags of several commands.
var (
	Verbose = &cli.BoolFlag{
		Name: "verbose", Aliases: []string{"v"}, Usage: "describe each in full",
	}
	Output = &cli.StringFlag{
		Name: "output", Category: "Output", Aliases: []string{"o"},
		Usage: "write to `FILE`, not to standard output; until the run ends it is FILE.partial," +
			" which is kept if the run is interrupted",
	}
)

// InputFormat is --format of a command that reads puzzles.
func InputFormat() cli.Flag {
	return Format(&cli.StringFlag{
		Name: "format", Category: "Input", Aliases: []string{"f"},
		Usage: "the input is in `FORMAT` (see formats); detected if not given",
	})
}

// KeepGoing is --keep-going.
func KeepGoing(to *bool) cli.Flag {
	return &cli.BoolFlag{
		Name: "keep-going", Category: "Input", Aliases: []string{"k"}, Destination: to,
		Usage: "go on after a malformed puzzle, or a file that can't be read",
	}
}

// Workers is --workers. It is 0 if it is not given; Cores says what that means.
func Workers(to *int) cli.Flag {
	return app.AtLeast(1, &cli.IntFlag{
		Name: "workers", Category: "Search", Aliases: []string{"j"}, Destination: to,
		DefaultText: "all cores",
		Usage: "work on `N` puzzles at once, or on parts of a hard one; at most 64, or the" +
			" number of cores if that is more",
	})
}

// Cores returns the number of workers for a value of --workers. More workers than cores gain
// nothing, and each holds memory.
func Cores(workers int) int {
	if workers == 0 {
		return runtime.GOMAXPROCS(0)
	}
	return min(workers, max(runtime.NumCPU(), 64))
}

// Requirement is --require, which overrides the rule of a format.
func Requirement(to *string) cli.Flag {
	return &cli.StringFlag{
		Name: "require", Category: "Judging", Destination: to,
		Usage: "accept `WHAT`: any, shortest, least, or up to a number of moves" +
			" (default: what the format asks for)",
	}
}

// Colour is --color, listed in a category of flags. ReadColour reads it.
func Colour(to *string, category string) cli.Flag {
	return app.OneOf("setting", report.ColourNames, &cli.StringFlag{
		Name: "color", Category: category, Value: "auto", Destination: to,
		Usage: "color text `WHEN`: auto, always or never; this overrides NO_COLOR," +
			" CLICOLOR_FORCE and FORCE_COLOR",
	})
}

// ReadColour reports whether to color text. when is the value of --color, and terminal says whether
// the text goes to a terminal.
func ReadColour(when string, terminal bool) (bool, error) {
	colour, err := report.Colour(when, os.Getenv, terminal)
	if err != nil {
		return false, fmt.Errorf("--color: %w", err)
	}
	return colour, nil
}

// Format makes a flag take a format: its name, or the file that declares it. The flag --format can
// be written as --format-file, too.
func Format(f *cli.StringFlag) cli.Flag {
	if f.Name == "format" {
		f.Aliases = append(f.Aliases, "format-file")
	}
	return app.Checked(declared.Names, func(name string) error {
		_, err := LookupFormat(name)
		return err
	}, f)
}

// LookupFormat is declared.Lookup, with a hint at what an unknown name may mean.
func LookupFormat(name string) (*formats.Format, error) {
	f, err := declared.Lookup(name)
	if !errors.Is(err, formats.ErrUnknown) {
		return f, err
	}
	if _, err := replays.Lookup(name); err == nil {
		return nil, fmt.Errorf("%s has games to replay, not puzzles to solve: see replay", name)
	}
	if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
		return nil, fmt.Errorf("found the file %s, expected a format, or a file whose name ends in"+
			" .toml", name)
	}
	names := declared.Names()
	err = app.Unknown("format", name, names)
	if app.Suggest(name, names) == "" {
		err = fmt.Errorf("%w (\"%s formats\" lists them)", err, app.Program)
	}
	return nil, err
}

// Cases is --cases of a command; does says what it does with the bundled puzzles, such as "solve".
func Cases(does string) cli.Flag {
	return app.Offer(cases.Names, &cli.StringFlag{
		Name: "cases", Category: "Input",
		Usage: does + " the bundled puzzles `NAME`, such as korf-100, deepest-15 or a format",
	})
}

// CasesLevel says which bundled cases of a format to take. ReadLevel reads it.
var CasesLevel = app.OneOf("level", recipe.Levels, &cli.StringFlag{
	Name: "cases-level", Category: "Cases", Value: recipe.Levels()[0],
	Usage: "take the bundled cases of `LEVEL`: judge, those that the judge may have, or strict," +
		" also other white space and larger inputs, on which accepted programs may fail",
})

// ReadLevel returns the level that CasesLevel names.
func ReadLevel(c *cli.Context) (recipe.Level, error) {
	return recipe.ParseLevel(c.String("cases-level"))
}

// GivenFormat returns the format that a flag names, or nil if the flag is not set.
func GivenFormat(c *cli.Context, flag string) (*formats.Format, error) {
	if !c.IsSet(flag) {
		return nil, nil
	}
	f, err := LookupFormat(c.String(flag))
	if err != nil {
		return nil, fmt.Errorf("--%s: %w", flag, err)
	}
	return f, nil
}

// FormatVariable is the environment variable that names the format if no flag does.
const FormatVariable = protocol.Prefix + "FORMAT"

// ReadFormat is GivenFormat for the format of the input. If the flag is not set, the environment
// may name the format, except for bundled puzzles, whose format is known.
func ReadFormat(c *cli.Context, flag string) (f *formats.Format, err error) {
	if c.IsSet(flag) || c.IsSet("cases") || c.IsSet("goal") {
		f, err = GivenFormat(c, flag)
	} else {
		f, err = environmentFormat()
	}
	if err != nil || !c.IsSet("goal") {
		return f, err
	}
	return withGoal(c, cmp.Or(f, formats.Neutral))
}

// Goal is --goal of a command that reads puzzles. ReadFormat reads it.
func Goal(category string) cli.Flag {
	return app.Offer(declared.GoalNames, &cli.StringFlag{
		Name: "goal", Category: category,
		Usage: "boards in the format " + formats.Neutral.Name + " have the goal `GOAL`: " +
			strings.Join(declared.GoalNames(), ", ") + ", or tiles such as 123804765",
	})
}

// withGoal returns a format with the goal of --goal. All formats but one have goals of their own.
func withGoal(c *cli.Context, f *formats.Format) (*formats.Format, error) {
	switch {
	case f != formats.Neutral:
		return nil, fmt.Errorf("--goal: %s has a goal of its own, and only %s takes another", f.Name,
			formats.Neutral.Name)
	case c.IsSet("cases"):
		return nil, errors.New("--goal: found --cases too, whose puzzles have goals")
	}
	f, err := declared.WithGoal(f, c.String("goal"))
	if err != nil {
		return nil, fmt.Errorf("--goal: %w", err)
	}
	return f, nil
}

// NeedFormat returns the format of --format, or of the environment, and an error if there is none.
func NeedFormat(c *cli.Context) (*formats.Format, error) {
	f, err := GivenFormat(c, "format")
	if err == nil && f == nil {
		f, err = environmentFormat()
	}
	if err == nil && f == nil {
		err = errors.New("--format: found none, expected a format (see formats)")
	}
	return f, err
}

// environmentFormat returns the format that the environment names, or nil.
func environmentFormat() (*formats.Format, error) {
	name := os.Getenv(FormatVariable)
	if name == "" {
		return nil, nil
	}
	f, err := LookupFormat(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", FormatVariable, err)
	}
	return f, nil
}

// maxTime is the longest that Time takes. A hundred times as long is a time.Duration, too.
const maxTime = 10_000 * time.Hour

// Time returns a flag that is a time, such as 5 or 1.5 for seconds, 500ms or 2m. It is not
// negative.
func Time(to *time.Duration, f *cli.StringFlag) *app.Choice { return timeFrom(0, to, f) }

// PositiveTime is Time for a flag that must not be 0.
func PositiveTime(to *time.Duration, f *cli.StringFlag) *app.Choice { return timeFrom(1, to, f) }

// timeFrom is Time for a flag with a minimum.
func timeFrom(minimum time.Duration, to *time.Duration, f *cli.StringFlag) *app.Choice {
	return app.Read(func(text string) error {
		d, err := time.ParseDuration(text)
		if seconds, isNumber := strconv.ParseFloat(text, 64); isNumber == nil {
			d, err = time.Duration(min(seconds, 2*maxTime.Seconds())*float64(time.Second)), nil
			if !(seconds >= 0) { // true for NaN, too
				d = -1
			}
		}
		switch {
		case err != nil || d < minimum:
			return fmt.Errorf("found %q, expected a time such as 1.5 or 500ms", text)
		case d > maxTime:
			return fmt.Errorf("found %q, expected at most %.0fh", text, maxTime.Hours())
		}
		*to = d
		return nil
	}, f)
}

// Size returns a flag that is a number of bytes, such as 512MiB: above 0, and up to a maximum.
func Size(to *int64, maximum uint64, f *cli.StringFlag) cli.Flag {
	return app.Read(func(text string) error {
		bytes, err := humanize.ParseBytes(text)
		if err != nil || bytes == 0 || bytes > maximum {
			return fmt.Errorf("found %q, expected a size such as 512MiB", text)
		}
		*to = int64(min(bytes, math.MaxInt64/2))
		return nil
	}, f)
}
