package web

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A driver does a command of WebDriver, and returns its value.
type driver func(command string, params map[string]any) (json.RawMessage, error)

// Firefox and WebKit solve, play and look right, if they are installed: on Debian the packages
// firefox-esr, and webkit2gtk-driver with xvfb.
func TestOtherBrowsers(t *testing.T) {
	for name, start := range map[string]func(*testing.T) driver{"firefox": firefox, "webkit": webkit} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := &remote{t, start(t)}
			r.do("navigate", map[string]any{"url": served(t)})
			r.waits("document.querySelector('main')?.ariaBusy === 'false'")
			r.evaluates("byID('kinds').querySelector('[value=\"3x3\"]').click()")
			r.waits("byID('found').textContent === '1 puzzle of 3x3.'")
			r.evaluates("byID('go').click()")
			r.waits("byID('output').textContent !== ''")
			r.waits("+byID('seek').max > 0 && byID('seek').value === byID('seek').max") // played
			for _, fault := range r.faults() {
				t.Error(fault)
			}
			shot := r.do("screenshot", nil)
			var text string
			if err := json.Unmarshal(shot, &text); err != nil {
				t.Fatal(err)
			}
			png, err := base64.StdEncoding.DecodeString(text)
			if err != nil {
				t.Fatal(err)
			}
			if got := brightness(t, name, png); got < 128 {
				t.Errorf("brightness %.0f of light colours", got)
			}
			if shots := os.Getenv("SCREENSHOTS"); shots != "" {
				os.WriteFile(filepath.Join(shots, name+".png"), png, 0o666)
			}
		})
	}
}

// A remote is a page in a browser that a driver controls.
type remote struct {
	*testing.T
	driver driver
}

func (r *remote) do(command string, params map[string]any) json.RawMessage {
	r.Helper()
	if params == nil {
		params = map[string]any{}
	}
	value, err := r.driver(command, params)
	if err != nil {
		r.Fatalf("%s: %v", command, err)
	}
	return value
}

// evaluates returns the value of an expression of the page.
func (r *remote) evaluates(expression string) json.RawMessage {
	r.Helper()
	const names = "const byID = id => document.getElementById(id); return "
	return r.do("execute", map[string]any{"script": names + expression, "args": []any{}})
}

