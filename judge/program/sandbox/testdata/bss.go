// Bss touches a variable without a value that is as large as the linker takes.
package main

import "time"

var large [1_990_000_000]byte

func main() {
	for i := 0; i < len(large); i += 4096 {
		large[i] = 1
	}
	time.Sleep(9 * time.Second)
}
