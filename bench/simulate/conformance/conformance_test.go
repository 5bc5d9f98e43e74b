package conformance_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/simulate/conformance"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/must"
)

var (
	update = flag.Bool("update", false, "write the set anew")
	dir    = filepath.Join("..", "..", "..", conformance.Dir)
)

// starts replays a trace by the scheduler of this module.
func starts(t *conformance.Trace, r conformance.Reading, name string) []int64 {
	s := must.Get(schedulers.New(name, t.Machine, t.Jobs, schedulers.Options{}))
	if r == conformance.Each {
		s = conformance.EachEnd(s)
	}
	return must.Get(replay.Run(context.Background(), t.Jobs, s)).Starts
}

// TestSet: the starts of the set are those of the schedulers of this module. Package queueing holds them against
// schedulers that share no code with these.
func TestSet(t *testing.T) {
	if *update {
		write()
	}
	set := must.Get(conformance.Read(os.DirFS(dir)))
	if len(set) != 60 {
		t.Errorf("found %d traces, expected 60", len(set))
	}
	var b bytes.Buffer
	must.Do(conformance.WriteStarts(&b, set, starts))
	if !bytes.Equal(b.Bytes(), must.Get(os.ReadFile(filepath.Join(dir, "starts.csv")))) {
		t.Error("the starts of the set are others: go test ./bench/simulate/conformance -update writes them")
	}
	for _, name := range conformance.Names() {
		unlike := 0
		for _, other := range conformance.Names() {
			if slices.ContainsFunc(set, func(t *conformance.Trace) bool {
				return !slices.Equal(t.Starts(conformance.Together, name), t.Starts(conformance.Together, other))
			}) {
				unlike++
			}
		}
		if unlike != len(conformance.Names())-1 {
			t.Errorf("the set does not tell %s from all others", name)
		}
	}
}

// TestCheck: a scheduler conforms to itself, and no other one does.
func TestCheck(t *testing.T) {
	set := must.Get(conformance.Read(os.DirFS(dir)))
	for _, as := range conformance.Names() {
		for _, name := range append(conformance.Names(), "easy-sjf", "ivs") {
			for _, each := range []bool{false, true} {
				made := func(machine int64, jobs []optgap.TraceJob) (heuristics.Scheduler, error) {
					s, err := schedulers.New(name, machine, jobs, schedulers.Options{})
					if each {
						s = conformance.EachEnd(s)
					}
					return s, err
				}
				r := must.Get(conformance.Check(context.Background(), set, as, name, made))
				if r.Conforms() != (name == as) || r.Conforms() != (max(r.Equal[r.Reading]) == r.Traces) {
					t.Errorf("%s as %s, each end %t: %+v", name, as, each, r)
				}
			}
		}
	}
}

// TestFirst: the first difference is the earliest one.
func TestFirst(t *testing.T) {
	set := must.Get(conformance.Read(fstest.MapFS{
		"a.swf": {Data: []byte("; MaxProcs: 4\n1 0 0 10 3 -1 -1 3 10\n2 1 0 5 4 -1 -1 4 5\n3 2 0 5 1 -1 -1 1 5\n")},
		"starts.csv": {Data: []byte("trace,reading,job," + strings.Join(conformance.Names(), ",") + "\n" +
			"a.swf,together,1,0,0,0,0,0,0\na.swf,together,2,10,10,10,10,10,10\na.swf,together,3,15,2,2,2,2,2\n" +
			"a.swf,each,1,0,0,0,0,0,0\na.swf,each,2,10,10,10,10,10,10\na.swf,each,3,15,2,2,2,2,2\n")},
	}))
	made := func(machine int64, jobs []optgap.TraceJob) (heuristics.Scheduler, error) {
		return schedulers.New("easy", machine, jobs, schedulers.Options{})
	}
	r := must.Get(conformance.Check(context.Background(), set, "strict-fcfs", "easy", made))
	want := conformance.Difference{Trace: "a.swf", Job: 3, Start: 2, Expected: 15, Width: 1, Free: 1}
	if *r.First != want {
		t.Errorf("found %+v, expected %+v", *r.First, want)
	}
}

