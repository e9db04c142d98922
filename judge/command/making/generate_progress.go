package making

import (
	"github.com/urfave/cli/v2"

	"tilejudge/judge/command/progress"
	"tilejudge/judge/command/stdio"
)

// showProgress shows how many of n puzzles are made, or answered if answers are wanted.
func (v *puzzleFiles) showProgress(c *cli.Context, n int64) {
	if v.directory == "" && stdio.IsTerminal(c.App.Writer) && !c.IsSet("output") {
		return // the puzzles that are written tell how far it is
	}
	v.progress, v.total = progress.New(c.App.ErrWriter), n
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
