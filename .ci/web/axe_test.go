package web

import (
	"os"
	"sync"
)

// axe has the script of axe-core, which package.json names.
var axe = sync.OnceValues(func() ([]byte, error) {
	return os.ReadFile("node_modules/axe-core/axe.min.js")
})

// isAccessible checks a page by all rules of axe-core: of WCAG 2.2, level AA, and best practices.
func (v *view) isAccessible() {
	v.Helper()
	script, err := axe()
	if err != nil {
		v.Fatalf("found no axe-core, make test-web installs it by npm: %v", err)
	}
	const run = `; axe.run().then(found => found.violations.map(v =>
  v.id + ': ' + v.help + ': ' + v.nodes.map(n => n.html.slice(0, 120)).slice(0, 3).join(' | ')))`
	for _, fault := range evaluate[[]string](v, string(script)+run) {
		v.Errorf("axe: %s", fault)
	}
}
