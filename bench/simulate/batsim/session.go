// Package batsim asks schedulers that are other programs, in the JSON messages of Batsim, versions 3 and 4:
//
//	"NAME=COMMAND" -> Parse -> Command -> New -> Session, which decides as an online.Decider
//
// The first message is SIMULATION_BEGINS, the last one NOTIFY (no_more_static_job_to_submit) and
// SIMULATION_ENDS. Between them is one for each decision with events: JOB_COMPLETED of all jobs that end in
// a second and REQUESTED_CALL, or JOB_SUBMITTED of a job. The clock begins a second before the
// first submission. The profile of all jobs is "rigid", a delay that tells nothing of run times.
//
// A reply may hold EXECUTE_JOB, CALL_ME_LATER and NOTIFY, which is not read. Jobs start at its "now",
// rounded up to seconds. Where "alloc" is missing, a job has the lowest block of
// processors that is wide enough, or else pieces.
//
// WriteJobs writes the jobs of a finished replay as CSV under Batsim's names of columns, Records as records of SWF.
//
// The protocol: https://batsim.readthedocs.io, page "Protocol". Version 5 of Batsim speaks another one.
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
	"github.com/optgap/optgap/bench/internal/simulate/allocation"
	"github.com/optgap/optgap/heuristics/online"
)

// mostProcessors is the largest machine: SIMULATION_BEGINS names each processor.
const mostProcessors = 1 << 20

// idleCalls is the number of requested calls in a row after which a scheduler with an idle machine is one
// that never starts a job.
const idleCalls = 1_000_000

// patience is how long all decisions of a replay may take on its clock, together with the waits for calls.
const patience = 365 * 24 * time.Hour

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
	JobID     string   `json:"job_id"`
	Alloc     string   `json:"alloc"`
	Timestamp *float64 `json:"timestamp"`
}

// job is a job that waits or runs.
type job struct {
	optgap.Job
	alloc []allocation.Run // nil: it waits
}

// execution is an EXECUTE_JOB.
type execution struct {
	data
	second  int64 // at which it takes effect
	message int
}

// Session is a scheduler in another program during one replay.
type Session struct {
	process *process
	failed  error
	machine int64
	first   int64   // second of the trace at which the clock begins
	end     float64 // the latest now, on the clock

	sent    int     // messages
	now     float64 // by the last reply, on the clock
	free    allocation.Set
	left    int64 // number of free processors
	jobs    map[string]*job
	running int
	idle    int         // requested calls since an event
	calls   []int64     // seconds at which it wants to be called, in order
	pending []execution // in order
}

// New returns a session of a replay of the jobs. The clock begins a second before the first of them comes, as
// schedulers of pybatsim start no job at 0. pool may have the program ready;
// nil: no pool has. An *optgap.FieldError refuses a machine with too many processors.
func New(c Command, machine int64, jobs []optgap.TraceJob, pool *Pool) (*Session, error) {
	if machine > mostProcessors {
		return nil, optgap.BadField("machine", machine,
			fmt.Sprintf("at most %d processors with scheduler %s, as each is named to it", mostProcessors, c.Name))
	}
	p, err := pool.take(c)
	if err != nil {
		return nil, err
	}
	first, last, busy := int64(0), int64(0), 0.0
	for i, j := range jobs {
		if i == 0 {
			first, last = j.Submit, j.Submit
		}
		first, last, busy = min(first, j.Submit), max(last, j.Submit), busy+float64(j.Estimate)
	}
	return &Session{
		process: p, machine: machine, first: first - 1, end: float64(last) - float64(first) + busy + patience.Seconds(),
		free: allocation.Set{{High: machine}}, left: machine, jobs: make(map[string]*job),
	}, nil
}

// Decide tells the program what has happened, and returns the ids of the jobs that it starts now.
func (s *Session) Decide(now int64, events []online.Event) (started []int64, err error) {
	defer func() { s.failed = err }()
	if s.sent == 0 {
		if err := s.tell(s.first, []event{{0, "SIMULATION_BEGINS", s.beginning()}}); err != nil {
			return nil, err
		}
	}
	told := s.events(now, events)
	if started, err = s.execute(now); err != nil || len(told) == 0 {
		return started, err
	}
	if s.idle++; len(events) > 0 || s.running > 0 {
		s.idle = 0
	}
	if s.idle > idleCalls {
		return nil, s.wrong(s.sent, "nothing but CALL_ME_LATER %d times, while no job runs", idleCalls)
	}
	if err := s.tell(now, told); err != nil {
		return nil, err
	}
	more, err := s.execute(now)
	return append(started, more...), err
}

