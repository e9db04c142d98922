//go:build web

package page

import _ "embed"

//go:embed page.html.gz
var embedded []byte

// Embedded returns the page that this program contains, compressed by gzip.
func Embedded() []byte { return embedded }
