package scratch_test

import (
	"fmt"
	"os"

	"tilejudge/judge/scratch"
)

func Example() {
	scratch.Sweep() // what earlier processes left when they died
	d, err := scratch.New("run")
	if err != nil {
		panic(err)
	}
	info, err := os.Stat(d.Path)
	fmt.Println(info.IsDir(), err)
	d.Remove()
	_, err = os.Stat(d.Path)
	fmt.Println(os.IsNotExist(err))
	// Output:
	// true <nil>
	// true
}
