//go:build !web

package page

import "errors"

// Embedded returns an error: the build has no page in it.
func Embedded() ([]byte, error) {
	return nil, errors.New("this build has no page: make build has it, or make web writes it to" +
		" dist/web/index.html, which any browser opens")
}
