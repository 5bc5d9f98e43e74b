package record

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/heuristics/moldable"
)

// MoldableFormat names the version of a moldable instance's JSON form.
const MoldableFormat = "optgap-moldable/1"

// Moldable is the JSON form of a moldable instance, one per line. Times are integers in
// ticks.
type Moldable struct {
	Format  string        `json:"format"`
	Name    string        `json:"name,omitempty"` // of the instance; may be absent
	Machine int64         `json:"machine"`        // [processors] 1 to 1048576
	Tick    float64       `json:"tick"`           // [s] length of a tick
	Jobs    []MoldableJob `json:"jobs"`
}

// MoldableJob is a job of a moldable instance. It has either a vector of times or a time
// on one processor with a speed-up model:
//
//	{"id":1,"weight":3,"times":[9000000,4600000,3200000]}
//	{"id":2,"weight":1,"sequential":9000000,"amdahl":{"serial":0.05}}
//	{"id":3,"weight":1,"sequential":9000000,"downey":{"parallelism":32,"sigma":0.5}}
//
// A field that is absent is nil.
type MoldableJob struct {
	// number; weight of the end in the minsum, at least 1
	ID       int64  `json:"id"`
	Weight   int64  `json:"weight"`
	MinWidth *int64 `json:"min_width,omitempty"` // [processors] least that the job may use; absent: 1
	// [processors] with a model: the most it may use; absent: `machine`
	MaxWidth *int64 `json:"max_width,omitempty"`
	// [ticks] on `min_width`, `min_width` + 1, ... processors, up to the most that it may use
	Times []int64 `json:"times,omitempty"`
	// [ticks] in place of `times`: on one processor, with one of the two models
	Sequential *int64           `json:"sequential,omitempty"`
	Amdahl     *moldable.Amdahl `json:"amdahl,omitempty"`
	Downey     *moldable.Downey `json:"downey,omitempty"`
}

// LargestBound returns the largest of the bounds; 0: there is none.
func LargestBound(bounds map[moldable.BoundName]int64) int64 {
	return slices.Max(append(slices.Collect(maps.Values(bounds)), 0))
}

// MoldableOf returns the JSON form of an instance, with vectors.
func MoldableOf(in *moldable.Instance) Moldable {
	w := Moldable{Format: MoldableFormat, Name: in.Name, Machine: in.Machine, Tick: in.Tick}
	for _, j := range in.Jobs {
		job := MoldableJob{ID: j.ID, Weight: j.Weight, Times: j.Times}
		if j.Least() > 1 {
			job.MinWidth = new(j.Least())
		}
		w.Jobs = append(w.Jobs, job)
	}
	return w
}

// Instance checks all fields, computes the vectors of jobs with a speed-up model, and
// returns the instance. Errors are *optgap.FieldError values.
func (w *Moldable) Instance() (*moldable.Instance, error) {
	if err := field.CheckFormat(w.Format, MoldableFormat); err != nil {
		return nil, err
	}
	in := &moldable.Instance{Name: w.Name, Machine: w.Machine, Tick: w.Tick}
	if err := in.ValidateMachine(); err != nil {
		return nil, err
	}
	times := int64(0)
	for i := range w.Jobs {
		times += w.Jobs[i].times(w.Machine)
		if err := moldable.CheckTimes(i, times); err != nil {
			return nil, err
		}
		j, err := w.Jobs[i].job(w.Machine)
		if f, ok := err.(*optgap.FieldError); ok {
			f.Field = fmt.Sprintf("jobs[%d].%s", i, f.Field)
			return nil, f
		}
		in.Jobs = append(in.Jobs, j)
	}
	return in, in.Validate()
}

// times returns how many times the job is going to have.
func (w *MoldableJob) times(machine int64) int64 {
	if w.Amdahl == nil && w.Downey == nil {
		return int64(len(w.Times))
	}
	if w.MaxWidth != nil && *w.MaxWidth < machine {
		return max(*w.MaxWidth, 0)
	}
	return machine
}

// job returns the job with its vector. Validate of the instance checks the vector.
func (w *MoldableJob) job(machine int64) (moldable.Job, error) {
	j := moldable.Job{ID: w.ID, Weight: w.Weight, Times: w.Times}
	if w.MinWidth != nil {
		j.MinWidth = *w.MinWidth
		if j.MinWidth < 1 || j.MinWidth > machine {
			return j, bad(
				"min_width",
				j.MinWidth,
				fmt.Sprintf("1 to %d, the machine", machine),
			)
		}
	}
	speedup, err := w.speedup()
	if err != nil || speedup == nil {
		return j, err
	}
	if longest := math.MaxInt64 / 8 / machine; *w.Sequential < 1 || *w.Sequential > longest {
		return j, bad("sequential", *w.Sequential,
			fmt.Sprintf("1 to %d ticks, so that works stay within int64", longest))
	}
	most := machine
	if w.MaxWidth != nil {
		most = *w.MaxWidth
		if most < j.Least() || most > machine {
			return j, bad(
				"max_width",
				most,
				fmt.Sprintf("%d to %d, the machine", j.Least(), machine),
			)
		}
	}
	j.Times = moldable.Times(*w.Sequential, speedup, most)[j.Least()-1:]
	return j, nil
}

