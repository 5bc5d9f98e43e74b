package aida2000

import (
	"cmp"
	"context"
	"math"
	"slices"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/papers/statement"
	"github.com/optgap/optgap/bench/simulate/performance"
)

// A slow simulates a machine by the definitions of section 3. At every event it sorts and
// searches a plain list of waiting jobs anew.
type slow struct {
	jobs    []optgap.TraceJob
	starts  []int64
	waiting []int // in the order of submission
	running []int
	now     int64
}

func (s *slow) free() int64 {
	free := int64(Machine)
	for _, i := range s.running {
		free -= s.jobs[i].Width
	}
	return free
}

func (s *slow) end(i int) int64 { return s.starts[i] + s.jobs[i].RunTime }

// queue returns the waiting jobs in the order of a scheduler.
func (s *slow) queue(scheduler string) []int {
	q := slices.Clone(s.waiting)
	sign := map[string]int64{largest: -1, fitLargest: -1, smallest: 1, fitSmallest: 1}[scheduler]
	slices.SortStableFunc(q, func(a, b int) int { return cmp.Compare(sign*s.jobs[a].Width, sign*s.jobs[b].Width) })
	return q
}

// next returns a job that starts now, -1 if there is none.
func (s *slow) next(scheduler string) int {
	q := s.queue(scheduler)
	for k, i := range q {
		if s.jobs[i].Width > s.free() {
			if slices.Contains([]string{fcfs, largest, smallest}, scheduler) {
				return -1 // it blocks
			}
			continue
		}
		if scheduler != backfilling || k == 0 || !s.delays(q[0], i) {
			return i
		}
	}
	return -1
}

// delays tells whether the head would start later if job i started now. It plans the
// head twice, beside the running jobs with and without i.
func (s *slow) delays(head, i int) bool {
	return s.earliest(head, append(slices.Clone(s.running), i), i) > s.earliest(head, s.running, -1)
}

// earliest returns the first moment at which enough processors are free for the head.
// fresh starts now.
func (s *slow) earliest(head int, running []int, fresh int) int64 {
	ends := func(i int) int64 {
		if i == fresh {
			return s.now + s.jobs[i].RunTime
		}
		return s.end(i)
	}
	moments := []int64{s.now}
	for _, i := range running {
		moments = append(moments, ends(i))
	}
	for _, at := range slices.Sorted(slices.Values(moments)) {
		free := int64(Machine)
		for _, i := range running {
			if ends(i) > at {
				free -= s.jobs[i].Width
			}
		}
		if free >= s.jobs[head].Width {
			return at
		}
	}
	panic("the head never fits")
}

func (s *slow) start(scheduler string) {
	for i := s.next(scheduler); i >= 0; i = s.next(scheduler) {
		s.starts[i] = s.now
		s.running = append(s.running, i)
		s.waiting = slices.DeleteFunc(s.waiting, func(k int) bool { return k == i })
	}
}

// simulateSlowly returns the starts of the jobs. Of events in one moment, ends come
// first.
func simulateSlowly(jobs []optgap.TraceJob, scheduler string) []int64 {
	s := &slow{jobs: jobs, starts: make([]int64, len(jobs))}
	for submitted := 0; submitted < len(jobs) || len(s.running) > 0; {
		s.now = math.MaxInt64
		for _, i := range s.running {
			s.now = min(s.now, s.end(i))
		}
		if submitted < len(jobs) && jobs[submitted].Submit < s.now {
			s.now = jobs[submitted].Submit
			s.waiting = append(s.waiting, submitted)
			submitted++
		} else {
			s.running = slices.DeleteFunc(s.running, func(i int) bool { return s.end(i) == s.now })
		}
		s.start(scheduler)
	}
	return s.starts
}

