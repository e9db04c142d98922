package export

import (
	"strings"
	"time"
)

// Metadata is what a setter says of a problem. Packages have usual values for fields that are not
// set.
type Metadata struct {
	Title   string
	Author  string // or several authors, with commas between them
	License string // one of Licenses
	Origin  string // where the problem comes from: an address or a name

	TimeLimit   time.Duration // of a case
	MemoryLimit int           // MiB
	Languages   []string      // of submissions, by the judge's names; nil: all
}

// Authors returns the names of the authors.
func (m *Metadata) Authors() (names []string) {
	for name := range strings.SplitSeq(m.Author, ",") {
		if name = strings.TrimSpace(name); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// Licenses lists the licenses that the Kattis formats know.
func Licenses() []string {
	return []string{
		"unknown", "public domain", "cc0", "cc by", "cc by-sa", "educational", "permission",
	}
}

// fields are the parts of Metadata that packages of a target can hold. All can hold a title.
type fields uint8

const (
	author fields = 1 << iota
	origin
	license
	timeLimit
	memoryLimit
	languages
)

// Lacks lists the parts of the metadata that are set and that packages of the target can't hold:
// "author", "source", "license", "time limit", "memory limit" or "languages".
func (t *Target) Lacks(m *Metadata) (names []string) {
	for _, part := range []struct {
		field fields
		name  string
		isSet bool
	}{
		{author, "author", m.Author != ""},
		{origin, "source", m.Origin != ""},
		{license, "license", m.License != ""},
		{timeLimit, "time limit", m.TimeLimit > 0},
		{memoryLimit, "memory limit", m.MemoryLimit > 0},
		{languages, "languages", m.Languages != nil},
	} {
		if part.isSet && t.fields&part.field == 0 {
			names = append(names, part.name)
		}
	}
	return names
}

// inYAML returns a text as a value of YAML: unchanged if it has no special characters, and
// otherwise as a string of JSON, which is valid YAML too.
func inYAML(s string) (string, error) {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_() "
	special := strings.Trim(s, plain) != "" || strings.TrimSpace(s) != s
	if special || s == "" || !strings.Contains(s, " ") || strings.ContainsAny(s[:1], "-0123456789") {
		return inJSON(s) // one word may be a Boolean or a number
	}
	return s, nil
}
