//go:build !race

package sandbox_test

import "time"

// maxHelperMemory is more than a helper has.
const maxHelperMemory = 10 << 20

// slack is how late a run may end after its limit: where the helper has no higher priority, dozens
// of busy processes keep it from measuring.
const slack = 400 * time.Millisecond
