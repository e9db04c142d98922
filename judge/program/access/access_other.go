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

// IsUser returns false.
func (Right) IsUser() bool { return false }

// Max is how many rights are looked at.
const Max = 32

// In returns none.
func In(*os.File, fs.FileInfo) Rights { return nil }

// At returns none.
func At(string, fs.FileInfo) Rights { return nil }

// Allow returns true.
func (Rights) Allow(uint32, Right) bool { return true }

// AreOf returns false.
func (Rights) AreOf(Right) bool { return false }

// OthersCanChange returns false.
func OthersCanChange(string, fs.FileInfo, fs.FileInfo) bool { return false }

// IsPrivate returns false.
func IsPrivate(fs.FileInfo, Rights) bool { return false }

// Writers returns none.
func Writers(string, fs.FileInfo) Rights { return nil }

// IsOurs returns true.
func IsOurs(fs.FileInfo) bool { return true }

// HaveOneOwner returns true.
func HaveOneOwner(_, _ fs.FileInfo) bool { return true }
