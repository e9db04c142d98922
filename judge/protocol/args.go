package protocol

import (
	"fmt"
	"maps"
	"strconv"
	"strings"
)

// A pattern is Protocol.Args in parsed form.
type pattern struct {
	words    []string          // the roles of arguments that are no options, in order
	required int               // how many of these arguments must be given
	options  map[string]string // by option: the role or the setting of its value
	settings bool              // settings without dashes may follow the words
	stdin    string            // the role of standard input; "": none
}

func (p *Protocol) pattern() pattern {
	t := pattern{options: map[string]string{
		"-f": "format", "--" + keyFormatFile: "format",
	}}
	for _, key := range Keys {
		t.options["--"+key] = key
	}
	fields := strings.Fields(p.Args)
	for i := 0; i < len(fields); i++ {
		word := strings.Trim(fields[i], "[]")
		switch {
		case word == "<":
			i++
			t.stdin = fields[i]
		case strings.HasPrefix(word, "--"):
			i++
			t.options[word] = strings.Trim(fields[i], "[]")
		case strings.HasSuffix(word, "..."):
			t.settings = true
		default:
			if fields[i] == word { // optional words stand in brackets, after all required ones
				t.required++
			}
			t.words = append(t.words, word)
		}
	}
	return t
}

// Usage says which arguments the protocol takes.
func (p *Protocol) Usage() string {
	if p.Args == "" {
		return "no arguments"
	}
	return p.Args
}

// parse returns the value of each role, and of each setting among the arguments. With an error it
// also returns the values that are certain, since the error is written to the files of their roles.
func (p *Protocol) parse(args []string) (map[string]string, error) {
	t, n := p.pattern(), 0 // n words have been given
	values := make(map[string]string)
	maps.Copy(values, p.fixed)
	for i := 0; i < len(args); i++ {
		name, value, hasValue := strings.Cut(args[i], "=")
		key, isOption := t.options[name]
		if !isOption && t.settings && n == len(t.words) {
			if f, ok := p.flags[args[i]]; ok {
				if err := f.set(values, args, &i); err != nil {
					return values, err
				}
				continue
			}
			if key, isOption = t.options["--"+name]; !isOption {
				return values, fmt.Errorf("unknown setting %q", name)
			}
		}
		if isOption && !hasValue {
			if i++; i == len(args) {
				return values, fmt.Errorf("%s: found no value", name)
			}
			value = args[i]
		}
		switch {
		case isOption:
			values[key] = value
		case n == len(t.words) || t.words[n][0] == '-' && !isLiteral(args[i], t.words[n]):
			return nil, usageError(p.Usage())
		default:
			values[t.words[n]] = args[i]
			n++
		}
	}
	if n < t.required || values["input"] == "" || values["output"] == "" && t.stdin != "output" {
		return nil, usageError(p.Usage())
	}
	return values, nil
}

// set sets the value of a flag that is args[*i], and moves i to the flag's last argument.
func (f flag) set(values map[string]string, args []string, i *int) error {
	if f.key != "" {
		values[f.key] = f.value
	}
	if !f.hasNumber {
		return nil
	}
	name := args[*i]
	if *i++; *i == len(args) {
		return fmt.Errorf("%s: found no value, expected a number", name)
	}
	if _, err := strconv.ParseFloat(args[*i], 64); err != nil {
		return fmt.Errorf("%s: found %q, expected a number", name, args[*i])
	}
	return nil
}

// isLiteral reports whether an argument is a literal word of Args, such as -appes, in small letters
// or in capitals: testlib takes -appes and -APPES.
func isLiteral(arg, word string) bool { return arg == word || arg == strings.ToUpper(word) }

// A usageError is the list of arguments that the protocol takes. Its text is testlib's.
type usageError string

func (e usageError) Error() string {
	return "Program must be run with the following arguments: " + string(e)
}

// fullScore returns the number of points for a right output, which some judges give
// as an argument, or 0.
func fullScore(values map[string]string) (int, error) {
	s, ok := values["fullscore"]
	if !ok {
		return 0, nil
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 {
		return 0, fmt.Errorf("the full score: found %q, expected a whole number", s)
	}
	return n, nil
}