// All schedulers start jobs as the definitions say, under every model.
func TestSchedulersAgainstDefinitions(t *testing.T) {
	s := Default()
	s.Jobs = 250
	for _, model := range s.Models {
		for _, load := range []float64{0.7, 1.2} {
			jobs, err := s.jobs(Problem{model, 1, 7}, load)
			if err != nil {
				t.Fatal(err)
			}
			for _, scheduler := range s.Schedulers {
				o, err := s.replay(context.Background(), scheduler, jobs)
				if err != nil {
					t.Fatal(err)
				}
				if want := simulateSlowly(jobs, scheduler); !slices.Equal(o.Starts, want) {
					t.Errorf("%s at load %g under %s: the starts differ from the definitions'", model, load, scheduler)
				}
			}
		}
	}
}

// The utilisation agrees with package performance, with and without the drain. So does
// the capacity lost while jobs wait. The slowdown ratio is the mean response time of that package over
// its mean run time.
func TestMetricsAgainstPerformance(t *testing.T) {
	for _, toLast := range []bool{false, true} {
		s := Default()
		s.Jobs, s.Reading.ToLastArrival = 2000, toLast
		jobs, err := s.jobs(Problem{"power2", 1, 3}, 1)
		if err != nil {
			t.Fatal(err)
		}
		for _, scheduler := range s.Schedulers {
			o, err := s.replay(context.Background(), scheduler, jobs)
			if err != nil {
				t.Fatal(err)
			}
			got := s.measure(scheduler, 1, o)
			want, err := performance.Evaluate(o, Machine, performance.Options{CutDrain: toLast})
			if err != nil {
				t.Fatal(err)
			}
			if math.Abs(got.Utilisation-want.Util) > 1e-9 ||
				math.Abs(got.SlowdownRatio-want.ART/want.RunTime) > 1e-9*got.SlowdownRatio {
				t.Errorf("%s: %+v, expected %g and %g", scheduler, got, want.Util, want.ART/want.RunTime)
			}
			if math.Abs(got.Lost-want.LOC) > 1e-9 {
				t.Errorf("%s: lost %g, expected %g", scheduler, got.Lost, want.LOC)
			}
		}
	}
}

// Jobs on one processor with exponential run times make an M/M/c queue. By Erlang's C
// formula a job waits 1/(c mu - lambda) times the chance to wait at all, so the slowdown
// ratio is 1 + C/(c (1-load)).
func TestErlangC(t *testing.T) {
	const load = 0.97
	s := Default()
	s.Models, s.Schedulers, s.Loads = []string{"harmonic"}, []string{fcfs, firstFit, backfilling}, []float64{load}
	s.Experiments, s.Jobs = 20, 40_000
	s.Reading = Reading{
		Name: "serial", ToLastArrival: true,
		Values: map[string]float64{"exponent": 20, "share1": 0, "share2": 1, "mean2": 3600, "max": 0},
	}
	samples, err := s.Run(context.Background(), statement.Run{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	offered := load * Machine
	sum, term := 0.0, 1.0 // offered^k/k!
	for k := range Machine {
		sum += term
		term *= offered / float64(k+1)
	}
	waits := term / (1 - load) / (sum + term/(1-load))
	want := 1 + waits/(Machine*(1-load))
	for _, p := range s.Points(samples) {
		t.Logf("%s: utilisation %.4f +- %.4f, slowdown ratio %.4f +- %.4f, expected %.4f",
			p.Scheduler, p.Utilisation, *p.UtilisationCI, p.SlowdownRatio, *p.SlowdownRatioCI, want)
		if math.Abs(p.Utilisation-load) > 0.02*load { // the machine is empty at first
			t.Errorf("%s: utilisation %g, expected about %g", p.Scheduler, p.Utilisation, load)
		}
		if math.Abs(p.SlowdownRatio-want) > 2.5**p.SlowdownRatioCI { // 5 standard errors
			t.Errorf("%s: slowdown ratio %g, expected %g", p.Scheduler, p.SlowdownRatio, want)
		}
	}
}
