package protocol

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Keys are the keys of settings:
//
//   - format is the format of puzzles and answers: its name, or a file NAME.toml that declares it
//   - require is the rule for answers, if it is not the format's
//   - pe is "wa" if presentation errors count as wrong answers, or "pe"
//   - score is "fraction" if right answers earn points although others are wrong, or "all";
//     judges that get no scores from their checkers refuse "fraction"
//   - case is "any" if the case of letters does not matter, or "exact"
//   - space is "any" if the amount and the kind of white space do not matter, or "exact"
//
// A setting is an argument (--format NAME), an environment variable
// (TILEJUDGE_FORMAT), or a line in a file ("format NAME"). An argument overrides the
// environment, and the environment overrides the file. As an argument or a line, format-file is
// the same as format. In a line, the path of a format's file is relative to the file of settings.
var Keys = []string{"format", "require", "pe", "score", "case", "space"}

// keyFormatFile is another word for format, if a file declares the format.
const keyFormatFile = "format-file"

// KeyProtocol is the key of the protocol's name. It is set in the environment or a file, as Keys
// are, for judges that call a checker without an argument that names the protocol.
const KeyProtocol = "protocol"

// values lists the possible values of keys that take no others.
var values = map[string][]string{
	"pe":    {"pe", "wa"},
	"score": {"all", "fraction"},
	"case":  {"any", "exact"},
	"space": {"any", "exact"},
}

// Prefix begins the names of environment variables.
const Prefix = "TILEJUDGE_"

// ReadSettings returns the settings in the environment, and for keys that the environment does
// not set, those in the first of the files that exists.
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
		if value := getenv(Prefix + strings.ToUpper(key)); value != "" {
			s[key] = value
		}
	}
	return s, nil
}

// readFile reads a file with one setting per line: a key and its value. "#" begins a
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
		key, value := words[0], strings.Join(words[1:], " ")
		isFile := key == keyFormatFile || key == "format" && strings.HasSuffix(value, ".toml")
		if isFile {
			key = "format"
		}
		if len(words) == 1 || key != KeyProtocol && !slices.Contains(Keys, key) {
			return fmt.Errorf("%s:%d: found %q, expected one of %s, %s and a value",
				name, n, strings.Join(words, " "), KeyProtocol, strings.Join(Keys, ", "))
		}
		if isFile && !filepath.IsAbs(value) {
			value = filepath.Dir(name) + string(filepath.Separator) + value
		}
		s[key] = value
	}
	return nil
}

// valid returns an error if a key has an impossible value.
func (s Settings) valid() error {
	for key, can := range values {
		if value, ok := s[key]; ok && !slices.Contains(can, value) {
			return fmt.Errorf("%s: found %q, expected one of %s",
				key, value, strings.Join(can, ", "))
		}
	}
	return nil
}
