package judge

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"tilejudge/solver/puzzle"
)

// Rules say which answers are right. The judge replays answers move by move, and asks
// the solver only for what a replay does not tell.
type Rules struct {
	Want    puzzle.Want // what an answer states
	Rule    puzzle.Rule
	TooLong bool // puzzle.ErrTooLong is a possible answer

	// Unsaid says that Want is puzzle.WantLength, but solutions have no number of moves: they say no
	// more than that some path is within the bound.
	Unsaid bool

	// ByMoves rates accepted paths: see Finding.Excess. The solver looks for a shortest path to
	// each puzzle.
	ByMoves bool

	// Score returns the score of an answer to a puzzle, whose moves end at a board: see
	// Finding.Score. nil: there is none.
	Score func(p *puzzle.Puzzle, end puzzle.Board, moves int) (float64, error)

	// Board and Path say how messages write a board, and a path that answers a puzzle. They
	// may be nil: then tiles are numbers, and moves the letters of package puzzle.
	Board func(puzzle.Board) string
	Path  func(*puzzle.Puzzle, puzzle.Path) string

	// Bound limits the moves of every answer. If a puzzle has a lower bound, that counts.
	Bound puzzle.Bound

	// Solver finds the path that puzzle.Least asks for, or returns puzzle.ErrTooLong
	// if no path is within the puzzle's bound. If it gives up, the judge takes the
	// expected answer in place of its result.
	Solver Solver
}

// undecided takes the place of a verdict if the solver gave up.
const undecided Verdict = 0

// A Reply is an answer as it was read.
type Reply struct {
	puzzle.Solution
	Err  error // in place of the solution: see IsAnswer
	Form error // what is wrong with the form of an answer whose content is clear
	Line int   // on which an expected answer begins

	// Counted says that an expected answer is just a number of moves, although others have a path.
	Counted bool
}

// IsAnswer reports whether an error of reading stands in an answer's place: puzzle.ErrUnsolvable or
// ErrTooLong if that is the answer, io.EOF if there is no answer, and one that wraps
// puzzle.ErrMalformed or ErrGaveUp if the record is not an answer. Otherwise reading failed.
func IsAnswer(err error) bool {
	return err == puzzle.ErrUnsolvable || err == puzzle.ErrTooLong || err == io.EOF ||
		errors.Is(err, puzzle.ErrMalformed) || errors.Is(err, puzzle.ErrGaveUp)
}

// Judge sets the verdict of f on the answer given to p, and the reason. known is the expected
// answer, which is judged too, or nil.
func (r *Rules) Judge(ctx context.Context, f *Finding, p *puzzle.Puzzle, given, known *Reply) {
	if limit, ok := r.Bound.Moves(); ok && p.Bound.Allows(limit) {
		p.Bound = r.Bound
	}
	if known != nil {
		v, why := r.verdict(ctx, p, known, nil)
		if v == AC && known.Form != nil {
			v, why = PE, known.Form.Error()
		}
		if v != AC && v != undecided {
			f.Verdict = JE
			place := fmt.Sprintf(" (line %d)", known.Line)
			if errors.Is(known.Err, puzzle.ErrMalformed) { // which has a place, and Line is behind it
				place = ""
			}
			f.Message = fmt.Sprintf("the expected answer%s: %s", place, why)
			if v, _ := r.verdict(ctx, p, given, nil); v == AC {
				f.Message += "; the contestant's is right"
			}
			return
		}
	}
	f.Verdict, f.Message = r.verdict(ctx, p, given, known)
	f.Unread = given.Err == io.EOF || errors.Is(given.Err, puzzle.ErrMalformed)
	f.Message = cut(f.Message)
	if r.Score != nil {
		f.Score = r.score(p, given)
	}
	switch {
	case f.Verdict == undecided && ctx.Err() == nil:
		f.Verdict, f.GaveUp = JE, true
	case f.Verdict == AC && errors.Is(given.Form, puzzle.ErrTwice):
		f.Verdict, f.Message = WA, given.Form.Error()
	case f.Verdict == AC && given.Form != nil:
		f.Verdict, f.Message = PE, given.Form.Error()
	case f.Verdict == AC && r.ByMoves:
		r.rate(ctx, f, p, given, known)
	case f.Verdict == WA && given.Form != nil && given.Err == nil &&
		r.Want == puzzle.WantPath && given.listed() == 0:
		f.Message += fmt.Sprintf(" (%v)", given.Form) // the junk that stands in place of a path
	}
}

// Verdict returns the verdict on one answer to p, and the reason. The answer is the
// solution s, or err in its place. The verdict is JE if the solver gives up, or if p
// needs more moves than its bound allows.
func (r *Rules) Verdict(
	ctx context.Context, p *puzzle.Puzzle, s puzzle.Solution, err error,
) (v Verdict, why string) {
	v, why = r.verdict(ctx, p, &Reply{Solution: s, Err: err}, nil)
	if v == undecided {
		v = JE
	}
	return v, why
}

