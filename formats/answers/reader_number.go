package answers

import "fmt"

// maxNumber is the largest number that the method number accepts.
const maxNumber = 1_000_000_000

// number reads a decimal number, and white space before it unless the reader is strict. Messages
// call the number what.
func (r *reader) number(what string) (n int, ok bool) {
	begin := r.Offset()
	r.skipToNumber()
	if r.lenient {
		if c, ok := r.peek(); ok && c == '+' {
			r.Pos++
		}
		if r.signed() {
			r.Rewind(begin)
			return 0, false
		}
	}
	from := r.Offset()
	for {
		c, more := r.peek()
		if !more || c < '0' || c > '9' {
			break
		}
		n = n*10 + int(c-'0')
		r.Pos++
		if n > maxNumber || r.Buf[r.Mark+from] == '0' && r.Offset() > from+1 && !r.lenient {
			r.Rewind(from)
			return 0, r.explain && r.fault(
				fmt.Sprintf("%s up to %d, without a leading 0", what, maxNumber))
		}
	}
	if r.Offset() == from {
		r.fault(what)
		r.Rewind(begin)
		return 0, false
	}
	return n, true
}

// skipZeros skips zeros in front of another digit.
func (r *reader) skipZeros() {
	for {
		c, ok := r.peek()
		if !ok || c != '0' {
			return
		}
		r.Pos++
		if c, ok = r.peek(); !ok || c < '0' || c > '9' {
			r.Pos--
			return
		}
	}
}

// skipToNumber skips what may stand before a number: nothing, if the reader is strict
// and the format has no spaces there.
func (r *reader) skipToNumber() {
	switch {
	case r.lenient:
		r.skipStray()
	case r.Space:
		r.skipBlanks()
	case r.Spaced:
		r.skip(" ")
	}
}

// figure reads a number whose value does not matter. It may have any number of digits.
func (r *reader) figure() bool {
	const digits = "0123456789"
	r.skipToNumber()
	from := r.Offset()
	r.skip(digits)
	return r.Offset() > from || r.fault("a number")
}

// knownNumber reads a number, which must be want unless the reader is lenient.
func (r *reader) knownNumber(what string, want int) bool {
	r.skipToNumber()
	from := r.Offset()
	n, ok := r.number(what)
	if ok && n != want && !r.lenient {
		r.Rewind(from)
		return r.explain && r.fault(fmt.Sprintf("%d, %s", want, what))
	}
	return ok
}
