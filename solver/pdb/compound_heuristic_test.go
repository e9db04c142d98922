package pdb

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"tilejudge/solver/puzzle"
)

func newTestHeuristic(t *testing.T, c *Compound) *CompoundHeuristic {
	t.Helper()
	data := make([]byte, c.Bytes())
	if err := c.Build(context.Background(), data, nil); err != nil {
		t.Fatal(err)
	}
	h, err := NewCompoundHeuristic(c, data)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

var small = map[string]*Compound{
	"3x3":              MustCompound(".ab:aab:abb", ".aa:bbb:bbb"),
	"3x3, centre":      MustCompound("aab:a.b:abb"),
	"3x3, not on axis": MustCompound("a.b:aab:abb"),
	"2x4":              MustCompound(".abb:aabb"),
	"3x4":              MustCompound(".abb:aabb:cccd"),
	"4x4":              MustCompound(".abb:aabc:eedc:eddc"),
	"walls":            amongWalls(6, "###.", "#.##", "####"),
	"walls, symmetric": amongWalls(15, "####", "#.##", "####", "####"),
}

// amongWalls returns a compound for boards with walls.
func amongWalls(blank int, rows ...string) *Compound {
	at, _ := Canonical(puzzle.Picture(rows...), blank)
	return &Compound{GoalClass: at, Partitions: [][]Tiles{
		chunks(winding(at.Shape, at.Blank), 4, 4), chunks(winding(at.Shape, at.Blank), 2, 3),
	}}
}

// From every state of every pattern, the bits lead to the goal in as many moves as a
// plain search over all cells of the tiles and the blank finds.
func TestCompoundStates(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and one goroutine")
	}
	for name, c := range small {
		h := newTestHeuristic(t, c)
		for i := range h.Slots[:h.count] {
			s := &h.Slots[i]
			checked := 0
			for state, moves := range allStates(Pattern{c.Shape, c.Blank, s.pattern.list()}) {
				_, got := h.start(i, state.board(h, s), state.blank)
				if got != moves {
					t.Fatalf("%s: tiles %v at %v, blank at %d: %d moves, want %d",
						name, s.pattern.list(), state.cells, state.blank, got, moves)
				}
				checked++
			}
			if checked < c.Shape.Cells() {
				t.Errorf("%s: %d states", name, checked)
			}
		}
	}
}

// A tiled is the cells of a pattern's tiles and of the blank.
type tiled struct {
	cells [maxTiles]int8
	blank int
}

// board returns a board with the tiles of a slot in these cells and other tiles
// elsewhere.
func (s tiled) board(h *CompoundHeuristic, slot *Slot) []uint8 {
	at := make([]uint8, h.Shape.Cells())
	rest := slices.DeleteFunc(Tiles(1<<h.Shape.Cells()-1).list(), func(t int) bool {
		return slot.pattern>>t&1 != 0 || t == h.Blank
	})
	names := slot.pattern.list()
	for c := range at {
		i := slices.Index(s.cells[:len(names)], int8(c))
		switch {
		case c == s.blank:
			at[c] = uint8(h.Blank)
		case i >= 0:
			at[c] = uint8(names[i])
		default:
			at[c] = uint8(rest[0])
			rest = rest[1:]
		}
	}
	return at
}

// allStates returns the moves to the goal from all states, by 0-1 breadth-first search.
func allStates(p Pattern) map[tiled]int {
	k := len(p.Tiles)
	goal := tiled{blank: p.Blank}
	for i, t := range p.Tiles {
		goal.cells[i] = int8(t)
	}
	seen := make(map[tiled]int)
	for moves, layer := 0, []tiled{goal}; len(layer) > 0; moves++ {
		var next []tiled
		for len(layer) > 0 {
			s := layer[len(layer)-1]
			layer = layer[:len(layer)-1]
			if _, ok := seen[s]; ok {
				continue
			}
			seen[s] = moves
			for _, m := range puzzle.UDLR {
				to, ok := p.Shape.Step(s.blank, m)
				if !ok {
					continue
				}
				n := s
				n.blank = to
				if i := slices.Index(s.cells[:k], int8(to)); i >= 0 {
					n.cells[i] = int8(s.blank)
					next = append(next, n)
				} else {
					layer = append(layer, n)
				}
			}
		}
		layer = next
	}
	return seen
}

