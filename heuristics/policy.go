package heuristics

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"

	"github.com/optgap/optgap"
)

// Policy is an order of waiting jobs: by increasing Key, ties by submission,
// then by id.
type Policy struct {
	Name  string
	About string // the order in a few words
	Key   func(optgap.Job) int64
	// Score takes the place of Key where the order changes while jobs wait, or depends on the
	// second of the trace: jobs are ordered by increasing score. now and the submission are seconds
	// of the trace.
	Score func(j optgap.Job, now int64) float64
}

// At returns the key of a job at a moment. now and the submission are seconds of the trace.
func (p Policy) At(j optgap.Job, now int64) int64 {
	if p.Score == nil {
		return p.Key(j)
	}
	return ascending(p.Score(j, now))
}

// ascending returns an integer with the order of the number. A number that does not exist comes
// last.
func ascending(v float64) int64 {
	if math.IsNaN(v) {
		return math.MaxInt64
	}
	bits := int64(math.Float64bits(v + 0)) // -0 is 0
	return bits ^ int64(uint64(bits>>63)>>1)
}

// The policies of dynP (Streit 2002, section 1).
var (
	FCFS = Policy{
		Name:  "FCFS",
		About: "first come first served",
		Key:   func(j optgap.Job) int64 { return j.Submit },
	}
	SJF = Policy{
		Name:  "SJF",
		About: "shortest estimate first",
		Key:   func(j optgap.Job) int64 { return j.Estimate },
	}
	LJF = Policy{
		Name:  "LJF",
		About: "longest estimate first",
		Key:   func(j optgap.Job) int64 { return -j.Estimate },
	}
)

// Orders by width. Aida (2000) calls them SJF and LJF, smallest and largest job
// first.
var (
	NJF = Policy{
		Name:  "NJF",
		About: "smallest width first",
		Key:   func(j optgap.Job) int64 { return j.Width },
	}
	WJF = Policy{
		Name:  "WJF",
		About: "largest width first",
		Key:   func(j optgap.Job) int64 { return -j.Width },
	}
)

// DynP returns the three policies between which dynP switches, in the order in
// which ties between equally good ones are broken.
func DynP() []Policy { return []Policy{FCFS, SJF, LJF} }

// Policies returns all policies: those of DynP, the others, those of the literature, and then those
// of Register by name. A new policy of this package is one more line here.
func Policies() []Policy { return slices.Concat(builtIn, registered) }

// InOrder returns names of policies without repetition in one order for all tables: that of
// Policies, and other names after them by name.
func InOrder(names iter.Seq[string]) []string {
	place := map[string]int{}
	all := Policies()
	for i, p := range all {
		place[p.Name] = i - len(all) // below 0, the place of all others
	}
	return slices.Compact(slices.SortedFunc(names, func(a, b string) int {
		return cmp.Or(cmp.Compare(place[a], place[b]), cmp.Compare(a, b))
	}))
}

var builtIn = []Policy{
	FCFS,
	SJF,
	LJF,
	// "First fit, increasing area" (Streit 2002, section 6).
	{
		Name:  "FFIA",
		About: "smallest area first",
		Key:   func(j optgap.Job) int64 { return j.Area() },
	},
	{
		Name:  "LAF",
		About: "largest area first",
		Key:   func(j optgap.Job) int64 { return -j.Area() },
	},
	NJF,
	WJF,
	{Name: "WSPT", About: "smallest estimate over weight first", Key: wspt},
	{
		Name:  "WFP3",
		About: "cube of wait over estimate, times width (Tang et al. 2009)",
		Score: wfp3,
	},
	{
		Name:  "UNICEF",
		About: "wait over estimate and log2 of the width (Tang et al. 2009)",
		Score: unicef,
	},
	{Name: "SEXP", About: "smallest expansion factor first", Score: sexp},
	fitted("F1", math.Log10, linear, 8.70e2),
	fitted("F2", math.Sqrt, linear, 2.56e4),
	fitted("F3", linear, linear, 6.86e6),
	fitted("F4", linear, math.Sqrt, 5.30e5),
}

