package web

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// appPages returns the addresses of the page that make web builds: in a file, and as serve shows
// it.
func appPages(t *testing.T) map[string]string {
	t.Helper()
	file := os.Getenv("PAGE")
	if file == "" {
		t.Fatal("found no PAGE in the environment, expected the file of the page")
	}
	return map[string]string{"file": "file://" + file, "serve": served(t)}
}

// served runs tilejudge serve until the test ends, and returns the address that it prints.
func served(t *testing.T) string {
	t.Helper()
	serve := exec.Command(os.Getenv("TILEJUDGE"), "serve", "--port", "0")
	address := begin(t, serve)
	t.Cleanup(func() {
		serve.Process.Signal(os.Interrupt)
		if serve.Wait(); serve.ProcessState.ExitCode() != 130 {
			t.Errorf("serve ended with %v, want exit code 130", serve.ProcessState)
		}
	})
	return address
}

// begin starts a command that serves the page, and returns the address that it prints.
func begin(t *testing.T, serve *exec.Cmd) string {
	t.Helper()
	out, err := serve.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := serve.Start(); err != nil {
		t.Fatal(err)
	}
	address, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(address)
}

// app opens the page in a file with these fields in its address, and waits until it has looked at
// the puzzles.
func app(t *testing.T, fields url.Values) *view {
	t.Helper()
	return appAt(t, appFile(t), fields)
}

func appFile(t *testing.T) string {
	t.Helper()
	return "file://" + os.Getenv("PAGE")
}

func appAt(t *testing.T, address string, fields url.Values) *view {
	t.Helper()
	v := open(t, address+"#"+fields.Encode(), "light")
	v.waits(idle)
	return v
}

// idle is an expression that is true when the page has done what it was asked for.
const idle = `document.querySelector('main').ariaBusy === 'false'`

// at returns the fields of an address.
func at(pairs ...string) url.Values {
	fields := make(url.Values)
	for i := 0; i < len(pairs); i += 2 {
		fields.Set(pairs[i], pairs[i+1])
	}
	return fields
}

// does clicks on what does the task, and waits until it is done.
func (v *view) does() {
	v.Helper()
	v.clicks("go")
	v.waits(idle)
}

// clicks clicks on an element.
func (v *view) clicks(id string) {
	v.Helper()
	evaluate[bool](v, fmt.Sprintf("byID(%q).click(), true", id))
}

// sets sets the value of an element, as a person does who types or chooses it.
func (v *view) sets(id, value string) {
	v.Helper()
	quoted, err := json.Marshal(value)
	v.check(err)
	evaluate[bool](v, fmt.Sprintf(`byID(%q).value = %s,
  ['input', 'change'].forEach(type => byID(%[1]q).dispatchEvent(new Event(type))), true`,
		id, quoted))
}

// The page gives the same bytes as the command line for the bundled puzzles of ten formats and
// more, from a file and from serve. It loads nothing.
func TestAppSolves(t *testing.T) {
	names := []string{
		"poj-1077", "hdu-3567", "leetcode-773", "princeton", "columbia", "42-npuzzle", "sise",
		"hackerrank-n-puzzle", "aoj-0190", "eolymp-5303", "codeforces-645a", "uva-10181",
	}
	for where, address := range appPages(t) {
		t.Run(where, func(t *testing.T) {
			t.Parallel()
			v := appAt(t, address, at("format", "poj-1077", "in", eights))
			for _, name := range names {
				want := tilejudge(t, t.TempDir(), "", "solve", "--cases", name)
				v.sets("format", name)
				v.waits(idle)
				v.clicks("example")
				v.waits(idle)
				v.does()
				if got := v.text("output"); got != want || want == "" {
					t.Errorf("%s: the page answers\n%s\nwant\n%s", name, got, want)
				}
			}
			v.isQuiet()
		})
	}
}

// The frames of the player are the boards of a replay.
func TestAppPlays(t *testing.T) {
	t.Parallel()
	v := app(t, at("format", "poj-1077", "in", eights))
	v.does()
	path := strings.Fields(v.text("output"))[0]
	evaluate[bool](v, "byID('play').focus(), true")
	v.plays(replay(strings.Fields(strings.Split(eights, "\n")[0]), path), len(path))
	v.isQuiet()
}

// A task can be asked for before the solver is there.
func TestAppAtOnce(t *testing.T) {
	t.Parallel()
	v := open(t, appFile(t)+"#"+at("format", "poj-1077", "in", eights).Encode(), "light")
	v.clicks("go")
	v.waits("byID('output').textContent.startsWith('ullddrurdllurdruldr')")
	t.Logf("%.0f ms after it began to load, the page has the first answer",
		evaluate[float64](v, "performance.now()"))
	v.waits(idle)
	v.waits("byID('found').textContent === 'poj-1077: 3 puzzles of 3x3.'")
	if got := v.text("message"); got != "19 moves" {
		t.Errorf("the player says %q, want 19 moves", got)
	}
}

// A browser that lacks something says so.
func TestAppOldBrowser(t *testing.T) {
	t.Parallel()
	v := open(t, "about:blank", "light")
	_, err := chromedp.Call(v.ctx, page.AddScriptToEvaluateOnNewDocument,
		page.AddScriptToEvaluateOnNewDocumentParams{Source: "delete globalThis.DecompressionStream"})
	v.check(err)
	v.check(chromedp.Do(v.ctx, chromedp.Navigate(appFile(t))))
	v.waits(idle)
	const want = "this browser can't run the solver: DecompressionStream is not defined"
	if got := v.text("trouble"); got != want {
		t.Errorf("the page says %q, want %q", got, want)
	}
	v.does()
	if got := v.text("troubles"); got != want {
		t.Errorf("solving says %q, want %q", got, want)
	}
}

// Where the answer of a format is a number, the player shows moves that are found for it.
func TestAppFindsMoves(t *testing.T) {
	t.Parallel()
	v := app(t, at("in", "[[4,1,2],[5,0,3]]"))
	v.does()
	v.waits(`byID('moves').childElementCount === 5`)
	if got := v.text("found"); got != "This is leetcode-773: 1 puzzle of 2x3." {
		t.Errorf("the page says %q", got)
	}
}
