package declared

import (
	"encoding/json"
	"slices"

	"tilejudge/formats"
	"tilejudge/formats/pattern"
)

// checkJSON checks a format whose records are JSON, and whose fields have been checked.
func checkJSON(key string, f *formats.Format) *fault {
	record, err := f.JSONRecord()
	allowed := []pattern.Field{
		pattern.Board, pattern.Goal, pattern.Expected, pattern.ID, pattern.Bound,
		pattern.Size, pattern.Rows, pattern.Cols,
	}
	fields := f.Record.Fields()
	for _, field := range fields {
		if !slices.Contains(allowed, field) {
			return wrong(key, "found %v, expected no such field, as there is input.json", field)
		}
	}
	switch {
	case err != nil:
		return wrong(key, "found %q, %w", string(f.Record), err)
	case len(record.Fields) < len(fields):
		return wrong(key, "found %q, expected each field as a value of its own", string(f.Record))
	case f.Count || f.Stop != "" || f.Header != "" || f.Comment != 0 || f.FreeSpace ||
		len(f.Also) > 0 || f.Files != nil:
		return wrong("input.json", "found count, stop, header, comment, free_space, also or files too,"+
			" expected JSON alone")
	case f.Board.Glyphs != "" || !json.Valid(f.Board.Append(nil, trialsOf(f, f.Shapes.Min)[0].Start)):
		return wrong("input.board", "found a notation of boards that is no JSON, expected arrays of"+
			" numbers")
	case f.Board.OpenRow == "" && !f.Shapes.Square && f.Shapes.Min != f.Shapes.Max &&
		!f.Record.Has(pattern.Rows):
		return wrong(key, "found %q, expected {rows} and {cols}, as boards without rows have several"+
			" sizes, and are not all square", string(f.Record))
	}
	return nil
}
