// Package batsim asks schedulers that are other programs, in the JSON messages of Batsim, versions
// 3 and 4:
//
//	"NAME=COMMAND" -> Parse -> Command -> New -> Session, which decides as an heuristics.Decider
//
// The first message is SIMULATION_BEGINS, the last one SIMULATION_ENDS. Between them is one for each decision with
// events: JOB_COMPLETED of all jobs that end in a second and REQUESTED_CALL, or JOB_SUBMITTED of a job. With the last
// job comes NOTIFY (no_more_static_job_to_submit). The program decides until the "now" of its reply. What happens
// meanwhile is in one message afterwards. The clock begins a second before the
// first submission. The profile of all jobs is "rigid", a delay that tells nothing of run times.
//
// A reply may hold EXECUTE_JOB and CALL_ME_LATER; NOTIFY and SET_JOB_METADATA are not read. Jobs
// start at its "now", rounded up to seconds. Where "alloc" is missing, a job has the lowest block
// of processors that is wide enough, or else pieces.
//
// Jobs that run at a step are submitted headStart before it, and run whatever the program does. It
// may start them at any time. A job that it has not started does not end for it.
//
// WriteJobs writes the jobs of a finished replay as CSV under Batsim's names of columns, Records as
// records of SWF.
//
// The protocol: https://batsim.readthedocs.io, page "Protocol". Version 5 of Batsim speaks another
// one.
//
// The package may change at any time.
package batsim

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/simulate/replay"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/heuristics"
)

// mostProcessors is the largest machine: SIMULATION_BEGINS names each processor.
const mostProcessors = 1 << 20

// idleCalls is the number of requested calls in a row, while the machine is idle and all jobs are
// submitted, after which a scheduler is one that never starts those that wait.
const idleCalls = 1_000_000

// patience is how long all decisions of a replay may take on its clock, together with the waits for
// calls.
const patience = 365 * 24 * time.Hour

// headStart is how many seconds before a step a program is told of the jobs that run then.
const headStart = 3600

// A message, or a reply: what has happened, or what is to be done.
type message struct {
	Now    float64 `json:"now"`
	Events []event `json:"events"`
}

type event struct {
	Timestamp float64 `json:"timestamp"`
	Type      string  `json:"type"`
	Data      any     `json:"data"`
}

// data is what is read of the data of events.
type data struct {
	JobID     string          `json:"job_id"`
	Alloc     json.RawMessage `json:"alloc"`
	Timestamp *float64        `json:"timestamp"`
}

// job is a job that waits or runs.
type job struct {
	optgap.Job
	alloc []heuristics.Range // nil: the program has not started it
	given bool               // it runs since before the step
	ended bool               // it is given, and has ended before the program has started it
}

// execution is an EXECUTE_JOB.
type execution struct {
	job, alloc string
	second     int64 // at which it takes effect
	message    int
}

// Replay is what a Session has to know of its replay.
type Replay struct {
	Machine int64
	Jobs    []optgap.TraceJob    // that will be submitted
	Running int                  // the first of them, which run already: the replay is of a step, at second 0
	Labels  map[int64]swf.Labels // by the id of the job
}

// Session is a scheduler in another program during one replay.
type Session struct {
	process *process
	failed  error
	replay  Replay
	first   int64   // second of the trace at which the clock begins
	end     float64 // the latest now, on the clock

	sent      int     // messages
	now       float64 // by the last reply, on the clock
	submitted int     // jobs
	free      replay.RangeSet
	left      int64 // processors that no job runs on
	held      int64 // processors of running jobs that the program has not started, which are in free
	jobs      map[string]*job
	running   int
	idle      int         // requested calls since an event
	patience  int         // how many of them may be
	queue     []event     // that are to be told, in order
	calls     []int64     // seconds at which it wants to be called, in order
	pending   []execution // in order
}

// New returns a session of a replay. The clock begins a second before its first submission, as
// schedulers of pybatsim start no job at 0. pool may have the program ready;
// nil: no pool has. An *optgap.FieldError refuses a machine with too many processors.
func New(c Command, r Replay, pool *Pool) (*Session, error) {
	if r.Machine > mostProcessors {
		return nil, optgap.BadField(
			"machine",
			r.Machine,
			fmt.Sprintf(
				"at most %d processors with scheduler %s, as each is named to it",
				mostProcessors,
				c.Name,
			),
		)
	}
	p, err := pool.take(c)
	if err != nil {
		return nil, err
	}
	first := int64(0)
	last := int64(0)
	busy := 0.0
	for i, j := range r.Jobs {
		if i == 0 {
			first = j.Submit
			last = j.Submit
		}
		first = min(first, j.Submit)
		last = max(last, j.Submit)
		busy += float64(j.Estimate)
	}
	if r.Running > 0 {
		first = min(first, -headStart)
	}
	return &Session{
		process: p,
		replay:  r,
		first:   first - 1,
		end:     float64(last) - float64(first) + busy + patience.Seconds(),
		free: replay.RangeSet{
			{High: r.Machine},
		},
		left:     r.Machine,
		jobs:     make(map[string]*job),
		patience: idleCalls,
	}, nil
}

