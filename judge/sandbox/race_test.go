//go:build race

package sandbox_test

// maxHelperMemory is more than a helper has. The race detector needs memory of its own.
const maxHelperMemory = 30 << 20