// verdict returns the verdict on the content of the answer a to p, and the reason.
// known is the expected answer, or nil.
func (r *Rules) verdict(ctx context.Context, p *puzzle.Puzzle, a, known *Reply) (Verdict, string) {
	if a.Err == nil && r.reaches(p, a) {
		return AC, "" // before parity, which this proves
	}
	solvable := p.Solvable()
	switch {
	case a.Err == io.EOF:
		return WA, "there is no answer"
	case a.Err == nil && !solvable:
		return WA, r.says(p, a) + ": the puzzle is unsolvable"
	case a.Err == nil:
		return r.solution(ctx, p, a, known)
	case a.Err == puzzle.ErrUnsolvable && !solvable:
		return AC, ""
	case a.Err == puzzle.ErrUnsolvable && p.Start.Spare == 0:
		return WA, "says unsolvable: the puzzle is solvable"
	case a.Err == puzzle.ErrTooLong && !solvable:
		return WA, "says that it takes too many moves: the puzzle is unsolvable"
	case a.Err == puzzle.ErrTooLong, a.Err == puzzle.ErrUnsolvable:
		return r.none(ctx, p, a, known)
	default:
		return WA, a.Err.Error()
	}
}

// score returns the score of an answer. It returns nil if the answer is no path, if some move can't
// be made, or if it has more moves than allowed.
func (r *Rules) score(p *puzzle.Puzzle, a *Reply) *float64 {
	if r.Want != puzzle.WantPath || a.Err != nil || a.Form != nil || a.listed() != a.Moves ||
		!p.Bound.Allows(a.Moves) {
		return nil
	}
	end := p.Goal.Board
	if err := a.replay(p); err != nil {
		wrong := (*puzzle.ReplayError)(nil)
		if !errors.As(err, &wrong) || wrong.Move > 0 {
			return nil
		}
		end = wrong.End
	}
	score, err := r.Score(p, end, cmp.Or(a.Slides, a.Moves))
	if err != nil {
		return nil
	}
	return &score
}

// reaches reports whether a is a path to the goal, where any path within the bound is right.
func (r *Rules) reaches(p *puzzle.Puzzle, a *Reply) bool {
	return r.Want == puzzle.WantPath && r.Rule == puzzle.AnyPath && a.listed() == a.Moves &&
		p.Bound.Allows(a.Moves) && a.replay(p) == nil
}

// listed returns how many moves the path of a solution has.
func (a *Reply) listed() int {
	if a.Made != nil {
		return a.Made.Moves
	}
	return len(a.Path)
}

// replay makes the moves of a solution from the start of p, and returns an error if they do not
// solve it.
func (a *Reply) replay(p *puzzle.Puzzle) error {
	if a.Made != nil {
		return a.Made.Err()
	}
	return p.Replay(a.Path)
}

// none judges an answer that says that there is no solution, or none within the
// bound, where parity does not decide.
func (r *Rules) none(ctx context.Context, p *puzzle.Puzzle, a, known *Reply) (Verdict, string) {
	best, err := r.best(ctx, p, known)
	switch {
	case errors.Is(err, puzzle.ErrGaveUp):
		return undecided, cantJudge(err)
	case err == nil && p.Bound.Allows(best.Moves):
		return WA, fmt.Sprintf("says %v: %s it", a.Err, movesThat(best.Moves, "solves", "solve"))
	case a.Err == puzzle.ErrUnsolvable && err != puzzle.ErrUnsolvable:
		return WA, "says unsolvable: the puzzle is solvable"
	default:
		return AC, ""
	}
}

// solution judges a solution of a puzzle that is solvable as far as parity tells.
func (r *Rules) solution(ctx context.Context, p *puzzle.Puzzle, a, known *Reply) (Verdict, string) {
	if r.Want == puzzle.WantDecision {
		return AC, ""
	}
	q := *p
	if r.Want == puzzle.WantPath && !a.Counted {
		if a.listed() != a.Moves {
			return WA, fmt.Sprintf("says %s and lists %d", moves(a.Moves), a.listed())
		}
		if err := a.replay(p); err != nil {
			return WA, r.replay(err)
		}
		switch limit, _ := p.Bound.Moves(); {
		case p.Bound.Allows(a.Moves):
			q.Bound = puzzle.AtMost(a.Moves) // the solver need not look for a longer path
		case r.Rule == puzzle.AnyPath && p.Start.Cells() > quickCells:
			return WA, tooMany(a.Moves, limit)
		}
	}
	best, err := r.best(ctx, &q, known)
	if r.Unsaid {
		meant := *a
		meant.Moves, a = best.Moves, &meant
	}
	return r.length(p, a, best, err)
}

// quickCells is the most cells of a board that is searched although a path has too many moves: only
// to tell whether all paths do, which is the judge's fault. A contestant can write such a path for
// each puzzle, and a search on a larger board may not end.
const quickCells = 16

