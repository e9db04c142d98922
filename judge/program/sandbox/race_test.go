//go:build race

package sandbox_test

import "time"

// maxHelperMemory is more than a helper has. The race detector needs memory of its own.
const maxHelperMemory = 30 << 20

// slack is how late a run may end after its limit. The race detector slows the helper down.
const slack = 2 * time.Second
