package command

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"tilejudge/cases"
	"tilejudge/formats"
	"tilejudge/solver/puzzle"
)

// output runs a command line in this process, and returns what it prints and its exit code.
func output(t *testing.T, stdin string, args ...string) (text string, code int) {
	t.Helper()
	var out, messages bytes.Buffer
	code = run(t.Context(), append([]string{"tilejudge"}, args...), strings.NewReader(stdin), &out,
		&messages)
	if code > 1 {
		t.Fatalf("tilejudge %q: exit code %d\n%s", args, code, &messages)
	}
	return out.String(), code
}

// schemaOf returns the schema that a command prints.
func schemaOf(t *testing.T, command ...string) *jsonschema.Schema {
	t.Helper()
	text, _ := output(t, "", append(command, "--json-schema")...)
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatalf("%q: %v", command, err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("schema.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("schema.json")
	if err != nil {
		t.Fatalf("%q: %v", command, err)
	}
	return s
}

// validate checks each value of a text against a schema, and returns their number.
func validate(t *testing.T, s *jsonschema.Schema, text string) (count int) {
	t.Helper()
	for d := json.NewDecoder(strings.NewReader(text)); ; count++ {
		var raw json.RawMessage
		err := d.Decode(&raw)
		if err == io.EOF {
			return count
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
		if err == nil {
			err = s.Validate(v)
		}
		if err != nil {
			t.Fatalf("%s\n%v", raw, err)
		}
	}
}

// What commands print as JSON is as their schemas say.
func TestSchemas(t *testing.T) {
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in"), filepath.Join(dir, "out")
	os.WriteFile(in, []byte("1 2 3 4 5 6 7 x 8\n1 2 3 4 5 6 8 7 x\n1 2 3 4 5 6 7 8 x\n"), 0o666)
	os.WriteFile(out, []byte("r\nlurd\n"), 0o666)
	for _, tt := range []struct {
		name, schema, args string
		count              int
	}{
		{"check", "check", "check -f poj-1077 --report json " + in + " " + out, 4},
		{"formats", "formats", "formats --json", 1},
		{"algorithms", "algorithms", "algorithms --json", 1},
		{"tables", "tables list", "tables list --json --tables-dir " + dir, 1},
		{"compare", "compare", "compare --json -f poj-1077 -a bfs,astar/hamming " + in, 1},
		{"one algorithm", "algorithms", "algorithms --json bibfs", 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			text, _ := output(t, "", strings.Fields(tt.args)...)
			s := schemaOf(t, strings.Fields(tt.schema)...)
			if got := validate(t, s, text); got != tt.count {
				t.Errorf("%d values, want %d:\n%s", got, tt.count, text)
			}
		})
	}
	if _, code := outputCode(t, "solve", "--json-schema", in); code != 2 {
		t.Errorf("--json-schema with a file: exit code %d, want 2", code)
	}
}

// The reports of verdicts, on puzzles and on programs, are as the schema of check and run says.
func TestVerdictSchema(t *testing.T) {
	const golden = "../view/report/testdata/json.txtar"
	archive, err := txtar.ParseFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for _, command := range []string{"check", "run"} {
		s := schemaOf(t, command)
		for _, f := range archive.Files {
			count += validate(t, s, string(f.Data))
		}
	}
	if count < 20 {
		t.Errorf("%s has %d objects, want at least 20", golden, count/2)
	}
}

// outputCode is output for a command that may end with any code.
func outputCode(t *testing.T, args ...string) (text string, code int) {
	t.Helper()
	var out bytes.Buffer
	code = run(t.Context(), append([]string{"tilejudge"}, args...), strings.NewReader(""), &out,
		io.Discard)
	return out.String(), code
}

// An object is what the test reads of a line of solve --json.
type object struct {
	Number, Line  int
	Status        string
	Start, Goal   [][]*puzzle.Tile
	Moves         int
	Lower         *int `json:"lower_bound"`
	Optimal       bool
	Canonical     *bool
	Path          *string
	TilePath      string `json:"tile_path"`
	Nodes, TimeUS *int64
}

// board returns a board of a shape.
func board(rows [][]*puzzle.Tile, shape puzzle.Shape) puzzle.Board {
	b := puzzle.Board{Shape: shape}
	for _, row := range rows {
		for _, t := range row {
			if t == nil {
				b.Tiles = append(b.Tiles, puzzle.Wall)
			} else {
				b.Tiles = append(b.Tiles, *t)
			}
		}
	}
	b.Rows, b.Cols = len(rows), len(rows[0])
	return b
}

// In every format, the objects of solve --json are as the schema says, one for each puzzle, and
// their paths lead from start to goal.
func TestObjects(t *testing.T) {
	s := schemaOf(t, "solve")
	for _, f := range formats.All {
		t.Run(f.Name, func(t *testing.T) {
			text, _ := output(t, "", "solve", "--cases", f.Name, "--json", "--node-limit", "100000")
			count := validate(t, s, text)
			for n, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
				var o object
				if err := json.Unmarshal([]byte(line), &o); err != nil {
					t.Fatal(err)
				}
				if err := o.wrong(f, n+1); err != "" {
					t.Errorf("%s: %s", err, line)
				}
			}
			if e, err := cases.Lookup(f.Name); err != nil || count == 0 {
				t.Errorf("%d objects, %v, for\n%s", count, err, e.Input)
			}
		})
	}
}

// wrong returns what is wrong with the nth object of a format, or "".
func (o *object) wrong(f *formats.Format, n int) string {
	start, goal := board(o.Start, f.Shapes.Min), board(o.Goal, f.Shapes.Min)
	g, err := puzzle.NewGoal(goal)
	wants := f.Answer.Wants()
	switch {
	case err != nil:
		return err.Error()
	case o.Number != n || o.Line < n:
		return "number or line is wrong"
	case o.Nodes != nil:
		return "there are nodes without --stats"
	case (o.Status == "solvable") && wants != puzzle.WantDecision,
		(o.Status == "solved") && wants == puzzle.WantDecision:
		return "the status is not what the format asks for"
	case o.Status != "solved":
		return ""
	case (o.Path != nil) != (f.Shapes.Min.Spare == 0):
		return "path or not"
	case o.Path == nil:
		return ""
	case o.Moves != len(*o.Path) || o.Optimal && *o.Lower != o.Moves:
		return "the length is wrong"
	}
	p := puzzle.Puzzle{Start: start, Goal: g}
	if err := p.Replay(puzzle.Path(*o.Path)); err != nil {
		return err.Error()
	}
	for i, m := range []byte(*o.Path) {
		if puzzle.Move(o.TilePath[i]).Opposite() != puzzle.Move(m) {
			return "the tiles do not move as the blank does"
		}
	}
	return ""
}

// Objects tell what is known of a path, whatever finds it, and end every record.
func TestObjectsOfAlgorithms(t *testing.T) {
	s := schemaOf(t, "solve")
	const in = "4 5 6 3 1 2 8 7 x\n1 2 3\n4 x 4\n1 2 3 4 5 6 7 8 x\n"
	for _, tt := range []struct {
		name, args         string
		optimal, canonical bool
	}{
		{"auto", "", true, true},
		{"bfs", "-a bfs", true, true},
		{"bibfs", "-a bibfs", true, true},
		{"astar", "-a astar", true, false},
		{"idastar", "-a idastar", true, true},
		{"pdb", "-a idastar --heuristic pdb", true, true},
		{"table", "-a table", true, true},
		{"greedy", "-a greedy --require any", false, false},
		{"anytime", "-a anytime --require any --node-limit 2000", false, false},
		{"weighted", "-a idastar --weight 3 --require any", false, false},
		{"weighted A*", "-a astar --weight 3 --require any", false, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			args := strings.Fields("solve -f poj-1077 --json -k " + tt.args)
			text, code := output(t, in, args...)
			if validate(t, s, text) != 4 || code != 1 {
				t.Fatalf("exit code %d, objects\n%s", code, text)
			}
			var o object
			if err := json.NewDecoder(strings.NewReader(text)).Decode(&o); err != nil {
				t.Fatal(err)
			}
			if o.Optimal != tt.optimal || *o.Canonical != tt.canonical {
				t.Errorf("optimal %v, canonical %v in\n%s", o.Optimal, *o.Canonical, text)
			}
		})
	}
}

