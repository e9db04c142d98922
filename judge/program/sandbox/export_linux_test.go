package sandbox

import (
	"slices"
)

// The names of means that tests exclude or look for, and a limit that holds for the helper.
const (
	MeansUser      = meansUser
	MeansProcess   = meansProcess
	MeansOwner     = meansOwner
	MeansLandlock  = meansLandlock
	MeansSignals   = meansSignals
	MeansProc      = meansProc
	MeansNetwork   = meansNetwork
	MeansIPC       = meansIPC
	MeansNames     = meansNames
	MeansCgroup    = meansCgroup
	MeansMemory    = meansMemory
	MeansProcesses = meansProcesses
	MeansFilter    = meansFilter
	MeansLimits    = meansLimits
	KillTime       = killTime
)

// Without returns options that exclude some means. Without MeansCgroup there is no control
// group at all.
func Without(means ...string) Options {
	if slices.Contains(means, MeansCgroup) {
		means = append(means, meansMemory, meansProcesses)
	}
	return Options{without: means}
}

// Excludes reports whether options exclude a means.
func (o *Options) Excludes(means string) bool { return slices.Contains(o.without, means) }

// Groups lists the directories of a runner's control group.
func (r *Runner) Groups() (dirs []string) {
	for _, f := range r.groups.Files {
		dirs = append(dirs, f.Name())
	}
	return dirs
}

// AllMeans returns the names of all means.
func AllMeans() (names []string) {
	for _, m := range allMeans {
		names = append(names, m.Name)
	}
	return names
}
