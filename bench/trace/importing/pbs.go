package importing

import (
	"cmp"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/trace/swf"
)

// pbs reads accounting files of PBS and TORQUE. A line is
//
//	10/25/2026 02:59:59;E;17.server;user=alice queue=batch ctime=1792890000 start=... end=...
//
// An E record tells all of a job that has ended, an R record all of a run after which the job waits
// again. The other records that are read tell what these do not: that a job has started (S, T), was
// suspended and resumed (z, r), released nodes (c), was deleted or aborted (D, A). Each day has a
// file, so that the records of a job may lie in several.
type pbs struct {
	*Importer
	nodes bool               // nodes are counted
	open  map[string]*pbsJob // by id: the jobs that have not ended
}

// pbsJob is what records have told of a job before its end. Moments are seconds since 1970 by the
// clock of the log.
type pbsJob struct {
	started  int64  // moment of its start; 0: it waits
	message  string // of its S record
	paused   int64  // moment from which on it is suspended; 0: it is not
	pause    int64  // seconds for which it was
	requeued int64  // end of the run before, as records tell it; 0: there is none

	released, deleted bool
}

func newPBS(o Options, im *Importer) log {
	im.absolute = true
	return &pbs{Importer: im, nodes: o.Count == Nodes, open: map[string]*pbsJob{}}
}

func (p *pbs) read(r io.Reader, name string) error {
	return eachLine(
		r,
		name,
		func(line int, text string) error { return p.record(name, line, p.line(text)) },
	)
}

// end counts the jobs whose end the log does not tell.
func (p *pbs) end() {
	for id, j := range p.open {
		switch {
		case strings.Contains(id, "[]"):
			p.skips[WholeArray]++
		case j.deleted && j.started == 0:
			p.skips[DeletedBeforeRun]++
		case j.requeued > 0 && j.started == 0:
			p.skips[StillWaiting]++
		default:
			p.skips[StillRunning]++
		}
	}
}

// line reads a line.
func (p *pbs) line(text string) error {
	parts := strings.SplitN(text, ";", 4)
	if len(parts) < 4 {
		return optgap.BadField("line", quote(text), "date;type;id;message")
	}
	stamp := parts[0]
	kind := parts[1]
	id := parts[2]
	message := parts[3]
	date, err := time.ParseInLocation("01/02/2006 15:04:05", stamp, p.zone)
	if err != nil {
		return optgap.BadField("date", quote(stamp), "a date such as 10/25/2026 02:59:59")
	}
	if len(kind) != 1 {
		return optgap.BadField("type", quote(kind), "one letter, such as E")
	}
	if !strings.Contains("STDAzrcRE", kind) {
		return nil
	}
	j := p.open[id]
	if j == nil {
		j = &pbsJob{}
		p.open[strings.Clone(id)] = j
	}
	switch moment := date.Unix(); kind {
	case "S", "T":
		if j.started != 0 {
			p.skips[Attempt]++
		}
		j.started = moment
		j.message = message
	case "D", "A":
		j.deleted = true
	case "z":
		j.paused = moment
	case "r":
		j.resume(moment)
	case "c":
		j.released = true
	case "R":
		return p.requeue(id, message, moment, j)
	case "E":
		delete(p.open, id)
		m := readMessage(message)
		return p.ended(id, m, moment, j, exitStatus(m.values["Exit_status"]))
	}
	return nil
}

// resume ends a suspension.
func (j *pbsJob) resume(moment int64) {
	if j.paused != 0 {
		j.pause += moment - j.paused
		j.paused = 0
	}
}

// requeue reads an R record. That of TORQUE has no message: then the run is that of the S record,
// which ended as many seconds after its start as the R record follows on the S record.
func (p *pbs) requeue(id, text string, moment int64, j *pbsJob) error {
	run := *j
	*j = pbsJob{deleted: j.deleted}
	m := readMessage(text)
	if m.fault == nil && m.values["start"] == "" {
		m = readMessage(run.message)
	}
	if m.fault == nil && m.values["end"] == "" {
		if run.started == 0 || m.values["start"] == "" {
			p.skips[Attempt]++
			return nil
		}
		m.values["end"] = strconv.FormatInt(m.time("start")+moment-run.started, 10)
	}
	j.requeued = m.time("end")
	return p.ended(id, m, moment, &run, swf.StatusFailed)
}

// ended hands on a run that has ended, as the message and the records before tell it.
func (p *pbs) ended(id string, m *message, moment int64, told *pbsJob, status int32) error {
	number, whole, err := readPBSID(id)
	switch {
	case err != nil:
		return err
	case whole:
		p.skips[WholeArray]++
		return nil
	}
	told.resume(moment)
	if told.deleted {
		status = swf.StatusCancelled
	}
	submit := m.time("ctime", "qtime")
	end := m.time("end")
	const walltime = "Resource_List.walltime"
	limit, ok := p.limit(m.values[walltime], unit{})
	if !ok {
		m.bad(Unreadable, walltime, "a time such as 24:00:00")
	}
	j := job{
		run: run{
			id:      id,
			number:  number,
			runTime: swf.Unknown,
			status:  status,
			limit:   limit,
		},
		userName:  m.values["user"],
		groupName: m.values["group"],
		queueName: m.values["queue"],
	}
	var beyond bool
	j.width, beyond = m.width(p.nodes)
	j.remark(beyondHosts, beyond)
	if !m.starts(submit) {
		j.submit = float64(submit)
		j.wait = max(float64(end-submit), 0)
		j.status = swf.StatusCancelled
	} else {
		j.setTimes(m, submit, end, told)
	}
	if m.fault == nil {
		p.add(j)
	}
	return m.fault
}

// setTimes sets the times of a run. It held its processors from its start to its end, but for the
// time in which it was suspended.
func (j *job) setTimes(m *message, submit, end int64, told *pbsJob) {
	start := m.time("start")
	if told.requeued <= start { // else the file of that run is read again
		submit = max(submit, told.requeued)
	}
	switch {
	case start < submit:
		m.bad(
			StartsBeforeSubmit,
			"start",
			"not before the submission, "+strconv.FormatInt(submit, 10),
		)
	case end < start:
		m.bad(EndsBeforeStart, "end", "at least start, "+m.values["start"])
	case told.pause < 0 || told.pause > end-start:
		suspended := strconv.FormatInt(told.pause, 10) + " s from z to r records"
		m.fault = cmp.Or(
			m.fault,
			newFault(Unreadable, "date", suspended, "at most the time from start to end"),
		)
	}
	j.remark(suspended, told.pause > 0)
	j.remark(released, told.released)
	j.submit = float64(submit)
	j.wait = float64(start - submit)
	j.runTime = float64(end - start - told.pause)
}
