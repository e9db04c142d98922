//go:build !unix

package trial

// signal returns the name: other systems have no numbers of signals.
func signal(name string) string { return name }
