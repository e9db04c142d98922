package puzzles

import (
	"bytes"
	"strconv"

	"tilejudge/formats/internal/window"
	"tilejudge/solver/puzzle"
)

// A symbol is a name in lower case, or a parenthesis, in a problem of PDDL.
type symbol struct {
	text string
	at   int // where it begins, counted from the mark
}

// A fact is a predicate, and then the objects that the fact is about.
type fact []symbol

// sections are what a problem of PDDL states.
type sections struct {
	objects       []symbol // a list of objects may have "-" and its type behind it
	start, goal   []fact
	startEnd      int // where the facts of the start end, counted from the mark
	goalEnd       int
	objectsBehind int             // where the list of objects begins
	read          map[string]bool // the names of the sections that have been read
}

// problem reads a puzzle that is a problem of PDDL.
func (r *reader) problem(p *puzzle.Puzzle) bool {
	if !r.symbols("(", "define", "(", "problem") {
		return false
	}
	if name, ok := r.symbol("the name of the problem"); !ok ||
		!r.isName(name, "the name of the problem") || !r.symbols(")") {
		return false
	}
	s := sections{read: make(map[string]bool)}
	for {
		next, ok := r.symbol(`")"`)
		switch {
		case !ok:
			return false
		case next.text == ")":
			for _, section := range []string{":domain", ":objects", ":init", ":goal"} {
				if !s.read[section] {
					return r.fault(next.at, strconv.Quote("("+section))
				}
			}
			return r.understand(&s, p)
		case next.text != "(":
			return r.fault(next.at, `"(" or ")"`)
		case !r.section(&s):
			return false
		}
	}
}

// section reads a section of a problem. Its opening parenthesis has been read.
func (r *reader) section(s *sections) (ok bool) {
	const names = "one of :domain, :objects, :init, :goal, :requirements and :metric"
	name, ok := r.symbol(names)
	if !ok {
		return false
	}
	if s.read[name.text] {
		return r.fault(name.at, "each part of the problem once")
	}
	s.read[name.text] = true
	switch name.text {
	case ":domain":
		return r.symbols(r.PDDL.Domain, ")")
	case ":objects":
		s.objectsBehind = r.Offset()
		s.objects, ok = r.names()
	case ":init":
		s.start, s.startEnd, ok = r.facts()
	case ":goal":
		s.goal, s.goalEnd, ok = r.condition()
	case ":requirements":
		_, ok = r.names()
	case ":metric":
		ok = r.skipList()
	default:
		return r.fault(name.at, names)
	}
	return ok
}

// symbol reads the next symbol. If there is none, the message says what was expected.
func (r *reader) symbol(expected string) (s symbol, ok bool) {
	c, ok := r.next()
	if !ok {
		return s, r.endsEarly(expected)
	}
	s.at = r.Pos - 1 - r.Mark
	if c == '(' || c == ')' {
		s.text = string(c)
		return s, true
	}
	for {
		for ; r.Pos < len(r.Buf); r.Pos++ {
			if c := r.Buf[r.Pos]; window.IsSpace(c) || c == '(' || c == ')' || c == r.comment {
				s.text = string(bytes.ToLower(r.Buf[r.Mark+s.at : r.Pos]))
				return s, true
			}
		}
		if !r.more() {
			return s, r.endsEarly(`")"`) // a list is still open
		}
	}
}

// symbols reads the given symbols. The record is malformed if others come.
func (r *reader) symbols(texts ...string) bool {
	for _, text := range texts {
		s, ok := r.symbol(strconv.Quote(text))
		if !ok {
			return false
		}
		if s.text != text {
			return r.fault(s.at, strconv.Quote(text))
		}
	}
	return true
}

// isName reports whether s is a name. If it is none, the record is malformed.
func (r *reader) isName(s symbol, expected string) bool {
	return s.text != "(" && s.text != ")" || r.fault(s.at, expected)
}

// names reads names up to a closing parenthesis.
func (r *reader) names() (all []symbol, ok bool) {
	for {
		s, ok := r.symbol(`a name or ")"`)
		switch {
		case !ok || s.text == ")":
			return all, ok
		case !r.isName(s, `a name or ")"`):
			return nil, false
		}
		all = append(all, s)
	}
}

// skipList skips the rest of a list.
func (r *reader) skipList() bool {
	for open := 1; open > 0; {
		s, ok := r.symbol(`")"`)
		switch {
		case !ok:
			return false
		case s.text == "(":
			open++
		case s.text == ")":
			open--
		}
	}
	return true
}

// facts reads facts up to a closing parenthesis. It also returns where that parenthesis is.
func (r *reader) facts() (all []fact, end int, ok bool) {
	for {
		s, ok := r.symbol(`a fact or ")"`)
		switch {
		case !ok || s.text == ")":
			return all, s.at, ok
		case s.text != "(":
			return nil, 0, r.fault(s.at, `a fact or ")"`)
		}
		from := r.Offset()
		if s, ok := r.symbol("a predicate"); ok && s.text == "=" { // a cost, not a fact
			if !r.skipList() {
				return nil, 0, false
			}
			continue
		}
		r.Rewind(from)
		f, ok := r.names()
		switch {
		case !ok:
			return nil, 0, false
		case len(f) == 0:
			return nil, 0, r.fault(r.Offset()-1, "a predicate")
		}
		all = append(all, f)
	}
}

// condition reads the goal: a fact, or several facts behind "and", and the closing parenthesis. It
// also returns where the facts end.
func (r *reader) condition() (all []fact, end int, ok bool) {
	if !r.symbols("(") {
		return nil, 0, false
	}
	from := r.Offset()
	s, ok := r.symbol("a predicate")
	switch {
	case !ok:
		return nil, 0, false
	case s.text == "and":
		all, end, ok = r.facts()
	default:
		r.Rewind(from)
		var f fact
		f, ok = r.names()
		all, end = []fact{f}, r.Offset()-1
	}
	return all, end, ok && r.symbols(")")
}
