package cluster

import (
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// Clean removes what nothing needs any more once a part is done: its attempts, except those that
// have shown a sign of life lately, and what a split search left; and, once all parts are done, what
// Keep keeps. It returns how many files and directories it removed.
func (b *Batch) Clean(now time.Time) (removed int, err error) {
	found, err := b.journals()
	if err != nil {
		return 0, err
	}
	var left []string
	done := 0
	for part := range found {
		if !found[part].done {
			continue
		}
		done++
		of, err := filepath.Glob(filepath.Join(escaped(b.folder(splitDir, part+1)),
			fmt.Sprintf("%06d*", part+1)))
		if err != nil {
			return removed, err
		}
		left = append(append(left, of...), found[part].attempts...)
		for _, journal := range found[part].attempts {
			left = append(left, signOf(journal)) // if it was killed
		}
	}
	if done == b.Parts {
		left = append(left, filepath.Join(b.dir, keptDir))
	}
	for _, name := range left {
		info, err := os.Lstat(name)
		if err != nil || now.Sub(info.ModTime()) < 5*signOfLife {
			continue
		}
		if err := os.RemoveAll(name); err != nil {
			return removed, err
		}
		removed++
	}
	return removed, nil
}