// length judges the number of moves of a path, which leads to the goal. It compares
// it with the best solution, or with err in its place.
func (r *Rules) length(
	p *puzzle.Puzzle, a *Reply, best puzzle.Solution, err error,
) (Verdict, string) {
	limit, _ := p.Bound.Moves()
	switch {
	case errors.Is(err, puzzle.ErrGaveUp) && !p.Bound.Allows(a.Moves):
		return WA, tooMany(a.Moves, limit)
	case errors.Is(err, puzzle.ErrGaveUp):
		return undecided, cantJudge(err)
	case err == puzzle.ErrUnsolvable: // although its parity is right
		return WA, r.says(p, a) + ": the puzzle is unsolvable"
	case (err != nil || !p.Bound.Allows(best.Moves)) && !r.TooLong:
		return JE, fmt.Sprintf("the puzzle takes more than the %d moves that are allowed", limit)
	case err != nil:
		return WA, fmt.Sprintf("%s: it takes more than %d", r.says(p, a), limit)
	case !p.Bound.Allows(a.Moves):
		return WA, tooMany(a.Moves, limit)
	case a.Moves < best.Moves && r.Want == puzzle.WantPath:
		return JE, fmt.Sprintf("%s right, and the expected answer has %d",
			movesThat(a.Moves, "is", "are"), best.Moves)
	case a.Moves != best.Moves:
		return WA, moves(a.Moves) + ", the shortest path has " + strconv.Itoa(best.Moves)
	case r.Rule == puzzle.Least && !slices.Equal(a.Path, best.Path):
		return WA, fmt.Sprintf("%s is not the least of the shortest paths, which is %s",
			r.path(p, a), r.path(p, &Reply{Solution: best}))
	default:
		return AC, ""
	}
}

// best returns the solver's answer, or the known one if the solver gives up.
func (r *Rules) best(ctx context.Context, p *puzzle.Puzzle, known *Reply) (puzzle.Solution, error) {
	s, err := r.Solver.Solve(ctx, p, nil)
	if end, timed := ctx.Deadline(); timed && err != nil && !time.Now().Before(end) {
		<-ctx.Done() // the solver may have noticed the deadline some milliseconds before the context
	}
	switch {
	case err != nil && ctx.Err() != nil: // interrupted: the known answer must not decide
		return s, fmt.Errorf("%w: %w", puzzle.ErrGaveUp, err)
	case errors.Is(err, puzzle.ErrGaveUp) && known != nil:
		return known.Solution, known.Err
	default:
		return s, err
	}
}

// cut shortens a message that shows a large board.
func cut(message string) string {
	const limit = 300 // bytes
	if len(message) <= limit {
		return message
	}
	return strings.ToValidUTF8(message[:limit], "") + "..."
}

func cantJudge(err error) string { return fmt.Sprintf("can't be judged: the solver %v", err) }

// says describes what the solution a claims.
func (r *Rules) says(p *puzzle.Puzzle, a *Reply) string {
	switch {
	case r.Want == puzzle.WantPath:
		return "says " + r.path(p, a)
	case !r.Unsaid && r.Want == puzzle.WantLength:
		return "says " + moves(a.Moves)
	default:
		return "says solvable"
	}
}

// moves returns a number of moves in words.
func moves(n int) string {
	if n == 1 {
		return "1 move"
	}
	return strconv.Itoa(n) + " moves"
}

// tooMany says that a path has more moves than the limit.
func tooMany(n, limit int) string {
	return fmt.Sprintf("%s, more than the %d allowed", moves(n), limit)
}

// movesThat returns a number of moves, followed by the verb for one or for many.
func movesThat(n int, one, many string) string {
	if n == 1 {
		return moves(n) + " " + one
	}
	return moves(n) + " " + many
}

// replay describes why a path does not solve a puzzle, given an error of puzzle.Puzzle.Replay.
func (r *Rules) replay(err error) string {
	wrong := (*puzzle.ReplayError)(nil)
	if r.Board == nil || !errors.As(err, &wrong) || wrong.Move > 0 {
		return err.Error()
	}
	return fmt.Sprintf("the path ends at %s, not at the goal", r.Board(wrong.End))
}

// path quotes the path of a solution of p, for a message. It cuts a long one.
func (r *Rules) path(p *puzzle.Puzzle, a *Reply) string {
	const limit = 40 // moves
	path, rest := a.Path, ""
	if a.Made != nil {
		path = a.Made.First
	}
	first := path[:min(len(path), limit)]
	if a.listed() > limit {
		rest = fmt.Sprintf(" (%d moves)", a.listed())
	}
	text := first.String()
	if r.Path != nil {
		text = r.Path(p, first)
	}
	if rest != "" {
		text += "..."
	}
	return fmt.Sprintf("%q%s", text, rest)
}
