package solving

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"

	"github.com/dustin/go-humanize/english"
	"github.com/urfave/cli/v2"

	"tilejudge/formats"
	"tilejudge/judge/checker"
	"tilejudge/judge/command/app"
	"tilejudge/judge/command/player"
	"tilejudge/judge/command/stdio"
	"tilejudge/judge/protocol"
	"tilejudge/judge/view/draw"
)

// Show declares the command show.
func Show() *app.Command {
	o := new(showOptions)
	return &app.Command{
		Name:      "show",
		Category:  "Solve",
		Usage:     "draw puzzles and their solutions: as text, in a player, as SVG or HTML",
		ArgsUsage: "[FILE...]",
		Description: `
Each puzzle is solved and its boards are drawn side by side, with the moves under them. The
tile that moved stands in brackets. Moves have the names that the format gives them.

With --answers FILE, the answers in that file are replayed instead, and judged as check judges
them. The drawing ends where an answer goes wrong. A move that can't be made has a cross, and the
blank an exclamation mark. If a path ends too soon, the tiles that are not at home have exclamation
marks.

In a terminal, --play shows one board at a time. Space plays and pauses, the arrows left and right
step, up and down choose a puzzle, + and - change the speed, Home and End go to the ends, q quits.
--svg writes a picture that moves without a script; printed, or where motion is not wanted, it
shows the start. --html writes a page with a player that loads nothing from elsewhere.

A shortest path is shown if it is found in some seconds, and otherwise one that is found quickly.
--algorithm chooses another search: anytime finds much shorter paths on large boards.
Boards of more than 32 rows or columns have no numbers, and boards of more than 1024 cells are not
solved, but answers to them are replayed.

` + fmt.Sprintf("An SVG has at most %d puzzles, a page %d MiB. A picture or page shows at most"+
			" %d frames of a puzzle; if it has more moves, a frame stands for several.",
			draw.MaxScenes, draw.MaxPage>>20, draw.MaxFrames),
		Action: func(c *cli.Context) error { return showPuzzles(c, o) },
		Flags:  o.flags(),
		Exits: []app.Exit{
			{Code: app.ExitOK, Meaning: "all is drawn, and all answers are accepted"},
			{Code: app.ExitFailed, Meaning: "a puzzle is malformed, or an answer is not accepted"},
		},
		Examples: []app.Example{{
			Command: `echo '1 2 3 4 x 5 7 8 6' | tilejudge show -f poj-1077`,
			Output: `puzzle 1 (stdin:1): 2 moves
 1  2  3    1  2  3    1  2  3
 4  ·  5    4 [5] ·    4  5 [6]
 7  8  6    7  8  6    7  8  ·
 start      1 r        2 d`,
		}, {
			Command: `echo '1 2 3 4 x 5 7 8 6' > in.txt; echo rr > out.txt
tilejudge show -f poj-1077 --answers out.txt in.txt`,
			Output: `WA puzzle 1 (in.txt:1): move 2, right, leaves the board
 1  2  3    1  2  3    1  2  3
 4  ·  5    4 [5] ·    4  5 !·
 7  8  6    7  8  6    7  8  6
 start      1 r        2 r ✗`,
		}, {
			Command: "tilejudge show -f poj-1077 --html player.html in.txt",
		}},
	}
}

// showPuzzles draws puzzles, with solutions or with given answers.
func showPuzzles(c *cli.Context, o *showOptions) (err error) {
	d, err := newDrawing(c, o)
	if err != nil {
		return err
	}
	defer func() { err = d.output.Close(err) }()
	if err := stdio.CasesOrFiles(c); err != nil {
		return err
	}
	if d.answers != "" {
		err = d.showAnswers(c)
	} else {
		err = stdio.EachPuzzles(c, d.input)
	}
	if err == nil || len(d.scenes) > 0 &&
		(errors.Is(err, app.ErrFailed) || errors.Is(err, app.ErrJudge)) {
		err = cmp.Or(d.end(c.Context), err)
	}
	if err == nil && d.malformed > 0 {
		return app.ErrFailed
	}
	return err
}

