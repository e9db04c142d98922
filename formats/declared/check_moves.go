package declared

import (
	"cmp"
	"slices"
	"strings"

	"tilejudge/formats"
	"tilejudge/formats/pattern"
)

// wordKeys are the keys of the four words for moves.
var wordKeys = [...]string{"answer.up", "answer.down", "answer.left", "answer.right"}

func wordsOf(s *formats.Step) []string { return []string{s.Up, s.Down, s.Left, s.Right} }

// checkMoves checks how a path is written.
func checkMoves(f *formats.Format) *fault {
	a := &f.Answer
	if f := checkText("answer.move_end", strings.ReplaceAll(a.StepEnd, "\n", ""), maxWord); f != nil {
		return f
	}
	inMessages := a.Step.Kind == formats.ByAction || a.Step.Kind == formats.ByMessage
	if a.Runs && (!a.Solved.Has(pattern.Path) || inMessages) {
		return wrong("answer.runs", "found true, expected false where moves are no letters or numbers")
	}
	if !a.Solved.Has(pattern.Path) {
		return checkMovesOfBoards(a)
	}
	if f := checkBegin(a, inMessages); f != nil {
		return f
	}
	switch a.Step.Kind {
	case formats.ByWord:
		return checkWords(a)
	case formats.ByAction:
		return checkActions(a)
	case formats.ByMessage:
		return checkMessages(a)
	}
	if a.RunsOfTiles() && f.Rule != formats.AnyPath {
		return wrong("answer.rule", "found %s, expected any where runs = true is about tiles: a"+
			" shortest path is one of single moves", ruleName(f))
	}
	if before, _, _ := strings.Cut(string(a.Solved), pattern.Path.String()); a.RunsOfTiles() &&
		a.Solved.Has(pattern.Moves) && !pattern.Pattern(before).Has(pattern.Moves) {
		return wrong("answer.solved", "found {moves} behind {path}, expected it before, as there is"+
			" runs = true")
	}
	if a.StepEnd == "" {
		return wrong("answer.move_end", `found "" between numbers, expected a text such as " "`)
	}
	return nil
}

// checkMovesOfBoards checks the moves that {boards} have.
func checkMovesOfBoards(a *formats.Answer) *fault {
	switch {
	case !a.Each.Has(pattern.Path):
		return nil
	case a.First == "":
		return wrong("answer.first", "found none, expected a text for the start, to which no {path}"+
			" leads")
	case a.Step.Kind != formats.ByWord:
		return wrong("answer.move", `found another kind, expected "word" in answer.each`)
	}
	return checkWords(a)
}

// checkBegin checks what stands before each move.
func checkBegin(a *formats.Answer, inMessages bool) *fault {
	const key = "answer.move_begin"
	other := func(f pattern.Field) bool { return f != pattern.Number && f != pattern.Tile }
	switch fields := a.StepBegin.Fields(); {
	case a.StepBegin == "":
		return nil
	case slices.ContainsFunc(fields, other):
		return wrong(key, "found %q, expected {case}, the number of the move, or {tile}, and no other"+
			" field", string(a.StepBegin))
	case a.StepBegin.Has(pattern.Tile) && a.Step.Kind != formats.ByWord:
		return wrong(key, "found {tile}, expected it only with words for moves")
	case inMessages, a.Runs, a.StepEnd == "":
		return wrong(key, "found %q, expected it only with move_end, and without runs, actions or"+
			" messages", string(a.StepBegin))
	}
	return checkText(key, string(a.StepBegin), maxWord)
}

// checkWords checks moves that are words.
func checkWords(a *formats.Answer) *fault {
	words := wordsOf(&a.Step)
	for i, w := range words {
		if f := checkWord(wordKeys[i], w); f != nil {
			return f
		}
		for j, o := range words {
			if i < j && w == o {
				return wrong(wordKeys[j], "found %q twice, expected another word for each move", w)
			}
			if i != j && strings.HasPrefix(o, w) {
				return wrong(wordKeys[i], "found %q, but %q begins with it: expected other words", w, o)
			}
		}
	}
	if a.Spaced && a.StepEnd != "" && strings.TrimSpace(a.StepEnd) == "" {
		return wrong("answer.spaced", "found white space as move_end too, expected one of them")
	}
	if a.Runs {
		return checkRuns(a, words)
	}
	return nil
}

// checkWord checks the word for a move.
func checkWord(key, w string) *fault {
	if w == "" || w != strings.Join(strings.Fields(w), " ") {
		return wrong(key, "found %q, expected the word for a move of the blank, such as U, or several"+
			" words with one space between them", w)
	}
	return checkText(key, w, maxWord)
}

