package draw

import (
	"fmt"
	"math"
	"testing"
)

// linear returns the linear red, green and blue of a colour, from 0 to 1.
func linear(c RGB) (l [3]float64) {
	for i, v := range c {
		if s := float64(v) / 255; s <= 0.04045 {
			l[i] = s / 12.92
		} else {
			l[i] = math.Pow((s+0.055)/1.055, 2.4)
		}
	}
	return l
}

// contrast returns the contrast of two colours as WCAG 2.2 defines it, from 1 to 21.
func contrast(a, b RGB) float64 {
	luminance := func(c RGB) float64 {
		l := linear(c)
		return 0.2126*l[0] + 0.7152*l[1] + 0.0722*l[2]
	}
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// Contrasts that WCAG 2.2 asks for at level AA.
const (
	textContrast    = 4.5 // criterion 1.4.3
	graphicContrast = 3.0 // criterion 1.4.11
)

// Everything that is read stands out from what is behind it.
func TestContrast(t *testing.T) {
	type pair struct {
		name    string
		a, b    RGB
		minimum float64
	}
	var pairs []pair
	for shade := range Shades {
		pairs = append(pairs, pair{fmt.Sprint("shade ", shade), Ink(shade), Fill(shade), textContrast})
	}
	for name, th := range map[string]theme{"light": light, "dark": dark} {
		for _, back := range []struct {
			name string
			RGB
		}{{"page", th.Page}, {"well", th.Well}, {"mark", th.Mark}} {
			pairs = append(pairs,
				pair{name + " ink on " + back.name, th.Ink, back.RGB, textContrast},
				pair{name + " bad on " + back.name, th.Bad, back.RGB, textContrast},
				pair{name + " good on " + back.name, th.Good, back.RGB, textContrast})
		}
		pairs = append(pairs,
			pair{name + " soft on page", th.Soft, th.Page, textContrast},
			pair{name + " soft on well", th.Soft, th.Well, textContrast},
			pair{name + " line on page", th.Line, th.Page, graphicContrast},
			pair{name + " line on well", th.Line, th.Well, graphicContrast})
	}
	for _, p := range pairs {
		if got := contrast(p.a, p.b); got < p.minimum {
			t.Errorf("%s: contrast %.2f of %v on %v, want %v", p.name, got, p.a, p.b, p.minimum)
		}
	}
}

// visions are how people see linear colours: G. Machado, M. Oliveira, L. Fernandes: A
// Physiologically-based Model for Simulation of Color Vision Deficiency (2009), severity 1.
var visions = map[string][3][3]float64{
	"trichromat": {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protanope": {
		{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216},
		{-0.003882, -0.048116, 1.051998},
	},
	"deuteranope": {
		{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413},
		{-0.011820, 0.042940, 0.968881},
	},
	"tritanope": {
		{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602},
		{0.004733, 0.691367, 0.303900},
	},
}

// lab returns a linear colour in the CIELAB space, for the white of D65.
func lab(l [3]float64) [3]float64 {
	for i := range l {
		l[i] = min(max(l[i], 0), 1)
	}
	f := func(t float64) float64 {
		if t > 0.008856 {
			return math.Cbrt(t)
		}
		return 7.787*t + 16.0/116
	}
	x := f((0.4124*l[0] + 0.3576*l[1] + 0.1805*l[2]) / 0.95047)
	y := f(0.2126*l[0] + 0.7152*l[1] + 0.0722*l[2])
	z := f((0.0193*l[0] + 0.1192*l[1] + 0.9505*l[2]) / 1.08883)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

// A colour-blind person can tell all shades apart, even by lightness alone.
func TestColourBlind(t *testing.T) {
	const minDistance, minLightness = 10, 9 // of CIE76; 2.3 is just noticeable
	for name, m := range visions {
		seen := func(shade int) [3]float64 {
			l, s := linear(Fill(shade)), [3]float64{}
			for i := range s {
				s[i] = m[i][0]*l[0] + m[i][1]*l[1] + m[i][2]*l[2]
			}
			return lab(s)
		}
		for a := range Shades {
			for b := range a {
				p, q := seen(a), seen(b)
				d := math.Hypot(math.Hypot(p[0]-q[0], p[1]-q[1]), p[2]-q[2])
				if d < minDistance {
					t.Errorf("%s: shades %d and %d differ by %.1f, want %d", name, b, a, d, minDistance)
				}
			}
		}
	}
	for shade := range Shades - 1 {
		low, high := lab(linear(Fill(shade)))[0], lab(linear(Fill(shade + 1)))[0]
		if shade < Shades-2 && high-low < minLightness {
			t.Errorf("shades %d and %d differ by %.1f in lightness", shade, shade+1, high-low)
		}
	}
}