// input shows the puzzles of one input, which are in the format f if it is not nil.
func (d *drawing) input(ctx context.Context, in io.Reader, name string, f *formats.Format) error {
	d.Format = cmp.Or(d.given, f)
	if stdio.AtTerminal(in) {
		d.complain(stdio.Waiting(d.Format))
	}
	if d.Format == nil {
		var err error
		if d.Format, in, err = stdio.Detect(ctx, in, name, "format", nil, d.complain); err != nil {
			return err
		}
	}
	malformed, err := d.Solve(ctx, in, name)
	d.malformed += malformed
	if errors.As(err, new(*formats.SyntaxError)) {
		d.complain(err)
		return app.ErrFailed
	}
	return err
}

// showAnswers shows the answers of a file.
func (d *drawing) showAnswers(c *cli.Context) error {
	names := append(c.Args().Slice(), d.answers)
	switch {
	case len(names) != 2 || c.IsSet("cases"):
		return fmt.Errorf("--answers: found %d files of puzzles, expected one", len(names)-1)
	case d.given == nil:
		return errors.New("--answers: --format is missing: puzzles alone do not tell the format of" +
			" the answers")
	case names[0] == "-" && names[1] == "-":
		return errors.New("--answers: only one of the files can be standard input")
	}
	files := make([]protocol.File, len(names))
	for i, name := range names {
		f, err := stdio.Open(c, name)
		if err != nil {
			return err
		}
		defer f.Close()
		files[i] = protocol.File{Name: stdio.Name(name), Reader: f}
	}
	d.Format = d.given
	k, err := checker.New(d.Format, "", runtime.GOMAXPROCS(0))
	if err != nil {
		return err
	}
	tally, err := d.Answers(c.Context, k, files[0], files[1])
	return cmp.Or(err, app.Outcome(tally))
}

// Limits of the scenes that wait in memory for the end, for a player, an SVG or a page.
const (
	maxScenes = 10_000
	maxHeld   = 16 << 20 // cells and moves
)

// draw writes a scene, or keeps it for the end.
func (d *drawing) draw(s *draw.Scene) error {
	if d.picture == nil && !d.play {
		if err := d.output.Open(); err != nil {
			return err
		}
		_, err := d.output.Write(d.text.Append(nil, s))
		return err
	}
	limit := maxScenes
	if d.svg != "" {
		limit = draw.MaxScenes
	}
	d.held += len(s.Start.Tiles) + len(s.Path)
	switch {
	case len(d.scenes) == limit:
		return fmt.Errorf("found more than %d puzzles; choose some with --puzzles", limit)
	case d.held > maxHeld:
		return fmt.Errorf("found more than %d cells and moves; choose some puzzles with --puzzles",
			maxHeld)
	}
	d.scenes = append(d.scenes, s.Clone())
	return nil
}

// end writes or plays the scenes that were kept.
func (d *drawing) end(ctx context.Context) (err error) {
	if d.picture == nil && !d.play {
		return nil
	}
	if len(d.scenes) == 0 {
		return errors.New("found no puzzle to show")
	}
	if d.play {
		return d.playScenes(ctx)
	}
	defer func() { err = d.picture.Close(err) }()
	if err := d.picture.Open(); err != nil {
		return err
	}
	if d.svg != "" {
		return draw.SVG(d.picture, d.scenes)
	}
	return d.page()
}

// page writes the page of --html.
func (d *drawing) page() error {
	p := draw.NewPage(d.picture, d.Format.Judge+": "+d.Format.Title)
	for i, s := range d.scenes {
		err := p.Add(&draw.Row{Name: s.Title, Verdict: s.Verdict, Message: s.Note, Scene: s})
		if errors.Is(err, draw.ErrPageFull) {
			return fmt.Errorf("%w, which is enough for %s; choose some with --puzzles", err,
				english.Plural(i, "puzzle", ""))
		} else if err != nil {
			return err
		}
	}
	return p.Close(draw.Foot{Summary: english.Plural(len(d.scenes), "puzzle", "")})
}

// playScenes plays in the terminal. If the puzzles came from standard input, keys come from the
// terminal of the process.
func (d *drawing) playScenes(ctx context.Context) error {
	in, out := os.Stdin, os.Stdout
	if !stdio.IsTerminal(in) {
		tty, err := stdio.OpenTerminal()
		if err != nil {
			return fmt.Errorf("--play: found no terminal to read keys from: %w", err)
		}
		defer tty.Close()
		in = tty
	}
	return player.Play(ctx, in, out, d.scenes, d.text)
}
