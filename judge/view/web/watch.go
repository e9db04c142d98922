package web

import (
	"strings"

	"tilejudge/judge/view/show"
	"tilejudge/solver"
	"tilejudge/solver/trace"
)

// watch traces the search for one puzzle, and sends a page on which a person follows it.
func (j *job) watch() error {
	f, err := j.format(nil)
	if err != nil {
		return err
	}
	o := trace.Options{Algorithm: j.Search}
	if strings.HasSuffix(j.Search, "astar") {
		o.Heuristic = solver.Manhattan
	}
	t, err := show.Traced(j.ctx, j.input(), InputName, f, max(j.Puzzle, 1), o)
	if err != nil {
		return err
	}
	var page strings.Builder
	if err := t.WritePage(&page); err != nil {
		return err
	}
	j.send(&Event{Page: page.String()})
	j.done.Summary = t.Summary()
	return nil
}