// The bytes do not depend on the number of workers, and the lines are those of the records.
func TestObjectsOrder(t *testing.T) {
	made, _ := output(t, "", "generate", "-f", "poj-1077", "-n", "5000", "--seed", "1")
	lines := strings.SplitAfter(made, "\n")
	lines[100] = "1 2 3 4 q\n"
	lines[4000] = "\n" + lines[4000]
	in := strings.Join(lines, "")
	one, _ := output(t, in, "solve", "-f", "poj-1077", "--json", "-k", "-j", "1")
	many, _ := output(t, in, "solve", "-f", "poj-1077", "--json", "-k", "-j", "8")
	if one != many {
		t.Error("1 and 8 workers write different objects")
	}
	all := strings.Split(strings.TrimSuffix(one, "\n"), "\n")
	if len(all) != 5000 {
		t.Fatalf("%d objects, want 5000", len(all))
	}
	for n, line := range all {
		var o object
		if err := json.Unmarshal([]byte(line), &o); err != nil {
			t.Fatal(err)
		}
		want := n + 1
		if n >= 4000 {
			want++
		}
		if o.Number != n+1 || o.Line != want {
			t.Fatalf("number %d, line %d, want %d, %d:\n%s", o.Number, o.Line, n+1, want, line)
		}
	}
}
