package protocol

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
)

// Keys are those of settings: the format of puzzles and answers; the rule that
// answers must keep, if it is not the format's; "wa" for pe if presentation
// errors are to be wrong answers; "fraction" for score if right answers earn
// points among wrong ones.
//
// They are given as arguments (--format NAME), in the environment
// (TILEJUDGE_FORMAT), or in a file with a line for each ("format NAME"). The
// first of these that has one counts.
var Keys = []string{"format", "require", "pe", "score"}

// KeyProtocol names the protocol of a program that has the name its judge wants.
// It stands in the environment or a file, as Keys do.
const KeyProtocol = "protocol"

// values are what some keys may have.
var values = map[string][]string{
	"pe":    {"pe", "wa"},
	"score": {"all", "fraction"},
}

// prefix is that of environment variables.
const prefix = "TILEJUDGE_"

// ReadSettings returns the settings of the environment, and what is missing
// there from the first of the files that exists.
func ReadSettings(getenv func(string) string, files []string) (Settings, error) {
	s := make(Settings)
	for _, name := range files {
		err := s.readFile(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		break
	}
	for _, key := range append([]string{KeyProtocol}, Keys...) {
		if value := getenv(prefix + strings.ToUpper(key)); value != "" {
			s[key] = value
		}
	}
	return s, nil
}

// readFile reads a line for each setting, a key and its value. "#" begins a
// comment.
func (s Settings) readFile(name string) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	n := 0
	for line := range strings.Lines(string(text)) {
		n++
		line, _, _ = strings.Cut(line, "#")
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		if len(words) == 1 || words[0] != KeyProtocol && !slices.Contains(Keys, words[0]) {
			return fmt.Errorf("%s:%d: found %q, expected one of %s, %s and a value",
				name, n, strings.Join(words, " "), KeyProtocol, strings.Join(Keys, ", "))
		}
		s[words[0]] = strings.Join(words[1:], " ")
	}
	return nil
}

// valid returns an error for a value that its key can't have.
func (s Settings) valid() error {
	for key, can := range values {
		if value, ok := s[key]; ok && !slices.Contains(can, value) {
			return fmt.Errorf("%s: found %q, expected one of %s", key, value, strings.Join(can, ", "))
		}
	}
	return nil
}
