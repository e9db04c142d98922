package page

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"
)

// Limits of a connection.
const (
	maxHead   = 16 << 10 // bytes of a request
	readTime  = 10 * time.Second
	writeTime = time.Minute
	idleTime  = time.Minute
	endTime   = time.Second // for answers that are not finished when the server ends
)

// Serve shows the page at the address of l, which must be a loopback one, until ctx ends. It
// closes l.
func Serve(ctx context.Context, l net.Listener, page []byte) error {
	addr, ok := l.Addr().(*net.TCPAddr)
	if !ok || !addr.IP.IsLoopback() {
		l.Close()
		return fmt.Errorf("found the address %v, expected a loopback one", l.Addr())
	}
	s := &http.Server{
		Handler:                      newHandler(addr, page),
		MaxHeaderBytes:               maxHead,
		ReadHeaderTimeout:            readTime,
		ReadTimeout:                  readTime,
		WriteTimeout:                 writeTime,
		IdleTimeout:                  idleTime,
		DisableGeneralOptionsHandler: true, // the handler would answer OPTIONS * to any host
	}
	ended := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(ended)
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), endTime)
		defer cancel()
		if s.Shutdown(last) != nil {
			s.Close()
		}
	})
	err := s.Serve(l)
	if stop() { // ctx has not ended, so the listener has failed
		s.Close()
		return err
	}
	<-ended
	return ctx.Err()
}

// A handler shows the page to browsers on the same machine, and nothing else.
type handler struct {
	page   []byte
	policy string
	hosts  []string // names by which a browser may call the server, in lower case
}

// newHandler returns a handler for the page at an address.
func newHandler(addr *net.TCPAddr, page []byte) *handler {
	h := &handler{page: page, policy: policyOf(page) + "; frame-ancestors 'none'"}
	for _, name := range []string{addr.IP.String(), "localhost"} {
		h.hosts = append(h.hosts, net.JoinHostPort(name, fmt.Sprint(addr.Port)))
	}
	if addr.Port == 80 { // browsers leave out this port
		h.hosts = append(h.hosts, addr.IP.String(), "localhost")
	}
	return h
}

// ServeHTTP answers a request.
func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Set("Cache-Control", "no-store")
	header.Set("Content-Security-Policy", h.policy)
	header.Set("Cross-Origin-Opener-Policy", "same-origin")
	header.Set("Cross-Origin-Resource-Policy", "same-origin")
	header.Set("Referrer-Policy", "no-referrer")
	header.Set("X-Content-Type-Options", "nosniff")
	status := h.status(r)
	if status == http.StatusMethodNotAllowed {
		header.Set("Allow", "GET, HEAD")
	}
	if status != http.StatusOK {
		http.Error(w, http.StatusText(status), status)
		return
	}
	header.Set("Content-Type", "text/html; charset=utf-8")
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(h.page))
}

// status returns the status of the answer to a request.
func (h *handler) status(r *http.Request) int {
	switch {
	case !slices.Contains(h.hosts, strings.ToLower(r.Host)):
		return http.StatusMisdirectedRequest // another site has made its name point to our address
	case r.URL.Path != "/":
		return http.StatusNotFound
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		return http.StatusMethodNotAllowed
	default:
		return http.StatusOK
	}
}

// policyOf returns the Content-Security-Policy in the page. The header repeats it with additions
// that only a header can make.
func policyOf(page []byte) string {
	_, rest, _ := strings.Cut(string(page[:min(len(page), 4096)]), policyBegin)
	policy, _, ok := strings.Cut(rest, `"`)
	if !ok {
		return "default-src 'none'"
	}
	return policy
}

const policyBegin = `http-equiv="Content-Security-Policy" content="`
