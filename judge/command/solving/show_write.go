package solving

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/dustin/go-humanize/english"

	"tilejudge/judge/command/player"
	"tilejudge/judge/command/stdio"
	"tilejudge/judge/draw"
)

// Limits of what waits for its end in memory: of a player, an SVG and a page.
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
	if d.svg {
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
	if d.svg {
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

// playScenes plays in the terminal. If the puzzles came from standard input, keys come from
// the terminal that the process has.
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
