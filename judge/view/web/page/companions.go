package page

import (
	_ "embed"

	"tilejudge/judge/view/draw"
)

var (
	//go:embed manifest.webmanifest
	manifest []byte
	//go:embed sw.js
	serviceWorker []byte
)

// A Companion is a file that stands beside the page where a server shows it. The page works
// without.
type Companion struct {
	Name, Kind string // Kind: the media type
	Policy     string // the Content-Security-Policy
	Data       []byte
}

// Companions let a browser install the page, and open it when its server can't be reached.
var Companions = []Companion{
	{"manifest.webmanifest", "application/manifest+json", "default-src 'none'", manifest},
	{"sw.js", "text/javascript; charset=utf-8", "default-src 'none'; connect-src 'self'",
		serviceWorker},
	{"icon.svg", "image/svg+xml", "default-src 'none'", draw.Icon},
}
