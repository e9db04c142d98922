//go:build !race

package sandbox_test

// maxHelperMemory is more than a helper has.
const maxHelperMemory = 10 << 20
