package protocol

import (
	"fmt"
	"strconv"
	"strings"
)

// A pattern is what Protocol.Args says.
type pattern struct {
	words []string          // roles in order
	least int               // how many of them there must be
	named map[string]string // role or setting by the option that stands before it
	rest  bool              // behind the words come settings without dashes
	stdin string            // the role of standard input
}

func (p *Protocol) pattern() pattern {
	t := pattern{named: map[string]string{"-f": "format"}}
	for _, key := range Keys {
		t.named["--"+key] = key
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
			t.named[word] = strings.Trim(fields[i], "[]")
		case strings.HasSuffix(word, "..."):
			t.rest = true
		default:
			if fields[i] == word { // no bracket, which all those behind the first have
				t.least++
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

// parse returns the value of each role, and of each setting among the arguments.
func (p *Protocol) parse(args []string) (map[string]string, error) {
	t, n := p.pattern(), 0
	values := make(map[string]string)
	for role, name := range p.fixed {
		values[role] = name
	}
	for i := 0; i < len(args); i++ {
		name, value, given := strings.Cut(args[i], "=")
		slot, option := t.named[name]
		if !option && t.rest && n == len(t.words) {
			slot, option = t.named["--"+name]
			if !option {
				return values, fmt.Errorf("unknown setting %q", name)
			}
		}
		switch {
		case option && !given && i+1 == len(args):
			return values, fmt.Errorf("%s: found nothing behind it", name)
		case option && !given:
			i++
			value = args[i]
			fallthrough
		case option:
			values[slot] = value
		case n == len(t.words) || t.words[n][0] == '-' && !strings.EqualFold(args[i], t.words[n]):
			return nil, usageError(p.Usage()) // no value is sure
		default:
			values[t.words[n]] = args[i]
			n++
		}
	}
	if n < t.least || values["input"] == "" || values["output"] == "" && t.stdin != "output" {
		return nil, usageError(p.Usage()) // no value is sure
	}
	return values, nil
}

// A usageError is what the arguments must be, in testlib's words.
type usageError string

func (e usageError) Error() string {
	return "Program must be run with the following arguments: " + string(e)
}

// fullScore reads the argument that only some judges give.
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
