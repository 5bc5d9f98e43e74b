// Package conformance holds the schedules of a scheduler against those of a known one, on a set of small traces:
//
//	testdata/conformance -> Read -> Set.Check(scheduler) -> Report: on how many traces all starts are equal
//
// The set has the starts under each known scheduler in two readings of a second in which several jobs end. See its
// README.md.
//
// The package may change at any time.
package conformance

import (
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/heuristics"
)

// Dir is where a checkout has the set.
const Dir = "testdata/conformance"

// A Reading says when a scheduler decides in a second in which several jobs end.
type Reading string

// The readings.
const (
	Together Reading = "together" // once, after all ends of the second
	Each     Reading = "each"     // after each end, in the order of the trace
)

// Readings returns both readings.
func Readings() []Reading { return []Reading{Together, Each} }

// Names returns the schedulers of the set.
func Names() []string {
	return []string{"strict-fcfs", "fcfs", "first-fit", "easy", "easy-sjbf", "conservative"}
}

// A Trace is one of the set.
type Trace struct {
	Name    string // that of its file
	Machine int64  // processors
	Jobs    []optgap.TraceJob
	starts  map[Reading]map[string][]int64 // in the order of Jobs, by scheduler
}

// startsFile has the starts of all jobs of the set.
const startsFile = "starts.csv"

// Read reads a set: *.swf, and starts.csv with columns trace, reading, job, and one for each scheduler.
func Read(dir fs.FS) ([]*Trace, error) {
	names, err := fs.Glob(dir, "*.swf")
	if err != nil {
		return nil, err
	}
	set := map[string]*Trace{}
	for _, name := range names {
		f, err := dir.Open(name)
		if err != nil {
			return nil, err
		}
		trace, err := swf.Load(f, name, swf.Options{Strict: true})
		f.Close()
		if err != nil {
			return nil, err
		}
		set[name] = &Trace{name, trace.Machine, trace.Jobs, map[Reading]map[string][]int64{}}
	}
	f, err := dir.Open(startsFile)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if err := readStarts(f, set); err != nil {
		return nil, fmt.Errorf("%s: %w", startsFile, err)
	}
	return lists.Each(names, func(name string) *Trace { return set[name] }), nil
}

// readStarts reads the starts of the traces.
func readStarts(r io.Reader, set map[string]*Trace) error {
	rows, err := csv.NewReader(r).ReadAll()
	if err != nil || len(rows) == 0 {
		return fmt.Errorf("found %d lines, expected the starts of the set: %w", len(rows), err)
	}
	head := rows[0]
	if !slices.Equal(head, header()) {
		return optgap.BadField("header", strings.Join(head, ","), strings.Join(header(), ","))
	}
	for line, row := range rows[1:] {
		t, reading := set[row[0]], Reading(row[1])
		if t == nil || !slices.Contains(Readings(), reading) {
			unknown := optgap.BadField("trace", row[0]+","+row[1], "a trace and a reading of the set")
			return fmt.Errorf("line %d: %w", line+2, unknown)
		}
		id, err := strconv.ParseInt(row[2], 10, 64)
		job := slices.IndexFunc(t.Jobs, func(j optgap.TraceJob) bool { return j.ID == id })
		if err != nil || job < 0 {
			return fmt.Errorf("line %d: %w", line+2, optgap.BadField("job", row[2], "a job of "+t.Name))
		}
		if t.starts[reading] == nil {
			t.starts[reading] = map[string][]int64{}
		}
		for i, name := range Names() {
			if t.starts[reading][name] == nil {
				t.starts[reading][name] = slices.Repeat([]int64{optgap.Never}, len(t.Jobs))
			}
			start, err := strconv.ParseInt(row[3+i], 10, 64)
			if err != nil {
				return fmt.Errorf("line %d: %w", line+2, optgap.BadField(name, row[3+i], "a second"))
			}
			t.starts[reading][name][job] = start
		}
	}
	return nil
}

// header are the columns of startsFile.
func header() []string { return append([]string{"trace", "reading", "job"}, Names()...) }

// A Report says how a scheduler compares with a known one.
type Report struct {
	Scheduler string          `json:"scheduler"` // the one that was replayed
	As        string          `json:"as"`        // the known one
	Traces    int             `json:"traces"`    // of the set
	Equal     map[Reading]int `json:"equal"`     // traces on which all starts are equal, by reading: together, each
	Reading   Reading         `json:"reading"`   // in which more traces are equal; together where neither has more
	First     *Difference     `json:"first,omitempty"`
}

// A Difference is the earliest start of a trace that is another one.
type Difference struct {
	Trace    string `json:"trace"`    // its file
	Job      int64  `json:"job"`      // number of the job
	Start    int64  `json:"start"`    // [s] its start
	Expected int64  `json:"expected"` // [s] its start under the known scheduler
	Width    int64  `json:"width"`    // [processors] of the job
	Free     int64  `json:"free"`     // [processors] that no earlier start holds at the earlier of both seconds
}

// Conforms reports whether all traces are equal in one reading.
func (r *Report) Conforms() bool { return r.First == nil }

// Check replays the set under a scheduler, and holds it against the known one called as.
func Check(
	ctx context.Context, set []*Trace, as, name string,
	scheduler func(machine int64, jobs []optgap.TraceJob) (heuristics.Scheduler, error),
) (*Report, error) {
	report := &Report{Scheduler: name, As: as, Traces: len(set), Equal: map[Reading]int{}, Reading: Together}
	first := map[Reading]*Difference{}
	for _, t := range set {
		s, err := scheduler(t.Machine, t.Jobs)
		if err != nil {
			return nil, err
		}
		out, err := replay.Run(ctx, t.Jobs, s)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", t.Name, err)
		}
		for _, r := range Readings() {
			if d := t.differs(out.Starts, t.starts[r][as]); d == nil {
				report.Equal[r]++
			} else if first[r] == nil {
				first[r] = d
			}
		}
	}
	if report.Equal[Each] > report.Equal[Together] {
		report.Reading = Each
	}
	report.First = first[report.Reading]
	return report, nil
}

// differs returns the earliest difference, of several in one second that of the first job of the trace; nil: there is
// none.
func (t *Trace) differs(starts, expected []int64) *Difference {
	job, second := -1, int64(0)
	for i, start := range starts {
		if at := min(start, expected[i]); start != expected[i] && (job < 0 || at < second) {
			job, second = i, at
		}
	}
	if job < 0 {
		return nil
	}
	free := t.Machine
	for i, j := range t.Jobs {
		if starts[i] < second && starts[i]+j.Duration() > second {
			free -= j.Width
		}
	}
	return &Difference{t.Name, t.Jobs[job].ID, starts[job], expected[job], t.Jobs[job].Width, free}
}
