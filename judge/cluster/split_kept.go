package cluster

import (
	"path/filepath"
	"time"
)

// keptPrefix begins the names of files that SplitWorker.Keep writes.
const keptPrefix = "kept-"

// makeFor is how long a worker waits for another one to make what both need. It then makes it
// itself: the other may have died.
var makeFor = 10 * time.Second

// Keep implements solver.Sharing. The first worker that needs the bytes makes them and puts them
// into a file. The others wait for that, so that what takes long is made once.
func (w *SplitWorker) Keep(name string, make func() []byte) []byte {
	dir, name := filepath.Join(w.batch.dir, splitDir), keptPrefix+name
	file := filepath.Join(dir, name)
	for end := time.Now().Add(makeFor); ; time.Sleep(makeFor / 1000) {
		var text []byte
		if read(file, &text) == nil {
			return text
		}
		c, err := w.claim(dir, name)
		if c == nil && err == nil && time.Now().Before(end) {
			continue
		}
		if c != nil {
			defer c.release()
			if read(file, &text) == nil { // made since
				return text
			}
		}
		text = make()
		if c != nil {
			w.batch.writeOnce(file, text) // if that fails, the others make it themselves
		}
		return text
	}
}