// waits waits until an expression is true.
func (r *remote) waits(expression string) {
	r.Helper()
	end := time.Now().Add(time.Minute)
	for string(r.evaluates("!!("+expression+")")) != "true" {
		if time.Now().After(end) {
			r.Fatalf("not within a minute: %s", expression)
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// faults lists what is wrong with the layout.
func (r *remote) faults() (all []string) {
	r.Helper()
	if err := json.Unmarshal(r.evaluates(overlaps), &all); err != nil {
		r.Fatal(err)
	}
	return all
}

// starts starts a program that ends with the test, and all that it has started.
func starts(t *testing.T, program string, args ...string) {
	t.Helper()
	path, err := exec.LookPath(program)
	if err != nil {
		t.Skipf("found no %s", program)
	}
	cmd := exec.Command(path, args...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		cmd.Wait()
	})
}

// freePort returns a port that nothing listens to.
func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// firefox starts Firefox, and speaks Marionette, its own protocol, with it: each message is a
// JSON array behind its length.
func firefox(t *testing.T) driver {
	profile, port := t.TempDir(), freePort(t)
	prefs := fmt.Sprintf("user_pref(\"marionette.port\", %d);\n", port)
	if err := os.WriteFile(filepath.Join(profile, "user.js"), []byte(prefs), 0o666); err != nil {
		t.Fatal(err)
	}
	starts(t, "firefox-esr", "--headless", "--marionette", "--profile", profile)
	conn := dials(t, port)
	t.Cleanup(func() { conn.Close() })
	in := bufio.NewReader(conn)
	read := func() ([]byte, error) {
		size, err := in.ReadString(':')
		if err != nil {
			return nil, err
		}
		n, err := strconv.Atoi(strings.TrimSuffix(size, ":"))
		if err != nil {
			return nil, err
		}
		message := make([]byte, n)
		_, err = io.ReadFull(in, message)
		return message, err
	}
	if _, err := read(); err != nil { // it introduces itself
		t.Fatal(err)
	}
	names := map[string]string{"session": "WebDriver:NewSession", "navigate": "WebDriver:Navigate",
		"execute": "WebDriver:ExecuteScript", "screenshot": "WebDriver:TakeScreenshot"}
	do := func(command string, params map[string]any) (json.RawMessage, error) {
		text, err := json.Marshal([]any{0, 1, names[command], params})
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(conn, "%d:%s", len(text), text)
		text, err = read()
		if err != nil {
			return nil, err
		}
		var answer [4]json.RawMessage // kind, number, error, result
		if err := json.Unmarshal(text, &answer); err != nil {
			return nil, err
		}
		if string(answer[2]) != "null" {
			return nil, fmt.Errorf("%s", answer[2])
		}
		var result struct{ Value json.RawMessage }
		err = json.Unmarshal(answer[3], &result)
		return result.Value, err
	}
	if _, err := do("session", map[string]any{}); err != nil {
		t.Fatal(err)
	}
	return do
}

// dials connects to a program that has just been started.
func dials(t *testing.T, port int) net.Conn {
	t.Helper()
	for end := time.Now().Add(time.Minute); ; time.Sleep(100 * time.Millisecond) {
		conn, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", port))
		if err == nil {
			return conn
		}
		if time.Now().After(end) {
			t.Fatal(err)
		}
	}
}

// webkit starts WebKit's own browser on a display of its own, by WebKit's driver.
func webkit(t *testing.T) driver {
	found, _ := filepath.Glob("/usr/lib/*/webkit2gtk-4*/MiniBrowser")
	if len(found) == 0 {
		t.Skipf("found no MiniBrowser in %s", "/usr/lib/*/webkit2gtk-4*")
	}
	port := freePort(t)
	starts(t, "xvfb-run", "-a", "-s", "-screen 0 1280x1024x24", "env", "LIBGL_ALWAYS_SOFTWARE=1",
		"WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS=1", "WebKitWebDriver", fmt.Sprint("--port=", port))
	dials(t, port).Close()
	address := fmt.Sprintf("http://127.0.0.1:%d/session", port)
	post := func(path string, params map[string]any) (json.RawMessage, error) {
		text, err := json.Marshal(params)
		if err != nil {
			return nil, err
		}
		answer, err := http.Post(address+path, "application/json", bytes.NewReader(text))
		if err != nil {
			return nil, err
		}
		defer answer.Body.Close()
		var result struct{ Value json.RawMessage }
		err = json.NewDecoder(answer.Body).Decode(&result)
		if answer.StatusCode != http.StatusOK {
			err = fmt.Errorf("%s: %s", answer.Status, result.Value)
		}
		return result.Value, err
	}
	browser := map[string]any{"binary": found[0], "args": []string{"--automation"}}
	value, err := post("", map[string]any{"capabilities": map[string]any{
		"alwaysMatch": map[string]any{"webkitgtk:browserOptions": browser}}})
	if err != nil {
		t.Fatal(err)
	}
	var session struct{ SessionID string }
	if err := json.Unmarshal(value, &session); err != nil {
		t.Fatal(err)
	}
	path := "/" + session.SessionID
	return func(command string, params map[string]any) (json.RawMessage, error) {
		switch command {
		case "navigate":
			return post(path+"/url", params)
		case "execute":
			return post(path+"/execute/sync", params)
		default: // a screenshot
			answer, err := http.Get(address + path + "/screenshot")
			if err != nil {
				return nil, err
			}
			defer answer.Body.Close()
			var result struct{ Value json.RawMessage }
			return result.Value, json.NewDecoder(answer.Body).Decode(&result)
		}
	}
}
