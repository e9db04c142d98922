package stored

import (
	"slices"
	"testing"

	"tilejudge/solver/pdb"
	"tilejudge/solver/tables"
)

// All declares each of pdb.Specs, in order and with the size that its tables have.
func TestAll(t *testing.T) {
	var names []string
	for i := range pdb.Specs {
		s := &pdb.Specs[i]
		names = append(names, s.Name)
		if got := All[i].Size; got != int64(s.Bytes()) {
			t.Errorf("%s: %d bytes, want %d", s.Name, got, s.Bytes())
		}
	}
	if got := All.Names(); !slices.Equal(got, names) {
		t.Errorf("Names() = %q, want %q", got, names)
	}
}

// Absent and unknown tables are nil, and the store knows which one was absent.
func TestInAbsent(t *testing.T) {
	if All.In(nil) != nil {
		t.Error("there are tables without a store")
	}
	store := tables.New(t.TempDir())
	in := All.In(store)
	if in("4x4") != nil || in("none") != nil {
		t.Error("there are tables that were not built")
	}
	if absent := store.Absent(); len(absent) != 1 || absent[0].Name != "4x4" {
		t.Errorf("Absent() = %v, want 4x4", absent)
	}
}
