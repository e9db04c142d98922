package sandbox

import "slices"

// The names of means that tests exclude or look for.
const (
	MeansUser     = meansUser
	MeansProcess  = meansProcess
	MeansOwner    = meansOwner
	MeansLandlock = meansLandlock
	MeansSignals  = meansSignals
	MeansProc     = meansProc
	MeansNetwork  = meansNetwork
	MeansIPC      = meansIPC
	MeansCgroup   = meansCgroup
	MeansMemory   = meansMemory
	MeansFilter   = meansFilter
)

// Without returns options that exclude some means.
func Without(means ...string) Options { return Options{without: means} }

// Excludes reports whether options exclude a means.
func (o *Options) Excludes(means string) bool { return slices.Contains(o.without, means) }