// speedup returns the speed-up model, or nil if the job has a vector. The error names a field
// that is missing or one too many.
func (w *MoldableJob) speedup() (func(n int64) float64, error) {
	var model func(n int64) float64
	var err error
	name := ""
	models := 0
	if w.Amdahl != nil {
		name, model, err, models = "amdahl", w.Amdahl.Speedup, w.Amdahl.Validate(), models+1
	}
	if w.Downey != nil {
		name, model, err, models = "downey", w.Downey.Speedup, w.Downey.Validate(), models+1
	}
	switch {
	case models > 1:
		return nil, bad("downey", "a second model", "one, as amdahl is given")
	case w.Times != nil && models > 0:
		return nil, bad(name, "a model", "none beside times")
	case w.Times != nil && w.Sequential != nil:
		return nil, bad(
			"sequential",
			*w.Sequential,
			"none beside times, which begin with it",
		)
	case models == 0 && w.Sequential != nil:
		return nil, bad("sequential", *w.Sequential, "amdahl or downey beside it")
	case models == 0 && w.MaxWidth != nil:
		return nil, bad(
			"max_width",
			*w.MaxWidth,
			"none without a model, as the vector ends there",
		)
	case models == 0 && w.Times == nil:
		return nil, bad("times", "no value", "an array, or sequential with amdahl or downey")
	case models == 1 && w.Sequential == nil:
		return nil, bad("sequential", "no value", "the time on one processor, beside "+name)
	}
	if f, ok := err.(*optgap.FieldError); ok {
		f.Field = name + "." + f.Field
	}
	return model, err
}

// ReadMoldable yields the instances of a file of JSON lines like [ReadSteps]. All fields are
// needed but name, and the fields of jobs that may be absent.
var ReadMoldable = reading(ParseMoldable)

// ParseMoldable returns the instance on a single line as ReadMoldable does.
var ParseMoldable = converting((*Moldable).Instance)

// MoldableResultFormat names the version of the JSON form of a moldable instance's result.
const MoldableResultFormat = "optgap-moldable-result/1"

// MoldableStart is one job's start and width.
type MoldableStart struct {
	ID    int64 `json:"id"`
	Start int64 `json:"start"` // [ticks] start of the job
	Width int64 `json:"width"` // [processors] of the job
}

// MoldableResult is the result of one algorithm for a moldable instance. A value that does
// not exist is absent. Minsum is in ticks times weight, the makespan in ticks.
type MoldableResult struct {
	Format string `json:"format"`
	Name   string `json:"name,omitempty"` // of the instance
	// `bicriteria`, `gang`, `sequential`, `list-shelf`, `list-lptf`, `list-saf`, `list-wspt`
	Algorithm string         `json:"algorithm"`
	Status    optgap.Status  `json:"status"`
	EndedBy   optgap.EndedBy `json:"ended_by,omitempty"`
	Error     string         `json:"error,omitempty"`

	// [ticks] sum of weight times end; latest end; absent without a schedule
	Minsum   int64           `json:"minsum,omitempty"`
	Makespan int64           `json:"makespan,omitempty"`
	Starts   []MoldableStart `json:"starts,omitempty"`

	// [ticks] lower bounds: `relaxed`
	MinsumBounds   map[moldable.BoundName]int64 `json:"minsum_bounds,omitempty"`
	MakespanBounds map[moldable.BoundName]int64 `json:"makespan_bounds,omitempty"` // [ticks] lower bounds: `dual`
	// [ticks] the relaxed program as Dutot et al. (2004) print it. It is no bound
	PrintedMinsum *float64 `json:"printed_minsum,omitempty"`
	// Certificates prove bounds on the minsum. Their ends are in ticks.
	Certificates map[moldable.BoundName]optgap.Certificate `json:"certificates,omitempty"`

	SolveSeconds  float64  `json:"solve_seconds,omitempty"`
	BoundsSeconds float64  `json:"bounds_seconds,omitempty"` // [s] wall time of the bounds on the minsum
	Seed          uint64   `json:"seed,omitempty"`
	Warnings      []string `json:"warnings,omitempty"`
}

// MinsumRatio returns the minsum over the largest bound on it; 0: there is no schedule, or no
// bound.
func (r *MoldableResult) MinsumRatio() float64 { return overLargest(r.Minsum, r.MinsumBounds) }

// MakespanRatio returns the same of the makespan.
func (r *MoldableResult) MakespanRatio() float64 { return overLargest(r.Makespan, r.MakespanBounds) }

func overLargest(value int64, bounds map[moldable.BoundName]int64) float64 {
	if best := LargestBound(bounds); best > 0 {
		return float64(value) / float64(best)
	}
	return 0
}

// MoldableStartsOf returns the starts of a schedule.
func MoldableStartsOf(in *moldable.Instance, s moldable.Schedule) (starts []MoldableStart) {
	for i, p := range s {
		starts = append(starts, MoldableStart{in.Jobs[i].ID, p.Start, p.Width})
	}
	return starts
}

// ReadMoldableResults yields the results of a file of JSON lines like [ReadResults].
var ReadMoldableResults = Reader((*MoldableResult).check)

// ParseMoldableResult returns the result on a single line as ReadMoldableResults does.
var ParseMoldableResult = valid((*MoldableResult).check)

func (r *MoldableResult) check() error {
	for _, name := range slices.Sorted(maps.Keys(r.MinsumBounds)) {
		if name != moldable.BoundRelaxed {
			return bad("minsum_bounds", string(name),
				string(moldable.BoundRelaxed)+" alone, as other bounds on it are gone: run the command again")
		}
	}
	return field.CheckFormat(r.Format, MoldableResultFormat)
}
