package importing

import (
	"io"
	"strings"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/trace/swf"
)

// pbs reads accounting files of PBS and TORQUE. A line is
//
//	10/25/2026 02:59:59;E;17.server;user=alice queue=batch ctime=1792890000 start=... end=...
//
// An E record tells all of a job that has ended. An S record tells that a job has started. So
// one without an E record is of a job that still ran, or that was started again. A D or an A
// record tells that a job was deleted or aborted, perhaps before its start. Other records are
// about other things. Each day has a file, so that the records of a job may lie in several.
type pbs struct {
	*tally
	nodes   bool            // nodes are counted
	running map[string]bool // ids with an S record and no E record yet
	deleted map[string]bool // ids with a D or an A record and no E record yet
}

func newPBS(o Options, t *tally) log {
	t.absolute = true
	return &pbs{tally: t, nodes: o.Count == Nodes, running: map[string]bool{}, deleted: map[string]bool{}}
}

func (p *pbs) read(r io.Reader, name string) error {
	return eachLine(r, name, func(line int, text string) error { return at(name, line, p.line(text)) })
}

// end counts the jobs whose end the log does not tell.
func (p *pbs) end() {
	p.skips[StillRunning] += len(p.running)
	for id := range p.deleted {
		if !p.running[id] {
			p.skips[DeletedBeforeRun]++
		}
	}
}

// line reads a line.
func (p *pbs) line(text string) error {
	parts := strings.SplitN(text, ";", 4)
	if len(parts) < 4 {
		return &optgap.FieldError{Field: "line", Found: quote(text), Expected: "date;type;id;message"}
	}
	stamp, kind, id := parts[0], parts[1], parts[2]
	if _, err := time.Parse("01/02/2006 15:04:05", stamp); err != nil {
		return &optgap.FieldError{Field: "date", Found: quote(stamp), Expected: "a date such as 10/25/2026 02:59:59"}
	}
	if len(kind) != 1 {
		return &optgap.FieldError{Field: "type", Found: quote(kind), Expected: "one letter, such as E"}
	}
	switch kind {
	case "S":
		if p.running[id] {
			p.skips[Attempt]++
		}
		p.running[id] = true
	case "D", "A":
		p.deleted[id] = true
	case "E":
		return p.ended(id, parts[3])
	}
	return nil
}

// ended reads an E record.
func (p *pbs) ended(id, message string) error {
	m, err := readMessage(message)
	if err != nil {
		return err
	}
	deleted := p.deleted[id]
	delete(p.running, id)
	delete(p.deleted, id)
	number, whole, err := readPBSID(id)
	if err != nil {
		return err
	}
	if whole {
		p.skips[WholeArray]++
		return nil
	}
	j, err := p.job(m)
	if err != nil {
		return err
	}
	j.id, j.number = id, number
	if deleted {
		j.status = swf.StatusCancelled
	}
	p.add(j)
	return nil
}

// job returns the job of an E record. It held its processors from its start to its end.
func (p *pbs) job(m message) (job, error) {
	j := job{
		run:      run{wait: swf.Unknown, runTime: swf.Unknown, status: m.status()},
		userName: m["user"], groupName: m["group"], queueName: m["queue"],
	}
	submit, err := m.time("ctime", "qtime")
	if err != nil {
		return j, err
	}
	end, err := m.time("end")
	if err != nil {
		return j, err
	}
	limit, err := m.limit()
	if err != nil {
		return j, err
	}
	if j.width, err = m.width(p.nodes); err != nil {
		return j, err
	}
	j.submit, j.limit = float64(submit), float64(limit)
	if m["start"] == "" || m["start"] == "0" {
		j.status, j.wait = swf.StatusCancelled, max(float64(end-submit), 0)
		return j, nil
	}
	start, err := m.time("start")
	if err != nil {
		return j, err
	}
	if end < start {
		return j, &optgap.FieldError{Field: "end", Found: m["end"], Expected: "at least start, " + m["start"]}
	}
	j.wait, j.runTime, j.early = float64(start-submit), float64(end-start), start < submit
	return j, nil
}
