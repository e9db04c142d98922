package submission

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"tilejudge/judge"
)

// A Rule says how a time limit follows from the times of programs, as problem packages of 2025 do.
// A program's time is that of its slowest case. The limit is the least multiple of Resolution that
// is at least FromAccepted times the time of the slowest program that must not exceed it. The
// fastest program that must exceed it should take at least ToExceeded times the limit.
type Rule struct {
	FromAccepted float64 // ac_to_time_limit
	ToExceeded   float64 // time_limit_to_tle
	Resolution   time.Duration
}

// mustEnd reports whether the program must not exceed the time limit. A program that failed in
// another way than expected does not count: its times mean nothing.
func (t *Outcome) mustEnd() bool {
	if t.Expect == nil {
		return t.passed()
	}
	return !slices.Contains(t.Expect.Permitted, judge.TLE) && !t.Expect.only(judge.CE) &&
		(t.Problem() == "" || t.Tally[judge.TLE] > 0)
}

func (t *Outcome) passed() bool { return t.Tally.Worst() == judge.AC }

// mustExceed reports whether the program must exceed the time limit.
func (t *Outcome) mustExceed() bool {
	if t.Expect != nil {
		return t.Expect.only(judge.TLE)
	}
	return t.Tally[judge.TLE] > 0
}

// A Suggestion is a time limit with the reasons for it.
type Suggestion struct {
	Limit    time.Duration
	Why      string
	Warnings []string
}

// Suggest returns the limit that a setter would choose. It returns an error if no program must stay
// within the limit.
func (r Rule) Suggest(programs []Outcome) (*Suggestion, error) {
	var slowest, fastest *Outcome
	for i := range programs {
		switch t := &programs[i]; {
		case t.mustEnd() && (slowest == nil || t.Slowest > slowest.Slowest):
			slowest = t
		case !t.mustEnd() && t.mustExceed() && (fastest == nil || t.Slowest < fastest.Slowest):
			fastest = t
		}
	}
	if slowest == nil {
		return nil, errors.New("found no program that is accepted, expected one")
	}
	steps := math.Ceil(r.FromAccepted*slowest.Slowest.Seconds()/r.Resolution.Seconds() - 1e-9)
	s := &Suggestion{Limit: time.Duration(max(steps, 1)) * r.Resolution}
	s.Why = fmt.Sprintf("the slowest program that must not exceed it, %s, took %s on %s; times %g,"+
		" rounded up to a multiple of %s", slowest.Name, seconds(slowest.Slowest), slowest.Case,
		r.FromAccepted, seconds(r.Resolution))
	if slowest.Tally[judge.TLE] > 0 {
		s.warn("%s must not exceed the limit, but was ended after %s of processor time: run it with"+
			" larger limits of time", slowest.Name, seconds(slowest.Slowest))
	}
	s.check(r, fastest)
	for i := range programs {
		s.wrong(&programs[i])
	}
	return s, nil
}

func (s *Suggestion) warn(format string, args ...any) {
	s.Warnings = append(s.Warnings, fmt.Sprintf(format, args...))
}

// check warns if the fastest program that must exceed the limit is too close to it.
func (s *Suggestion) check(r Rule, fastest *Outcome) {
	if fastest == nil {
		s.Why += "; no program must exceed it"
		return
	}
	margin := time.Duration(float64(s.Limit) * r.ToExceeded)
	ended := fastest.Tally[judge.TLE] > 0 // its true time is longer
	switch {
	case ended && fastest.Slowest < margin:
		s.warn("%s was ended after %s of processor time: run it with larger limits of time to know"+
			" whether it takes %s, which is %g times the limit", fastest.Name,
			seconds(fastest.Slowest), seconds(margin), r.ToExceeded)
	case !ended && fastest.Slowest <= s.Limit:
		s.warn("%s must exceed the limit, but took only %s on its slowest case, %s", fastest.Name,
			seconds(fastest.Slowest), fastest.Case)
	case !ended && fastest.Slowest < margin:
		s.warn("%s must exceed the limit by the factor %g, which is %s, but took only %s",
			fastest.Name, r.ToExceeded, seconds(margin), seconds(fastest.Slowest))
	default:
		s.Why += fmt.Sprintf("; %s exceeds it by more than the factor %g", fastest.Name,
			r.ToExceeded)
	}
}

// wrong warns of a program that must fail, but passes at the limit.
func (s *Suggestion) wrong(t *Outcome) {
	if t.Expect != nil && len(t.Expect.Required) > 0 && !t.mustExceed() && t.passed() &&
		t.Slowest <= s.Limit {
		s.warn("%s must fail (%s), but passes all cases at this limit", t.Name, t.Expect.Name)
	}
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.4g s", d.Seconds()) }
