package importing

import (
	"errors"
	"fmt"
	"io"
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
		if head.at == nil {
			var err error
			head, err = readColumns(text, s.needed)
			return at(name, line, err)
		}
		values = slices.AppendSeq(values[:0], strings.SplitSeq(text, "|"))
		if len(values) != len(head.names) {
			found := fmt.Sprintf("%d fields", len(values))
			return wrong(name, line, "line", found, fmt.Sprintf("%d, as in the header", len(head.names)))
		}
		return at(name, line, s.line(row{head, values}))
	})
	if err == nil && head.at == nil {
		return fmt.Errorf("%s: %w", name, errEmpty)
	}
	return err
}

// errEmpty refuses a file without a line.
var errEmpty = &optgap.FieldError{Field: "file", Found: "no line", Expected: "the header of sacct --parsable2"}

// at returns an error about a field with the place of the line before it.
func at(file string, line int, err error) error {
	var field *optgap.FieldError
	if !errors.As(err, &field) {
		return err
	}
	return wrong(file, line, field.Field, field.Found, field.Expected)
}

// line reads a line of a job or a step.
func (s *slurm) line(r row) error {
	if r.isHeader() {
		return &optgap.FieldError{
			Field: "line", Found: "the header a second time", Expected: "one header: give each output of sacct as a file",
		}
	}
	id, err := readSlurmID(r)
	if err != nil {
		return err
	}
	if id.step {
		s.skips[Step]++
		return nil
	}
	if reason, ok := unfinished(r.get("State")); ok {
		s.skips[reason]++
		return nil
	}
	j, err := s.job(r)
	if err != nil {
		return err
	}
	j.id, j.number = id.text, id.number
	if id.leader != "" {
		s.join(id.leader, j)
		return nil
	}
	s.add(j)
	return nil
}

// heteroJob is a heterogeneous job, its components added up so far.
type heteroJob struct {
	job
	components map[string]bool // by id
}

// join adds a component to its heterogeneous job. All components start together. The job has the
// number of its first component, and holds all processors until the last component ends.
func (s *slurm) join(leader string, component job) {
	run := fmt.Sprintf("%s at %.0f", leader, component.submit)
	h, ok := s.hetero[run]
	if !ok {
		h = &heteroJob{component, map[string]bool{component.id: true}}
		h.id = leader
		h.remark(joined)
		s.hetero[run], s.order = h, append(s.order, h)
		return
	}
	if h.components[component.id] { // in a second file
		s.skips[Repeated]++
		return
	}
	h.components[component.id] = true
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
	h.early = h.early || component.early
}

// end hands on the heterogeneous jobs.
func (s *slurm) end() {
	for _, h := range s.order {
		s.add(h.job)
	}
}

// job reads the line of a job that has ended.
func (s *slurm) job(r row) (job, error) {
	j := job{
		run:      run{wait: swf.Unknown, runTime: swf.Unknown, status: slurmStatus(r.get("State"))},
		userName: r.get("User"), queueName: r.get("QOS"), partitionName: r.get("Partition"),
	}
	j.groupName, _ = r.any("Group", "GID", "Account")
	limit, err := slurmLimit(r)
	if err != nil {
		return j, err
	}
	elapsed, err := slurmElapsed(r)
	if err != nil {
		return j, err
	}
	if j.width, err = slurmCount(r, r.first(s.widths...)); err != nil {
		return j, err
	}
	j.limit = float64(limit)
	if neverStarted(r, elapsed) {
		return s.waited(r, j)
	}
	return s.timed(r, j, elapsed)
}

// timed sets the times of a job that ran for so many seconds.
func (s *slurm) timed(r row, j job, elapsed int64) (job, error) {
	submits, starts, ends, err := s.times(r)
	if err != nil {
		return j, err
	}
	held := elapsed
	if paused, ok := span(r.get("Suspended")); ok {
		held += paused
	}
	submit, start, end := settled(submits, starts, ends, held)
	j.submit, j.wait, j.runTime = float64(submit), float64(start-submit), float64(elapsed)
	if j.early = start < submit; j.early {
		return j, nil
	}
	s.remarkOn(&j.run, r, end)
	return j, nil
}

// eligibleDelay is the longest time in seconds that Slurm may take to find a job eligible. It
// takes a second for tasks of arrays.
const eligibleDelay = 60

// remarkOn notes what is to be said of a job that ran. A negative end is unknown.
func (s *slurm) remarkOn(j *run, r row, end int64) {
	start := j.submit + j.wait
	switch counted := start + j.runTime; {
	case end >= 0 && float64(end) > counted:
		j.remark(suspended)
	case end >= 0 && float64(end) < counted:
		j.remark(endsEarly)
	}
	for _, eligible := range instants(r.get("Eligible"), s.zone) {
		if at := float64(eligible); at > j.submit+eligibleDelay && at <= start {
			j.remark(notEligible)
		}
	}
}

// waited sets what is known of a job that did not start: what it asked for, and when it was
// cancelled.
func (s *slurm) waited(r row, j job) (job, error) {
	submits, err := s.time(r, "Submit")
	if err != nil {
		return j, err
	}
	j.submit, j.status = float64(submits[0]), swf.StatusCancelled
	if name := r.first(s.asked...); name != "" && j.width == 0 {
		if j.width, err = slurmCount(r, name); err != nil {
			return j, err
		}
	}
	if !r.has("End") || slices.Contains(noTime, r.get("End")) {
		return j, nil
	}
	ends, err := s.time(r, "End")
	if err == nil {
		submit, end, _ := settled(submits, ends, nil, 0)
		j.submit, j.wait = float64(submit), max(float64(end-submit), 0)
	}
	return j, err
}
