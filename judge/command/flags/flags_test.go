package flags_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/urfave/cli/v2"

	"tilejudge/formats"
	"tilejudge/judge/command/app"
	"tilejudge/judge/command/flags"
	"tilejudge/judge/problem/generate"
)

// run runs a command with the flags on a command line, and returns the error.
func run(declared []cli.Flag, line string, action cli.ActionFunc) error {
	program := &app.App{Commands: []*app.Command{{Name: "make", Flags: declared, Action: action}}}
	args := append([]string{app.Program, "make"}, strings.Fields(line)...)
	return program.Run(context.Background(), args, os.Stdin, io.Discard, io.Discard)
}

func Example() {
	var limit time.Duration
	declared := []cli.Flag{
		flags.InputFormat(), flags.Time(&limit, &cli.StringFlag{Name: "time-limit"}),
	}
	for _, line := range []string{
		"-f poj-1077 --time-limit 1.5", "-f poj-1078", "--time-limit soon",
	} {
		err := run(declared, line, func(c *cli.Context) error {
			f, err := flags.ReadFormat(c, "format") // nil: to be detected
			if err != nil {
				return err
			}
			if err == nil {
				fmt.Println(f.Title, limit)
			}
			return err
		})
		app.Code(err, os.Stdout)
	}
	// Output:
	// 1077 Eight: 3x3, x the blank; a path of u d l r 1.5s
	// tilejudge: --format: unknown format "poj-1078" (did you mean "poj-1077"?)
	// tilejudge: --time-limit: found "soon", expected a time such as 1.5 or 500ms
}

// A time is a number of seconds, or has units.
func TestTime(t *testing.T) {
	const none, long = -1, -2
	for text, want := range map[string]time.Duration{
		"5": 5 * time.Second, "1.5": 1500 * time.Millisecond, "500ms": 500 * time.Millisecond,
		"2m": 2 * time.Minute, "1m30s": 90 * time.Second, "1e3": 1000 * time.Second, "0": 0,
		"0s": 0,
		"-1": none, "-1s": none, "soon": none, "5 s": none, "NaN": none, "-inf": none, "5h5": none,
		"Inf": long, "1e300": long, "1e9": long, "10001h": long, "10000h": 10_000 * time.Hour,
	} {
		var got, positive time.Duration
		err := parse(flags.Time(&got, &cli.StringFlag{Name: "limit"}), "--limit="+text)
		positiveErr := parse(flags.PositiveTime(&positive, &cli.StringFlag{Name: "limit"}),
			"--limit="+text)
		switch {
		case want < 0:
			expected := "expected a time such as 1.5 or 500ms"
			if want == long {
				expected = "expected at most 10000h"
			}
			wrong := fmt.Sprintf("--limit: found %q, %s", text, expected)
			if err == nil || err.Error() != wrong || positiveErr == nil {
				t.Errorf("%q: %v, %v, want %s", text, got, err, wrong)
			}
		case err != nil || got != want:
			t.Errorf("%q: %v, %v, want %v", text, got, err, want)
		case (positiveErr == nil) != (want > 0) || positive != want:
			t.Errorf("%q: positive %v, %v", text, positive, positiveErr)
		}
	}
}

// parse parses a word as a flag.
func parse(f cli.Flag, word string) error {
	_, _, err := (&app.Command{Name: "make", Flags: []cli.Flag{f}}).Parse([]string{word})
	return err
}

type specTest struct {
	format, line string
	want         string // way, moves, and share that is unsolvable
	err          string
}

// The flags that say which puzzles to make become a spec; those that exclude each other are
// refused.
func TestPuzzles(t *testing.T) {
	for _, tt := range []specTest{
		{"poj-1077", "", "0 0 0", ""},
		{"poj-1077", "--depth 20..31", fmt.Sprint(generate.Depth, " 20 to 31 0"), ""},
		{"poj-1077", "--walk 7 --unsolvable 10%", fmt.Sprint(generate.Walk, " 7 10"), ""},
		{"poj-1077", "--all --unsolvable all",
			fmt.Sprint(generate.All, generate.AnyDistance, " 100"), ""},
		{"poj-1077", "--depth 5..3", "", `--depth: found "5..3", expected a number`},
		{"poj-1077", "--depth 5..", "", `--depth: found "5..", expected a number`},
		{"poj-1077", "--walk 1000001", "", `--walk: found "1000001", expected a number up to`},
		{"poj-1077", "--depth 5 --walk 5", "", "--depth and --walk exclude each other"},
		{"poj-1077", "--all --walk 5", "", "--all and --walk exclude each other"},
		{"poj-1077", "--unsolvable 10", "", `--unsolvable: found "10", expected a whole`},
		{"hdu-3567", "--unsolvable 10%", "", "--unsolvable: hdu-3567 has no unsolvable puzzles"},
		{"poj-1077", "--shape 4x4", "", "--shape: poj-1077 has no 4x4 boards, but 3x3"},
		{"poj-1077", "--shape 4", "", "--shape: poj-1077 has no 4x4 boards, but 3x3"},
		{"princeton", "--shape 3x3,4", "0 0 0", ""},
		{"princeton", "--shape 3x3,4x", "", `--shape: found "4x", expected rows and columns`},
	} {
		f, err := formats.Lookup(tt.format)
		if err != nil {
			t.Fatal(err)
		}
		o := new(flags.Puzzles)
		declared := []cli.Flag{
			o.SeedFlag(), o.ShapeFlag(), o.DepthFlag(), o.WalkFlag(), o.UnsolvableFlag("none"),
			&cli.BoolFlag{Name: "all", Destination: &o.All},
			&cli.BoolFlag{Name: "deepest", Destination: &o.Deepest},
		}
		err = run(declared, tt.line, func(*cli.Context) error {
			s, err := o.Spec(f)
			if got := fmt.Sprint(s.Way, s.Moves, s.Unsolvable); err == nil && got != tt.want {
				t.Errorf("%s %s: %s, want %s", tt.format, tt.line, got, tt.want)
			}
			return err
		})
		if (err == nil) != (tt.err == "") || err != nil && !strings.HasPrefix(err.Error(), tt.err) {
			t.Errorf("%s %s: error %v, want %q", tt.format, tt.line, err, tt.err)
		}
	}
}
