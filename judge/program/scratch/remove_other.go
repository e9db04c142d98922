//go:build !linux && !darwin

package scratch

import "os"

// RemoveAll removes a directory.
func RemoveAll(dir string) error { return os.RemoveAll(dir) }