// wrong returns the error of a reply to the message with a number.
func (s *Session) wrong(number int, text string, values ...any) error {
	return fmt.Errorf("%s: found %.1000s", replyTo(number), format.Printable(fmt.Sprintf(text, values...)))
}

func replyTo(number int) string { return fmt.Sprintf("reply to message %d", number) }

// Where names the last reply.
func (s *Session) Where() string { return replyTo(s.sent) }

// at returns a second of the trace on the clock, not before the last reply.
func (s *Session) at(second int64) float64 { return max(float64(second-s.first), s.now) }

// second returns the first second of the trace that is not before a moment on the clock.
func (s *Session) second(clock float64) int64 {
	return s.first + int64(min(math.Ceil(clock), math.MaxInt64/4))
}

// beginning is the data of SIMULATION_BEGINS.
func (s *Session) beginning() any {
	type object = map[string]any
	resources := make([]object, s.machine)
	for i := range resources {
		resources[i] = object{"id": i, "name": "p" + strconv.Itoa(i), "state": "idle", "properties": object{}}
	}
	return object{
		"nb_resources": s.machine, "nb_compute_resources": s.machine, "nb_storage_resources": 0,
		"compute_resources": resources, "storage_resources": []any{},
		"allow_compute_sharing": false, "allow_storage_sharing": false,
		"config": object{
			"profiles-forwarded-on-submission": false, "dynamic-jobs-enabled": false, "dynamic-jobs-acknowledged": false,
			"forward-unknown-events": false, "redis-enabled": false, "redis-hostname": "", "redis-port": 0, "redis-prefix": "",
		},
		"workloads": object{workload: "trace"},
		"profiles":  object{workload: object{"rigid": object{"type": "delay", "delay": 1}}},
	}
}

// workload stands before the ids of all jobs.
const workload = "w0"

func nameOf(id int64) string { return workload + "!" + strconv.FormatInt(id, 10) }

// events returns what is told of events, and of the requested calls that are due.
func (s *Session) events(now int64, happened []online.Event) (told []event) {
	at := s.at(now)
	for _, e := range happened {
		name := nameOf(e.Job.ID)
		if e.Kind == online.Submitted {
			s.jobs[name] = &job{Job: e.Job}
			j := map[string]any{
				"id": name, "subtime": e.Job.Submit - s.first, "res": e.Job.Width, "walltime": e.Job.Estimate, "profile": "rigid",
			}
			told = append(told, event{at, "JOB_SUBMITTED", map[string]any{"job_id": name, "job": j}})
			continue
		}
		state := "COMPLETED_SUCCESSFULLY"
		if e.Kind == online.Killed {
			state = "COMPLETED_WALLTIME_REACHED"
		}
		alloc := s.jobs[name].alloc
		for _, r := range alloc {
			s.free.Add(r)
		}
		s.left += e.Job.Width
		delete(s.jobs, name)
		s.running--
		told = append(told, event{at, "JOB_COMPLETED", map[string]any{
			"job_id": name, "job_state": state, "return_code": 0, "alloc": string(allocation.Append(nil, alloc...)),
		}})
	}
	for len(s.calls) > 0 && s.calls[0] <= now {
		s.calls = s.calls[1:]
		told = append(told, event{at, "REQUESTED_CALL", struct{}{}})
	}
	return told
}

