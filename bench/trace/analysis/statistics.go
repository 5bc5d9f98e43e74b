package analysis

import (
	"slices"
	"strings"
)

// A Unit is the unit of a statistic.
type Unit int

// The units.
const (
	Count Unit = iota // number of jobs, users or sessions
	Processors
	Seconds
	Share   // from 0 to 1
	Hour    // of the day, from 0
	Weekday // from 1, Monday, or the day of second 0: see Cycle.Clock
	Number
)

// A Statistic is one number of an analysis.
type Statistic struct {
	Key   string // path in JSON, where it is there, with _ between the names
	Group string // subject, such as "run time"
	Name  string // name within the group, such as "mean"
	Unit  Unit
	Brief bool // one of the most important statistics

	value func(a *Analysis) *float64
}

// Value returns the statistic of an analysis. ok is false where it does not exist.
func (s Statistic) Value(a *Analysis) (v float64, ok bool) {
	p := s.value(a)
	if p == nil {
		return 0, false
	}
	return *p, true
}

// Values returns all existing statistics of the analysis by their keys.
func (a *Analysis) Values() map[string]float64 {
	values := map[string]float64{}
	for _, s := range Statistics() {
		if v, ok := s.Value(a); ok {
			values[s.Key] = v
		}
	}
	return values
}

// Statistics returns all statistics in the order of tables. First come those of Table 2 of
// Streit (2002).
func Statistics() []Statistic {
	return slices.Concat(tableTwo(), machineUse(), widthShares(), cycleStatistics(), userStatistics(), lineCounts())
}

// brief returns an important statistic, extra another one.
func brief(key, group, name string, unit Unit, value func(*Analysis) *float64) Statistic {
	return Statistic{key, group, name, unit, true, value}
}

func extra(key, group, name string, unit Unit, value func(*Analysis) *float64) Statistic {
	return Statistic{key, group, name, unit, false, value}
}

// whole returns a count as a value.
func whole(count func(*Analysis) int64) func(*Analysis) *float64 {
	return func(a *Analysis) *float64 { return exact(count(a)) }
}

func exact(n int64) *float64 { v := float64(n); return &v }

// parts holds the statistics of a quantity.
var parts = []struct {
	key, name string
	of        func(*Quantity) float64
}{
	{"mean", "mean", func(q *Quantity) float64 { return q.Mean }},
	{"min", "min", func(q *Quantity) float64 { return q.Min }},
	{"p10", "10 % up to", func(q *Quantity) float64 { return q.P10 }},
	{"p25", "25 % up to", func(q *Quantity) float64 { return q.P25 }},
	{"p50", "median", func(q *Quantity) float64 { return q.P50 }},
	{"p75", "75 % up to", func(q *Quantity) float64 { return q.P75 }},
	{"p90", "90 % up to", func(q *Quantity) float64 { return q.P90 }},
	{"p99", "99 % up to", func(q *Quantity) float64 { return q.P99 }},
	{"max", "max", func(q *Quantity) float64 { return q.Max }},
	{"sd", "standard deviation", func(q *Quantity) float64 { return q.SD }},
}

// quantity returns the statistics of a quantity. most holds the keys of the important ones,
// with blanks in between.
func quantity(key, group string, unit Unit, of func(*Analysis) *Quantity, most string) []Statistic {
	all := []Statistic{extra(key+"_count", group, "count", Count, func(a *Analysis) *float64 {
		if q := of(a); q != nil {
			return exact(q.Count)
		}
		return exact(0)
	})}
	for _, p := range parts {
		value := func(a *Analysis) *float64 {
			q := of(a)
			if q == nil {
				return nil
			}
			v := p.of(q)
			return &v
		}
		says := slices.Contains(strings.Fields(most), p.key)
		all = append(all, Statistic{key + "_" + p.key, group, p.name, unit, says, value})
	}
	return all
}

