package diff

import (
	"fmt"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/heuristics/moldable"
)

// A Measure is a value that is compared, besides times.
type Measure struct {
	Name   string // of the field in JSON
	Larger bool   // larger values are better
	Bound  bool   // a lower bound
}

// Measures returns the measures of a kind. The first one is the objective.
func (k Kind) Measures() []Measure {
	switch k {
	case Studies:
		return []Measure{{Name: "objective"}, {Name: "bound", Larger: true, Bound: true}}
	case Moldables:
		return []Measure{
			{Name: "minsum"}, {Name: "makespan"},
			{Name: "minsum_bounds", Larger: true, Bound: true},
			{Name: "makespan_bounds", Larger: true, Bound: true},
		}
	case Replays:
		return []Measure{
			{Name: "artww"}, {Name: "art"}, {Name: "sldwa"}, {Name: "sldww_60"},
			{Name: "loc"}, {Name: "makespan"}, {Name: "util", Larger: true},
		}
	}
	return nil
}

// A step is the part of a study's result that is compared.
type step struct {
	Format             string        `json:"format"`
	Trace              string        `json:"trace"`
	Index              int           `json:"index"`
	Now                int64         `json:"now"`
	Jobs               int64         `json:"jobs"`
	AccumulatedRunTime int64         `json:"accumulated_run_time"`
	Method             string        `json:"method"`
	TimeScale          int64         `json:"time_scale"`
	Status             optgap.Status `json:"status"`
	Scope              optgap.Scope  `json:"scope"`
	Objective          int64         `json:"objective"`
	ObjectiveName      string        `json:"objective_name"`
	Bound              int64         `json:"bound"`
	SolveSeconds       float64       `json:"solve_seconds"`
}

func (s *step) result() Result {
	return Result{
		Key:    Key{Trace: s.Trace, Index: s.Index, Method: s.Method, TimeScale: s.TimeScale},
		Status: s.Status, Scope: s.Scope, Values: []Number{positive(s.Objective), positive(s.Bound)}, Seconds: s.SolveSeconds,
		problem: problem{s.Now, s.Jobs, s.AccumulatedRunTime}, objective: s.ObjectiveName,
	}
}

// A moldableRun is the part of a moldable result that is compared.
type moldableRun struct {
	Format         string                       `json:"format"`
	Name           string                       `json:"name"`
	Algorithm      string                       `json:"algorithm"`
	Status         optgap.Status                `json:"status"`
	Minsum         int64                        `json:"minsum"`
	Makespan       int64                        `json:"makespan"`
	MinsumBounds   map[moldable.BoundName]int64 `json:"minsum_bounds"`
	MakespanBounds map[moldable.BoundName]int64 `json:"makespan_bounds"`
	SolveSeconds   float64                      `json:"solve_seconds"`
}

func (m *moldableRun) result() Result {
	return Result{
		Key:     Key{Problem: m.Name, Method: m.Algorithm},
		Status:  m.Status,
		Values:  []Number{positive(m.Minsum), positive(m.Makespan), largest(m.MinsumBounds), largest(m.MakespanBounds)},
		Seconds: m.SolveSeconds,
	}
}

func largest(bounds map[moldable.BoundName]int64) Number {
	most := int64(0)
	for _, b := range bounds {
		most = max(most, b)
	}
	return positive(most)
}

// A replayed is the part of a replay that is compared.
type replayed struct {
	Trace     string   `json:"trace"`
	Machine   int64    `json:"machine"`
	Name      string   `json:"name"`
	Scheduler string   `json:"scheduler"`
	Factor    float64  `json:"factor"`
	Estimates string   `json:"estimates"`
	Jobs      int64    `json:"jobs"`
	ARTwW     *float64 `json:"artww"`
	ART       *float64 `json:"art"`
	SLDwA     *float64 `json:"sldwa"`
	SLDwW60   *float64 `json:"sldww_60"`
	LOC       *float64 `json:"loc"`
	Makespan  *float64 `json:"makespan"`
	Util      *float64 `json:"util"`
}

// check returns an error for a line that is not a replay.
func (r *replayed) check() error {
	if r.Scheduler == "" {
		return &optgap.FieldError{Field: "scheduler", Found: "none", Expected: expectedKinds}
	}
	return nil
}

func (r *replayed) result() Result {
	setting := []string{format.Count(r.Machine, "processor")}
	if r.Factor != 1 && r.Factor != 0 {
		setting = append(setting, fmt.Sprintf("factor %g", r.Factor))
	}
	if r.Estimates != "" {
		setting = append(setting, r.Estimates+" estimates")
	}
	if r.Name != "" {
		setting = append(setting, r.Name)
	}
	out := Result{
		Key:     Key{Trace: r.Trace, Problem: strings.Join(setting, ", "), Method: r.Scheduler},
		problem: problem{Jobs: r.Jobs},
	}
	for _, v := range []*float64{r.ARTwW, r.ART, r.SLDwA, r.SLDwW60, r.LOC, r.Makespan, r.Util} {
		if v == nil {
			out.Values = append(out.Values, Number{})
		} else {
			out.Values = append(out.Values, decimal(*v))
		}
	}
	return out
}
