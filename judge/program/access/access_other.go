//go:build !linux && !darwin

package access

import (
	"io/fs"
	"os"
)

// A Right is everyone's: programs see all files of this system, and can change them.
type Right struct{}

// What one may do.
const Read, Change, Search = 4, 2, 1

// Rights are everyone's.
type Rights []Right

// Everyone has the right to what all may do.
var Everyone = Right{}

// In returns none.
func In(*os.File, fs.FileInfo) Rights { return nil }

// At returns none.
func At(string, fs.FileInfo) Rights { return nil }

// Allow returns true.
func (Rights) Allow(uint32, Right) bool { return true }

// AreOf returns false.
func (Rights) AreOf(Right) bool { return false }

// OthersCanChange returns false.
func OthersCanChange(string, fs.FileInfo) bool { return false }

// ChangeableAbove returns "".
func ChangeableAbove(string, bool) string { return "" }

// IsPrivate returns false.
func IsPrivate(_, _ Rights, _ uint32) bool { return false }

// Owner returns the right of everyone.
func (Rights) Owner() Right { return Everyone }

// Others returns none.
func (Rights) Others(uint32) Rights { return nil }

// IsOurs returns true.
func IsOurs(fs.FileInfo) bool { return true }

// ID returns the same for all files.
func ID(fs.FileInfo) (same [2]uint64) { return same }

// HaveOneOwner returns true.
func HaveOneOwner(_, _ fs.FileInfo) bool { return true }
