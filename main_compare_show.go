package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"
)

// A show is where the figures go.
type show struct {
	output  *output
	asJSON  bool
	csv     string // a file, or ""
	plot    string // a file, or ""
	measure measure
}

// newShow reads the flags that say what to show.
func newShow(c *cli.Context) (*show, error) {
	s := &show{asJSON: c.Bool("json"), csv: c.String("csv"), plot: c.String("plot")}
	i := slices.Index(measureNames(), c.String("measure"))
	if i < 0 {
		return nil, fmt.Errorf("--measure: unknown measure %q%s",
			c.String("measure"), suggest(c.String("measure"), measureNames()))
	}
	s.measure = measures[i]
	if c.IsSet("plot") && plotKinds[strings.ToLower(filepath.Ext(s.plot))] == nil {
		return nil, fmt.Errorf("--plot: found %q, expected a name that ends in .svg or .png", s.plot)
	}
	for _, flag := range []string{"csv", "plot"} {
		if file := c.String(flag); file != "" && isInput(c, file, c.Args().Slice()) {
			return nil, fmt.Errorf("--%s: %s is an input", flag, file)
		}
	}
	var err error
	s.output, err = newOutput(c)
	return s, err
}

// all writes all that was asked for.
func (s *show) all(r *comparison) error {
	if err := s.output.open(); err != nil {
		return err
	}
	rows := r.rows()
	text := r.text
	if s.asJSON {
		text = func() string { return r.json(rows) }
	}
	if _, err := io.WriteString(s.output.w, text()); err != nil {
		return err
	}
	if s.csv != "" {
		if err := writeCSV(s.csv, rows); err != nil {
			return err
		}
	}
	if s.plot != "" {
		return r.draw(s.plot, s.measure)
	}
	return nil
}

// A compareRow is what one algorithm took for the puzzles of one length: a record
// of --csv and --json. Where it solved none, there are no means.
type compareRow struct {
	Algorithm string `json:"algorithm"`
	Heuristic string `json:"heuristic,omitempty"`
	Weight    string `json:"weight,omitempty"`
	Length    *int   `json:"length"` // null: no shortest solution was found
	Solved    int64  `json:"solved"`
	GaveUp    int64  `json:"gave_up"`
	// Means, in the order of measures; time is in microseconds and memory in KiB.
	Means map[string]float64 `json:"means,omitempty"`
}

// rows returns the figures of each algorithm in turn, by length.
func (r *comparison) rows() []compareRow {
	all := []compareRow{}
	for _, one := range r.contenders {
		for _, length := range r.sorted() {
			t := one.byLength[length]
			row := compareRow{
				Algorithm: one.algorithm, Heuristic: one.heuristic, Solved: t.solved, GaveUp: t.gaveUp,
				Means: make(map[string]float64),
			}
			if one.weight > 0 {
				row.Weight = one.weight.String()
			}
			if length != unknown {
				row.Length = &length
			}
			for _, m := range measures {
				if v, ok := m.of(t, length); ok {
					row.Means[m.name] = math.Round(v*1000) / 1000
				}
			}
			all = append(all, row)
		}
	}
	return all
}

// json returns the figures as JSON.
func (r *comparison) json(rows []compareRow) string {
	text, err := json.MarshalIndent(struct {
		Puzzles    int64        `json:"puzzles"`
		Unsolvable int64        `json:"unsolvable"`
		Rows       []compareRow `json:"rows"`
	}{r.puzzles, r.unsolvable, rows}, "", "  ")
	if err != nil {
		panic(err) // there is nothing in it that JSON has not
	}
	return string(text) + "\n"
}

// writeCSV writes the figures to a file, below a line of names.
func writeCSV(file string, rows []compareRow) error {
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	w := csv.NewWriter(f)
	names := []string{"algorithm", "heuristic", "weight", "length", "solved", "gave_up"}
	w.Write(append(names, measureNames()...))
	for _, row := range rows {
		length := ""
		if row.Length != nil {
			length = strconv.Itoa(*row.Length)
		}
		record := []string{
			row.Algorithm, row.Heuristic, row.Weight, length,
			strconv.FormatInt(row.Solved, 10), strconv.FormatInt(row.GaveUp, 10),
		}
		for _, m := range measures {
			text := ""
			if v, ok := row.Means[m.name]; ok {
				text = strconv.FormatFloat(v, 'f', -1, 64)
			}
			record = append(record, text)
		}
		w.Write(record)
	}
	w.Flush()
	if err := w.Error(); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}
