package spec_test

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/bench/study/spec"
	"github.com/optgap/optgap/heuristics/must"
)

// The stored arguments are those that studies have always had: one for each flag on which
// results depend, as it is typed.
func TestArguments(t *testing.T) {
	byDefault := map[string]string{
		"drive": "dynp-advanced", "every": "1", "formulation": "auto", "from-step": "0", "gap": "0",
		"horizon": "safe", "jobs": "0", "machine": "0", "max-steps": "0", "max-waiting": "0",
		"memory": "auto", "method": "ilp", "min-waiting": "0", "minsum-ratio": "2", "no-bounds": "false",
		"no-certificates": "false", "node-limit": "0", "objective": "artww", "policies": "fcfs,sjf,ljf",
		"policy-starts": "false", "scale-entry": "100B", "seed": "0",
		"statement": "engine", "strict": "false", "time-limit": "1m0s", "time-scale": "auto",
	}
	check := func(change func(*spec.Spec), requests string, want map[string]string) {
		t.Helper()
		s := spec.Default()
		change(&s)
		expected := maps.Clone(byDefault)
		maps.Copy(expected, want)
		if got, err := s.Arguments(requests); err != nil || !maps.Equal(got, expected) {
			t.Errorf("found %v, error %v, expected %v", got, err, expected)
		}
	}
	check(func(*spec.Spec) {}, "", nil)
	check(func(s *spec.Spec) { s.Method = []string{"exact", "policies"} }, "", map[string]string{
		"method": "policies,exact", "time-scale": "", // one order; exact has no grid of its own
	})
	check(func(s *spec.Spec) { s.Trace, s.Reservations, s.Shard = "x.swf", "r.jsonl", "1/2" }, "abc", map[string]string{
		"reservations": "abc", "shard": "1/2",
	})
	check(func(s *spec.Spec) {
		s.Drive, s.Hindsight, s.Policies = "recorded", true, []string{"RECORDED", "easy"}
	}, "", map[string]string{"drive": "recorded", "hindsight": "true", "policies": "easy,recorded"})
	check(func(s *spec.Spec) { s.Objective = "" }, "", map[string]string{"objective": "artww"})
	check(func(s *spec.Spec) { s.Objective = "sld" }, "", map[string]string{"objective": "sld"})
	check(func(s *spec.Spec) { s.LimitSample(func(string) bool { return false }) }, "", map[string]string{
		"max-steps": "40", "time-limit": "5s",
	})
}

// set sets the field with the name of a flag, or the trace.
func set(s *spec.Spec, name, text string) {
	for _, o := range append(s.Fields(), field.Option{Name: "trace", Variable: &s.Trace}) {
		if o.Name == name {
			must.Get(o.Read(text))
		}
	}
}

// Each value out of its range is refused with the name of its field.
func TestValidate(t *testing.T) {
	must.Do(spec.Default().Validate())
	for _, c := range []struct {
		field, text, also string // also is such as "min-waiting=3"
	}{
		{"machine", "-1", ""}, {"jobs", "-1", ""}, {"from-step", "-1", ""}, {"min-waiting", "-1", ""}, {"every", "-1", ""},
		{"max-steps", "-1", ""}, {"sample", "-1", ""},
		{"max-waiting", "2", "min-waiting=3"}, {"shard", "3/2", ""}, {"drive", "fastest", ""},
		{"method", "guess", ""}, {"method", "ilp,ilp", ""}, {"formulation", "cubes", ""}, {"time-scale", "0.5s", ""},
		{"scale-entry", "0B", ""}, {"horizon", "far", ""}, {"time-limit", "-1s", ""},
		{"memory", "much", ""}, {"gap", "-1", ""}, {"node-limit", "-1", ""},
		{"minsum-ratio", "1", ""}, {"objective", "mean", ""}, {"objective", "weighted", ""},
		{"reservations", "x.swf", "trace=x.swf"}, {"plans", "mine", ""},
		{"hindsight", "true", ""}, {"policies", "recorded", ""}, {"policies", "easy,Recorded", "drive=recorded"},
		{"plans", "a=x\na=y", ""}, {"plans", "easy=x", ""}, {"plans", "mine=x", "scheduler-command=mine=y"},
		{"drive", "optimum", "max-steps=3"}, {"drive", "optimum", "shard=1/2"}, {"drive", "optimum", "method=ilp,exact"},
	} {
		s := spec.Default()
		if name, value, ok := strings.Cut(c.also, "="); ok {
			set(&s, name, value)
		}
		set(&s, c.field, c.text)
		err := s.Validate()
		must.Equal(t, must.Field(err), c.field, c.text, err)
	}
}

// Every condition of an option is met by some study and not by another.
func TestFields(t *testing.T) {
	s := spec.Default()
	met := map[string]int{}
	for _, o := range s.Fields() {
		must.Hold(t, o.Usage != "" && (o.Met == nil) == (o.Only == ""),
			o.Name, "found the usage", o.Usage, "and the condition", o.Only)
	}
	studies := 0
	for _, methods := range []string{"policies", "ilp", "exact"} {
		for _, scale := range []string{"", "auto", "60s"} {
			for _, without := range []bool{false, true} {
				s.Method, s.TimeScale, s.NoBounds = []string{methods}, scale, without
				s.SchedulerCommand = map[bool]field.Lines{true: {"mine=a, b"}}[without]
				studies++
				for _, o := range s.Fields() {
					if o.Met != nil && o.Met() {
						met[o.Name]++
					}
				}
			}
		}
	}
	for _, o := range s.Fields() {
		if n := met[o.Name]; o.Met != nil && (n == 0 || n == studies) {
			t.Errorf("%s: met by %d of %d studies", o.Name, n, studies)
		}
	}
}

