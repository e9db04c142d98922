//go:build linux || darwin

package submission

import (
	"io/fs"
	"os"
	"syscall"
)

// othersCanChange reports whether a user other than that of this process and root can change a
// file, except those of our own group.
func othersCanChange(file fs.FileInfo) bool {
	info, mode := file.Sys().(*syscall.Stat_t), file.Mode()
	if uid := int(info.Uid); uid != 0 && uid != os.Geteuid() {
		return true
	}
	byGroup := mode&0o020 != 0 && int(info.Gid) != os.Getegid()
	return mode&fs.ModeSymlink == 0 && (byGroup || mode&0o002 != 0)
}
