package batching

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/urfave/cli/v2"

	"tilejudge/judge/cluster"
	"tilejudge/judge/command/app"
	"tilejudge/judge/command/stdio"
	"tilejudge/solver/stored"
	"tilejudge/solver/tables"
)

// A tabled is options of a command whose searches may look up large tables.
type tabled interface {
	// TablesIn returns the option that names the directory of the tables, or nil if these options
	// look up no table.
	TablesIn() *string
}

// tablesIn is TablesIn of the task's options, or nil if they have no such method.
func (t *task) tablesIn() *string {
	if o, ok := t.options.(tabled); ok {
		return o.TablesIn()
	}
	return nil
}

// chooseTables gives the batch tables of its own if the user asks for that. Otherwise it says what
// searches lose without them.
func (r *request) chooseTables(c *cli.Context, in *cluster.Input) error {
	dir := r.task.tablesIn()
	var used []*tables.Spec
	for i := range in.Sample {
		if s := stored.All.For(&in.Sample[i]); s != nil && dir != nil && !slices.Contains(used, s) {
			used = append(used, s)
		}
	}
	switch {
	case r.tables && len(used) == 0:
		return errors.New("--tables: found no search or no puzzles that large tables are for")
	case r.tables && *dir != "":
		return errors.New("--tables and --tables-dir exclude each other")
	}
	for _, spec := range used {
		if r.tables {
			in.Tables = append(in.Tables, spec.Name)
			continue
		}
		there, _ := tables.DefaultDir()
		if _, err := os.Stat(tables.New(cmp.Or(*dir, there)).File(spec)); err != nil {
			stdio.Complainer(c)(fmt.Errorf("%s: the tables %s are not there: they speed up %s;"+
				" with --tables the first job builds them", r.dir, spec.Name, spec.Speeds))
		}
	}
	return nil
}

// missingTables returns the tables of a batch that are not built.
func missingTables(b *cluster.Batch) (missing []*tables.Spec) {
	for _, spec := range stored.All {
		if !slices.Contains(b.Tables, spec.Name) {
			continue
		}
		if _, err := os.Stat(tables.New(b.TablesDir()).File(spec)); err != nil {
			missing = append(missing, spec)
		}
	}
	return missing
}

// needTables returns an error if tables of a batch are missing. A split batch needs them, since all
// workers must cut a search alike.
func needTables(c *cli.Context, b *cluster.Batch) error {
	for _, spec := range missingTables(b) {
		err := fmt.Errorf("%s: the tables %s are missing: \"%s tables build %s --tables-dir %s\""+
			" builds them", b.Dir(), spec.Name, app.Program, spec.Name, b.TablesDir())
		if b.Unit > 0 {
			return err
		}
		stdio.Complainer(c)(fmt.Errorf("%w, and speeds up %s", err, spec.Speeds))
	}
	return nil
}