// The longest time of a step is that of each method that takes time, and of its bounds.
func TestLimit(t *testing.T) {
	s := spec.Default().Solving
	s.Method, s.TimeLimit = []string{"policies", "ilp", "exact"}, time.Second
	want := spec.Limit{All: 5 * time.Second, Each: 2 * time.Second}
	must.Equal(t, s.Limit(), want)
	if s.TimeLimit = 0; s.Limit() != (spec.Limit{}) {
		t.Errorf("found %+v, expected none", s.Limit())
	}
}

// TestBudgeted: a budget may choose the steps where nobody has, the study takes its time, and not each step is needed.
// It sets what is not given.
func TestBudgeted(t *testing.T) {
	given := func(names ...string) func(string) bool {
		return func(name string) bool { return slices.Contains(names, name) }
	}
	s, quick, driven := spec.Default(), spec.Default(), spec.Default()
	quick.Method, quick.NoBounds, driven.Drive = []string{"policies"}, true, spec.Optimum
	for _, c := range []struct {
		s     spec.Spec
		given string
		want  bool
	}{
		{s, "", true}, {s, "jobs", true}, {s, "max-steps", false}, {s, "sample", false}, {s, "shard", false},
		{s, "min-waiting", false}, {quick, "", false}, {driven, "", false},
	} {
		must.Equal(t, c.s.Unbounded(given(c.given)), c.want, c.s.Method, "driven by", c.s.Drive, "with",
			c.given)
	}
	s.LimitBudgeted(given())
	must.Hold(t, s.TimeLimit == time.Second && slices.Equal(s.Method, []string{"ilp", "exact"}) && s.NoBounds,
		"found", s.TimeLimit, s.Method, "without bounds", s.NoBounds)
	own := spec.Default()
	own.LimitBudgeted(given("method", "time-limit"))
	if want := spec.Default(); own.TimeLimit != want.TimeLimit || !slices.Equal(own.Method, want.Method) || own.NoBounds {
		t.Errorf("given ones: found %v, %v, without bounds %v", own.TimeLimit, own.Method, own.NoBounds)
	}
}

// TestSpread: the order has each number once, and every beginning of it leaves no gap of thrice the average.
func TestSpread(t *testing.T) {
	for n := range 300 {
		order := spec.Spread(n, uint64(n))
		sorted := slices.Sorted(slices.Values(order))
		if len(sorted) != n || n > 0 && (sorted[0] != 0 || sorted[n-1] != n-1) || len(slices.Compact(sorted)) != n {
			t.Fatalf("%d: found %v", n, order)
		}
		for k := 1; k <= n; k++ {
			taken := slices.Sorted(slices.Values(order[:k]))
			largest := taken[0] + n - taken[k-1]
			for i := 1; i < k; i++ {
				largest = max(largest, taken[i]-taken[i-1])
			}
			if average := float64(n) / float64(k); float64(largest) >= 3*math.Ceil(average) {
				t.Errorf("the first %d of %d: a gap of %d", k, n, largest)
			}
		}
	}
	must.Hold(t, !slices.Equal(spec.Spread(100, 1), spec.Spread(100, 2)), "two seeds have one order")
}

// TestPlans: plans are policies, listed or not. In the place of their paths stand checksums.
func TestPlans(t *testing.T) {
	for given, stored := range map[string]string{
		"fcfs,sjf,ljf": "fcfs,sjf,ljf,mine,b", "B, easy": "easy,mine,b",
		"all": strings.Join(append(schedulers.Names(), "mine", "b"), ","),
	} {
		s := spec.Default()
		s.Policies, s.Plans = strings.Split(given, ","), field.Lines{"Mine= x=y.jsonl", "b=-"}
		values := must.Get(s.Arguments("", "12", "34"))
		if err := s.Validate(); err != nil || values["policies"] != stored || values["plans"] != "mine=12\nb=34" {
			t.Errorf("%s: found %q, %q, error %v, expected %s", given, values["policies"], values["plans"], err, stored)
		}
		if _, whole, err := spec.OfArguments(values); err != nil || !whole {
			t.Errorf("found %t, error %v, expected all about the steps", whole, err)
		}
	}
}

// TestPolicies: a study stores the policies in one order. Results name them where they are not those of the
// paper.
func TestPolicies(t *testing.T) {
	const paper = "fcfs,sjf,ljf"
	for given, stored := range map[string]string{
		"fcfs,sjf,ljf": paper, "LJF,sjf,fcfs": paper, "easy,SJF": "sjf,easy", "conservative": "conservative",
		"all": strings.Join(schedulers.Names(), ","),
	} {
		s := spec.Default()
		s.Policies, s.PolicyStarts = strings.Split(given, ","), stored != paper
		values, err := s.Arguments("")
		if err != nil || values["policies"] != stored || values["policy-starts"] != fmt.Sprint(s.PolicyStarts) {
			t.Errorf("%s: found %v, error %v, expected the policies %q", given, values, err, stored)
		}
		o, err := s.Options(1)
		got := cmp.Or(strings.Join(o.Policies, ","), paper)
		must.Hold(t, err == nil && got == stored && o.PolicyStarts == s.PolicyStarts,
			given, "found options for", got, "error", err, "expected", stored)
		again, whole, err := spec.OfArguments(values)
		must.Hold(t, err == nil && whole && again.PolicyStarts == s.PolicyStarts,
			given, "found", again, whole, "error", err)
		must.Equal(t, strings.Join(again.Policies, ","), stored, given, "again")
	}
	none := spec.Default()
	none.Policies = nil
	if values, err := none.Arguments(""); err != nil || values["policies"] != paper {
		t.Errorf("found %v, error %v, expected the policies of the paper", values, err)
	}
}
