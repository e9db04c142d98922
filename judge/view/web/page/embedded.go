//go:build web

package page

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"io"
)

//go:embed page.html.gz
var embedded []byte

// Embedded returns the page that this program contains.
func Embedded() ([]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(embedded))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(z)
}