// TestReadRefuses: a damaged set is told with its line.
func TestReadRefuses(t *testing.T) {
	head := "trace,reading,job," + strings.Join(conformance.Names(), ",") + "\n"
	for text, want := range map[string]string{
		"":                                  "found 0 lines",
		"a,b\n":                             "header",
		head + "b.swf,each,1,0,0,0,0,0,0\n": "line 2: trace",
		head + "a.swf,some,1,0,0,0,0,0,0\n": "line 2: trace",
		head + "a.swf,each,9,0,0,0,0,0,0\n": "line 2: job",
		head + "a.swf,each,1,0,x,0,0,0,0\n": "line 2: fcfs",
	} {
		_, err := conformance.Read(fstest.MapFS{
			"a.swf":      {Data: []byte("; MaxProcs: 4\n1 0 0 10 3 -1 -1 3 10\n")},
			"starts.csv": {Data: []byte(text)},
		})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, expected one with %q", text, err, want)
		}
	}
}

// kinds are what the traces of the set have, ten of six traces each.
var kinds = []string{
	"plain", "equal submissions", "equal jobs", "run times of 0", "killed at their estimates",
	"ends long before their estimates", "jobs as wide as the machine", "ends in one second",
	"numbers against the order of submission", "serial jobs and wide ones",
}

// write writes the set anew.
func write() {
	must.Do(os.MkdirAll(dir, 0o777))
	for k, kind := range kinds {
		for n := range 6 {
			r := rand.New(rand.NewPCG(uint64(k), uint64(n)))
			write1(filepath.Join(dir, fmt.Sprintf("%02d.swf", 6*k+n+1)), kind, trace(r, kind, 10*(n+1)), int64(4<<n))
		}
	}
	names := must.Get(filepath.Glob(filepath.Join(dir, "*.swf")))
	var set []*conformance.Trace
	for _, name := range names {
		f := must.Get(os.Open(name))
		read := must.Get(swf.Load(f, filepath.Base(name), swf.Options{Strict: true}))
		f.Close()
		set = append(set, &conformance.Trace{Name: read.Name, Machine: read.Machine, Jobs: read.Jobs})
	}
	f := must.Get(os.Create(filepath.Join(dir, "starts.csv")))
	must.Do(conformance.WriteStarts(f, set, starts))
	must.Do(f.Close())
}

// write1 writes a trace.
func write1(path, kind string, jobs []optgap.TraceJob, machine int64) {
	f := must.Get(os.Create(path))
	fmt.Fprintf(f, "; Version: 2.2\n; MaxProcs: %d\n; Note: generated, %s\n", machine, kind)
	for _, j := range jobs {
		width := min(j.Width, machine)
		if j.Width < 0 {
			width = machine
		}
		fmt.Fprintf(f, "%d %d -1 %d %d -1 -1 %d %d -1 1 -1 -1 -1 -1 -1 -1 -1\n",
			j.ID, j.Submit, j.RunTime, width, width, j.Estimate)
	}
	must.Do(f.Close())
}

// trace returns n jobs of a kind in order of submission. A width below 0 is that of the machine.
func trace(r *rand.Rand, kind string, n int) []optgap.TraceJob {
	jobs, submit := make([]optgap.TraceJob, n), int64(0)
	gap := 4 + r.Int64N(30)
	for i := range jobs {
		submit += r.Int64N(gap)
		j := optgap.TraceJob{Job: optgap.Job{ID: int64(i + 1), Width: 1 + r.Int64N(1<<(1+r.IntN(7))), Submit: submit}}
		j.RunTime = 1 + r.Int64N(100)
		j.Estimate = j.RunTime + r.Int64N(30)*r.Int64N(3)
		switch kind {
		case "equal submissions":
			j.Submit = submit / 40 * 40
		case "equal jobs":
			if i%4 > 0 {
				j.Width, j.Estimate, j.RunTime = jobs[i-1].Width, jobs[i-1].Estimate, jobs[i-1].RunTime
			}
		case "run times of 0":
			j.RunTime *= r.Int64N(2)
		case "killed at their estimates":
			j.RunTime += r.Int64N(50)
		case "ends long before their estimates":
			j.Estimate = j.RunTime * (1 + r.Int64N(6))
		case "jobs as wide as the machine":
			if r.IntN(4) == 0 {
				j.Width = -1
			}
		case "ends in one second":
			j.Submit = submit / 20 * 20
			j.RunTime = 20 * (1 + j.RunTime/20)
			j.Estimate = j.RunTime + 20*r.Int64N(3)
		case "numbers against the order of submission":
			j.ID = int64(n - i)
		case "serial jobs and wide ones":
			if j.Width = 1; r.IntN(3) == 0 {
				j.Width = -1
			}
		}
		jobs[i] = j
	}
	return jobs
}
