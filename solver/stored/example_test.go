package stored_test

import (
	"context"
	"fmt"
	"os"

	"tilejudge/solver/puzzle"
	"tilejudge/solver/stored"
	"tilejudge/solver/tables"
)

func Example() {
	fmt.Println(stored.All.Names())

	dir, err := os.MkdirTemp("", "tables")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	store := tables.New(dir)
	small := stored.List{{ // smaller than any table of stored.All
		Name: "3x3", Version: 1, Shape: puzzle.Shape{Rows: 3, Cols: 3}, Size: 3,
		Build: func(_ context.Context, to []byte, _ func(done, total int64)) error {
			copy(to, "abc")
			return nil
		},
	}}
	in := small.In(store)
	if _, err := store.Build(context.Background(), small[0], tables.BuildOptions{}); err != nil {
		panic(err)
	}
	fmt.Printf("%s\n", in("3x3"))
	// Output:
	// [4x4 4x5 5x5]
	// abc
}
