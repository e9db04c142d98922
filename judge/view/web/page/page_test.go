package page

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"regexp"
	"strings"
	"testing"
)

// build returns a page with a text in place of the solver.
func build(t *testing.T) string {
	t.Helper()
	var b bytes.Buffer
	if err := Build(&b, []byte("\x00asm"), []byte("class Go {}\n"), Options{}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// The page is whole, allows its own script and no other, and names nothing to load.
func TestBuild(t *testing.T) {
	text := build(t)
	if i := strings.Index(text, "{{"); i >= 0 {
		t.Errorf("a name is left: %.60q", text[i:])
	}
	scripts := regexp.MustCompile(`(?s)<script>(.*?)</script>`).FindAllStringSubmatch(text, -1)
	if len(scripts) != 1 {
		t.Fatalf("%d scripts, want one", len(scripts))
	}
	sum := sha256.Sum256([]byte(scripts[0][1]))
	if hash := base64.StdEncoding.EncodeToString(sum[:]); !strings.Contains(policyOf([]byte(text)),
		"'sha256-"+hash+"'") {
		t.Errorf("the policy %q does not allow the script", policyOf([]byte(text)))
	}
	if strings.Contains(policyOf([]byte(text)), "script-src 'unsafe") {
		t.Error("the policy allows any script")
	}
	loads := regexp.MustCompile(`\b(src|href)="?(https?:|//)|@import|\burl\(|\bfetch\(|XMLHttp`)
	if found := loads.FindString(text); found != "" {
		t.Errorf("found %q, which loads something", found)
	}
	for _, part := range []string{
		`<option value="poj-1077">1077 Eight (poj-1077)</option>`, `<g class="tile s0"`, `value="astar/manhattan" checked`, "class Go {}",
		`<section id="list"`, `<section id="player"`,
	} {
		if !strings.Contains(text, part) {
			t.Errorf("found no %q", part)
		}
	}
}

// Each label, description and tab names an element that is there, and no two have one id.
func TestNames(t *testing.T) {
	text, _, _ := strings.Cut(build(t), `id="worker"`)
	ids := make(map[string]int)
	for _, m := range regexp.MustCompile(`\bid="([^"]+)"`).FindAllStringSubmatch(text, -1) {
		if ids[m[1]]++; ids[m[1]] > 1 {
			t.Errorf("two elements have the id %s", m[1])
		}
	}
	uses := regexp.MustCompile(`\b(?:for|aria-controls|aria-labelledby|aria-describedby)="([^"]+)"`)
	all := uses.FindAllStringSubmatch(text, -1)
	for _, m := range all {
		if ids[m[1]] == 0 {
			t.Errorf("no element has the id %s", m[1])
		}
	}
	if len(all) < 10 {
		t.Errorf("found %d names of elements, expected more", len(all))
	}
}
