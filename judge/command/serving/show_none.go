//go:build !web

package serving

import (
	"context"
	"errors"
	"io"
)

// show returns an error: the build has no page. It has no server either, because package net/http
// would make each start of the program take a quarter longer.
func show(context.Context, io.Writer, int) error {
	return errors.New("this build has no page: make build has it, or make web writes it to" +
		" dist/web/index.html, which any browser opens")
}
