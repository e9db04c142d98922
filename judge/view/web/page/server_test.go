package page

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
)

const small = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'"><p>hello`

// listen returns a server's address. The server has ended when the test has.
func listen(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() { ended <- Serve(ctx, l, packed(t, small)) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("Serve: %v, want %v", err, context.Canceled)
		}
	})
	return l.Addr().String()
}

// packed returns a text compressed by gzip.
func packed(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := io.WriteString(z, text); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// A browser gets the page compressed if it accepts that, and does not get it again if it has it.
func TestServeCached(t *testing.T) {
	address := listen(t)
	tag := ""
	for _, tt := range []struct {
		name, encodings string
		again           bool
		status          int
		encoding        string
		size            int
	}{
		{"plain", "", false, 200, "", len(small)},
		{"compressed", "br, gzip;q=0.5", false, 200, "gzip", len(packed(t, small))},
		{"refused", "gzip;q=0.0, br", false, 200, "", len(small)},
		{"again", "gzip", true, 304, "", 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			request, err := http.NewRequest("GET", "http://"+address, nil)
			if err != nil {
				t.Fatal(err)
			}
			request.Header.Set("Accept-Encoding", tt.encodings)
			if tt.again {
				request.Header.Set("If-None-Match", tag)
			}
			response, err := new(http.Transport).RoundTrip(request)
			if err != nil {
				t.Fatal(err)
			}
			defer response.Body.Close()
			body, err := io.ReadAll(response.Body)
			got := response.Header.Get("Content-Encoding")
			if err != nil || response.StatusCode != tt.status || len(body) != tt.size ||
				got != tt.encoding {
				t.Errorf("status %d, %d bytes, encoding %q, %v; want %d, %d, %q", response.StatusCode,
					len(body), got, err, tt.status, tt.size, tt.encoding)
			}
			tag = response.Header.Get("ETag")
		})
	}
}

// The companions of the page are served with their media types.
func TestServeCompanions(t *testing.T) {
	address := listen(t)
	for _, c := range Companions {
		response, err := http.Get("http://" + address + "/" + c.Name)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(response.Body)
		response.Body.Close()
		if err != nil || response.StatusCode != 200 || !bytes.Equal(body, c.Data) ||
			response.Header.Get("Content-Type") != c.Kind {
			t.Errorf("%s: status %d, %d bytes, %v", c.Name, response.StatusCode, len(body), err)
		}
	}
}

// A client that knows HTTP gets the page, and nothing but the page.
func TestServe(t *testing.T) {
	address := listen(t)
	_, port, _ := net.SplitHostPort(address)
	for _, tt := range []struct {
		method, path, host string
		status             int
		body               string
	}{
		{"GET", "/", "", 200, small},
		{"GET", "/?x=1", "", 200, small},
		{"GET", "/", "localhost:" + port, 200, small},
		{"GET", "/", "LocalHost:" + port, 200, small},
		{"HEAD", "/", "", 200, ""},
		{"POST", "/", "", 405, "Method Not Allowed\n"},
		{"OPTIONS", "/", "", 405, "Method Not Allowed\n"},
		{"GET", "/index.html", "", 404, "Not Found\n"},
		{"GET", "//", "", 404, "Not Found\n"},
		{"GET", "/../../etc/passwd", "", 404, "Not Found\n"},
		{"POST", "/solve", "", 404, "Not Found\n"},
		{"GET", "/", "evil.example", 421, "Misdirected Request\n"},
		{"GET", "/", "evil.example:" + port, 421, "Misdirected Request\n"},
		{"GET", "/", "127.0.0.1", 421, "Misdirected Request\n"},
		{"GET", "/", "localhost.evil.example:" + port, 421, "Misdirected Request\n"},
	} {
		t.Run(tt.method+tt.path+tt.host, func(t *testing.T) {
			request, err := http.NewRequest(tt.method, "http://"+address+tt.path,
				strings.NewReader(strings.Repeat("x", 100_000)))
			if err != nil {
				t.Fatal(err)
			}
			request.Host = tt.host
			response, err := new(http.Transport).RoundTrip(request)
			if err != nil {
				t.Fatal(err)
			}
			defer response.Body.Close()
			body, err := io.ReadAll(response.Body)
			if err != nil || response.StatusCode != tt.status || string(body) != tt.body {
				t.Errorf("status %d, body %q, %v; want %d, %q", response.StatusCode, body, err, tt.status,
					tt.body)
			}
			for name, want := range map[string]string{
				"Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
				"X-Content-Type-Options":  "nosniff", "Cache-Control": "no-cache",
				"Cross-Origin-Resource-Policy": "same-origin", "Referrer-Policy": "no-referrer",
			} {
				if got := response.Header.Get(name); got != want {
					t.Errorf("%s: %q, want %q", name, got, want)
				}
			}
		})
	}
}

