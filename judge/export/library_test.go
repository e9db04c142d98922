package export

import "tilejudge/formats"

// Library returns the source of a program, "checker", "validator" or "solution", for
// several formats, without its last part: the end of the namespace, and main.
func Library(program string, fs []*formats.Format) (string, error) {
	parts := parts[program]
	return source(fs, "", parts[:len(parts)-1]...)
}
