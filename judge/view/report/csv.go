package report

import (
	"bufio"
	"encoding/csv"
	"strconv"
	"strings"

	"tilejudge/judge"
)

// csvColumns are the names of the columns, in the first row. No version changes them; new columns
// come last. A cell is empty if its column says nothing about the case.
var csvColumns = []string{
	"case", "file", "line", "verdict", "points", "max_points", "message",
	"cpu_s", "wall_s", "memory_bytes", "output_bytes", "exit", "signal", "strict",
	"right", "answers", "program",
}

// csvTable writes comma-separated values as RFC 4180 defines them.
type csvTable struct {
	printer
	rows *csv.Writer // writes to the buffer of printer
}

func newCSV(w *bufio.Writer, o Options) Reporter {
	t := &csvTable{printer{w, o}, csv.NewWriter(w)}
	t.rows.UseCRLF = true
	t.row(csvColumns)
	return t
}

// row writes a row. The buffer keeps the error.
func (t *csvTable) row(cells []string) {
	for i, cell := range cells {
		cells[i] = unformula(cell)
	}
	t.rows.Write(cells)
}

// unformula changes a text that a spreadsheet would take for a formula.
// https://owasp.org/www-community/attacks/CSV_Injection
func unformula(cell string) string {
	if cell != "" && strings.ContainsAny(cell[:1], "=+-@") ||
		strings.HasPrefix(cell, "＝") || strings.HasPrefix(cell, "＋") ||
		strings.HasPrefix(cell, "－") || strings.HasPrefix(cell, "＠") {
		return "'" + cell
	}
	return cell
}

func (t *csvTable) Case(r *judge.Result) error {
	line, strict, right, answers := "", "", "", ""
	if r.Line > 0 {
		line = strconv.Itoa(r.Line)
	}
	if r.Answers > 0 {
		right, answers = strconv.FormatInt(r.Right, 10), strconv.FormatInt(r.Answers, 10)
	}
	if r.Strict {
		strict = "true"
	}
	p := r.Earned()
	cells := []string{
		judge.Plain(r.Name, bodyLetters), judge.Plain(r.File, bodyLetters), line, r.Verdict.String(),
		number(p.Given), number(p.Of), judge.Plain(r.Message, bodyLetters),
	}
	if u := r.Run; u != nil {
		cells = append(cells, decimal(u.CPU), decimal(u.Wall), strconv.FormatInt(u.Memory, 10),
			strconv.FormatInt(u.Output, 10), strconv.Itoa(u.Exit), judge.Plain(u.Signal, lineLetters))
	} else {
		cells = append(cells, "", "", "", "", "", "")
	}
	t.row(append(cells, strict, right, answers, judge.Plain(r.Program, lineLetters)))
	return t.written()
}

func (t *csvTable) Close(s Summary) error {
	if s.Stopped != "" { // a table has no other place for the reason
		cells := make([]string, len(csvColumns))
		cells[0], cells[3] = "stopped", judge.JE.String()
		cells[6] = judge.Plain(s.Stopped, lineLetters)
		t.row(cells)
	}
	return t.Flush()
}