// wfp3 and unicef are of Tang, Lan, Desai and Buettner, Fault-aware, utility-based job scheduling
// on Blue Gene/P systems (IEEE Cluster 2009), with estimates for run times.
func wfp3(j optgap.Job, now int64) float64 {
	return -math.Pow(float64(now-j.Submit)/float64(j.Estimate), 3) * float64(j.Width)
}

// unicef has jobs of one processor first, as the logarithm of their width is 0.
func unicef(j optgap.Job, now int64) float64 {
	if j.Width == 1 {
		return math.Inf(-1)
	}
	return -float64(now-j.Submit) / (math.Log2(float64(j.Width)) * float64(j.Estimate))
}

// sexp is the expansion factor that a job has if it starts now: wait and estimate over the
// estimate.
func sexp(j optgap.Job, now int64) float64 {
	return float64(now-j.Submit+j.Estimate) / float64(j.Estimate)
}

// fitted returns a policy of Carastan-Santos and de Camargo, Obtaining dynamic scheduling policies
// with simulation and machine learning (SC 2017, Table 3): a function of the estimate times one of
// the width, and a factor times log10 of the submission. This is the second of the trace, at least
// 1. A step without a time of its own begins at second 0.
func fitted(name string, estimate, width func(float64) float64, factor float64) Policy {
	about := fmt.Sprintf(
		"function %s of estimate, width and submission (Carastan-Santos and de Camargo 2017)",
		name,
	)
	return Policy{Name: name, About: about, Score: func(j optgap.Job, _ int64) float64 {
		return estimate(float64(j.Estimate))*width(float64(j.Width)) + factor*math.Log10(float64(max(1, j.Submit)))
	}}
}

func linear(v float64) float64 { return v }

// registered are the policies of Register by name.
var registered []Policy

// Own returns the policies of Register by name.
func Own() []Policy { return slices.Clone(registered) }

// Register adds a policy to Policies. Its Key or Score has to be a pure function. No goroutine
// may use the policies meanwhile. A main
// package calls schedulers.RegisterPolicy instead, before anything else: this registers
// the policy and a scheduler of it. An *optgap.FieldError refuses a name that is taken, in
// upper or lower case, or not allowed (see optgap.CheckName), and a missing About or Key.
func Register(p Policy) error {
	if err := p.registrable(); err != nil {
		return err
	}
	registered = append(registered, p)
	slices.SortFunc(registered, func(a, b Policy) int {
		return strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name))
	})
	return nil
}

// registrable returns the error of Register.
func (p Policy) registrable() error {
	if err := optgap.CheckName("policy", strings.ToLower(p.Name)); err != nil {
		return err
	}
	if _, err := PolicyByName(p.Name); err == nil {
		return optgap.BadField(
			"policy",
			fmt.Sprintf("%q a second time", p.Name),
			"a name that no other policy has",
		)
	}
	if p.About == "" || p.Key == nil && p.Score == nil {
		return optgap.BadField("policy "+p.Name, "no About or no Key", "both")
	}
	return nil
}

// wspt is the key of weighted shortest processing time, Smith's rule, with the weight that
// the job has in the objective. It is the bits of estimate over weight, which have the order
// of these positive numbers. The order is exact where products of an estimate and a weight
// stay below 2^52: two different ratios then differ by more than the rounding of float64.
func wspt(j optgap.Job) int64 {
	weight := cmp.Or(j.Weight, j.Width)
	return int64(math.Float64bits(float64(j.Estimate) / float64(weight)))
}

// PolicyByName returns the policy of that name, in upper or lower case. An
// unknown name is an *optgap.FieldError.
func PolicyByName(name string) (Policy, error) {
	var names []string
	for _, p := range Policies() {
		if strings.EqualFold(p.Name, name) {
			return p, nil
		}
		names = append(names, p.Name)
	}
	return Policy{}, optgap.BadText("policy", name, "one of "+strings.Join(names, ", "))
}

// Compare orders two jobs by the key of the policy, which has one.
func (p Policy) Compare(a, b optgap.Job) int {
	return cmp.Or(
		cmp.Compare(p.Key(a), p.Key(b)),
		cmp.Compare(a.Submit, b.Submit),
		cmp.Compare(a.ID, b.ID),
	)
}
