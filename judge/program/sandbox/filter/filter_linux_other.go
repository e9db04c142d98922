//go:build !amd64 && !arm64

package filter

import "errors"

// New returns an error: there is no filter for this processor.
func New(Options) (Filter, error) { return nil, errors.New("not made for this processor") }

// Final returns nil, see New.
func Final(int) Filter { return nil }
