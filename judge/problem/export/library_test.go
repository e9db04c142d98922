package export

import "tilejudge/formats"

// Library returns the source of a program, "checker", "validator", "solution" or
// "generator", for several formats, without its last part: the end of the namespace, and main.
func Library(program string, fs []*formats.Format) (string, error) {
	parts, begin := parts[program], ""
	switch program {
	case "generator":
		begin = generatorBegin
	case "checker":
		var err error
		if begin, err = render("known.tmpl", nil); err != nil {
			return "", err
		}
	}
	return source(fs, begin, parts[:len(parts)-1]...)
}
