package suite

import "io/fs"

// Search returns the cases in a file system, as Find does for a directory. The paths
// are those of the file system.
func Search(fsys fs.FS, layout string) (*Suite, error) {
	layouts, err := choose(layout)
	if err != nil {
		return nil, err
	}
	s, err := search(fsys, layouts)
	if err != nil {
		return nil, err
	}
	return s, s.readable(fsys.Open)
}
