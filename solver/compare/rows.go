package compare

import (
	"encoding/csv"
	"encoding/json"
	"io"
	"math"
	"strconv"
)

// A row is the effort of one search for the puzzles of one length. If the search solved
// none of the puzzles, the row has no means.
type row struct {
	Algorithm string `json:"algorithm"`
	Heuristic string `json:"heuristic,omitempty"`
	Weight    string `json:"weight,omitempty"`
	Length    *int   `json:"length"` // null: no shortest solution was found
	Solved    int64  `json:"solved"`
	GaveUp    int64  `json:"gave_up"`
	// Means has the means, by the name of the measure's column.
	Means map[string]float64 `json:"means,omitempty"`
}

// rows returns the figures of each search in turn, by length.
func (f *Figures) rows() []row {
	all := []row{}
	for _, c := range f.columns {
		for _, length := range f.sorted() {
			all = append(all, c.row(length))
		}
	}
	return all
}

func (c *column) row(length int) row {
	t := c.byLength[length]
	r := row{
		Algorithm: c.Algorithm, Heuristic: c.Heuristic,
		Solved: t.solved, GaveUp: t.gaveUp, Means: make(map[string]float64),
	}
	if c.weighted() {
		r.Weight = c.Weight.String()
	}
	if length != unknown {
		r.Length = &length
	}
	for _, m := range Measures {
		if v, ok := m.of(t, length); ok {
			r.Means[m.column()] = math.Round(v*1000) / 1000
		}
	}
	return r
}

// WriteJSON writes the figures as an object, with a row for each search and length.
func (f *Figures) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(struct {
		Puzzles    int64 `json:"puzzles"`
		Unsolvable int64 `json:"unsolvable"`
		Rows       []row `json:"rows"`
	}{f.Puzzles, f.Unsolvable, f.rows()})
}

// WriteCSV writes a line of column names, then a line for each search and length.
func (f *Figures) WriteCSV(w io.Writer) error {
	all := csv.NewWriter(w)
	names := []string{"algorithm", "heuristic", "weight", "length", "solved", "gave_up"}
	for _, m := range Measures {
		names = append(names, m.column())
	}
	all.Write(names)
	for _, r := range f.rows() {
		length := ""
		if r.Length != nil {
			length = strconv.Itoa(*r.Length)
		}
		record := []string{
			r.Algorithm, r.Heuristic, r.Weight, length,
			strconv.FormatInt(r.Solved, 10), strconv.FormatInt(r.GaveUp, 10),
		}
		for _, m := range Measures {
			text := ""
			if v, ok := r.Means[m.column()]; ok {
				text = strconv.FormatFloat(v, 'f', -1, 64)
			}
			record = append(record, text)
		}
		all.Write(record)
	}
	all.Flush()
	return all.Error()
}
