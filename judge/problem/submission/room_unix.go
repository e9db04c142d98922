//go:build linux || darwin

package submission

import "golang.org/x/sys/unix"

// roomIn returns how many bytes a submission may take in a directory, up to a limit: half of those
// that are free, or others could lack them, but no fewer than a source may have.
func roomIn(dir string, most int64) int64 {
	var s unix.Statfs_t
	if unix.Statfs(dir, &s) == nil && s.Blocks > 0 { // otherwise it has no limit
		most = min(most, max(sourceLimit.bytes, int64(s.Bavail)*int64(s.Bsize)/2))
	}
	return most
}

// fileLimit returns how many bytes a file of ours may have, up to a limit.
func fileLimit(most int64) int64 {
	var limit unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_FSIZE, &limit) == nil && limit.Cur <= uint64(most) {
		return int64(limit.Cur) - 1
	}
	return most
}
