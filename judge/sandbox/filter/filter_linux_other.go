//go:build !amd64 && !arm64

package filter

import "errors"

// New says that there is no filter for this machine.
func New(Options) (Filter, error) { return nil, errors.New("not made for this processor") }
