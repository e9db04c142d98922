// Package draw draws puzzles and the boards that moves make of them. A Scene is a puzzle with
// moves. A Reel turns a scene into frames, and writers draw the frames: Text for a terminal, SVG
// for a picture that moves, and Page for a web page with a player. Every page is a Document. A
// Viewer is the player for other documents. The package solves and judges nothing.
//
//	s := &draw.Scene{Title: "puzzle 1", Start: start, Goal: goal, Path: path}
//	text := draw.Text{Width: 80}.Append(nil, s)
//	err := draw.SVG(file, []*draw.Scene{s})
package draw

import (
	"iter"
	"slices"
	"strconv"

	"tilejudge/solver/puzzle"
)

// A Scene is a puzzle, and the moves that are made on it.
type Scene struct {
	Title   string // "puzzle 17"
	Note    string // the result of the moves: "19 moves", or why an answer is wrong
	Verdict string // such as "WA"; "": nothing was judged

	Start puzzle.Board
	Goal  *puzzle.Goal
	Path  puzzle.Path // a move that can't be made is marked, and ends the scene
	Ends  bool        // marks the tiles that are not at their goal when the path ends

	Label  func(puzzle.Tile) string // what a tile shows; nil: its number
	Word   func(puzzle.Move) string // what a move is called; nil: its letter
	Shades Shading
}

// Limits on the frames of a scene.
const (
	// MaxLabelled is the most rows and columns of a board whose tiles show their labels.
	// A larger board becomes blocks of several tiles.
	MaxLabelled = 32

	// MaxFrames is the most frames of a scene in a picture or on a page. If there are more
	// moves, the step from a frame to the next stands for several moves.
	MaxFrames = 1000

	maxBlocks = 64 // rows and columns of a board in blocks, in a picture or on a page
)

// Clone returns a copy that shares only the goal with s.
func (s *Scene) Clone() *Scene {
	c := *s
	c.Start, c.Path = s.Start.Clone(), slices.Clone(s.Path)
	return &c
}

// label returns what a tile shows.
func (s *Scene) label(t puzzle.Tile) string {
	if s.Label != nil {
		return s.Label(t)
	}
	return strconv.Itoa(int(t))
}

// word returns what a move is called.
func (s *Scene) word(m puzzle.Move) string {
	if s.Word != nil {
		return s.Word(m)
	}
	return m.String()
}

// Frames returns at most limit frames of a reel, evenly spread over its steps. The first
// and the last are always among them.
func (r *Reel) Frames(limit int) iter.Seq[*Frame] {
	return func(yield func(*Frame) bool) {
		last := r.Len() - 1
		count := min(last+1, max(limit, 2))
		for i := range count {
			step := 0
			if i > 0 {
				step = i * last / (count - 1)
			}
			if !yield(r.Frame(step)) {
				return
			}
		}
	}
}
