//go:build !linux

package protocol

import "math"

// addressSpace returns the largest number: other systems enforce no limit.
func addressSpace() uint64 { return math.MaxUint64 }
