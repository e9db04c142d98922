// Package web does what a page in a browser asks for: it looks at puzzles, makes, solves, judges
// and converts them, and compares searches. Each task gives the bytes and the messages of the
// command of the same name, because both call the same packages. The package knows nothing of
// browsers: package wasm passes on requests from JavaScript, and package page has the page.
//
//	web.Do(ctx, &web.Request{Task: "solve", Format: "poj-1077", Input: text}, func(e *web.Event) {
//		fmt.Print(e.Output)
//	})
package web

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"tilejudge/formats"
	"tilejudge/formats/puzzles"
	"tilejudge/judge/view/draw"
)

// A Request asks for a task. Its texts are whole files.
type Request struct {
	Task   string // a name in tasks
	Format string // of Input and Answers; "": detected
	Input  string // puzzles
	Puzzle int64  // the number of the puzzle that is shown, from 1; 0: the first

	Search   string // solve: quick, shorter or optimal, "": quick; watch: one of trace.Algorithms
	To       string // solve and convert: the format to write; "": that of the input
	Answers  string // check and convert
	Require  string // check: the rule in place of the format's; "": the format's
	Searches string // compare: a list for compare.ParseSearches
	Cells    []int  // slide: for each cell, in row-major order, the cell from which its tile comes
	Rows     int    // make
	Cols     int    // make
	Seed     uint64 // make
}

// An Event is a piece of what a task does. Only some of its fields are set.
type Event struct {
	Output   string    `json:",omitempty"` // a piece of the command's output
	Message  *Message  `json:",omitempty"` // a message that the command writes to standard error
	Row      *draw.Row `json:",omitempty"` // the next row of the list; valid until send returns
	NoPath   bool      `json:",omitempty"` // the answer of Row has no moves, but show can find some
	Found    *Found    `json:",omitempty"` // of look
	Input    string    `json:",omitempty"` // puzzles that replace the input
	HTML     string    `json:",omitempty"` // the figures of compare
	Page     string    `json:",omitempty"` // a document for a frame, of watch
	Progress string    `json:",omitempty"` // how much is done so far
	Again    bool      `json:",omitempty"` // rows and output begin again
	Curve    *Point    `json:",omitempty"` // of the search for shorter paths
	Done     *Done     `json:",omitempty"` // the last event of a task
}

// A Message is about a request, or about a place in one of its texts.
type Message struct {
	Text      string
	File      string   `json:",omitempty"` // InputName or AnswersName; "": no place is known
	Line, Col int      `json:",omitempty"` // from 1; Col counts bytes, 0: the whole line
	Fits      []string `json:",omitempty"` // formats to choose from
}

// Done is the outcome of a task.
type Done struct {
	Failed  bool   // as exit code 1 of the command
	Summary string // in a line
}

// The names that messages have for the texts of a request.
const (
	InputName   = "input"
	AnswersName = "answers"
)

// tasks has the tasks by name.
var tasks = map[string]func(*job) error{
	"look": (*job).look, "show": (*job).show, "example": (*job).example, "make": (*job).make,
	"slide": (*job).slide, "solve": (*job).solve, "check": (*job).check,
	"convert": (*job).convert, "compare": (*job).compare,
	"watch": (*job).watch,
}

// Do does the task of a request. It calls send with each event, from one goroutine at a time; the
// last event has Done. If the task panics, an event says so.
func Do(ctx context.Context, r *Request, send func(*Event)) {
	j := &job{ctx: ctx, Request: r, send: send}
	defer func() {
		if p := recover(); p != nil {
			j.complain(fmt.Errorf("a fault of tilejudge: %v", p))
		}
		send(&Event{Done: &j.done})
	}()
	task := tasks[r.Task]
	if task == nil {
		j.complain(fmt.Errorf("unknown task %q", r.Task))
	} else if err := task(j); err != nil && err != errTold {
		j.complain(err)
	}
}

// A job is one call of Do.
type job struct {
	*Request
	ctx  context.Context
	send func(*Event)
	done Done

	rows  int       // sent so far
	drawn int       // cells and moves of the rows so far
	next  time.Time // when the next event of progress may be sent
}

// errTold ends a task that has sent a message about its fault.
var errTold = errors.New("the fault has been told")

// complain sends a message about an error. The task has then failed.
func (j *job) complain(err error) {
	m := &Message{Text: err.Error()}
	if syntax := (*formats.SyntaxError)(nil); errors.As(err, &syntax) {
		m.File, m.Line, m.Col = syntax.Name, syntax.Line, syntax.Col
	}
	if ambiguous := (*puzzles.AmbiguousError)(nil); errors.As(err, &ambiguous) {
		for _, f := range ambiguous.Fits {
			m.Fits = append(m.Fits, f.Name)
		}
	}
	j.done.Failed = true
	j.send(&Event{Message: m})
}

// format returns the format of the input: the one that the request names, or else the one that
// is detected. If to is not nil, the answers will be in the format to.
func (j *job) format(to *formats.Format) (*formats.Format, error) {
	if j.Format != "" {
		return formats.Lookup(j.Format)
	}
	f, _, err := puzzles.Detect(j.ctx, strings.NewReader(j.Request.Input), nil, to, false)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", InputName, err)
	}
	return f, nil
}

// formats returns the format of the input, and the one to write.
func (j *job) formats() (from, to *formats.Format, err error) {
	if j.To != "" {
		if to, err = formats.Lookup(j.To); err != nil {
			return nil, nil, err
		}
	}
	if from, err = j.format(to); err == nil && to == nil {
		to = from
	}
	return from, to, err
}

// input returns a reader of the puzzles.
func (j *job) input() io.Reader { return strings.NewReader(j.Request.Input) }

// An output sends the text that is written to it. It sends no part of a letter by itself.
type output struct {
	send func(*Event)
	held []byte // the beginning of a letter
}

func (o *output) Write(p []byte) (int, error) {
	o.held = append(o.held, p...)
	whole := len(o.held)
	last := max(whole-1, 0) // the beginning of the last letter
	for last > 0 && last > whole-utf8.UTFMax && !utf8.RuneStart(o.held[last]) {
		last--
	}
	if !utf8.FullRune(o.held[last:]) {
		whole = last
	}
	if whole > 0 {
		o.send(&Event{Output: string(o.held[:whole])})
		o.held = append(o.held[:0], o.held[whole:]...)
	}
	return len(p), nil
}

// Close sends the rest.
func (o *output) Close() error {
	if len(o.held) > 0 {
		o.send(&Event{Output: string(o.held)})
		o.held = nil
	}
	return nil
}
