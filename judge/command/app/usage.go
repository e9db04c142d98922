package app

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"

	"github.com/urfave/cli/v2"
)

// The messages of Go's package flag.
const (
	missingValue  = `^flag needs an argument: -+(.*)`
	undefinedFlag = `^flag provided but not defined: -+([^=]*)`
	invalidValue  = `^invalid (?:boolean )?value "(.*)" for (?:flag )?-([^:]*):`
	refusedValue  = `^invalid value "(?:[^"\\]|\\.)*" for flag -[^:]*: (?s:(--.*))`
	wholeNumber   = `^[-+]?[0-9]+$`
)

// usageError returns the error for a wrong flag. It is a cli.OnUsageErrorFunc: without one
// the library prints help among the answers.
func usageError(c *cli.Context, err error, _ bool) error { return wrongFlag(c.Command.Flags, err) }

// wrongFlag returns the error for a wrong flag, in our words instead of the library's.
func wrongFlag(flags []cli.Flag, err error) error {
	if m := regexp.MustCompile(refusedValue).FindStringSubmatch(err.Error()); m != nil {
		return errors.New(m[1])
	}
	if m := regexp.MustCompile(undefinedFlag).FindStringSubmatch(err.Error()); m != nil {
		return unknownFlag(dashed(m[1]), append(flagNames(flags), helpFlag))
	}
	if m := regexp.MustCompile(missingValue).FindStringSubmatch(err.Error()); m != nil {
		return fmt.Errorf("%s: a value is missing", dashed(m[1]))
	}
	m := regexp.MustCompile(invalidValue).FindStringSubmatch(err.Error())
	if m == nil {
		return err
	}
	for _, f := range flags {
		if slices.Contains(f.Names(), m[2]) {
			return fmt.Errorf("%s: found %s, expected %s", dashed(m[2]), quoted(m[1]),
				expected(f, m[1]))
		}
	}
	return err
}

// quoted returns a value as messages show it: in quotes, unless it is a number.
func quoted(value string) string {
	if isWhole(value) {
		return value
	}
	return fmt.Sprintf("%q", value)
}

// expected describes the values that a flag takes, for the error about a wrong value.
func expected(f cli.Flag, wrong string) string {
	switch f := f.(type) {
	case *quickFlag:
		return expected(f.flag, wrong)
	case *Choice:
		return expected(f.flag, wrong)
	case *cli.BoolFlag:
		return "true or false"
	case *cli.Float64Flag:
		return "a number"
	case *cli.Uint64Flag:
		return numberIn(wrong, 0, math.MaxUint64)
	case *cli.Int64Flag:
		return numberIn(wrong, math.MinInt64, math.MaxInt64)
	default:
		return numberIn(wrong, math.MinInt, math.MaxInt)
	}
}

// numberIn describes the numbers from minimum to maximum, for the error about a wrong value.
func numberIn(wrong string, minimum int64, maximum uint64) string {
	switch {
	case !isWhole(wrong):
		return "a whole number"
	case wrong[0] == '-':
		return fmt.Sprintf("at least %d", minimum)
	default:
		return fmt.Sprintf("at most %d", maximum)
	}
}

func isWhole(text string) bool { return regexp.MustCompile(wholeNumber).MatchString(text) }
