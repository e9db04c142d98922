package cluster

import (
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// Clean removes what nothing needs any more once a part is done: its attempts, except those that
// have shown a sign of life lately, and what a split search left. It returns how many files and
// directories it removed.
func (b *Batch) Clean(now time.Time) (removed int, err error) {
	found, err := b.journals()
	if err != nil {
		return 0, err
	}
	for part := range found {
		if !found[part].done {
			continue
		}
		left, err := filepath.Glob(filepath.Join(escaped(b.folder(splitDir, part+1)),
			fmt.Sprintf("%06d*", part+1)))
		if err != nil {
			return removed, err
		}
		for _, name := range append(left, found[part].attempts...) {
			info, err := os.Lstat(name)
			if err != nil || now.Sub(info.ModTime()) < 5*signOfLife {
				continue
			}
			if err := os.RemoveAll(name); err != nil {
				return removed, err
			}
			removed++
		}
	}
	return removed, nil
}
