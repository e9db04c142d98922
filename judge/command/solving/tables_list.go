package solving

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/urfave/cli/v2"

	"tilejudge/judge/command/stdio"
	"tilejudge/solver/tables"
)

// A tableState is what the command list tells about a table.
type tableState struct {
	Name    string     `json:"name"`
	Title   string     `json:"title"`
	Speeds  string     `json:"speeds_up"`
	Board   string     `json:"board"`
	Bytes   int64      `json:"bytes"`
	Memory  int64      `json:"build_memory_bytes"`
	Version uint32     `json:"version"`
	File    string     `json:"file"`
	State   string     `json:"state"`           // built, absent or refused
	Built   *time.Time `json:"built,omitempty"` // nil: there is no file
	Error   string     `json:"error,omitempty"` // why it is refused
}

// listTables lists tables. It reads only the headers of their files.
func listTables(c *cli.Context) error {
	specs, s, err := chosenTables(c)
	if err != nil {
		return err
	}
	states := []tableState{}
	for _, spec := range specs {
		states = append(states, stateOf(s, spec))
	}
	if c.Bool("json") {
		return stdio.PrintJSON(c.App.Writer, states)
	}
	text := new(strings.Builder)
	fmt.Fprintln(text, s.Dir())
	for _, t := range states {
		t.print(text)
	}
	return stdio.PrintFolded(c, text.String())
}

func stateOf(s *tables.Store, spec *tables.Spec) tableState {
	t := tableState{
		Name: spec.Name, Title: spec.Title, Speeds: spec.Speeds, Board: spec.Shape.String(),
		Bytes: spec.Size, Memory: spec.Size + spec.Memory, Version: spec.Version,
		File: s.File(spec), State: "built",
	}
	look := s.Look(spec)
	if !look.Built.IsZero() {
		t.Built = &look.Built
	}
	switch {
	case errors.Is(look.Err, tables.ErrAbsent):
		t.State = "absent"
	case look.Err != nil:
		t.State, t.Error = "refused", look.Err.Error()
	}
	return t
}

// print prints a line about the file of a table, and below it lines about its use.
func (t *tableState) print(w io.Writer) {
	state := t.State
	if state == "built" {
		state += " " + humanize.Time(*t.Built)
	}
	fmt.Fprintf(w, "  %-8s  %8s  %s\n", t.Name, humanize.IBytes(uint64(t.Bytes)), state)
	fmt.Fprintf(w, "            %s\n            speeds up %s\n", t.Title, t.Speeds)
	if t.Error != "" {
		fmt.Fprintf(w, "            %s\n", t.Error)
	}
}
