package declared

import (
	"cmp"
	"slices"
	"strings"

	"tilejudge/formats"
	"tilejudge/formats/pattern"
	"tilejudge/solver/puzzle"
)

const pddlKey = "input.pddl"

// maxProblem is the largest side of a board in a problem of PDDL. To find the size, a reader
// compares the objects of the problem with those of boards of all sizes.
const maxProblem = 50

// checkProblem checks a format whose records are problems of PDDL.
func checkProblem(f *formats.Format) *fault {
	least, most := f.Shapes.Min, f.Shapes.Max
	switch {
	case strings.TrimSpace(string(f.Record)) != pattern.Problem.String():
		return wrong("input.record", "found %q, expected {problem} alone, as there is [input.pddl]",
			string(f.Record))
	case f.Goal != puzzle.Given:
		return wrong(goalKey, "found %v, expected given: a problem tells its goal", f.Goal)
	case f.Shapes.Odd || least.Walls != 0 || least.Spare != 0 ||
		min(least.Rows, least.Cols) < 2 || max(most.Rows, most.Cols) > maxProblem:
		return wrong("boards.rows", "found boards of %v, expected 2x2 to %dx%[2]d without"+
			" walls and with one blank, as there is [input.pddl]", f.Shapes, maxProblem)
	case f.Count || f.Stop != "" || f.Header != "" || f.MaxBound != 0:
		return wrong(pddlKey, "found count, stop, header or max_bound too, expected problems alone")
	case f.Comment != ';':
		return wrong("input.comment", "found %q, expected \";\", as in all problems of PDDL",
			string(rune(f.Comment)))
	case f.Board != formats.Notation{} || len(f.Also) > 0 || f.Files != nil:
		return wrong("input.board", "found a notation of boards, expected none: a problem has facts")
	}
	return cmp.Or(checkPredicates(f.PDDL), checkObjects(f.PDDL))
}

// isName reports whether a text is a name of PDDL in lower case, to which readers convert names.
func isName(text string) bool {
	other := func(c rune) bool {
		return (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-' && c != '_'
	}
	return text != "" && 'a' <= text[0] && text[0] <= 'z' && len(text) <= maxWord &&
		!strings.ContainsFunc(text, other)
}

const aName = "expected a name: a lower-case letter, then letters, digits, - and _"

// A predicate is a name that all problems share, and the key that declares it.
type predicate struct {
	key, name string
	wanted    bool
}

// checkPredicates checks the names that all problems share.
func checkPredicates(d *formats.PDDL) *fault {
	if !isName(d.Domain) {
		return wrong(pddlKey+".domain", "found %q, %s", d.Domain, aName)
	}
	name := strings.Replace(string(d.Problem), pattern.Size.String(), "", 1)
	if !isName(name) || !isName(string(d.Problem)[:1]) {
		return wrong(pddlKey+".problem", "found %q, %s, and {n}", string(d.Problem), aName)
	}
	hasNeighbor, hasNext := d.Neighbor != "", d.Inc != "" || d.Dec != ""
	if n := len(d.Ways); n != 0 && n != len(puzzle.UDLR) {
		return wrong(pddlKey+".ways", "found %d predicates, expected one for each of up, down, left"+
			" and right", n)
	}
	layouts := 0
	for _, has := range []bool{hasNeighbor, hasNext, len(d.Ways) > 0} {
		if has {
			layouts++
		}
	}
	if layouts != 1 {
		return wrong(pddlKey+".neighbor", "found %q, expected either neighbor, or ways, or inc and dec",
			d.Neighbor)
	}
	names := []predicate{
		{".tile_type", d.TileType, true}, {".place_type", d.PlaceType, true},
		{".row_type", d.RowType, d.RowType != ""},
		{".tile_at", d.At, true}, {".blank_at", d.Blank, true},
		{".neighbor", d.Neighbor, hasNeighbor}, {".inc", d.Inc, hasNext}, {".dec", d.Dec, hasNext},
	}
	for _, name := range d.EachTile {
		names = append(names, predicate{".each_tile", name, true})
	}
	for _, name := range d.Ways {
		names = append(names, predicate{".ways", name, true})
	}
	known := make(map[string]bool)
	for _, p := range names {
		switch {
		case !p.wanted:
		case !isName(p.name):
			return wrong(pddlKey+p.key, "found %q, %s", p.name, aName)
		case known[p.name]:
			return wrong(pddlKey+p.key, "found %q twice, expected another name", p.name)
		}
		known[p.name] = true
	}
	return nil
}

// checkObjects checks the names of objects: no two objects may have the same name.
func checkObjects(d *formats.PDDL) *fault {
	tile, f := checkObject(pddlKey+".tile", d.Tile, pattern.Tile)
	if f != nil {
		return f
	}
	const key = pddlKey + ".place"
	fields := [][]pattern.Field{{pattern.Row, pattern.Col}}
	switch len(d.Place) {
	case 1:
		if d.Place[0].Has(pattern.Cell) {
			fields = [][]pattern.Field{{pattern.Cell}}
		}
	case 2:
		fields = [][]pattern.Field{{pattern.Row}, {pattern.Col}}
		if d.Place[0].Has(pattern.Col) {
			slices.Reverse(fields)
		}
		a, b := string(d.Place[0]), string(d.Place[1])
		if begins := beginOf(d.Place[0]) == beginOf(d.Place[1]); begins != d.SharedLines() || a == b {
			return wrong(key, "found %q and %q, expected {row} in one name and {col} in the other, and"+
				" the same name or another beginning", a, b)
		}
	default:
		return wrong(key, "found %d names, expected one or two", len(d.Place))
	}
	if len(d.Place) == 1 && d.Inc != "" {
		return wrong(pddlKey+".inc", "found %q, expected neighbor, as one object tells a place", d.Inc)
	}
	if d.RowType != "" && (len(d.Place) == 1 || d.Typed && d.SharedLines()) {
		return wrong(pddlKey+".row_type", "found %q, expected none: rows have no objects of their own",
			d.RowType)
	}
	for i, place := range d.Place {
		begin, f := checkObject(key, place, fields[i]...)
		switch {
		case f != nil:
			return f
		case begin == tile:
			return wrong(key, "found %q, expected another beginning than that of tiles", begin)
		}
	}
	return nil
}

// beginOf returns the text before the first field of a name.
func beginOf(p pattern.Pattern) string { return p.Pieces()[0].Text }

// checkObject checks the name of an object: it must have each of the fields once, and text before
// each field. It returns the text before the first field.
func checkObject(key string, p pattern.Pattern, fields ...pattern.Field) (string, *fault) {
	var names []string
	for _, f := range fields {
		names = append(names, f.String())
	}
	bad := wrong(key, "found %q, expected a name with %s: a lower-case letter, then letters, - and _,"+
		" and some of these before each field", string(p), strings.Join(names, " and "))
	pieces := p.Pieces()
	text := ""
	for i, piece := range pieces {
		isText := i%2 == 0
		if isText != (piece.Field == pattern.Text) || strings.ContainsAny(piece.Text, "0123456789") {
			return "", bad
		}
		if text += piece.Text; isText {
			continue
		}
		if !slices.Contains(fields, piece.Field) {
			return "", bad
		}
		fields = slices.DeleteFunc(slices.Clone(fields), func(f pattern.Field) bool {
			return f == piece.Field
		})
	}
	if len(fields) > 0 || !isName(text) {
		return "", bad
	}
	return pieces[0].Text, nil
}
