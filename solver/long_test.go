package solver

import "testing"

// Long marks a test whose many searches use one goroutine each. It is skipped with -short,
// as the race detector runs tests, since there is no race to find.
func Long(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("long, and each search is one goroutine")
	}
}

// scaled returns a number of searches that several goroutines share: a quarter of n with -short.
func scaled(n int) int {
	if testing.Short() {
		return n / 4
	}
	return n
}
