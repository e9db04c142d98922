package page

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
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

// Serve shows a page, which is compressed by gzip, at the address of l, which must be a loopback
// one, until ctx ends. It closes l.
func Serve(ctx context.Context, l net.Listener, packed []byte) error {
	addr, ok := l.Addr().(*net.TCPAddr)
	if !ok || !addr.IP.IsLoopback() {
		l.Close()
		return fmt.Errorf("found the address %v, expected a loopback one", l.Addr())
	}
	h, err := newHandler(addr, packed)
	if err != nil {
		l.Close()
		return err
	}
	s := &http.Server{
		Handler:                      h,
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
	err = s.Serve(l)
	if stop() { // ctx has not ended, so the listener has failed
		s.Close()
		return err
	}
	<-ended
	return ctx.Err()
}

// A handler shows the page and its companions to browsers on the same machine, and nothing else.
type handler struct {
	files map[string]*file // by path
	hosts []string         // names by which a browser may call the server, in lower case
}

// A file is what a path shows.
type file struct {
	kind, policy, tag string
	data              []byte
	packed            []byte // by gzip; nil: it does not pay
}

func newFile(kind, policy string, data, packed []byte) *file {
	sum := sha256.Sum256(data)
	return &file{kind, policy, fmt.Sprintf("W/\"%x\"", sum[:8]), data, packed}
}

// newHandler returns a handler for the page at an address.
func newHandler(addr *net.TCPAddr, packed []byte) (*handler, error) {
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	page, err := io.ReadAll(z)
	if err != nil {
		return nil, err
	}
	h := &handler{files: map[string]*file{
		"/": newFile("text/html; charset=utf-8", policyOf(page), page, packed),
	}}
	for _, c := range Companions {
		h.files["/"+c.Name] = newFile(c.Kind, c.Policy, c.Data, nil)
	}
	for _, name := range []string{addr.IP.String(), "localhost"} {
		h.hosts = append(h.hosts, net.JoinHostPort(name, fmt.Sprint(addr.Port)))
	}
	if addr.Port == 80 { // browsers leave out this port
		h.hosts = append(h.hosts, addr.IP.String(), "localhost")
	}
	return h, nil
}

// ServeHTTP answers a request.
func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f := h.files[r.URL.Path]
	header := w.Header()
	header.Set("Cache-Control", "no-cache") // a browser keeps it, and asks whether it has changed
	header.Set("Content-Security-Policy", h.policy(f))
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
	header.Set("Content-Type", f.kind)
	header.Set("ETag", f.tag)
	data := f.data
	if f.packed != nil {
		header.Set("Vary", "Accept-Encoding")
		if takesGzip(r.Header.Get("Accept-Encoding")) {
			header.Set("Content-Encoding", "gzip")
			data = f.packed
		}
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(data))
}

// takesGzip reports whether a browser that accepts these encodings takes gzip.
func takesGzip(encodings string) bool {
	for one := range strings.SplitSeq(encodings, ",") {
		name, quality, _ := strings.Cut(strings.ReplaceAll(one, " ", ""), ";")
		if name == "gzip" {
			return !strings.HasPrefix(quality, "q=0") || strings.Trim(quality, "q=0.") != ""
		}
	}
	return false
}

// policy returns the Content-Security-Policy of an answer. The headers repeat that in the page,
// with what only a header can say.
func (h *handler) policy(f *file) string {
	policy := "default-src 'none'"
	if f != nil {
		policy = f.policy
	}
	return policy + "; frame-ancestors 'none'"
}

// status returns the status of the answer to a request.
func (h *handler) status(r *http.Request) int {
	switch {
	case !slices.Contains(h.hosts, strings.ToLower(r.Host)):
		return http.StatusMisdirectedRequest // another site has made its name point to our address
	case h.files[r.URL.Path] == nil:
		return http.StatusNotFound
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		return http.StatusMethodNotAllowed
	default:
		return http.StatusOK
	}
}

// policyOf returns the Content-Security-Policy in the page.
func policyOf(page []byte) string {
	_, rest, _ := strings.Cut(string(page[:min(len(page), 4096)]), policyBegin)
	policy, _, ok := strings.Cut(rest, `"`)
	if !ok {
		return "default-src 'none'"
	}
	return policy
}

const policyBegin = `http-equiv="Content-Security-Policy" content="`
