package report_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"tilejudge/judge"
	"tilejudge/judge/view/draw"
	"tilejudge/judge/view/report"
	"tilejudge/solver/puzzle"
)

// failure returns the result of a puzzle whose answer has this path.
func failure(n int64, path puzzle.Path) *judge.Result {
	goal := puzzle.BlankLast.Goal(puzzle.Shape{Rows: 3, Cols: 3})
	p := &puzzle.Puzzle{Start: goal.Board.Clone(), Goal: goal}
	return &judge.Result{
		Name: fmt.Sprint("puzzle ", n), File: "in.txt", Line: int(n), Verdict: judge.WA,
		Message: "it leaves the board",
		Finding: &judge.Finding{N: n, Puzzle: p, Answer: puzzle.Solution{Path: path}},
	}
}

// sceneOf returns the scene that a caller makes of a failure.
func sceneOf(r *judge.Result) *draw.Scene {
	p := r.Finding.Puzzle
	return &draw.Scene{Start: p.Start, Goal: p.Goal, Path: r.Finding.Answer.Path}
}

// A failure has a player, which ends at the wrong move. What is accepted has none.
func TestPlayers(t *testing.T) {
	var out bytes.Buffer
	r, err := report.New("html", &out, report.Options{Scene: sceneOf})
	if err != nil {
		t.Fatal(err)
	}
	good := failure(1, puzzle.Path("ud"))
	good.Verdict, good.Message = judge.AC, ""
	for _, result := range []*judge.Result{good, failure(2, puzzle.Path("udd"))} {
		if err := r.Case(result); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.Close(report.Summary{}); err != nil {
		t.Fatal(err)
	}
	const want = `[
["puzzle 1","in.txt:1","AC"],
["puzzle 2","in.txt:2","WA","it leaves the board",{"r":3,"c":3,"k":"00044477.",` +
		`"l":["1","2","3","4","5","6","7","8",""],"d":[[5,8,4],[8,5,4],[]],` +
		`"w":["1 u","2 d","3 d ✗"],"g":"udd","x":[8],"f":true}]
]`
	if got := pageData(t, out.String())[0]; got != want {
		t.Errorf("the rows are\n%s\nwant\n%s", got, want)
	}
}

// A page has a limit. Of very many results it lists all failures before what is accepted, and
// says what it leaves out.
func TestFullPage(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and one goroutine")
	}
	var out bytes.Buffer
	r, err := report.New("html", &out, report.Options{Scene: sceneOf})
	if err != nil {
		t.Fatal(err)
	}
	var s report.Summary
	long := puzzle.Path(strings.Repeat("ud", 400) + "d")
	accepted := &judge.Result{Name: strings.Repeat("a long name ", 16), Verdict: judge.AC}
	for n := range int64(110_000) {
		s.Tally[judge.AC]++
		if r.Wants(judge.AC) {
			if err := r.Case(accepted); err != nil {
				t.Fatal(err)
			}
		}
		if n%100 > 0 {
			continue
		}
		s.Tally[judge.WA]++
		if err := r.Case(failure(n, long)); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.Close(s); err != nil {
		t.Fatal(err)
	}
	if out.Len() > draw.MaxPage {
		t.Errorf("%d bytes, want %d at most", out.Len(), draw.MaxPage)
	}
	data := pageData(t, out.String())
	if n := strings.Count(data[0], `"WA"`); int64(n) != s.Tally[judge.WA] {
		t.Errorf("%d failures are listed, want %d", n, s.Tally[judge.WA])
	}
	for _, want := range []string{"failures have a player", "are not listed: the page is full"} {
		if !strings.Contains(data[1], want) {
			t.Errorf("the summary %s does not say that some %s", data[1], want)
		}
	}
}
