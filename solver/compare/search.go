package compare

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"tilejudge/solver"
	"tilejudge/solver/algorithms"
)

// Textbook lists the searches that textbooks compare.
const Textbook = "bfs,bibfs,astar/hamming,astar/manhattan,astar/linear-conflict," +
	"idastar/manhattan,idastar/linear-conflict"

// A Search is an algorithm with a heuristic and a weight. The algorithm counts its effort.
type Search struct {
	Algorithm string
	Heuristic string        // for solver.ParseHeuristic; "": the algorithm uses none
	Weight    solver.Weight // of the heuristic; zero: once
}

// String returns the search in the form that parseSearch reads.
func (s Search) String() string {
	name := s.Algorithm
	if s.Heuristic != "" {
		name += "/" + s.Heuristic
	}
	if s.weighted() {
		name += "/" + s.Weight.String()
	}
	return name
}

// weighted reports whether the search counts the heuristic more than once.
func (s Search) weighted() bool { return s.Weight > solver.Once }

// finds returns which paths the algorithm finds without a weight.
func (s Search) finds() algorithms.Quality {
	i := slices.IndexFunc(algorithms.All, func(a algorithms.Algorithm) bool {
		return a.Name == s.Algorithm
	})
	return algorithms.All[i].Finds
}

// exact reports whether all paths that the search finds are shortest ones.
func (s Search) exact() bool { return !s.weighted() && s.finds() != algorithms.AnyPath }

// configure sets the options for the search.
func (s Search) configure(o *solver.Options) (err error) {
	o.Heuristic, o.Patterns, o.Weight = 0, nil, s.Weight
	if s.Heuristic != "" {
		o.Heuristic, o.Patterns, err = solver.ParseHeuristic(s.Heuristic)
	}
	return err
}

// parseSearch reads ALGORITHM, ALGORITHM/HEURISTIC or ALGORITHM/HEURISTIC/WEIGHT. The
// default heuristic is solver.Manhattan. It returns an *UnknownError for an unknown name.
func parseSearch(text string) (Search, error) {
	words := strings.Split(text, "/")
	i := slices.IndexFunc(algorithms.All, func(a algorithms.Algorithm) bool {
		return a.Name == words[0]
	})
	if i < 0 {
		return Search{}, &UnknownError{"algorithm", words[0], algorithmNames()}
	}
	a := algorithms.All[i]
	switch {
	case !a.Effort && !a.Improves:
		return Search{}, fmt.Errorf("%s does not count its effort; these do: %s",
			a.Name, strings.Join(algorithmNames(), ", "))
	case len(words) > 1 && !a.Heuristic:
		return Search{}, fmt.Errorf("%s: %s uses no heuristic", text, a.Name)
	case len(words) > 3:
		return Search{}, fmt.Errorf("found %q, expected ALGORITHM/HEURISTIC/WEIGHT at most", text)
	}
	s := Search{Algorithm: a.Name}
	if a.Heuristic {
		s.Heuristic = solver.Manhattan.String()
	}
	if len(words) > 1 {
		s.Heuristic = words[1]
		if err := checkHeuristic(s.Heuristic); err != nil {
			return Search{}, err
		}
	}
	if len(words) > 2 {
		var err error
		if s.Weight, err = solver.ParseWeight(words[2]); err != nil {
			return Search{}, fmt.Errorf("%s: found weight %q, %w", text, words[2], err)
		}
	}
	if !s.weighted() {
		s.Weight = 0
	}
	return s, nil
}

// checkHeuristic returns an error if no heuristic has that name.
func checkHeuristic(name string) error {
	_, _, err := solver.ParseHeuristic(name)
	if errors.Is(err, solver.ErrUnknown) {
		return &UnknownError{"heuristic", name, solver.HeuristicNames()}
	}
	return err
}

// ParseSearches reads different searches, separated by commas.
func ParseSearches(list string) (all []Search, err error) {
	for text := range strings.SplitSeq(list, ",") {
		s, err := parseSearch(strings.TrimSpace(text))
		if err != nil {
			return nil, err
		}
		if slices.Contains(all, s) {
			return nil, fmt.Errorf("%v is listed twice", s)
		}
		all = append(all, s)
	}
	return all, nil
}

// SearchNames returns all searches that parseSearch reads, except those with weights or with
// pictures of patterns.
func SearchNames() (names []string) {
	for _, a := range algorithms.All {
		switch {
		case a.Effort && a.Heuristic:
			for _, h := range solver.HeuristicNames() {
				names = append(names, a.Name+"/"+h)
			}
		case a.Effort, a.Improves:
			names = append(names, a.Name)
		}
	}
	return names
}

// algorithmNames returns the algorithms that tell their effort.
func algorithmNames() (names []string) {
	for _, a := range algorithms.All {
		if a.Effort || a.Improves {
			names = append(names, a.Name)
		}
	}
	return names
}

// An UnknownError reports a name that is not among the known ones.
type UnknownError struct {
	Kind  string // such as "algorithm"
	Name  string
	Known []string
}

func (e *UnknownError) Error() string { return fmt.Sprintf("unknown %s %q", e.Kind, e.Name) }
