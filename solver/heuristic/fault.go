package heuristic

import (
	"errors"
	"fmt"
	"runtime/debug"

	"tilejudge/solver"
	"tilejudge/solver/internal/search"
	"tilejudge/solver/pdb"
	"tilejudge/solver/puzzle"
)

// errFault is the error of searches that could not read a stored table, because its file was
// truncated or its disk failed after it was mapped.
var errFault = errors.New("its bytes can't be read any more")

// Guard calls f, and returns an errFault if f reads memory that is not there. A search reads no
// such memory except a stored table. Goroutines that f starts need guards of their own.
func Guard(f func()) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		switch r := recover().(type) {
		case nil:
		case interface { // see debug.SetPanicOnFault
			error
			Addr() uintptr
		}:
			err = fmt.Errorf("%w: %w", errFault, r)
		default:
			panic(r)
		}
	}()
	f()
	return nil
}

// Retry returns what solve returns for p. If solve can't read a stored table, Retry calls it again
// after the cache has dropped that table.
func (l *Cache) Retry(
	p *puzzle.Puzzle, o *solver.Options, solve func() (puzzle.Solution, error),
) (sol puzzle.Solution, err error) {
	if fault := Guard(func() { sol, err = solve() }); fault != nil {
		err = fault
	}
	if !errors.Is(err, errFault) {
		return sol, err
	}
	f, _ := NewFrame(p.Start.Shape, p.Goal.Cell(puzzle.Blank), search.Order(o))
	spec := pdb.Lookup(f.GoalClass)
	if o.Patterns != nil {
		spec = o.Patterns.Spec
	}
	if _, again := l.faulty.LoadOrStore(f.GoalClass, true); !again && o.TableFault != nil {
		o.TableFault(spec.Name, errFault)
	}
	return solve()
}
