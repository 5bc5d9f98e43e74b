package moldable

import (
	"math"
	"slices"
	"sort"
)

// Instance is a set of moldable jobs for a machine.
type Instance struct {
	Name    string
	Machine int64   // processors
	Tick    float64 // seconds per unit of time
	Jobs    []Job
}

// Job is a moldable job.
type Job struct {
	ID     int64
	Weight int64 // at least 1
	// Times[k] is the time on Least()+k processors, in ticks. The job may not use more
	// processors than those of the last time. A rigid job has one time only.
	Times []int64
	// MinWidth is the least number of processors that the job may use; 0 is 1.
	MinWidth int64
}

// Allotment is a number of processors for a job, and the job's time on them in ticks.
type Allotment struct {
	Width, Time int64
}

// Work returns width times time.
func (a Allotment) Work() int64 { return a.Width * a.Time }

// Least returns the least number of processors that the job may use.
func (j Job) Least() int64 { return max(j.MinWidth, 1) }

// Allotments returns the allotments that are worth using: those that take less time
// than every allotment with fewer processors. Widths rise and times fall.
func (j Job) Allotments() []Allotment {
	found := make([]Allotment, 0, len(j.Times))
	for k, t := range j.Times {
		if k == 0 || t < found[len(found)-1].Time {
			found = append(found, Allotment{j.Least() + int64(k), t})
		}
	}
	return found
}

// job is a job with its useful allotments, for the algorithms.
type job struct {
	weight  int64
	options []option // those of Job.Allotments: widths rise, times fall
}

// option is an allotment of a job.
type option struct {
	Allotment
	least int64 // work of this option and those of more processors
}

// prepare returns the jobs of the instance.
func prepare(in *Instance) []job {
	jobs := make([]job, len(in.Jobs))
	for i, j := range in.Jobs {
		allotments := j.Allotments()
		options := make([]option, len(allotments))
		least := int64(math.MaxInt64)
		for k, a := range slices.Backward(allotments) {
			least = min(least, a.Work())
			options[k] = option{a, least}
		}
		jobs[i] = job{j.Weight, options}
	}
	return jobs
}

// fits returns the option with the fewest processors that takes at most the time, and false where
// there is none.
func (j *job) fits(time int64) (o option, ok bool) {
	k := sort.Search(len(j.options), func(k int) bool { return j.options[k].Time <= time })
	if k == len(j.options) {
		return o, false
	}
	return j.options[k], true
}

// upTo returns the last option with at most the width, and false where there is none.
func (j *job) upTo(width int64) (o option, ok bool) {
	k := sort.Search(len(j.options), func(k int) bool { return j.options[k].Width > width })
	if k == 0 {
		return o, false
	}
	return j.options[k-1], true
}

// fastest returns the allotment with the least time.
func (j *job) fastest() Allotment { return j.options[len(j.options)-1].Allotment }
