//go:build !linux && !darwin

package scratch

import "os"

// lock returns false: other systems have no locks for directories.
func lock(*os.File, bool) bool { return false }

func isOwn(os.FileInfo) bool { return false }