func tableTwo() []Statistic {
	const usual = "mean min p50 max"
	past, zero := "actual > estimated", "interarrival times of 0 s"
	between := func(value func(*Interarrival) *float64) func(*Analysis) *float64 {
		return func(a *Analysis) *float64 {
			if a.Interarrival == nil {
				return nil
			}
			return value(a.Interarrival)
		}
	}
	likelihood := func(key, name string, unit Unit, value func(*Interarrival) *float64) Statistic {
		return brief("interarrival_"+key, "Weibull, likelihood", name, unit, between(value))
	}
	moments := func(key, name string, unit Unit, value func(*Interarrival) *float64) Statistic {
		return brief("interarrival_moments_"+key, "Weibull, moments", name, unit, between(value))
	}
	return slices.Concat(
		[]Statistic{
			brief("jobs", "jobs", "", Count, whole(func(a *Analysis) int64 { return a.Jobs })),
			brief("machine", "machine", "", Processors, func(a *Analysis) *float64 {
				if a.Machine == 0 {
					return nil
				}
				return exact(a.Machine)
			}),
		},
		quantity("width", "width", Processors, func(a *Analysis) *Quantity { return a.Width }, usual),
		quantity("estimate", "estimated run time [s]", Seconds, func(a *Analysis) *Quantity { return a.Estimate }, usual),
		quantity("run_time", "actual run time [s]", Seconds, func(a *Analysis) *Quantity { return a.RunTime }, usual),
		[]Statistic{
			brief("past_estimate", past, "jobs", Count, func(a *Analysis) *float64 {
				if a.PastEstimate == nil {
					return nil
				}
				return exact(*a.PastEstimate)
			}),
			brief("past_estimate_share", past, "share", Share, func(a *Analysis) *float64 { return a.PastEstimateShare }),
		},
		quantity("interarrival", "interarrival time [s]", Seconds, func(a *Analysis) *Quantity {
			if a.Interarrival == nil {
				return nil
			}
			return &a.Interarrival.Quantity
		}, usual),
		[]Statistic{
			brief("zero_interarrival_share", zero, "share", Share,
				func(a *Analysis) *float64 { return a.ZeroInterarrivalShare }),
			likelihood("weibull_shape", "α, shape", Number, func(i *Interarrival) *float64 { return i.WeibullShape }),
			likelihood("weibull_scale", "β, scale [s]", Seconds, func(i *Interarrival) *float64 { return i.WeibullScale }),
			likelihood("log_likelihood", "log-likelihood", Number, func(i *Interarrival) *float64 { return i.LogLikelihood }),
			moments("shape", "α, shape", Number, func(i *Interarrival) *float64 { return i.MomentsShape }),
			moments("scale", "β, scale [s]", Seconds, func(i *Interarrival) *float64 { return i.MomentsScale }),
			moments("log_likelihood", "log-likelihood", Number,
				func(i *Interarrival) *float64 { return i.MomentsLogLikelihood }),
		},
	)
}

func machineUse() []Statistic {
	return slices.Concat(
		[]Statistic{
			brief("span", "submissions [s]", "first to last", Seconds, func(a *Analysis) *float64 { return &a.Span }),
			brief("load", "load", "", Share, func(a *Analysis) *float64 { return a.Load }),
			brief("utilisation", "utilisation", "", Share, func(a *Analysis) *float64 { return a.Utilisation }),
		},
		quantity("wait", "wait [s]", Seconds, func(a *Analysis) *Quantity { return a.Wait }, "mean p50 max"),
		quantity("allocated", "allocated processors", Processors, func(a *Analysis) *Quantity { return a.Allocated }, ""),
	)
}

func widthShares() []Statistic {
	const group = "widths"
	return []Statistic{
		brief("serial_share", group, "1", Share, func(a *Analysis) *float64 { return a.SerialShare }),
		brief("power_of_two_share", group, "powers of two", Share, func(a *Analysis) *float64 { return a.PowerOfTwoShare }),
		brief("square_share", group, "squares", Share, func(a *Analysis) *float64 { return a.SquareShare }),
		brief("multiple_of_ten_share", group, "multiples of ten", Share,
			func(a *Analysis) *float64 { return a.MultipleOfTenShare }),
	}
}

func userStatistics() []Statistic {
	user := func(value func(*Users) *float64) func(*Analysis) *float64 {
		return func(a *Analysis) *float64 {
			if a.Users == nil {
				return nil
			}
			return value(a.Users)
		}
	}
	session := func(value func(*Sessions) *float64) func(*Analysis) *float64 {
		return func(a *Analysis) *float64 {
			if a.Sessions == nil {
				return nil
			}
			return value(a.Sessions)
		}
	}
	within := func(of func(*Sessions) *Quantity) func(*Analysis) *Quantity {
		return func(a *Analysis) *Quantity {
			if a.Sessions == nil {
				return nil
			}
			return of(a.Sessions)
		}
	}
	return slices.Concat(
		[]Statistic{
			brief("users_count", "users", "", Count, user(func(u *Users) *float64 { return exact(u.Count) })),
			extra("users_jobs", "users", "jobs", Count, user(func(u *Users) *float64 { return exact(u.Jobs) })),
			brief("users_largest_share", "users", "jobs of the busiest", Share,
				user(func(u *Users) *float64 { return &u.LargestShare })),
			brief("sessions_count", "sessions", "", Count, session(func(s *Sessions) *float64 { return exact(s.Count) })),
			extra("sessions_gap", "sessions", "end after [s]", Seconds, session(func(s *Sessions) *float64 { return &s.Gap })),
		},
		quantity("sessions_jobs", "jobs in a session", Count,
			within(func(s *Sessions) *Quantity { return &s.Jobs }), "mean p50 max"),
		quantity("sessions_length", "length of a session [s]", Seconds,
			within(func(s *Sessions) *Quantity { return &s.Length }), "mean p50"),
	)
}

func lineCounts() []Statistic {
	return []Statistic{
		brief("completed", "status", "completed", Count, whole(func(a *Analysis) int64 { return a.Completed })),
		brief("failed", "status", "failed", Count, whole(func(a *Analysis) int64 { return a.Failed })),
		brief("cancelled", "status", "cancelled", Count, whole(func(a *Analysis) int64 { return a.Cancelled })),
		extra("partial_executions", "lines", "partial executions", Count,
			whole(func(a *Analysis) int64 { return a.PartialExecutions })),
		extra("malformed", "lines", "malformed", Count, whole(func(a *Analysis) int64 { return a.Malformed })),
		extra("unsorted", "lines", "out of order", Count, whole(func(a *Analysis) int64 { return a.Unsorted })),
	}
}
