//go:build !linux

package protocol

import "math"

// addressSpace returns that there is no limit: other systems do not enforce it.
func addressSpace() uint64 { return math.MaxUint64 }