// checkRuns checks moves that a number may follow, which says how often they are made.
func checkRuns(a *formats.Answer, words []string) *fault {
	const key = "answer.runs"
	isDigit := func(c byte) bool { return '0' <= c && c <= '9' }
	for _, w := range words {
		if len(w) > 1 || isDigit(w[0]) {
			return wrong(key, "found the word %q, expected one letter for each move", w)
		}
	}
	if a.StepEnd != "" {
		return wrong(key, "found move_end too, expected one of them")
	}
	pieces := a.Solved.Pieces()
	isPath := func(p pattern.Piece) bool { return p.Field == pattern.Path }
	behind := pieces[slices.IndexFunc(pieces, isPath)+1:] // empty if a line end is missing, too
	if len(behind) > 0 && (behind[0].Text == "" || isDigit(behind[0].Text[0])) {
		return wrong("answer.solved", "found a number behind {path}, expected other text, as there is"+
			" runs = true")
	}
	return nil
}

// checkMessages checks moves that stand in messages.
func checkMessages(a *formats.Answer) *fault {
	s := &a.Step
	for _, t := range []struct{ key, text string }{
		{"answer.open", s.Open}, {"answer.close", s.Close},
	} {
		if t.text == "" || t.text != strings.TrimSpace(strings.ToLower(t.text)) {
			return wrong(t.key, "found %q, expected a text in lower case without white space around"+
				" it, such as <move>", t.text)
		}
		if f := checkText(t.key, t.text, maxWord); f != nil {
			return f
		}
	}
	words := append(wordsOf(s), s.Cell)
	for i, w := range words {
		key := append(wordKeys[:], "answer.cell")[i]
		if f := checkWord(key, w); f != nil && (w != "" || i < len(wordKeys)) {
			return f
		}
		if strings.Contains(w, s.Open) || strings.Contains(strings.ToLower(w), s.Close) {
			return wrong(key, "found %q, expected a word without %s and %s", w, s.Open, s.Close)
		}
		if slices.Contains(words[:i], w) {
			return wrong(key, "found %q twice, expected another word", w)
		}
	}
	return cmp.Or(
		expect("answer.solved", string(a.Solved), "{path}\n"),
		expect("answer.between", a.Between, "\n"), expect("answer.move_end", a.StepEnd, "\n"),
	)
}

// expect returns a fault unless the text of a key is the only one that it may have.
func expect(key, text, want string) *fault {
	if text == want {
		return nil
	}
	return wrong(key, "found %q, expected %q for such moves", text, want)
}

// checkActions checks moves that are actions of PDDL.
func checkActions(a *formats.Answer) *fault {
	words := wordsOf(&a.Step)
	names := make([]string, len(words))
	for i, w := range words {
		name, ok := actionName(pattern.Pattern(w))
		if !ok {
			return wrong(wordKeys[i], "found %q, expected an action such as %q: names in lower case"+
				" with one space between them; names can have fields, with text before each", w,
				"(move t{tile} p{col} p{row} p{torow})")
		}
		for j := range i {
			if names[j] == name && words[j] != w {
				return wrong(wordKeys[i], "found %q and %q, expected the same action or another name",
					words[j], w)
			}
		}
		names[i] = name
	}
	head, rest, _ := strings.Cut(string(a.Solved), "\n")
	isComment := rest == "" || strings.HasPrefix(rest, ";") && strings.Count(rest, "\n") == 1
	if head != pattern.Path.String() || !isComment {
		return wrong("answer.solved", "found %q, expected {path} on a line, and then at most a"+
			" comment that begins with ;", string(a.Solved))
	}
	for _, t := range []struct{ key, text string }{
		{"answer.unsolvable", string(a.Unsolvable)}, {"answer.too_long", string(a.TooLong)},
	} {
		if t.text != "" && t.text[0] != ';' {
			return wrong(t.key, "found %q, expected a comment that begins with ;", t.text)
		}
	}
	return cmp.Or(
		expect("answer.move_end", a.StepEnd, "\n"), expect("answer.between", a.Between, ""),
	)
}

// actionName returns the name of an action. ok is false if the action is malformed or names no
// tile.
func actionName(p pattern.Pattern) (name string, ok bool) {
	text, open := strings.CutPrefix(string(p), "(")
	text, closed := strings.CutSuffix(text, ")")
	fields := []pattern.Field{
		pattern.Text, pattern.Tile, pattern.Row, pattern.Col, pattern.ToRow, pattern.ToCol,
		pattern.Cell, pattern.ToCell,
	}
	if !open || !closed || len(p) > maxPattern || !p.Has(pattern.Tile) {
		return "", false
	}
	for i, object := range strings.Split(text, " ") {
		pieces := pattern.Pattern(object).Pieces()
		plain := ""
		for k, piece := range pieces {
			afterField := k > 0 && pieces[k-1].Field != pattern.Text
			if !slices.Contains(fields, piece.Field) || piece.Field != pattern.Text && afterField ||
				afterField && strings.ContainsAny(piece.Text[:1], "0123456789") {
				return "", false
			}
			plain += piece.Text
		}
		if !isName(plain) || pieces[0].Field != pattern.Text || i == 0 && len(pieces) > 1 {
			return "", false
		}
		if i == 0 {
			name = object
		}
	}
	return name, true
}
