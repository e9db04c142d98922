//go:build !windows

package stdio

// terminalName is the file of the terminal that a process has.
const terminalName = "/dev/tty"
