package declared

import "tilejudge/formats"

// A document is a declaration in TOML. It has the fields of formats.Format, in types that TOML has.
// The tags name the keys, which template.toml explains.
type document struct {
	Title  string `toml:"title,omitempty"`
	Judge  string `toml:"judge,omitempty"`
	Source string `toml:"source,omitempty"`
	Notes  string `toml:"notes,multiline,omitempty"`

	Boards boards `toml:"boards,omitempty"`
	Input  input  `toml:"input,omitempty"`
	Answer answer `toml:"answer,omitempty"`
}

// boards stands for Format.Shapes and Format.Goal.
type boards struct {
	Rows    int    `toml:"rows,omitempty"`
	Cols    int    `toml:"cols,omitempty"`
	MaxRows int    `toml:"max_rows,omitempty"`
	MaxCols int    `toml:"max_cols,omitempty"`
	Square  bool   `toml:"square,omitempty"`
	Odd     bool   `toml:"odd,omitempty"`
	Picture string `toml:"picture,multiline,omitempty"`
	Blanks  *int   `toml:"blanks,omitempty"`
	Goal    string `toml:"goal,multiline,omitempty"`
}

// input says how puzzles are written, and what the judge promises of them.
type input struct {
	Record  string `toml:"record,omitempty"`
	Count   bool   `toml:"count,omitempty"`
	Stop    string `toml:"stop,omitempty"`
	Header  string `toml:"header,omitempty"`
	Comment string `toml:"comment,omitempty"`

	MaxPuzzles int  `toml:"max_puzzles,omitempty"`
	MaxBound   int  `toml:"max_bound,omitempty"`
	Unsolved   bool `toml:"unsolved,omitempty"`
	OddSide    bool `toml:"odd_side,omitempty"`
	Undetected bool `toml:"undetected,omitempty"`
	FreeSpace  bool `toml:"free_space,omitempty"`

	JSON string `toml:"json,omitempty"`

	Board notation      `toml:"board,omitempty"`
	Also  []notation    `toml:"also,omitempty"`
	Files *files        `toml:"files,omitempty"`
	PDDL  *formats.PDDL `toml:"pddl,omitempty"`
}

// files stands for a formats.Style.
type files struct {
	Record string    `toml:"record,omitempty"`
	Board  *notation `toml:"board,omitempty"`
}

// A notation says how a formats.Notation differs from another one. Fields that do not differ are
// nil.
type notation struct {
	Glyphs      *string `toml:"glyphs"`
	Blank       *string `toml:"blank"`
	Wall        *string `toml:"wall"`
	Width       *int    `toml:"width"`
	Zeros       *bool   `toml:"zeros"`
	Cells       *bool   `toml:"cells"`
	Open        *string `toml:"open"`
	OpenRow     *string `toml:"open_row"`
	Between     *string `toml:"between"`
	CloseRow    *string `toml:"close_row"`
	BetweenRows *string `toml:"between_rows"`
	Close       *string `toml:"close"`
	ByColumn    *bool   `toml:"by_column"`
}

// answer stands for a formats.Answer, and says which answers are right.
type answer struct {
	Solved        string `toml:"solved,omitempty"`
	SolvedToo     string `toml:"solved_too,omitempty"`
	Unsolvable    string `toml:"unsolvable,omitempty"`
	UnsolvableToo string `toml:"unsolvable_too,omitempty"`
	TooLong       string `toml:"too_long,omitempty"`
	Between       string `toml:"between,omitempty"`

	Move    string `toml:"move,omitempty"`
	Up      string `toml:"up,omitempty"`
	Down    string `toml:"down,omitempty"`
	Left    string `toml:"left,omitempty"`
	Right   string `toml:"right,omitempty"`
	Open    string `toml:"open,omitempty"`
	Close   string `toml:"close,omitempty"`
	Cell    string `toml:"cell,omitempty"`
	Begin   string `toml:"move_begin,omitempty"`
	MoveEnd string `toml:"move_end,omitempty"`
	Spaced  bool   `toml:"spaced,omitempty"`
	Runs    bool   `toml:"runs,omitempty"`
	Figures bool   `toml:"figures,omitempty"`

	Rule     string         `toml:"rule,omitempty"`
	Order    string         `toml:"order,omitempty"`
	MaxMoves int            `toml:"max_moves,omitempty"`
	Score    string         `toml:"score,omitempty"`
	Limits   formats.Limits `toml:"limits,omitempty"`

	First   string    `toml:"first,omitempty"`
	Each    string    `toml:"each,omitempty"`
	Remarks bool      `toml:"remarks,omitempty"`
	Board   *notation `toml:"board,omitempty"`
}
