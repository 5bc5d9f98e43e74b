package sweep

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/format"
	"github.com/optgap/optgap/bench/performance"
	"github.com/optgap/optgap/bench/replay"
	"github.com/optgap/optgap/bench/schedulers"
	"github.com/optgap/optgap/bench/table"
	"github.com/optgap/optgap/heuristics/multisite"
	"github.com/optgap/optgap/heuristics/reservation"
)

// scheduler makes the scheduler of a setting: that of one machine, or a grid.
func (s Sweep) scheduler(set Setting, jobs []optgap.TraceJob) (replay.Scheduler, error) {
	if len(s.Sites) == 0 {
		return schedulers.New(set.Scheduler, s.Machine, jobs, set.Options)
	}
	g, err := schedulers.NewGrid(set.Scheduler, s.Sites, jobs, set.Options)
	if err != nil {
		return nil, err
	}
	return g, nil
}

// replay replays jobs and requests; these are shrunk as the jobs have been.
func (s Sweep) replay(ctx context.Context, set Setting, jobs []optgap.TraceJob, scheduler replay.Scheduler) (*replay.Outcome, error) {
	requests := s.Reservations
	if set.factor() != 1 && len(jobs) > 0 {
		requests = shrinkRequests(requests, jobs[0].Submit, set.factor())
	}
	return replay.RunReserved(ctx, jobs, requests, scheduler)
}

// shrinkRequests multiplies the times from a first second to the submissions by
// a factor, rounded down, as workload.Shrink does with jobs. How long before its
// date a reservation is asked for stays as it is, and so does its duration.
func shrinkRequests(requests []reservation.Request, first int64, factor float64) []reservation.Request {
	shrunk := slices.Clone(requests)
	for i := range shrunk {
		r := &shrunk[i]
		submit := first + int64(math.Floor(float64(r.Submit-first)*factor))
		if date, ok := r.When.Date(); ok {
			r.When = reservation.At(date - r.Submit + submit)
		}
		r.Submit = submit
	}
	return shrunk
}

// Site is what one site of a grid did.
type Site struct {
	Machine                  int64 // processors
	*performance.Performance       // of the jobs that were sent to it; nil where none is measured
}

// MarshalJSON writes the machine and the values of the performance, if any, as
// one object.
func (s Site) MarshalJSON() ([]byte, error) {
	head := fmt.Appendf(nil, `{"machine":%d}`, s.Machine)
	if s.Performance == nil {
		return head, nil
	}
	body, err := s.Performance.MarshalJSON()
	if err != nil {
		return nil, err
	}
	return join(head, body), nil
}

// measureGrid fills in what the run has beside the performance of all jobs, and
// the sites of the outcome.
func (s Sweep) measureGrid(run *Run, o *replay.Outcome, scheduler replay.Scheduler) {
	if len(o.Reservations) > 0 {
		counts := reservation.Count(o.Reservations)
		run.Reservations = &counts
	}
	g, ok := scheduler.(*multisite.Grid)
	if !ok {
		return
	}
	o.Sites, o.SiteOf = s.Sites, make([]int32, len(o.Jobs))
	for i := range o.SiteOf {
		o.SiteOf[i] = int32(g.SiteOf(int32(i)))
	}
	for i, site := range replay.BySite(o, len(s.Sites), g.SiteOf) {
		own := Site{Machine: s.Sites[i]}
		if len(site.Jobs) > 0 {
			// An error says that trimming leaves nothing to measure.
			if p, err := performance.Evaluate(site, own.Machine, s.Measure); err == nil {
				own.Performance = p
			}
		}
		run.Sites = append(run.Sites, own)
	}
}

// gridRecord returns sites and reservations as a JSON object, nil without any.
func gridRecord(r Run) ([]byte, error) {
	if r.Sites == nil && r.Reservations == nil {
		return nil, nil
	}
	type counts struct {
		Admitted int            `json:"admitted"`
		Refused  map[string]int `json:"refused,omitempty"` // by reason
	}
	body := struct {
		Reservations *counts `json:"reservations,omitempty"`
		Sites        []Site  `json:"sites,omitempty"`
	}{Sites: r.Sites}
	if c := r.Reservations; c != nil {
		body.Reservations = &counts{c.Admitted, map[string]int{}}
		for why, n := range c.Refused {
			body.Reservations.Refused[strings.ReplaceAll(string(why), " ", "_")] = n
		}
	}
	return json.Marshal(body)
}

// gridCells returns the columns about reservations and sites, with their values
// in the run's row: how many requests were admitted and refused for each reason,
// and, for each site, what [Run.Values] has of its jobs. Columns that this run
// has no value for are absent.
func gridCells(r Run) (names, cells []string) {
	add := func(name, cell string) { names, cells = append(names, name), append(cells, cell) }
	if c := r.Reservations; c != nil {
		add("reservations_admitted", strconv.Itoa(c.Admitted))
		for _, why := range reservation.Reasons() {
			add("reservations_refused_"+strings.ReplaceAll(string(why), " ", "_"), strconv.Itoa(c.Refused[why]))
		}
	}
	for i, site := range r.Sites {
		prefix := fmt.Sprintf("site_%d_", i)
		add(prefix+"machine", strconv.FormatInt(site.Machine, 10))
		if site.Performance == nil {
			continue
		}
		for _, v := range site.Values() {
			add(prefix+v.Key, strconv.FormatFloat(v.Number, 'f', -1, 64))
		}
	}
	return names, cells
}

// grid returns the tables about reservations and sites.
func grid(r Run) []table.Table {
	var tables []table.Table
	if c := r.Reservations; c != nil {
		t := table.Table{Title: "Reservations", Columns: []table.Column{{Name: "answer"}, {Name: "requests", Align: table.Right}}}
		t.Rows = append(t.Rows, []string{"admitted", format.Integer(int64(c.Admitted))})
		for _, why := range reservation.Reasons() {
			if n := c.Refused[why]; n > 0 {
				t.Rows = append(t.Rows, []string{"refused: " + string(why), format.Integer(int64(n))})
			}
		}
		tables = append(tables, t)
	}
	if len(r.Sites) == 0 {
		return tables
	}
	t := table.Table{Title: "By site", Columns: []table.Column{{Name: "site"}}}
	for _, name := range []string{"processors", "jobs", "ARTwW [s]", "ART [s]", "wait [s]", "SLDwW_60", "UTIL", "LOC"} {
		t.Columns = append(t.Columns, table.Column{Name: name, Align: table.Right})
	}
	for i, site := range r.Sites {
		row := []string{fmt.Sprint(i), format.Integer(site.Machine), "0", "", "", "", "", "", ""}
		if site.Performance != nil {
			row = row[:2]
			for _, key := range []string{"jobs", "artww", "art", "wait", "sldww_60", "util", "loc"} {
				row = append(row, Run{Performance: site.Performance}.text(key))
			}
		}
		t.Rows = append(t.Rows, row)
	}
	return append(tables, t)
}
