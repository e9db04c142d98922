package scratch_test

import (
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"

	"tilejudge/judge/scratch"
)

func Example() {
	scratch.Sweep()
	d, err := scratch.New("run")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(strings.HasPrefix(filepath.Base(d.Path), "tilejudge-run-"))
	d.Remove()
	_, err = os.Stat(d.Path)
	fmt.Println(os.IsNotExist(err))
	// Output:
	// true
	// true
}
