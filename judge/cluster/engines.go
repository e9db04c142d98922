package cluster

import (
	"fmt"
	"strconv"
)

// An Engine starts the jobs of a batch on machines. All that the package knows of one is
// here: adding one takes an entry in Engines and a template.
type Engine struct {
	Name     string
	Title    string
	Variable string // in the environment of a job: the job's number; "": the script names it
	Base     int    // the number of the first job
	Cores    string // in the environment: how many cores a job has; "": the Go runtime knows
	Source   string // address of the manual that says so

	// MaxArray is how many jobs an array may have if the engine is configured as usual. Sparse says
	// that the numbers of these jobs may have gaps.
	MaxArray int
	Sparse   bool
	MaxList  int // bytes that the list of an array's parts may take

	Options bool // its command takes options
	// PartOptions are options for time, memory and cores, which the job that merges does not get.
	PartOptions []string
	Windows     bool // the job that merges can submit jobs for the parts that are left
	NoSlots     bool // the engine does not limit how many jobs run at once
	Containers  bool // its jobs run in containers, with a volume that has the batch
}

// Engines lists the engines. If the environment has the variables of several, the first one counts:
// GNU parallel may run within a job of another engine, but hardly any job runs within GNU parallel.
var Engines = []*Engine{
	{
		Name: "parallel", Title: "GNU parallel, on this machine or over ssh",
		Variable: "PARALLEL_SEQ", Base: 1, Options: true, MaxArray: MaxParts, Sparse: true,
		MaxList: 6000,
		Source:  "https://www.gnu.org/software/parallel/man.html",
	},
	{
		Name: "slurm", Title: "Slurm: a job array, and a job that merges",
		Variable: "SLURM_ARRAY_TASK_ID", Base: 1, Cores: "SLURM_CPUS_ON_NODE", Options: true,
		PartOptions: []string{
			"--time", "-t", "--mem", "--mem-per-cpu", "--cpus-per-task", "-c", "--exclusive",
		},
		Windows: true, MaxArray: 1000, Sparse: true, MaxList: 6000,
		Source: "https://slurm.schedmd.com/job_array.html",
	},
	{
		Name: "kubernetes", Title: "Kubernetes 1.31 or later: an Indexed Job, and one that merges",
		Variable: "JOB_COMPLETION_INDEX", Base: 0, Containers: true, MaxArray: MaxParts,
		MaxList: 100_000, // an argument may take 128 KiB
		Source:  "https://kubernetes.io/docs/concepts/workloads/controllers/job/",
	},
	{
		Name: "aws", Title: "AWS Batch: an array job, and a job that merges",
		Variable: "AWS_BATCH_JOB_ARRAY_INDEX", Base: 0, Options: true, Containers: true,
		NoSlots: true, MaxArray: 10_000,
		MaxList: 6000, // arguments and settings of a job may take 8192 bytes
		Source:  "https://docs.aws.amazon.com/batch/latest/userguide/array_jobs.html",
	},
	{
		Name: "pbs", Title: "OpenPBS and PBS Professional: a job array, and a job that merges",
		Variable: "PBS_ARRAY_INDEX", Base: 1, Cores: "NCPUS", Options: true,
		Windows: true, MaxArray: 10_000,
		MaxList: 6000,
		Source:  "https://github.com/openpbs/openpbs",
	},
	{
		Name: "sge", Title: "Grid Engine: an array job, and a job that merges",
		Variable: "SGE_TASK_ID", Base: 1, Cores: "NSLOTS", Options: true,
		Windows: true, MaxArray: 75_000,
		MaxList:     6000,
		PartOptions: []string{"-l", "-pe"},
		Source:      "https://gridscheduler.sourceforge.net/htmlman/htmlman1/qsub.html",
	},
	{
		Name: "lsf", Title: "IBM Spectrum LSF: a job array, and a job that merges",
		Variable: "LSB_JOBINDEX", Base: 1, Cores: "LSB_DJOB_NUMPROC", Options: true,
		Windows: true, MaxArray: 1000, MaxList: 6000, PartOptions: []string{"-W", "-M", "-n", "-R"},
		Source: "https://www.ibm.com/docs/en/spectrum-lsf/10.1.0?topic=administration-job-arrays",
	},
	{
		Name: "htcondor", Title: "HTCondor: a DAG of a job for each part, and one that merges",
		Options: true, NoSlots: true, MaxArray: 10_000, MaxList: 6000,
		Source: "https://htcondor.readthedocs.io/en/latest/automated-workflows/",
	},
	{
		Name: "google", Title: "Google Batch: jobs of many tasks, one after the other",
		Variable: "BATCH_TASK_INDEX", Base: 0, Options: true, Containers: true,
		MaxArray: 10_000, MaxList: 6000,
		Source: "https://cloud.google.com/batch/docs/reference/rest/v1/projects.locations.jobs",
	},
}

// LookupEngine returns the engine with a name.
func LookupEngine(name string) (*Engine, error) {
	for _, e := range Engines {
		if e.Name == name {
			return e, nil
		}
	}
	return nil, fmt.Errorf("unknown engine %q", name)
}

// EngineNames returns the names of Engines.
func EngineNames() (names []string) {
	for _, e := range Engines {
		names = append(names, e.Name)
	}
	return names
}

// A Job is a number that an engine gave to a job, counted from 1.
type Job struct {
	Engine *Engine
	Number int
}

// JobOf returns the job of this process, or nil if no engine has set its variable. If several have,
// it returns the job of the first in Engines; others are the engines that gave the job another
// number.
func JobOf(getenv func(string) string) (job *Job, others []*Engine, err error) {
	for _, e := range Engines {
		value := getenv(e.Variable)
		switch {
		case value == "", value == "undefined", // Grid Engine says so outside of arrays
			value == "0" && e.Name == "lsf": // as LSF does
			continue
		}
		n, err := strconv.Atoi(value)
		if err != nil || n < e.Base {
			return nil, nil, fmt.Errorf("%s: found %q, expected a number from %d",
				e.Variable, value, e.Base)
		}
		number := n - e.Base + 1
		switch {
		case job == nil:
			job = &Job{e, number}
		case job.Number != number:
			others = append(others, e)
		}
	}
	return job, others, nil
}

// CoresOf returns how many cores an engine gave to this job, or 0 if none says so.
func CoresOf(getenv func(string) string) int {
	for _, e := range Engines {
		if e.Cores == "" || getenv(e.Variable) == "" {
			continue
		}
		if n, err := strconv.Atoi(getenv(e.Cores)); err == nil && n > 0 {
			return n
		}
	}
	return 0
}
