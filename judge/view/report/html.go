package report

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/dustin/go-humanize"

	"tilejudge/judge"
	"tilejudge/judge/view/draw"
)

// A page has at most draw.MaxPage bytes. The players of failures take at most maxPlayers bytes.
// When the page has maxAccepted bytes, it goes on with failures only: accepted puzzles must leave
// room for them.
const (
	maxPlayers  = draw.MaxPage * 3 / 10
	maxAccepted = draw.MaxPage * 17 / 20
)

// page writes a web page with a list of the cases. A failure of a puzzle has a player.
type page struct {
	printer
	page    *draw.Page
	faults  Headline
	players int   // bytes of all players
	played  int64 // failures with a player
	still   int64 // failures without a player, for want of room
	listed  int64 // cases on the page
	full    bool  // there is no room even for failures
}

func newHTML(w *bufio.Writer, o Options) Reporter {
	title := cmp.Or(judge.Plain(o.Suite, lineLetters), "tilejudge")
	return &page{printer: printer{w, o}, page: draw.NewPage(w, "Verdicts: "+title),
		faults: make(Headline)}
}

// Wants reports whether the page still lists cases with a verdict.
func (p *page) Wants(v judge.Verdict) bool {
	return !p.full && (failed(v) || p.page.Size() < maxAccepted)
}

func (p *page) Case(r *judge.Result) error {
	p.faults.Add(r)
	if !p.Wants(r.Verdict) {
		return nil
	}
	row := &draw.Row{
		Name: judge.Plain(r.Name, lineLetters), Place: judge.Plain(place(r), lineLetters),
		Verdict: r.Verdict.String(), Message: judge.Plain(r.Message, bodyLetters),
		Program: judge.Plain(r.Program, lineLetters),
	}
	if r.Points != nil {
		row.Points = fmt.Sprintf("%s of %s", hundredths(r.Points.Given), hundredths(r.Points.Of))
	}
	if u := r.Run; u != nil {
		row.CPU, row.Wall, row.Memory = u.CPU, u.Wall, u.Memory
	}
	before := p.page.Size()
	drawn := failed(r.Verdict) && r.Finding != nil && p.Scene != nil
	if drawn && p.players < maxPlayers {
		row.Scene = p.Scene(r)
	}
	err := p.page.Add(row)
	if row.Scene != nil && errors.Is(err, draw.ErrPageFull) { // the row alone may fit
		row.Scene = nil
		err = p.page.Add(row)
	}
	switch {
	case errors.Is(err, draw.ErrPageFull):
		p.full = true
		return nil
	case row.Scene != nil:
		p.players += p.page.Size() - before
		p.played++
	case drawn:
		p.still++
	}
	p.listed++
	return err
}

func (p *page) Close(s Summary) error {
	parts := []string{p.faults.Text(s.Tally)}
	if points := s.rated(); points != "" {
		parts = append(parts, points)
	}
	if s.Time > 0 {
		parts = append(parts, seconds(s.Time))
	}
	if p.still > 0 {
		parts = append(parts, fmt.Sprintf("%s failures have a player, %s have none: no room is left",
			humanize.Comma(p.played), humanize.Comma(p.still)))
	}
	if hidden := s.Tally.Cases() - p.listed; hidden > 0 {
		parts = append(parts, fmt.Sprintf("%s are not listed: the page is full",
			humanize.Comma(hidden)))
	}
	if s.Stopped != "" {
		parts = append(parts, "stopped: "+judge.Plain(s.Stopped, lineLetters))
	}
	for _, note := range s.Notes {
		parts = append(parts, judge.Plain(note, lineLetters*2))
	}
	foot := draw.Foot{
		Summary: strings.Join(parts, ", "), CPULimit: p.CPULimit, WallLimit: p.WallLimit,
	}
	if p.Class {
		foot.Row = "hand-in"
	}
	for _, one := range s.Programs {
		foot.Programs = append(foot.Programs, draw.Program{
			Name: judge.Plain(one.Name, lineLetters), Verdict: one.Verdict().String(),
			Expected: one.Expected, Problem: one.Problem,
		})
	}
	return p.page.Close(foot)
}