// Decide tells the program what has happened, and returns the ids of the jobs that it starts now.
func (s *Session) Decide(now int64, events []heuristics.Event) (started []int64, err error) {
	defer func() { s.failed = err }()
	if s.sent == 0 {
		if err := s.tell(0, []event{{0, "SIMULATION_BEGINS", s.beginning()}}); err != nil {
			return nil, err
		}
	}
	if s.submitted < s.replay.Running {
		return s.begin(now, events)
	}
	s.hear(now, events)
	return s.converse(now)
}

// begin tells the program of the jobs that run at a step before they are due, and gives it time to
// start them in its own way. It returns the ids of all of them.
func (s *Session) begin(now int64, events []heuristics.Event) (started []int64, err error) {
	at := now - headStart
	for _, e := range events {
		e.Job.Submit = at
		e.Job.Estimate = e.Job.Estimate + now - at
		s.submit(at, e.Job, true)
		s.left -= e.Job.Width
		s.held += e.Job.Width
		s.running++
		started = append(started, e.Job.ID)
	}
	for goesOn := true; goesOn && at < now && s.held > 0; at, goesOn = s.NextEvent(at) {
		if _, err := s.converse(at); err != nil {
			return nil, err
		}
	}
	return started, nil
}

// converse tells the program what has happened up to now, a message each time that it is ready to
// decide. It returns the ids of the jobs that start now.
func (s *Session) converse(now int64) (started []int64, err error) {
	for {
		more, err := s.execute(now)
		started = append(started, more...)
		if err != nil {
			return nil, err
		}
		for len(s.calls) > 0 && s.calls[0] <= now {
			s.calls = s.calls[1:]
			s.queue = append(s.queue, event{s.clock(now), "REQUESTED_CALL", struct{}{}})
		}
		if len(s.queue) == 0 || s.now > s.clock(now) {
			return started, nil
		}
		at := max(s.now, s.queue[0].Timestamp)
		n := 1
		for n < len(s.queue) && s.queue[n].Timestamp <= at {
			n++
		}
		told := s.queue[:n]
		s.queue = s.queue[n:]
		hopeless := s.running == 0 && len(s.jobs) > 0 && s.submitted == len(s.replay.Jobs) &&
			!slices.ContainsFunc(told, func(e event) bool { return e.Type != "REQUESTED_CALL" })
		s.idle++
		if !hopeless {
			s.idle = 0
		}
		if s.idle > s.patience {
			return nil, s.wrong(
				s.sent,
				"nothing but CALL_ME_LATER %d times, while jobs wait and none runs",
				s.patience,
			)
		}
		if err := s.tell(at, told); err != nil {
			return nil, err
		}
	}
}

// wrong returns the error of a reply to the message with a number.
func (s *Session) wrong(number int, text string, values ...any) error {
	return fmt.Errorf(
		"%s: found %.1000s",
		replyTo(number),
		format.Printable(fmt.Sprintf(text, values...)),
	)
}

func replyTo(number int) string { return fmt.Sprintf("reply to message %d", number) }

// Where names the last reply.
func (s *Session) Where() string { return replyTo(s.sent) }

// clock returns a second of the trace on the clock.
func (s *Session) clock(second int64) float64 { return float64(second - s.first) }

// second returns the first second of the trace that is not before a moment on the clock.
func (s *Session) second(clock float64) int64 {
	return s.first + int64(min(math.Ceil(clock), math.MaxInt64/4))
}

// beginning is the data of SIMULATION_BEGINS.
func (s *Session) beginning() any {
	type object = map[string]any
	resources := make([]object, s.replay.Machine)
	for i := range resources {
		resources[i] = object{
			"id":         i,
			"name":       "p" + strconv.Itoa(i),
			"state":      "idle",
			"properties": object{},
		}
	}
	return object{
		"nb_resources":          s.replay.Machine,
		"nb_compute_resources":  s.replay.Machine,
		"nb_storage_resources":  0,
		"compute_resources":     resources,
		"storage_resources":     []any{},
		"allow_compute_sharing": false,
		"allow_storage_sharing": false,
		"config": object{
			"profiles-forwarded-on-submission": false,
			"dynamic-jobs-enabled":             false,
			"dynamic-jobs-acknowledged":        false,
			"forward-unknown-events":           false,
			"redis-enabled":                    false,
			"redis-hostname":                   "",
			"redis-port":                       0,
			"redis-prefix":                     "",
		},
		"workloads": object{workload: "trace"},
		"profiles":  object{workload: object{"rigid": object{"type": "delay", "delay": 1}}},
	}
}

