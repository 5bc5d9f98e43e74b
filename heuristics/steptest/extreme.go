package steptest

import (
	"iter"
	"math/rand/v2"

	"github.com/optgap/optgap"
)

// longest is an estimate near the largest one of a valid step, in seconds.
const longest = 4_500_000_000_000_000

// Extremes yields valid steps of extreme size, each with its name: estimates of 4.5e15 s,
// thousands of jobs of different widths and estimates, histories of 10000 changes,
// machines of up to a billion processors. The steps are the same every time. A step is
// made when its turn comes.
func Extremes() iter.Seq2[string, *optgap.Step] {
	return func(yield func(string, *optgap.Step) bool) {
		for _, e := range extremes {
			if !yield(e.name, e.step(rand.New(rand.NewPCG(17, 2)))) {
				return
			}
		}
	}
}

var extremes = []struct {
	name string
	step func(r *rand.Rand) *optgap.Step
}{
	{"one job", varied(1, 430, 1000)},
	{"one longest job", withLongest(varied(1, 100, 1), 1)},
	{"longest among 20", withLongest(varied(20, 20, 86_400), 20)},
	{"longest among 185", withLongest(varied(185, 2, 1000), 185)},
	{"longest and one second", withLongest(varied(40, 4, 1), 10)},
	{"10000 changes, 1 job", changing(varied(1, 430, 40_000))},
	{"10000 changes, 50 jobs", changing(varied(50, 430, 40_000))},
	{"10000 changes, 1000 jobs", changing(varied(1000, 430, 40_000))},
	{"million processors, 100 jobs", varied(100, 1_000_000, 40_000)},
	{"million processors, 2000 jobs", varied(2000, 1_000_000, 40_000)},
	{"billion processors, 200 jobs", varied(200, 1_000_000_000, 1000)},
	{"2000 equal jobs", func(*rand.Rand) *optgap.Step {
		return jobs(2000, 430, func(int) (int64, int64) { return 7, 3600 })
	}},
	{"2000 jobs of the whole machine", func(r *rand.Rand) *optgap.Step {
		return jobs(2000, 430, func(int) (int64, int64) { return 430, 60 + r.Int64N(40_000) })
	}},
	{"185 jobs", varied(185, 430, 40_000)},
	{"1000 kinds", varied(1000, 430, 40_000)},
	{"5000 kinds", varied(5000, 4300, 400_000)},
	{"20000 kinds", varied(20_000, 4300, 400_000)},
}

// jobs returns a step of n jobs on an idle machine, with the widths and estimates of job.
func jobs(n int, machine int64, job func(i int) (width, estimate int64)) *optgap.Step {
	s := &optgap.Step{Format: optgap.StepFormat, Machine: machine, History: optgap.History{{Time: 0, Free: machine}}}
	for i := range n {
		width, estimate := job(i)
		s.Jobs = append(s.Jobs, optgap.Job{ID: int64(i + 1), Width: width, Estimate: estimate, Submit: -int64(n - i)})
	}
	return s
}

// varied returns a function that makes a step of n jobs on an idle machine. It draws any
// widths, and estimates up to longest seconds.
func varied(n int, machine, longest int64) func(r *rand.Rand) *optgap.Step {
	return func(r *rand.Rand) *optgap.Step {
		return jobs(n, machine, func(int) (int64, int64) { return 1 + r.Int64N(machine), 1 + r.Int64N(longest) })
	}
}

// withLongest changes the steps of a function: every n-th job, from the first on, gets one
// processor and the estimate longest.
func withLongest(step func(r *rand.Rand) *optgap.Step, n int) func(r *rand.Rand) *optgap.Step {
	return func(r *rand.Rand) *optgap.Step {
		s := step(r)
		for i := 0; i < len(s.Jobs); i += n {
			s.Jobs[i].Width, s.Jobs[i].Estimate = 1, longest
		}
		return s
	}
}

// changing changes the steps of a function: the machine gets a history of 10000 changes,
// up and down.
func changing(step func(r *rand.Rand) *optgap.Step) func(r *rand.Rand) *optgap.Step {
	return func(r *rand.Rand) *optgap.Step {
		s := step(r)
		s.History[0].Free = 0
		for len(s.History) < 10_000 {
			c := optgap.Change{Time: s.History.End() + 1 + r.Int64N(100), Free: r.Int64N(s.Machine + 1)}
			s.History = append(s.History, c)
		}
		s.History[len(s.History)-1].Free = s.Machine
		return s
	}
}
