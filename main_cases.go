package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"tilejudge/formats"
	"tilejudge/formats/puzzles"
	"tilejudge/judge"
	"tilejudge/judge/generate"
	"tilejudge/solver/puzzle"
)

// A namedCase is a bundled input of a format. Nothing is made before it is
// written.
type namedCase struct {
	name    string
	purpose string
	write   func(w io.Writer) error
}

// caseSet returns the bundled cases of a format, made by the recipes. Where the
// judge's inputs have few puzzles, those of a recipe make several cases.
func caseSet(ctx context.Context, f *formats.Format) (set []namedCase, err error) {
	k := &kitchen{ctx: ctx, format: f, shape: usualShape(f)}
	spec := newFormatSpec(f, caseSeed, []puzzle.Shape{k.shape})
	k.distances = spec.Solver
	if k.base, err = generate.New(ctx, spec); err != nil {
		return nil, err
	}
	texts, err := sampleCases(f)
	if err != nil {
		return nil, err
	}
	set = append(set, texts...)
	for _, r := range recipes {
		s, err := r.make(k)
		if err != nil {
			return nil, fmt.Errorf("case %s of %s: %w", r.name, f.Name, err)
		}
		set = append(set, k.split(r, s)...)
	}
	return set, nil
}

// A series is puzzles by number, from 1 to n.
type series struct {
	n    int64
	at   func(number int64, p *puzzle.Puzzle) error
	what any // to be told in the names of the cases; nil: nothing
}

// part returns some puzzles of a series as a source.
func (s series) part(first, n int64) judge.Source { return &seriesSource{s, first, first + n} }

// A seriesSource is a judge.Source.
type seriesSource struct {
	series
	next, end int64
}

func (s *seriesSource) Decode(ps []puzzle.Puzzle) (n int, err error) {
	for ; n < len(ps) && s.next < s.end; n++ {
		if err := s.at(s.next, &ps[n]); err != nil {
			return n, err
		}
		s.next++
	}
	if n == 0 && len(ps) > 0 {
		return 0, io.EOF
	}
	return n, nil
}

// split makes cases of a series, each with as many puzzles as an input has.
func (k *kitchen) split(r recipe, s series) (set []namedCase) {
	most := cmp.Or(int64(k.format.Most), s.n)
	for first := int64(1); first <= s.n; first += most {
		name, n := r.name, min(most, s.n-first+1)
		if s.what != nil {
			name = fmt.Sprintf("%s-%v", name, s.what)
		}
		if s.n > most {
			if r.whole {
				return nil
			}
			files := (s.n + most - 1) / most
			name = fmt.Sprintf("%s-%0*d", name, len(fmt.Sprint(files)), (first-1)/most+int64(r.first))
		}
		set = append(set, namedCase{name, r.purpose, func(w io.Writer) error {
			v := puzzleFiles{ctx: k.ctx, format: k.format, puzzles: puzzles.NewEncoder(k.format)}
			return v.write(s.part(first, n), n, first, w, nil)
		}})
	}
	return set
}

// bundledCases lists the bundled cases of a format, or writes them to files.
func bundledCases(c *cli.Context, v *puzzleFiles) error {
	set, err := caseSet(c.Context, v.format)
	if err != nil {
		return err
	}
	if v.directory == "" {
		var items []item
		for _, nc := range set {
			items = append(items, item{name: nc.name, summary: nc.purpose})
		}
		return list(c, items)
	}
	for _, nc := range set {
		if err := cmp.Or(v.ctx.Err(), v.writeNamed(nc)); err != nil {
			return fmt.Errorf("case %s: %w", nc.name, err)
		}
	}
	return nil
}

// writeNamed writes the file of a bundled case, and that of the answers.
func (v *puzzleFiles) writeNamed(nc namedCase) (err error) {
	var text bytes.Buffer
	if err := nc.write(&text); err != nil {
		return err
	}
	w, err := v.create(nc.name + ".in")
	if err != nil {
		return err
	}
	if _, err := w.Write(text.Bytes()); err != nil {
		w.Close()
		return err
	}
	if err := w.Close(); err != nil || v.answers == nil {
		return err
	}
	answers, err := v.create(nc.name + "." + v.ext)
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, answers.Close()) }()
	dec := puzzles.NewDecoder(&text, nc.name+".in", v.format)
	stats, err := v.answers.Run(v.ctx, dec, v.encoder, answers)
	if err == nil && stats.Failed() > 0 {
		err = errFailed
	}
	return err
}

// A kitchen is where recipes are followed for a format.
type kitchen struct {
	ctx       context.Context
	format    *formats.Format
	shape     puzzle.Shape        // of most puzzles
	base      *generate.Generator // of these; the others share what it has found out
	distances judge.Solver
}

// caseSeed is the seed of all bundled cases.
const caseSeed = 1

// spec returns what the format says of puzzles of a shape, solvable ones that are
// soon solved: where only a search finds a shortest path, walks make them.
func (k *kitchen) spec(shape puzzle.Shape) generate.Spec {
	s := newFormatSpec(k.format, caseSeed, []puzzle.Shape{shape})
	s.Unsolvable, s.Solver = 0, k.distances
	const easy = 30 // moves
	if most, ok := s.Bound(shape).Moves(); s.MostBound == 0 && k.searches() && !generate.Small(shape) {
		s.Way, s.Moves = generate.Walk, generate.Range{Least: 0, Most: easy}
		if ok {
			s.Moves.Most = min(easy, most)
		}
	}
	return s
}

// searches reports whether answers tell of shortest paths.
func (k *kitchen) searches() bool {
	return k.format.Rule == formats.Shortest || k.format.Rule == formats.Least
}

// generated returns n puzzles of a spec, or none if there are none.
func (k *kitchen) generated(n int64, s generate.Spec) (series, error) {
	g, err := k.base.With(s)
	if err != nil {
		return series{}, err
	}
	return series{n: n, at: g.Puzzle}, nil
}

// decodeAll returns the puzzles of a text.
func decodeAll(f *formats.Format, text, name string) (all []puzzle.Puzzle, err error) {
	dec := puzzles.NewDecoder(bytes.NewReader([]byte(text)), name, f)
	for {
		ps := make([]puzzle.Puzzle, 16)
		n, err := dec.Decode(ps)
		all = append(all, ps[:n]...)
		if err == io.EOF {
			return all, nil
		}
		if err != nil {
			return all, err
		}
	}
}

// encodeAll returns the text of puzzles.
func encodeAll(f *formats.Format, ps []puzzle.Puzzle) (string, error) {
	var text bytes.Buffer
	v := puzzleFiles{format: f, puzzles: puzzles.NewEncoder(f)}
	s := series{n: int64(len(ps)), at: func(i int64, p *puzzle.Puzzle) error {
		*p = ps[i-1]
		return nil
	}}
	err := v.write(s.part(1, s.n), s.n, 1, &text, nil)
	return text.String(), err
}
