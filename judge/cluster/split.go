package cluster

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// A batch may be split: each part is one puzzle, and long iterations of its search are cut into
// units, which any worker may do. Each worker runs the whole search, but finds in the directory
// what others know: split/000/PART/BOUND.done has the outcome of an iteration, and BOUND/ beside it
// the units of one that is being searched. So every worker does the same, whether it begins an
// iteration, joins it or ends it; and a worker that dies loses only the unit that it was searching.

const splitDir = "split"

// A SplitWorker does parts of a split batch, or units of them.
type SplitWorker struct {
	batch   *Batch
	clock   string                  // a file of its own, by which it asks the file system's time
	part    int                     // at hand
	attempt *Attempt                // at the part
	end     context.CancelCauseFunc // ends the attempt at the part
	worked  time.Duration           // by this worker, for units of all parts
	waiting map[int]*shared         // iterations, by part, in which nothing was left to claim
	alone   bool                    // in all other parts nothing was left to claim
}

// errElsewhere says that other workers do all that is left of an iteration.
var errElsewhere = errors.New("other workers search the rest")

// NewSplitWorker returns a worker of a split batch, for one goroutine.
func (b *Batch) NewSplitWorker() *SplitWorker {
	return &SplitWorker{batch: b, waiting: make(map[int]*shared)}
}

// Work does parts and units until all parts are done. Solve does a part; its searches must have
// the worker as their solver.Sharing.
func (w *SplitWorker) Work(ctx context.Context, solve func(context.Context, *Attempt) error) error {
	if err := w.openClock(); err != nil {
		return err
	}
	defer os.Remove(w.clock)
	pause := w.batch.Unit / 64
	for {
		left, did, err := w.pass(ctx, solve)
		if err != nil || left == 0 {
			return err
		}
		if pause = min(2*pause, w.batch.Unit/4, 5*time.Second); did {
			pause = w.batch.Unit / 64
			continue
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// pass tries each part that is not done. It returns how many are left, and whether it did
// anything.
func (w *SplitWorker) pass(
	ctx context.Context, solve func(context.Context, *Attempt) error,
) (left int, did bool, err error) {
	todo, err := w.batch.Todo()
	if err != nil {
		return 0, false, err
	}
	maps.DeleteFunc(w.waiting, func(part int, _ *shared) bool { return !slices.Contains(todo, part) })
	for _, part := range todo {
		if err := ctx.Err(); err != nil {
			return left, did, err
		}
		w.alone = !slices.ContainsFunc(todo, func(other int) bool {
			return other != part && w.waiting[other] == nil
		})
		switch err := w.try(ctx, part, solve); {
		case err == nil:
			did = true
		case err == errElsewhere:
			left++
		default:
			return left, did, err
		}
	}
	return left, did, nil
}

// try does a part, or what is left to do of it. It returns errElsewhere if the part is not done
// then.
func (w *SplitWorker) try(
	ctx context.Context, part int, solve func(context.Context, *Attempt) error,
) error {
	if of := w.waiting[part]; of != nil {
		if ready, err := w.ready(of); err != nil || !ready {
			return cmp.Or(err, errElsewhere)
		}
		delete(w.waiting, part)
	}
	c, err := w.claimPart(part)
	if err != nil {
		return err
	}
	defer c.release()
	a, err := w.batch.Begin(part)
	if errors.Is(err, ErrDone) {
		return nil
	}
	if err != nil {
		return err
	}
	own, end := context.WithCancelCause(ctx)
	defer end(nil)
	w.part, w.attempt, w.end = part, a, end
	err = solve(own, a)
	if cause := context.Cause(own); ctx.Err() == nil && cause != nil {
		a.abandon()
		return cause
	}
	return a.End(err)
}

// claimPart claims a part for its first iterations. Once one is split, all workers may join.
func (w *SplitWorker) claimPart(part int) (*claim, error) {
	dir, name := w.batch.folder(splitDir, part), fmt.Sprintf("%06d", part)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	c, err := w.claim(dir, name)
	if c == nil && err == nil {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			return nil, errElsewhere
		}
	}
	return c, err
}

// abandon ends an attempt that leaves the part to others.
func (a *Attempt) abandon() {
	a.signs.stop()
	a.file.Close()
	os.Remove(a.file.Name())
}

// fail ends the current attempt with an error, and returns the error of its context.
func (w *SplitWorker) fail(ctx context.Context, err error) error {
	if ctx.Err() == nil {
		w.end(err)
	}
	return context.Canceled
}

// openClock creates a file whose modification time tells the time of the file system: the clocks of
// machines differ.
func (w *SplitWorker) openClock() error {
	dir := filepath.Join(w.batch.dir, splitDir)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	f, err := newFile(dir, "clock-*")
	if err != nil {
		return err
	}
	w.clock = f.Name()
	return f.Close()
}

// now returns the time of the file system.
func (w *SplitWorker) now() (time.Time, error) {
	if err := touch(w.clock); err != nil {
		return time.Time{}, err
	}
	info, err := os.Stat(w.clock)
	if err != nil {
		return time.Time{}, err
	}
	return info.ModTime(), nil
}

// touch writes a byte, so that the file gets the time of the file system.
func touch(name string) error {
	f, err := openInside(name, os.O_WRONLY)
	if err != nil {
		return err
	}
	_, err = f.Write([]byte{'\n'})
	return cmp.Or(err, f.Close())
}

// A claim keeps other workers from doing the same work. It is a file NAME.claimN that its worker
// touches again and again. If the worker stops, another worker creates the file with the next
// number. It does no harm if two workers do the same work.
type claim struct {
	file   *os.File
	paused bool
	stop   chan struct{}
	kept   bool // the file stays
}

// lost is how long a claim may stay untouched. A claim is touched four times in a unit's time.
func (b *Batch) lost() time.Duration { return 2 * b.Unit }

// claim claims a name in a directory. It returns nil if another worker has it.
func (w *SplitWorker) claim(dir, name string) (*claim, error) {
	for n := 0; ; n++ {
		file := filepath.Join(dir, fmt.Sprintf("%s.claim%d", name, n))
		f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if err == nil {
			c := &claim{file: f, stop: make(chan struct{})}
			go c.live(w.batch.Unit / 4)
			return c, nil
		}
		if !errors.Is(err, fs.ErrExist) {
			return nil, err
		}
		if stale, err := w.stale(file); err != nil || !stale {
			return nil, err
		}
	}
}

// stale reports whether a claim's worker has stopped touching it.
func (w *SplitWorker) stale(file string) (bool, error) {
	info, err := os.Stat(file)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil // just released
	}
	if err != nil {
		return false, err
	}
	now, err := w.now()
	return now.Sub(info.ModTime()) > w.batch.lost(), err
}

// live touches the claim until it is released.
func (c *claim) live(every time.Duration) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			touch(c.file.Name())
		case <-c.stop:
			return
		}
	}
}

// pause ends the touching of a claim.
func (c *claim) pause() {
	if !c.paused {
		c.stop <- struct{}{}
	}
	c.paused = true
}

// release lets others have what was claimed. It may be called on nil.
func (c *claim) release() {
	if c == nil {
		return
	}
	c.pause()
	c.file.Close()
	if !c.kept {
		os.Remove(c.file.Name())
	}
}
