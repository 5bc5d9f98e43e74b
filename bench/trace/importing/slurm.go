package importing

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/trace/swf"
)

// slurm reads what sacct --parsable2 prints: a header with the names of the columns, and a line
// for each job and each step of a job. A job that was requeued has a line for each of its runs,
// as sacct --duplicates prints them. A task of an array has a line of its own once it starts.
type slurm struct {
	*tally
	widths []string // columns with the width, the preferred one first
	asked  []string // columns with the width that a job asks for
	zone   *time.Location
	needed [][]string

	hetero map[string]*heteroJob // by id and submission
	order  []*heteroJob
}

// errEmpty refuses a file without a line.
var errEmpty = optgap.BadField("file", "no line", "the header of sacct --parsable2")

func newSlurm(o Options, t *tally) log {
	zone, _ := o.zone() // valid
	s := &slurm{tally: t, zone: zone, hetero: map[string]*heteroJob{}}
	s.widths, s.asked = []string{"AllocCPUS", "NCPUS"}, []string{"ReqCPUS"}
	if o.Count == Nodes {
		s.widths, s.asked = []string{"AllocNodes", "NNodes"}, []string{"ReqNodes"}
	}
	s.needed = [][]string{
		{"JobID", "JobIDRaw"}, {"State"}, {"Submit"}, {"Start"}, {"ElapsedRaw", "Elapsed"}, s.widths,
		{"TimelimitRaw", "Timelimit"},
	}
	t.absolute = true
	return s
}

func (s *slurm) read(r io.Reader, name string) error {
	var head columns
	var values []string // of a line
	err := eachLine(r, name, func(line int, text string) error {
		if head.names == nil {
			var err error
			head, err = readColumns(text, s.needed)
			return at(name, line, err)
		}
		values = slices.AppendSeq(values[:0], strings.SplitSeq(text, "|"))
		if isHeader(values) {
			return wrong(name, line, "line", "the header a second time", "one header: give each output of sacct as a file")
		}
		return s.record(name, line, s.line(&row{columns: head, values: values}))
	})
	if err == nil && head.names == nil {
		return fmt.Errorf("%s: %w", name, errEmpty)
	}
	return err
}

// line reads a line of a job or a step.
func (s *slurm) line(r *row) error {
	if n := len(r.values); n != len(r.names) {
		return optgap.BadField("line", fmt.Sprintf("%d fields", n), fmt.Sprintf("%d, as in the header", len(r.names)))
	}
	id := readSlurmID(r)
	switch {
	case r.fault != nil:
		return r.fault
	case id.step:
		s.skips[Step]++
		return nil
	}
	var j job
	reason, leftOut := s.unfinished(r)
	if leftOut {
		s.skips[reason]++
	} else {
		j = s.job(r)
	}
	j.id, j.number = id.text, id.number
	switch sound := !leftOut && r.fault == nil; {
	case id.leader != "":
		s.join(id.leader, r.get("Submit"), j, sound)
	case sound:
		s.add(j)
	}
	return r.fault
}

// heteroJob is a heterogeneous job, its components added up so far.
type heteroJob struct {
	job                        // without an id as long as there are none
	components map[string]bool // by id: whether they are added up, or left out
}

// join adds a component to its heterogeneous job, unless it is to be left out. All components start
// together. The job has the number of its first component, and holds all processors until the last
// component ends.
func (s *slurm) join(leader, submit string, component job, sound bool) {
	run := leader + " at " + submit
	h := s.hetero[run]
	if h == nil {
		h = &heteroJob{components: map[string]bool{}}
		s.hetero[run], s.order = h, append(s.order, h)
	}
	known := h.components[component.id]
	h.components[component.id] = known || sound
	switch {
	case !sound:
		return
	case known: // in a second file
		s.skips[Repeated]++
		return
	case h.id == "":
		h.job, h.id = component, leader
		h.remark(joined)
		return
	}
	h.width += component.width
	h.wait, h.runTime = max(h.wait, component.wait), max(h.runTime, component.runTime)
	if unlimited := min(h.limit, component.limit) < 0; unlimited {
		h.limit = swf.Unknown
	} else {
		h.limit = max(h.limit, component.limit)
	}
	if component.status != swf.StatusCompleted {
		h.status = component.status
	}
	h.remarks |= component.remarks
}

// end hands on the heterogeneous jobs.
func (s *slurm) end() {
	for _, h := range s.order {
		partial := slices.Contains(slices.Collect(maps.Values(h.components)), false)
		switch {
		case !partial:
			s.add(h.job)
		case h.id != "":
			s.skips[Partial]++
		}
	}
}

// job reads the line of a job that has ended.
func (s *slurm) job(r *row) job {
	j := job{
		run:      run{wait: swf.Unknown, runTime: swf.Unknown, status: slurmStatus(r.get("State"))},
		userName: r.get("User"), queueName: r.get("QOS"), partitionName: r.get("Partition"),
	}
	j.groupName, _ = r.any("Group", "GID", "Account")
	j.limit = float64(slurmLimit(r))
	elapsed, counted := slurmElapsed(r), r.first(s.widths...)
	j.width = slurmCount(r, counted)
	if neverStarted(r, elapsed) {
		s.waited(&j, r)
	} else {
		s.timed(&j, r, elapsed)
	}
	if j.width < 1 {
		r.bad(NoWidth, counted, "at least 1")
	}
	return j
}

// timed sets the times of a job that ran for so many seconds.
func (s *slurm) timed(j *job, r *row, elapsed int64) {
	held := elapsed
	if paused, ok := span(r.get("Suspended")); ok {
		held += paused
	}
	submit, start, end := settled(s.time(r, "Submit"), s.time(r, "Start"), s.endOf(r), held)
	j.submit, j.wait, j.runTime = float64(submit), float64(start-submit), float64(elapsed)
	if start < submit {
		r.bad(StartsBeforeSubmit, "Start", "not before Submit, "+quote(r.get("Submit")))
	}
	s.remarkOn(&j.run, r, end)
}

// eligibleDelay is the longest time in seconds that Slurm may take to find a job eligible. It
// takes a second for tasks of arrays.
const eligibleDelay = 60

// remarkOn notes what is to be said of a job that ran. A negative end is unknown.
func (s *slurm) remarkOn(j *run, r *row, end int64) {
	start := j.submit + j.wait
	counted := start + j.runTime
	j.remarkIf(stateWord(r.get("State")) == "RESIZING", resized)
	j.remarkIf(end >= 0 && float64(end) > counted, suspended)
	j.remarkIf(end >= 0 && float64(end) < counted, endsEarly)
	for _, eligible := range instants(r.get("Eligible"), s.zone) {
		at := float64(eligible)
		j.remarkIf(at > j.submit+eligibleDelay && at <= start, notEligible)
	}
}

// waited sets what is known of a job that did not start: what it asked for, and when it was
// cancelled.
func (s *slurm) waited(j *job, r *row) {
	j.status = swf.StatusCancelled
	if name := r.first(s.asked...); name != "" && j.width == 0 {
		j.width = slurmCount(r, name)
	}
	submits, ends := s.time(r, "Submit"), s.endOf(r)
	if ends == nil {
		ends = submits
	}
	submit, end, _ := settled(submits, ends, nil, 0)
	j.submit = float64(submit)
	if r.ends() {
		j.wait = max(float64(end-submit), 0)
	}
}