// workload stands before the ids of all jobs.
const workload = "w0"

func nameOf(id int64) string { return workload + "!" + strconv.FormatInt(id, 10) }

// hear puts into the queue what has happened now.
func (s *Session) hear(now int64, happened []heuristics.Event) {
	for _, e := range happened {
		if e.Kind == heuristics.Submitted {
			s.submit(now, e.Job, false)
			continue
		}
		j := s.jobs[nameOf(e.Job.ID)]
		s.left += j.Width
		s.running--
		if j.alloc == nil {
			s.held -= j.Width
			j.ended = true
			continue
		}
		s.complete(now, j, e.Kind)
	}
}

// submit puts into the queue that a job is submitted, and that it is the last one.
func (s *Session) submit(now int64, j optgap.Job, given bool) {
	name := nameOf(j.ID)
	at := s.clock(now)
	s.jobs[name] = &job{Job: j, given: given}
	told := map[string]any{
		"id":       name,
		"subtime":  j.Submit - s.first,
		"res":      j.Width,
		"walltime": j.Estimate,
		"profile":  "rigid",
	}
	if labels, ok := s.replay.Labels[j.ID]; ok {
		for i, number := range labels {
			if number >= 0 {
				told[swf.LabelNames[i]] = number
			}
		}
	}
	s.queue = append(
		s.queue,
		event{at, "JOB_SUBMITTED", map[string]any{"job_id": name, "job": told}},
	)
	s.submitted++
	if s.submitted == len(s.replay.Jobs) {
		s.queue = append(
			s.queue,
			event{at, "NOTIFY", map[string]string{"type": "no_more_static_job_to_submit"}},
		)
	}
}

// complete puts into the queue that a job which the program has started has ended.
func (s *Session) complete(now int64, j *job, kind heuristics.EventKind) {
	state := "COMPLETED_SUCCESSFULLY"
	if kind == heuristics.Killed {
		state = "COMPLETED_WALLTIME_REACHED"
	}
	for _, r := range j.alloc {
		s.free.Add(r)
	}
	name := nameOf(j.ID)
	delete(s.jobs, name)
	s.queue = append(s.queue, event{
		s.clock(now),
		"JOB_COMPLETED",
		map[string]any{
			"job_id":      name,
			"job_state":   state,
			"return_code": 0,
			"alloc":       string(replay.AppendRanges(nil, j.alloc...)),
		},
	})
}

// tell sends a message at a moment on the clock, and keeps what the reply asks for.
func (s *Session) tell(at float64, events []event) error {
	m := message{at, events}
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	s.sent++
	answer, err := s.process.exchange(text)
	if err != nil {
		return fmt.Errorf("message %d: %w", s.sent, err)
	}
	var reply struct {
		Now    *float64 `json:"now"`
		Events []struct {
			Timestamp float64 `json:"timestamp"`
			Type      string  `json:"type"`
			Data      data    `json:"data"`
		} `json:"events"`
	}
	wrong := func(text string, values ...any) error { return s.wrong(s.sent, text, values...) }
	if err := json.Unmarshal(answer, &reply); err != nil || reply.Now == nil {
		return wrong(`%.200q, expected {"now":%v, "events":[...]}`, answer, m.Now)
	}
	if *reply.Now < m.Now {
		return wrong("now %v, expected at least %v, that of the message",
			*reply.Now,
			m.Now,
		)
	}
	if *reply.Now > s.end {
		return wrong("now %v, expected at most %.0f, a year after all jobs one after the other",
			*reply.Now,
			s.end,
		)
	}
	s.now = *reply.Now
	last := m.Now
	for _, e := range reply.Events {
		if e.Timestamp < last || e.Timestamp > s.now {
			return wrong("%s with timestamp %v, expected %v to %v",
				e.Type,
				e.Timestamp,
				last,
				s.now,
			)
		}
		last = e.Timestamp
		switch e.Type {
		case "EXECUTE_JOB":
			x := execution{job: e.Data.JobID, second: s.second(s.now), message: s.sent}
			if raw := e.Data.Alloc; raw != nil && json.Unmarshal(raw, &x.alloc) != nil {
				return wrong(`EXECUTE_JOB of %s with alloc %.200s, expected text such as "0-3 7"`,
					x.job,
					raw,
				)
			}
			s.pending = append(s.pending, x)
		case "CALL_ME_LATER":
			if e.Data.Timestamp == nil || *e.Data.Timestamp <= s.now {
				return wrong("a CALL_ME_LATER without a later timestamp, expected one after %v",
					s.now,
				)
			}
			s.calls = append(s.calls, s.second(*e.Data.Timestamp))
		case "NOTIFY", "SET_JOB_METADATA":
		case "REJECT_JOB":
			return wrong("REJECT_JOB of %s, expected that every job starts",
				e.Data.JobID,
			)
		default:
			return wrong("%q, expected EXECUTE_JOB, CALL_ME_LATER, NOTIFY or SET_JOB_METADATA",
				e.Type,
			)
		}
	}
	slices.Sort(s.calls)
	return nil
}

