package protocol

import "fmt"

// MinAddressSpace is the address space, in bytes, that the program needs where that is limited, as
// ulimit -v does. With less a checker reports a judge's error.
//
// The runtime of Go 1.26 reserves addresses when it starts. With a limit below 0.7 GiB, or
// between 1.08 and 1.2 GiB, it fails and ends with exit code 2 before any of our code runs. So if
// the judge sets such a limit, a script must look at the limit first. A search for a shortest
// path may need another gibibyte; if it does not get that, the process ends by a signal.
const MinAddressSpace = 3 << 29

// CheckLimit returns an error if the limit on this process's address space is too low.
func CheckLimit() error {
	if limit := addressSpace(); limit < MinAddressSpace {
		return fmt.Errorf("the limit of %d MiB on the address space is too low, expected %d MiB",
			limit>>20, MinAddressSpace>>20)
	}
	return nil
}
