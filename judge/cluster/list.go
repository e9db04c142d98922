package cluster

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Todo returns the parts, from 1, that have not been done.
func (b *Batch) Todo() ([]int, error) {
	found, err := b.journals()
	var todo []int
	for i := range found {
		if !found[i].done {
			todo = append(todo, i+1)
		}
	}
	return todo, err
}

// FormatParts returns increasing numbers as engines write them: "1-3,7".
func FormatParts(parts []int) string {
	var b strings.Builder
	for i := 0; i < len(parts); {
		end := i + 1
		for end < len(parts) && parts[end] == parts[end-1]+1 {
			end++
		}
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(strconv.Itoa(parts[i]))
		if end-i > 1 {
			b.WriteByte('-')
			b.WriteString(strconv.Itoa(parts[end-1]))
		}
		i = end
	}
	return b.String()
}

// ParseParts reads what FormatParts writes.
func ParseParts(list string) (parts []int, err error) {
	for item := range strings.SplitSeq(list, ",") {
		from, to, several := strings.Cut(item, "-")
		if !several {
			to = from
		}
		first, err := strconv.Atoi(from)
		last, err2 := strconv.Atoi(to)
		if err != nil || err2 != nil || first < 1 || last < first || last > MaxParts ||
			len(parts) > 0 && first <= parts[len(parts)-1] {
			return nil, fmt.Errorf("found %q, expected increasing numbers from 1 to %d such as 1-3,7",
				list, MaxParts)
		}
		for part := first; part <= last; part++ {
			parts = append(parts, part)
		}
	}
	return slices.Clip(parts), nil
}
