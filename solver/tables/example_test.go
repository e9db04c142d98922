package tables_test

import (
	"context"
	"errors"
	"fmt"
	"os"

	"tilejudge/solver/puzzle"
	"tilejudge/solver/tables"
)

func Example() {
	dir, err := os.MkdirTemp("", "tables")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	spec := &tables.Spec{
		Name: "squares", Version: 1, Shape: puzzle.Shape{Rows: 3, Cols: 3}, Size: 8,
		Build: func(_ context.Context, to []byte, _ func(done, total int64)) error {
			for i := range to {
				to[i] = byte(i * i)
			}
			return nil
		},
	}
	_, err = tables.New(dir).Open(spec)
	fmt.Println(errors.Is(err, tables.ErrAbsent))
	built, err := tables.New(dir).Build(context.Background(), spec, tables.BuildOptions{})
	fmt.Println(built, err)
	table, err := tables.New(dir).Open(spec) // as another process would
	if err != nil {
		panic(err)
	}
	fmt.Println(table.Bytes())
	// Output:
	// true
	// true <nil>
	// [0 1 4 9 16 25 36 49]
}