// On a walk from the goal the sums never exceed the moves made, and Move gives the same
// states as Start.
func TestCompoundWalk(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and one goroutine")
	}
	five := MustCompound(".abbb:aabbc:adccc:ddeef:deeff",
		".aabb:aabbc:ddccc:ddeef:eefff")
	for name, c := range map[string]*Compound{"5x5": five, "3x4": small["3x4"]} {
		h := newTestHeuristic(t, c)
		r := rand.New(rand.NewPCG(1, 2))
		at := make([]uint8, c.Shape.Cells())
		for i := range at {
			at[i] = uint8(i)
		}
		blank := c.Blank
		places, sums := h.Start(at, blank)
		for made := 1; made < 1500; made++ {
			d := r.IntN(4)
			to, ok := c.Shape.Step(blank, puzzle.UDLR[d])
			if !ok {
				continue
			}
			tile := at[to]
			at[blank], at[to] = tile, uint8(c.Blank)
			next, nextSums := h.Start(at, to)
			moved := places
			h.Move(&places, &moved, h.SlotsWith[tile], uint8(to*4+d), 1)
			if moved != next {
				t.Fatalf("%s: %x, want %x", name, moved, next)
			}
			for i := range sums {
				if d := nextSums[i] - sums[i]; d != 1 && d != -1 || nextSums[i] > made {
					t.Fatalf("%s: sum %d after %d moves, was %d", name, nextSums[i], made, sums[i])
				}
			}
			places, sums, blank = next, nextSums, to
		}
	}
}

// Malformed compounds and tables of another size are refused. Tables with wrong bits
// cause no panic and no endless search.
func TestCompoundRefuses(t *testing.T) {
	good := small["3x3"]
	for name, c := range map[string]*Compound{
		"no partition":   {GoalClass: good.GoalClass},
		"a tile missing": {good.GoalClass, [][]Tiles{{1 << 1, 1 << 2}}},
		"a tile twice":   {good.GoalClass, [][]Tiles{{0x1fe, 1 << 2}}},
		"the blank":      {good.GoalClass, [][]Tiles{{0x1ff}}},
		"eight tiles":    {good.GoalClass, [][]Tiles{{0x1fe}}},
		"nine columns":   MustCompound(".aaaabbbb"),
		"48 patterns":    MustCompound(".abcd:efghi:jklmn:opqrs:tuvwx"),
	} {
		if _, err := NewCompoundHeuristic(c, nil); err == nil {
			t.Errorf("NewCompoundHeuristic with %s gives no error", name)
		}
		if err := c.Build(context.Background(), nil, nil); err == nil {
			t.Errorf("Build with %s gives no error", name)
		}
	}
	data := make([]byte, good.Bytes())
	if _, err := NewCompoundHeuristic(good, data[1:]); err == nil {
		t.Error("NewCompoundHeuristic takes tables that are too short")
	}
	if err := good.Build(context.Background(), data[1:], nil); err == nil {
		t.Error("Build takes too little memory")
	}
	r := rand.New(rand.NewPCG(3, 4))
	for i := range data {
		data[i] = byte(r.Uint32())
	}
	h, err := NewCompoundHeuristic(good, data)
	if err != nil {
		t.Fatal(err)
	}
	h.Start([]uint8{8, 7, 6, 5, 4, 3, 2, 1, 0}, 8)
	ctx, cancel := context.WithCancel(context.Background())
	err = good.Build(ctx, make([]byte, len(data)), func(int64, int64) { cancel() })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("Build = %v, want Canceled", err)
	}
}

// Each spec can be looked up, and its tables are what a heuristic takes.
func TestSpecs(t *testing.T) {
	for i := range Specs {
		s := &Specs[i]
		if got := Lookup(s.Serves()); got != s {
			t.Errorf("%s: Lookup finds %v", s.Name, got)
		}
		if c, ok := s.Tables.(*Compound); ok && c.check() != nil {
			t.Errorf("%s: %v", s.Name, c.check())
		}
	}
}
