package cgroup

import (
	"errors"
	"io/fs"
	"path/filepath"
	"testing"
)

// Where no directory can be made, as in the session of an ordinary user, each part says why.
func TestMakeNowhere(t *testing.T) {
	d := &Dirs{v2: [Parts]bool{true, true, true}, home: &home{path: filepath.Join(t.TempDir(), "none")}}
	for p := range d.own {
		d.own[p] = d.home.path
	}
	g, faults := d.Make()
	for p, err := range faults {
		if !errors.Is(err, fs.ErrNotExist) || g.Has(Part(p)) {
			t.Errorf("part %d: %v, %v, want no part and no directory", p, g[p], err)
		}
	}
}
