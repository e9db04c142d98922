//go:build race

package command

// raced tells scripts, as the condition "race", that the race detector is on.
const raced = true
