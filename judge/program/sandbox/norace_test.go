//go:build !race

package sandbox_test

import "time"

// maxHelperMemory is more than a helper has.
const maxHelperMemory = 10 << 20

// slack is how late a run may end after its limit.
const slack = 200 * time.Millisecond
