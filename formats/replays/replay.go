package replays

import (
	"bufio"
	"cmp"
	"io"
	"math"

	"tilejudge/formats"
	"tilejudge/formats/internal/window"
	"tilejudge/formats/pattern"
	"tilejudge/solver/puzzle"
)

// Replay reads games from in, which messages call name, and writes the answers to out. It holds one
// board in memory, and writes all answers that it knows before it waits for input. It returns an
// error of in or out, or a *formats.SyntaxError for the first game that is malformed.
func (f *Format) Replay(in io.Reader, name string, out io.Writer) error {
	w := bufio.NewWriterSize(out, 64<<10)
	r := newReplay(f, &flushing{in, w}, name, w)
	err := r.games()
	return cmp.Or(w.Flush(), r.Err(), err)
}

// flushing is a reader that flushes the output before each Read, which may wait.
type flushing struct {
	in  io.Reader
	out *bufio.Writer
}

// Read implements io.Reader.
func (r *flushing) Read(p []byte) (int, error) {
	if err := r.out.Flush(); err != nil {
		return 0, err
	}
	return r.in.Read(p)
}

// A replay is a call of Format.Replay.
type replay struct {
	*Format
	reader
	out     *bufio.Writer
	text    []byte // memory for a text
	head    []pattern.Piece
	wrong   []pattern.Piece
	win     []pattern.Piece
	moved   [256][]pattern.Piece // by moves
	letters [256]puzzle.Move     // the moves that letters stand for, or 0; none: moves are ByTile

	board   puzzle.Board
	blank   int  // its cell
	refused bool // the game has a move that the board does not allow
	won     int  // the tile that brought the board in order, which ends the game; 0: none has
}

func newReplay(f *Format, in io.Reader, name string, out *bufio.Writer) *replay {
	r := &replay{
		Format: f, out: out,
		reader: reader{Window: window.Window{In: in, Name: name, Wait: true}},
		head:   f.Head.Pieces(), wrong: f.Wrong.Pieces(),
		win: f.Won.Pieces(),
	}
	for _, m := range puzzle.UDLR {
		r.moved[m] = pattern.Pattern(f.Moved.Word(m)).Pieces()
		if f.Moves.Kind == formats.ByWord {
			r.letters[f.Moves.Word(m)[0]] = m
		}
	}
	return r
}

// games replays all games.
func (r *replay) games() error {
	r.SkipBOM()
	last := math.MaxInt
	if r.Count {
		var err error
		if last, err = r.number("the number of games", 0, maxNumber); err != nil {
			return err
		}
	}
	for n := 1; n <= last; n++ {
		if more, err := r.more(n); !more || err != nil {
			return err
		}
		if err := r.game(n); err != nil {
			return err
		}
	}
	return r.end("the end of the input, behind the last game")
}

// more reports whether the nth game comes. If none comes, it reads what ends the games.
func (r *replay) more(n int) (bool, error) {
	switch {
	case r.Stop == "" && !r.Count && n > 1:
		return r.skipSpace(), nil
	case r.Stop == "":
		return true, nil // the next game, or an error
	case !r.skipEmptyLines():
		return false, r.fault("a game or " + r.Stop + ", the end of the list")
	case !r.lineIs(r.Stop):
		return true, nil
	}
	r.SkipLine()
	return false, r.end("the end of the input, behind " + r.Stop)
}

// game replays one game, the nth.
func (r *replay) game(n int) error {
	if err := r.readBoard(); err != nil {
		return err
	}
	r.refused, r.won = false, 0
	if n > 1 {
		r.out.WriteString(r.Between)
	}
	r.writeNumber(r.head, n)
	for {
		more, err := r.move()
		if err != nil {
			return err
		}
		if !more {
			break
		}
	}
	if r.refused {
		r.out.WriteString(r.Refused)
		return nil
	}
	r.text = r.Board.Append(r.text[:0], r.board)
	r.out.Write(r.text) // Flush returns its error
	if r.won > 0 {
		r.writeNumber(r.win, r.won)
	} else {
		r.out.WriteString(r.Open)
	}
	return nil
}

// move makes the next move. It returns false if no move is left.
func (r *replay) move() (bool, error) {
	if r.Moves.Kind != formats.ByTile {
		return r.moveByLetter()
	}
	tile, err := r.number("a tile, or 0 behind the last move,", 0, maxNumber)
	if tile == 0 || err != nil {
		return false, err
	}
	if r.won > 0 {
		return true, nil
	}
	tiles, cols := r.board.Tiles, r.board.Cols
	for i, step := range [...]int{-cols, cols, -1, 1} { // to neighbors, or around the end of a row
		to := r.blank + step
		if 0 <= to && to < len(tiles) && int(tiles[to]) == tile && r.slide(puzzle.UDLR[i]) {
			if len(r.win) > 0 && inOrder(tiles) {
				r.won = tile
			}
			return true, nil
		}
	}
	r.refuse(tile)
	return true, nil
}

// inOrder reports whether the tiles are in order, and the blank is last.
func inOrder(tiles []puzzle.Tile) bool {
	for cell, t := range tiles {
		if int(t) != (cell+1)%len(tiles) {
			return false
		}
	}
	return true
}

// moveByLetter is move if moves are letters.
func (r *replay) moveByLetter() (bool, error) {
	if r.skipSpace() && r.Buf[r.Pos] == '0' {
		r.Pos++
		return false, nil
	}
	if r.Pos == len(r.Buf) || r.letters[r.Buf[r.Pos]] == 0 {
		return false, r.fault("one of " + r.Moves.Up + r.Moves.Down + r.Moves.Left +
			r.Moves.Right + ", or 0 behind the last move")
	}
	m := r.letters[r.Buf[r.Pos]]
	r.Pos++
	if !r.refused && !r.slide(m) {
		r.refuse(0)
	}
	return true, nil
}

// slide makes a move and writes that, if the board allows it.
func (r *replay) slide(m puzzle.Move) bool {
	from := r.blank
	to, ok := r.board.Slide(from, m)
	if !ok {
		return false
	}
	r.blank = to
	r.writeNumber(r.moved[m], int(r.board.Tiles[from]))
	return true
}

// refuse notes and writes that the board does not allow a move of a tile.
func (r *replay) refuse(tile int) {
	r.refused = r.Refused != ""
	r.writeNumber(r.wrong, tile)
}

// writeNumber writes the pieces of a pattern, whose fields all stand for the number n.
func (r *replay) writeNumber(ps []pattern.Piece, n int) {
	for _, p := range ps {
		if p.Field == pattern.Text {
			r.out.WriteString(p.Text)
		} else {
			writeInt(r.out, n)
		}
	}
}
