package formats

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// A Score is the formula by which a judge scores an answer whose moves can all be made, such as
// "{n}^3/({moves}+1)". It has numbers, + - * / ^, parentheses and the fields of Scored. It is "" if
// the judge has none.
type Score string

// Scored is what a Score is about.
type Scored struct {
	Rows     int // {n}
	Moves    int // {moves}, as the answer counts them
	Distance int // {distance}: the Manhattan distances that tiles have left to their goals, in all
}

// Of returns a score. The error says what is wrong with the formula, or that it has no value.
func (s Score) Of(v Scored) (float64, error) {
	f := formula{text: string(s), fields: map[string]int{
		"{n}": v.Rows, "{moves}": v.Moves, "{distance}": v.Distance,
	}}
	score := f.sum()
	if f.skip(); f.wrong == nil && f.text != "" {
		f.fail("an operator")
	}
	if f.wrong == nil && (math.IsNaN(score) || math.IsInf(score, 0)) {
		f.wrong = errors.New("the formula has no value")
	}
	return score, f.wrong
}

// A formula is what is left to read of a Score.
type formula struct {
	text   string
	fields map[string]int
	wrong  error // the first mistake; nil: there was none
}

func (f *formula) skip() { f.text = strings.TrimLeft(f.text, " ") }

// fail notes that something else was expected next.
func (f *formula) fail(expected string) {
	if f.wrong == nil {
		f.wrong = fmt.Errorf("found %q, expected %s", f.text, expected)
	}
	f.text = ""
}

// operator reads one of some operators, or returns 0.
func (f *formula) operator(of string) (op byte) {
	if f.skip(); f.text == "" || strings.IndexByte(of, f.text[0]) < 0 {
		return 0
	}
	op, f.text = f.text[0], f.text[1:]
	return op
}

// sum reads terms with + and - between them.
func (f *formula) sum() float64 {
	v := f.product()
	for op := f.operator("+-"); op != 0; op = f.operator("+-") {
		if w := f.product(); op == '+' {
			v += w
		} else {
			v -= w
		}
	}
	return v
}

// product reads factors with * and / between them.
func (f *formula) product() float64 {
	v := f.power()
	for op := f.operator("*/"); op != 0; op = f.operator("*/") {
		if w := f.power(); op == '*' {
			v *= w
		} else {
			v /= w
		}
	}
	return v
}

// power reads a value, and perhaps ^ and its exponent.
func (f *formula) power() float64 {
	v := f.value()
	if f.operator("^") != 0 {
		return math.Pow(v, f.power())
	}
	return v
}

// value reads a number, a field or a formula in parentheses.
func (f *formula) value() float64 {
	if f.operator("(") != 0 {
		v := f.sum()
		if f.operator(")") == 0 {
			f.fail(`")"`)
		}
		return v
	}
	for name, v := range f.fields {
		if rest, ok := strings.CutPrefix(f.text, name); ok {
			f.text = rest
			return float64(v)
		}
	}
	end := strings.IndexFunc(f.text, func(c rune) bool { return (c < '0' || c > '9') && c != '.' })
	if end < 0 {
		end = len(f.text)
	}
	v, err := strconv.ParseFloat(f.text[:end], 64)
	if err != nil {
		f.fail("a number, {n}, {moves}, {distance} or a parenthesis")
		return 0
	}
	f.text = f.text[end:]
	return v
}
