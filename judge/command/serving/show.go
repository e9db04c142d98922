//go:build web

package serving

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"

	"tilejudge/judge/view/web/page"
)

// show shows the page at a port until ctx ends, and writes its address to w.
func show(ctx context.Context, w io.Writer, port int) error {
	l, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", fmt.Sprint(port)))
	if err != nil {
		return fmt.Errorf("--port: %w", errors.Unwrap(err))
	}
	if _, err := fmt.Fprintf(w, "http://%v/\n", l.Addr()); err != nil {
		l.Close()
		return err
	}
	return page.Serve(ctx, l, page.Embedded())
}
