package cluster

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"unsafe"

	"tilejudge/judge"
	"tilejudge/judge/checker"
	"tilejudge/judge/pipeline"
	"tilejudge/solver/puzzle"
)

// Check judges the answers of the part that have no record yet. The record of an answer is its
// judge.Finding. Records of accepted answers leave out what was judged, since reports draw failures
// only.
func (a *Attempt) Check(ctx context.Context, k *checker.Checker) error {
	if a.complete() {
		return nil
	}
	src, err := a.source(ctx, k.Format)
	if err != nil {
		return err
	}
	defer src.Close()
	src.puzzles.TellLines()
	var failed error
	check := checker.Check{
		Rules: k.Rules, Workers: k.Workers, Before: a.preceding() + a.records, Puzzles: src.puzzles,
		More: !a.last(),
		Each: func(f *judge.Finding) {
			record := *f
			if f.Verdict == judge.AC {
				record.Puzzle, record.Answer = nil, puzzle.Solution{}
			}
			line, err := a.record(record)
			if err == nil && failed == nil {
				_, err = a.Write(line)
			}
			if err != nil && failed == nil {
				failed = err
			}
		},
	}
	for _, d := range src.answers {
		d.Keep(k.Keep)
	}
	if check.Answers = src.answers[0]; len(src.answers) > 1 {
		check.Expected = src.answers[1]
	}
	if _, err := check.Run(ctx); err != nil {
		return err
	}
	return failed
}

// Findings calls each with every finding, in order, and counts the verdicts. The memory of a
// finding is used again once each returns.
func (r *Records) Findings(each func(*judge.Finding)) (judge.Tally, error) {
	s := &findings{Records: r, each: each}
	err := pipeline.Run(r.ctx, s, pipeline.Options{
		Workers: runtime.GOMAXPROCS(0), Window: 1 << 16,
	})
	return s.tally, err
}

// A findings is a pipeline.Stage that decodes the records of Attempt.Check.
type findings struct {
	*Records
	each  func(*judge.Finding)
	tally judge.Tally
}

// A findingChunk is some findings, and the error that follows them.
type findingChunk struct {
	all []judge.Finding
	len int // of their text, in bytes
	err error
}

// Claim implements pipeline.Stage: records are read in order.
func (s *findings) Claim(*findingChunk, int) int { return 0 }

// Parse implements pipeline.Stage.
func (s *findings) Parse(*[]byte, *findingChunk) {}

// Settle implements pipeline.Stage.
func (s *findings) Settle(text *[]byte, c *findingChunk, n int) (items int, more bool) {
	*text, c.err = s.Append((*text)[:0], n)
	return bytes.Count(*text, []byte{'\n'}), c.err == nil
}

// Work implements pipeline.Stage.
func (s *findings) Work(_ context.Context, text *[]byte, c *findingChunk, _ *pipeline.Early) {
	c.all, c.len = c.all[:0], len(*text)
	for line := range bytes.Lines(*text) {
		var f judge.Finding
		err := json.Unmarshal(line, &entry{Record: &f})
		if err == nil && int(f.Verdict) >= len(s.tally) {
			err = fmt.Errorf("found verdict %d, expected one below %d", f.Verdict, len(s.tally))
		}
		if err != nil {
			c.err = err
			return
		}
		c.all = append(c.all, f)
	}
}

// Deliver implements pipeline.Stage.
func (s *findings) Deliver(c *findingChunk, _ bool) error {
	for i := range c.all {
		s.tally[c.all[i].Verdict]++
		s.each(&c.all[i])
	}
	if c.err == io.EOF {
		return nil
	}
	return c.err
}

// Size implements pipeline.Stage. What a finding holds is about as long as its text.
func (s *findings) Size(c *findingChunk) (results, memory int) {
	return c.len, c.len + cap(c.all)*int(unsafe.Sizeof(judge.Finding{}))
}
