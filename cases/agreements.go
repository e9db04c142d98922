package cases

import "strings"

// Agreement returns the program or the data with which a format agrees, as a text such as "PROGRAM
// (REPOSITORY, DATE)". It returns "" if nothing but a page is known.
func Agreement(format string) string {
	text, _ := FS.ReadFile("agreements.txt") // it is embedded
	for line := range strings.Lines(string(text)) {
		fields := strings.Split(strings.TrimSpace(line), " | ")
		if len(fields) == 4 && fields[0] == format {
			return fields[1] + " (" + fields[2] + ", " + fields[3] + ")"
		}
	}
	return ""
}