// tell sends a message, and keeps what the reply asks for.
func (s *Session) tell(now int64, events []event) error {
	m := message{s.at(now), events}
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
	if err := json.Unmarshal(answer, &reply); err != nil || reply.Now == nil {
		return s.wrong(s.sent, `%.200q, expected {"now":%v, "events":[...]}`, answer, m.Now)
	}
	if *reply.Now < m.Now {
		return s.wrong(s.sent, "now %v, expected at least %v, that of the message", *reply.Now, m.Now)
	}
	if *reply.Now > s.end {
		return s.wrong(s.sent, "now %v, expected at most %.0f, a year after all jobs one after the other", *reply.Now, s.end)
	}
	s.now = *reply.Now
	last := m.Now
	for _, e := range reply.Events {
		if e.Timestamp < last || e.Timestamp > s.now {
			return s.wrong(s.sent, "%s with timestamp %v, expected %v to %v", e.Type, e.Timestamp, last, s.now)
		}
		last = e.Timestamp
		switch e.Type {
		case "EXECUTE_JOB":
			s.pending = append(s.pending, execution{e.Data, s.second(s.now), s.sent})
		case "CALL_ME_LATER":
			if e.Data.Timestamp == nil || *e.Data.Timestamp <= s.now {
				return s.wrong(s.sent, "a CALL_ME_LATER without a later timestamp, expected one after %v", s.now)
			}
			s.calls = append(s.calls, s.second(*e.Data.Timestamp))
		case "NOTIFY":
		case "REJECT_JOB":
			return s.wrong(s.sent, "REJECT_JOB of %s, expected that every job starts", e.Data.JobID)
		default:
			return s.wrong(s.sent, "%q, expected EXECUTE_JOB, CALL_ME_LATER or NOTIFY", e.Type)
		}
	}
	slices.Sort(s.calls)
	return nil
}

// execute starts the jobs whose second has come.
func (s *Session) execute(now int64) (started []int64, err error) {
	for len(s.pending) > 0 && s.pending[0].second <= now {
		e := s.pending[0]
		s.pending = s.pending[1:]
		j := s.jobs[e.JobID]
		if j == nil || j.alloc != nil {
			return nil, s.wrong(e.message, "EXECUTE_JOB of %q, expected a waiting job", e.JobID)
		}
		if j.alloc, err = s.allocate(j.Width, e.Alloc); err != nil {
			return nil, s.wrong(e.message, "EXECUTE_JOB of %s with %v", e.JobID, err)
		}
		s.left -= j.Width
		s.running++
		started = append(started, j.ID)
	}
	return started, nil
}

// NextEvent returns the next second after now at which the program wants to be called, or at which jobs
// start that it has named before; false: there is none.
func (s *Session) NextEvent(int64) (second int64, ok bool) {
	if len(s.pending) > 0 {
		second, ok = s.pending[0].second, true
	}
	if len(s.calls) > 0 && (!ok || s.calls[0] < second) {
		second, ok = s.calls[0], true
	}
	return second, ok
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
	end := []event{
		{s.now, "NOTIFY", map[string]string{"type": "no_more_static_job_to_submit"}}, {s.now, "SIMULATION_ENDS", struct{}{}},
	}
	if text, err := json.Marshal(message{s.now, end}); err == nil {
		s.process.exchange(text) // an answer has no meaning any more
	}
	s.process.close()
}

// allocate takes the processors that the text names; "": a block that is wide enough, or else pieces. It
// refuses processors that are not free or not there, and another number of them than the width.
func (s *Session) allocate(width int64, text string) (all []allocation.Run, err error) {
	if text == "" {
		if s.left < width {
			return nil, fmt.Errorf("%d processors too few free, expected a job that fits", width-s.left)
		}
		return s.free.TakeLow(width), nil
	}
	named := int64(0)
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ' ' || r == ',' }) {
		low, high, isRange := strings.Cut(word, "-")
		if !isRange {
			high = low
		}
		first, err := strconv.ParseInt(low, 10, 64)
		last, err2 := strconv.ParseInt(high, 10, 64)
		if err != nil || err2 != nil || first < 0 || last < first || last >= s.machine {
			return nil, fmt.Errorf("alloc %.200q, expected processors from 0 to %d, such as 0-3 7", text, s.machine-1)
		}
		r := allocation.Run{Low: first, High: last + 1}
		if !s.free.Take(r) {
			for s.free.Take(allocation.Run{Low: first, High: first + 1}) {
				first++
			}
			return nil, fmt.Errorf("alloc %.200q, expected free processors, each once: %d is none", text, first)
		}
		all, named = append(all, r), named+r.High-r.Low
	}
	if named != width {
		return nil, fmt.Errorf("alloc %.200q, expected %d processors", text, width)
	}
	return all, nil
}