// execute starts the jobs whose second has come. It leaves out those that run already.
func (s *Session) execute(now int64) (started []int64, err error) {
	for len(s.pending) > 0 && s.pending[0].second <= now {
		e := s.pending[0]
		s.pending = s.pending[1:]
		j := s.jobs[e.job]
		if j == nil || j.alloc != nil {
			return nil, s.wrong(e.message, "EXECUTE_JOB of %q, expected a waiting job", e.job)
		}
		j.alloc, err = s.allocate(j, e.alloc)
		if err != nil {
			return nil, s.wrong(e.message, "EXECUTE_JOB of %s with %v", e.job, err)
		}
		switch {
		case j.ended:
			s.complete(now, j, heuristics.Completed)
		case j.given:
			s.held -= j.Width
		default:
			s.left -= j.Width
			s.running++
			started = append(started, j.ID)
		}
	}
	return started, nil
}

// NextEvent returns the next second after now at which the program wants to be called or is ready
// to hear what has happened, or at which jobs start that it has named before; false: there is none.
func (s *Session) NextEvent(int64) (second int64, ok bool) {
	second = math.MaxInt64
	if len(s.pending) > 0 {
		second = s.pending[0].second
	}
	if len(s.queue) > 0 {
		second = min(second, s.second(s.now))
	}
	if len(s.calls) > 0 {
		second = min(second, s.calls[0])
	}
	return second, len(s.pending)+len(s.queue)+len(s.calls) > 0
}

// Processors returns those of a job that has started.
func (s *Session) Processors(id int64) []heuristics.Range {
	return s.jobs[nameOf(id)].alloc
}

// Cancel ends the program at once. Decide then fails. Another goroutine may call it at any time.
func (s *Session) Cancel() { s.process.kill() }

// Close tells the program that the simulation ends, and waits for its end for a moment.
func (s *Session) Close() {
	if s.sent == 0 || s.failed != nil || s.process.hasEnded() {
		s.process.kill()
		return
	}
	s.process.limit = min(s.process.limit, dying)
	at := s.now
	if n := len(s.queue); n > 0 {
		at = max(at, s.queue[n-1].Timestamp)
	}
	end := append(s.queue, event{at, "SIMULATION_ENDS", struct{}{}})
	if text, err := json.Marshal(message{at, end}); err == nil {
		s.process.exchange(text) // an answer has no meaning any more
	}
	s.process.close()
}

// allocate takes the processors that the text names; "": a block that is wide enough, or else
// pieces. It refuses processors that are not free or not there, another number of them than the
// width, and more than running jobs of a step leave.
func (s *Session) allocate(j *job, text string) (all replay.RangeSet, err error) {
	lacking := j.Width - s.left
	if j.given {
		lacking -= s.held
	}
	switch {
	case lacking > 0 && s.held > 0:
		return nil, fmt.Errorf(
			"%d processors too few free, expected a job that fits beside running jobs on %d, which it "+
				"has not started",
			lacking,
			s.held,
		)
	case lacking > 0 && text == "":
		return nil, fmt.Errorf("%d processors too few free, expected a job that fits", lacking)
	case text == "":
		return s.free.TakeLow(j.Width), nil
	}
	named := int64(0)
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ' ' || r == ',' }) {
		low, high, isRange := strings.Cut(word, "-")
		if !isRange {
			high = low
		}
		first, err := strconv.ParseInt(low, 10, 64)
		last, err2 := strconv.ParseInt(high, 10, 64)
		if err != nil || err2 != nil || first < 0 || last < first || last >= s.replay.Machine {
			return nil, fmt.Errorf(
				"alloc %.200q, expected processors from 0 to %d, such as 0-3 7",
				text,
				s.replay.Machine-1,
			)
		}
		r := heuristics.Range{Low: first, High: last + 1}
		if !s.free.Take(r) {
			for s.free.Take(heuristics.Range{Low: first, High: first + 1}) {
				first++
			}
			return nil, fmt.Errorf(
				"alloc %.200q, expected free processors, each once: %d is none",
				text,
				first,
			)
		}
		all.Add(r)
		named += r.High - r.Low
	}
	if named != j.Width {
		return nil, fmt.Errorf("alloc %.200q, expected %d processors", text, j.Width)
	}
	return all, nil
}
