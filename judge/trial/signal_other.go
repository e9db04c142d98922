//go:build !unix

package trial

func signal(name string) string { return name }
