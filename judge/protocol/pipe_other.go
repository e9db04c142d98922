//go:build !unix

package protocol

import "os"

func openOutput(name string) (*os.File, error) { return os.Open(name) }
