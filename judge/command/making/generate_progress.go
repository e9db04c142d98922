package making

import (
	"github.com/urfave/cli/v2"

	"tilejudge/judge/command/progress"
)

// showProgress shows how many of n puzzles are made, or answered if answers are wanted.
func (v *puzzleFiles) showProgress(c *cli.Context, n int64) {
	bar := progress.Beside(c)
	if v.directory != "" {
		bar = func() *progress.Bar { return progress.New(c.App.ErrWriter) }
	}
	v.progress, v.total = bar(), n
	if v.progress == nil {
		return
	}
	v.written = func(puzzles int64) {
		v.done += puzzles
		v.progress.ShowCount(v.done, v.total)
	}
	if v.answerer != nil {
		v.answerer.Batch.Answered = v.written
	}
}
