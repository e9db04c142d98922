package page

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/textproto"
	"slices"
	"strings"
	"time"
)

// A server shows the page to browsers on the same machine, and nothing else: one connection, one
// answer. It speaks that little of HTTP/1.1 itself, with the parser of net/textproto, because
// package net/http would add 0.7 ms to each start of the program and a third to its size.
type server struct {
	page   []byte
	policy string
	hosts  []string // by which a browser may call it
}

// Limits of a connection.
const (
	maxHead  = 16 << 10 // bytes of a request
	maxOpen  = 64       // connections at once; others wait
	headTime = 10 * time.Second
	sendTime = time.Minute
)

// Serve shows the page at the address of l, which must be a loopback one, until ctx ends. It
// closes l.
func Serve(ctx context.Context, l net.Listener, page []byte) error {
	addr, ok := l.Addr().(*net.TCPAddr)
	if !ok || !addr.IP.IsLoopback() {
		l.Close()
		return fmt.Errorf("found the address %v, expected a loopback one", l.Addr())
	}
	s := &server{page: page, policy: policyOf(page)}
	for _, name := range []string{addr.IP.String(), "localhost"} {
		s.hosts = append(s.hosts, net.JoinHostPort(name, fmt.Sprint(addr.Port)))
	}
	if addr.Port == 80 { // browsers leave it out
		s.hosts = append(s.hosts, addr.IP.String(), "localhost")
	}
	stop := context.AfterFunc(ctx, func() { l.Close() })
	defer stop()
	open := make(chan struct{}, maxOpen)
	for {
		open <- struct{}{}
		c, err := l.Accept()
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, net.ErrClosed):
			return err
		case err != nil: // such as too many open files
			<-open
			select {
			case <-ctx.Done():
			case <-time.After(50 * time.Millisecond):
			}
			continue
		}
		go func() {
			defer func() { <-open }()
			s.answer(c)
		}()
	}
}

// answer answers the request of a connection, and closes that.
func (s *server) answer(c net.Conn) {
	defer c.Close()
	c.SetDeadline(time.Now().Add(headTime))
	status, method := s.read(c)
	c.SetDeadline(time.Now().Add(sendTime))
	s.write(c, status, method)
	// What was not read would make the system withdraw the answer.
	if tcp, ok := c.(*net.TCPConn); ok && tcp.CloseWrite() == nil {
		c.SetReadDeadline(time.Now().Add(time.Second))
		io.CopyN(io.Discard, c, 1<<20)
	}
}

// read reads a request. The status is 0 if no answer makes sense.
func (s *server) read(c net.Conn) (status int, method string) {
	limited := &io.LimitedReader{R: c, N: maxHead}
	in := textproto.NewReader(bufio.NewReader(limited))
	line, err := in.ReadLine()
	switch {
	case limited.N == 0 && err != nil:
		return 431, ""
	case err != nil:
		return 0, ""
	}
	words := strings.Split(line, " ")
	if len(words) != 3 || !strings.HasPrefix(words[2], "HTTP/1.") {
		return 400, ""
	}
	head, err := in.ReadMIMEHeader()
	switch hosts := head["Host"]; {
	case limited.N == 0 && err != nil:
		return 431, ""
	case err != nil:
		return 400, ""
	case len(hosts) != 1 || !slices.Contains(s.hosts, strings.ToLower(hosts[0])):
		return 421, words[0] // another site that gave its name our address
	case words[1] != "/" && !strings.HasPrefix(words[1], "/?"):
		return 404, words[0]
	case words[0] != "GET" && words[0] != "HEAD":
		return 405, words[0]
	default:
		return 200, words[0]
	}
}

var statuses = map[int]string{
	200: "OK", 400: "Bad Request", 404: "Not Found", 405: "Method Not Allowed",
	421: "Misdirected Request", 431: "Request Header Fields Too Large",
}

// write writes the answer.
func (s *server) write(w io.Writer, status int, method string) {
	if status == 0 {
		return
	}
	body, kind := s.page, "text/html"
	if status != 200 {
		body, kind = []byte(statuses[status]+"\n"), "text/plain"
	}
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "HTTP/1.1 %d %s\r\nContent-Type: %s; charset=utf-8\r\nContent-Length: %d\r\n",
		status, statuses[status], kind, len(body))
	for _, line := range []string{
		"Connection: close", "Cache-Control: no-store", "X-Content-Type-Options: nosniff",
		"Referrer-Policy: no-referrer", "Cross-Origin-Opener-Policy: same-origin",
		"Cross-Origin-Resource-Policy: same-origin",
		"Content-Security-Policy: " + s.policy + "; frame-ancestors 'none'",
	} {
		b.WriteString(line + "\r\n")
	}
	if status == 405 {
		b.WriteString("Allow: GET, HEAD\r\n")
	}
	b.WriteString("\r\n")
	if method != "HEAD" {
		b.Write(body)
	}
	b.Flush() // a browser that has gone needs no answer
}

// policyOf returns the policy in the page, which a header can state more strictly.
func policyOf(page []byte) string {
	_, rest, _ := strings.Cut(string(page[:min(len(page), 4096)]), policyBegin)
	policy, _, ok := strings.Cut(rest, `"`)
	if !ok {
		return "default-src 'none'"
	}
	return policy
}

const policyBegin = `http-equiv="Content-Security-Policy" content="`
