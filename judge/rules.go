package judge

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"tilejudge/solver/puzzle"
)

// Rules say which answers are right. The judge replays answers move by move, and asks
// the solver only for what a replay does not tell.
type Rules struct {
	Want    puzzle.Want // what an answer states
	Rule    puzzle.Rule
	TooLong bool // puzzle.ErrTooLong is a possible answer

	// ByMoves rates accepted paths: see Finding.Excess. The solver looks for a shortest path to
	// each puzzle.
	ByMoves bool

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

// judge sets the verdict and the message of an item.
func (r *Rules) judge(ctx context.Context, it *item) {
	if it.err != nil {
		it.Verdict, it.Message = JE, it.err.Error()
		return
	}
	if limit, ok := r.Bound.Moves(); ok && it.puzzle.Bound.Allows(limit) {
		it.puzzle.Bound = r.Bound
	}
	given, known := &it.replies[contestants], (*reply)(nil)
	if it.replies[expected].line > 0 {
		known = &it.replies[expected]
		v, why := r.verdict(ctx, it.puzzle, known, nil)
		if v == AC && known.form != nil {
			v, why = PE, known.form.Error()
		}
		if v != AC && v != undecided {
			it.Verdict = JE
			it.Message = fmt.Sprintf("the expected answer (line %d): %s", known.line, why)
			if v, _ := r.verdict(ctx, it.puzzle, given, nil); v == AC {
				it.Message += "; the contestant's is right"
			}
			return
		}
	}
	it.Verdict, it.Message = r.verdict(ctx, it.puzzle, given, known)
	it.Unread = given.err == io.EOF || errors.Is(given.err, puzzle.ErrMalformed)
	it.Message = cut(it.Message)
	switch {
	case it.Verdict == undecided && ctx.Err() == nil:
		it.Verdict, it.GaveUp = JE, true
	case it.Verdict == AC && errors.Is(given.form, puzzle.ErrTwice):
		it.Verdict, it.Message = WA, given.form.Error()
	case it.Verdict == AC && given.form != nil:
		it.Verdict, it.Message = PE, given.form.Error()
	case it.Verdict == AC && r.ByMoves:
		r.rate(ctx, it, known)
	case it.Verdict == WA && given.form != nil && given.err == nil &&
		r.Want == puzzle.WantPath && given.listed() == 0:
		it.Message += fmt.Sprintf(" (%v)", given.form) // the junk in place of a path
	}
}

// Verdict returns the verdict on one answer to p, and the reason. The answer is the
// solution s, or err in its place. The verdict is JE if the solver gives up, or if p
// needs more moves than its bound allows.
func (r *Rules) Verdict(
	ctx context.Context, p *puzzle.Puzzle, s puzzle.Solution, err error,
) (v Verdict, why string) {
	v, why = r.verdict(ctx, p, &reply{Solution: s, err: err}, nil)
	if v == undecided {
		v = JE
	}
	return v, why
}

// verdict returns the verdict on the content of the answer a to p, and the reason.
// known is the expected answer, or nil.
func (r *Rules) verdict(ctx context.Context, p *puzzle.Puzzle, a, known *reply) (Verdict, string) {
	if a.err == nil && r.reaches(p, a) {
		return AC, "" // before parity, which this proves
	}
	solvable := p.Solvable()
	switch {
	case a.err == io.EOF:
		return WA, "there is no answer"
	case a.err == nil && !solvable:
		return WA, r.says(p, a) + ": the puzzle is unsolvable"
	case a.err == nil:
		return r.solution(ctx, p, a, known)
	case a.err == puzzle.ErrUnsolvable && !solvable:
		return AC, ""
	case a.err == puzzle.ErrUnsolvable && p.Start.Spare == 0:
		return WA, "says unsolvable: the puzzle is solvable"
	case a.err == puzzle.ErrTooLong && !solvable:
		return WA, "says that it takes too many moves: the puzzle is unsolvable"
	case a.err == puzzle.ErrTooLong, a.err == puzzle.ErrUnsolvable:
		return r.none(ctx, p, a, known)
	default:
		return WA, a.err.Error()
	}
}

// reaches reports whether a is a path to the goal, where any path within the bound is right.
func (r *Rules) reaches(p *puzzle.Puzzle, a *reply) bool {
	return r.Want == puzzle.WantPath && r.Rule == puzzle.AnyPath && a.listed() == a.Moves &&
		p.Bound.Allows(a.Moves) && a.replay(p) == nil
}

// listed returns how many moves the path of a solution has.
func (a *reply) listed() int {
	if a.Made != nil {
		return a.Made.Moves
	}
	return len(a.Path)
}

// replay makes the moves of a solution of p, or says what came of that.
func (a *reply) replay(p *puzzle.Puzzle) error {
	if a.Made != nil {
		return a.Made.Err()
	}
	return p.Replay(a.Path)
}

// none judges an answer that says that there is no solution, or none within the
// bound, where parity does not decide.
func (r *Rules) none(ctx context.Context, p *puzzle.Puzzle, a, known *reply) (Verdict, string) {
	best, err := r.best(ctx, p, known)
	switch {
	case errors.Is(err, puzzle.ErrGaveUp):
		return undecided, cantJudge(err)
	case err == nil && p.Bound.Allows(best.Moves):
		return WA, fmt.Sprintf("says %v: %s it", a.err, movesThat(best.Moves, "solves", "solve"))
	case a.err == puzzle.ErrUnsolvable && err != puzzle.ErrUnsolvable:
		return WA, "says unsolvable: the puzzle is solvable"
	default:
		return AC, ""
	}
}

// solution judges a solution of a puzzle that is solvable as far as parity tells.
func (r *Rules) solution(ctx context.Context, p *puzzle.Puzzle, a, known *reply) (Verdict, string) {
	if r.Want == puzzle.WantDecision {
		return AC, ""
	}
	q := *p
	if r.Want == puzzle.WantPath {
		if a.listed() != a.Moves {
			return WA, fmt.Sprintf("says %s and lists %d", moves(a.Moves), a.listed())
		}
		if err := a.replay(p); err != nil {
			return WA, r.replay(err)
		}
		if p.Bound.Allows(a.Moves) {
			q.Bound = puzzle.AtMost(a.Moves) // the solver need not look for a longer path
		}
	}
	best, err := r.best(ctx, &q, known)
	return r.length(p, a, best, err)
}

// length judges the number of moves of a path, which leads to the goal. It compares
// it with the best solution, or with err in its place.
func (r *Rules) length(
	p *puzzle.Puzzle, a *reply, best puzzle.Solution, err error,
) (Verdict, string) {
	limit, _ := p.Bound.Moves()
	switch {
	case errors.Is(err, puzzle.ErrGaveUp) && !p.Bound.Allows(a.Moves):
		return WA, fmt.Sprintf("%s, more than the %d allowed", moves(a.Moves), limit)
	case errors.Is(err, puzzle.ErrGaveUp):
		return undecided, cantJudge(err)
	case err == puzzle.ErrUnsolvable: // although its parity is right
		return WA, r.says(p, a) + ": the puzzle is unsolvable"
	case (err != nil || !p.Bound.Allows(best.Moves)) && !r.TooLong:
		return JE, fmt.Sprintf("the puzzle takes more than the %d moves that are allowed", limit)
	case err != nil:
		return WA, fmt.Sprintf("%s: it takes more than %d", r.says(p, a), limit)
	case !p.Bound.Allows(a.Moves):
		return WA, fmt.Sprintf("%s, more than the %d allowed", moves(a.Moves), limit)
	case a.Moves < best.Moves && r.Want == puzzle.WantPath:
		return JE, fmt.Sprintf("%s right, and the expected answer has %d",
			movesThat(a.Moves, "is", "are"), best.Moves)
	case a.Moves != best.Moves:
		return WA, fmt.Sprintf("%s, the shortest path has %d", moves(a.Moves), best.Moves)
	case r.Rule == puzzle.Least && !slices.Equal(a.Path, best.Path):
		return WA, fmt.Sprintf("%s is not the least of the shortest paths, which is %s",
			r.path(p, a), r.path(p, &reply{Solution: best}))
	default:
		return AC, ""
	}
}

// best returns the solver's answer, or the known one if the solver gives up.
func (r *Rules) best(ctx context.Context, p *puzzle.Puzzle, known *reply) (puzzle.Solution, error) {
	s, err := r.Solver.Solve(ctx, p, nil)
	switch {
	case err != nil && ctx.Err() != nil: // interrupted: the known answer must not decide
		return s, fmt.Errorf("%w: %w", puzzle.ErrGaveUp, err)
	case errors.Is(err, puzzle.ErrGaveUp) && known != nil:
		return known.Solution, known.err
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
func (r *Rules) says(p *puzzle.Puzzle, a *reply) string {
	switch r.Want {
	case puzzle.WantPath:
		return "says " + r.path(p, a)
	case puzzle.WantLength:
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
	return fmt.Sprintf("%d moves", n)
}

// movesThat is moves with the verb that goes with one or with many.
func movesThat(n int, one, many string) string {
	if n == 1 {
		return moves(n) + " " + one
	}
	return moves(n) + " " + many
}

// replay says why a path does not solve a puzzle: an error of puzzle.Puzzle.Replay.
func (r *Rules) replay(err error) string {
	wrong := (*puzzle.ReplayError)(nil)
	if r.Board == nil || !errors.As(err, &wrong) || wrong.Move > 0 {
		return err.Error()
	}
	return fmt.Sprintf("the path ends at %s, not at the goal", r.Board(wrong.End))
}

// path quotes the path of a solution of p, for a message. It cuts a long one.
func (r *Rules) path(p *puzzle.Puzzle, a *reply) string {
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