// Requests that the client of package net/http does not send get no page either.
func TestServeRaw(t *testing.T) {
	address := listen(t)
	for _, tt := range []struct{ name, request, want string }{
		{"no HTTP", "hello\r\n\r\n", "HTTP/1.1 400 "},
		{"no host", "GET / HTTP/1.1\r\n\r\n", "HTTP/1.1 400 "},
		{"two hosts", "GET / HTTP/1.1\r\nHost: " + address + "\r\nHost: evil.example\r\n\r\n",
			"HTTP/1.1 400 "},
		{"no host, old", "GET / HTTP/1.0\r\n\r\n", "HTTP/1.0 421 "},
		{"old", "GET / HTTP/1.0\r\nHost: " + address + "\r\n\r\n", "HTTP/1.0 200 "},
		{"another host in the line", "GET http://evil.example/ HTTP/1.1\r\nHost: " + address +
			"\r\nConnection: close\r\n\r\n", "HTTP/1.1 421 "},
		{"options of another host", "OPTIONS * HTTP/1.1\r\nHost: evil.example\r\n" +
			"Connection: close\r\n\r\n", "HTTP/1.1 421 "},
		{"a long header", fmt.Sprintf("GET / HTTP/1.1\r\nHost: %s\r\nX: %s\r\n\r\n", address,
			strings.Repeat("x", 2*maxHead)), "HTTP/1.1 431 "},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c, err := net.Dial("tcp", address)
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			go io.WriteString(c, tt.request) // the server need not read all of it
			answer, _ := io.ReadAll(c)
			if got := string(answer); !strings.HasPrefix(got, tt.want) {
				t.Errorf("answer %.40q, want %q", got, tt.want)
			}
		})
	}
}

// Connections that say nothing keep neither others from the page nor the server from its end.
func TestServeIdle(t *testing.T) {
	t.Parallel() // the end of the server takes a second
	var silent []net.Conn
	t.Cleanup(func() { // after the server has ended
		for _, c := range silent {
			c.Close()
		}
	})
	address := listen(t)
	for range 100 {
		c, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		silent = append(silent, c)
	}
	response, err := http.Get("http://" + address + "/")
	if err != nil || response.StatusCode != 200 {
		t.Fatalf("%+v, %v", response, err)
	}
	response.Body.Close()
}

// Only this machine can be served.
func TestServeElsewhere(t *testing.T) {
	l, err := net.Listen("tcp", "0.0.0.0:0")
	if err != nil {
		t.Fatal(err)
	}
	if err := Serve(t.Context(), l, nil); err == nil || !strings.Contains(err.Error(), "loopback") {
		t.Errorf("Serve at %v: %v, want an error", l.Addr(), err)
	}
}

// A listener that fails ends the server.
func TestServeClosed(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	if err := Serve(t.Context(), l, packed(t, small)); !errors.Is(err, net.ErrClosed) {
		t.Errorf("Serve: %v, want %v", err, net.ErrClosed)
	}
}
