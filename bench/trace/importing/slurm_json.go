package importing

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"

	"github.com/optgap/optgap"
)

// slurmRecord is a job as sacct --json tells it, of which only the fields that sacct --parsable2 has as well are read.
type slurmRecord struct {
	ID        slurmNumber `json:"job_id"`
	Cluster   string      `json:"cluster"`
	User      string      `json:"user"`
	Group     string      `json:"group"`
	Partition string      `json:"partition"`
	QOS       string      `json:"qos"`
	Nodes     slurmNumber `json:"allocation_nodes"`
	Array     struct {
		ID   slurmNumber `json:"job_id"`
		Task slurmNumber `json:"task_id"`
	} `json:"array"`
	Het struct {
		ID     slurmNumber `json:"job_id"`
		Offset slurmNumber `json:"job_offset"`
	} `json:"het"`
	Required struct {
		CPUs slurmNumber `json:"CPUs"`
	} `json:"required"`
	State struct {
		Current slurmState `json:"current"`
	} `json:"state"`
	Time struct {
		Elapsed    slurmNumber `json:"elapsed"`
		Eligible   slurmNumber `json:"eligible"`
		End        slurmNumber `json:"end"`
		Limit      slurmNumber `json:"limit"` // minutes
		Start      slurmNumber `json:"start"`
		Submission slurmNumber `json:"submission"`
		Suspended  slurmNumber `json:"suspended"`
	} `json:"time"`
	TRES struct {
		Allocated []slurmTRES `json:"allocated"`
		Requested []slurmTRES `json:"requested"`
	} `json:"tres"`
}

// slurmTRES is a number of processors, nodes or something else.
type slurmTRES struct {
	Type  string      `json:"type"`
	Count slurmNumber `json:"count"`
}

// countOf returns the count of what is asked for; "": it is not there.
func countOf(what string, list []slurmTRES) string {
	for _, r := range list {
		if r.Type == what {
			return string(r.Count)
		}
	}
	return ""
}

// slurmNumber is a number in digits; "": it is not set or infinite. Slurm writes a plain one, or an object of three.
type slurmNumber string

// UnmarshalJSON reads both forms.
func (n *slurmNumber) UnmarshalJSON(text []byte) error {
	number := struct {
		Set      bool        `json:"set"`
		Infinite bool        `json:"infinite"`
		Number   json.Number `json:"number"`
	}{Set: true}
	into := any(&number.Number)
	if bytes.HasPrefix(text, []byte("{")) {
		number.Set, into = false, &number
	}
	if err := json.Unmarshal(text, into); err != nil {
		return err
	}
	if *n = ""; number.Set && !number.Infinite {
		*n = slurmNumber(number.Number)
	}
	return nil
}

// second returns a moment; "" for 0, which stands for none.
func (n slurmNumber) second() string {
	if n == "0" {
		return ""
	}
	return string(n)
}

// slurmState is the first of a list of states. Before 23.11 Slurm wrote the state alone.
type slurmState string

// UnmarshalJSON reads both forms.
func (s *slurmState) UnmarshalJSON(text []byte) error {
	list := make([]string, 1)
	into := any(&list)
	if !bytes.HasPrefix(text, []byte("[")) {
		into = &list[0]
	}
	err := json.Unmarshal(text, into)
	*s = slurmState(append(list, "")[0])
	return err
}

// row returns the record as a line of sacct.
func (j *slurmRecord) row() *row {
	id := string(j.ID)
	switch {
	case j.Array.ID.second() != "" && j.Array.Task != "":
		id = string(j.Array.ID + "_" + j.Array.Task)
	case j.Het.ID.second() != "" && j.Het.Offset != "":
		id = string(j.Het.ID + "+" + j.Het.Offset)
	}
	r := &row{columns: columns{known: map[string]int{}}}
	for _, c := range [][2]string{
		{"JobID", id}, {"JobIDRaw", string(j.ID)}, {"Cluster", j.Cluster}, {"User", j.User}, {"Group", j.Group},
		{"Partition", j.Partition}, {"QOS", j.QOS}, {"State", string(j.State.Current)},
		{"Submit", j.Time.Submission.second()}, {"Eligible", j.Time.Eligible.second()}, {"Start", j.Time.Start.second()},
		{"End", j.Time.End.second()}, {"ElapsedRaw", string(j.Time.Elapsed)}, {"Suspended", string(j.Time.Suspended)},
		{"TimelimitRaw", string(j.Time.Limit)},
		{"AllocCPUS", countOf("cpu", j.TRES.Allocated)}, {"AllocNodes", string(j.Nodes)},
		{"ReqCPUS", cmp.Or(countOf("cpu", j.TRES.Requested), string(j.Required.CPUs))},
		{"ReqNodes", countOf("node", j.TRES.Requested)},
	} {
		r.names, r.values = append(r.names, c[0]), append(r.values, c[1])
	}
	return r
}

// isJSON reports whether a file begins as sacct --json does.
func isJSON(in *bufio.Reader) bool {
	start, _ := in.Peek(in.Size())
	return bytes.HasPrefix(bytes.TrimSpace(start), []byte("{"))
}

// readJSON reads what sacct --json prints: an object with a list of jobs.
func (s *slurm) readJSON(r io.Reader, name string) error {
	lines := &lineCounter{r: r}
	d := json.NewDecoder(lines)
	fail := func(err error) error {
		const expected = "what sacct --json writes: an object with a list of jobs"
		return wrong(name, lines.at(d.InputOffset()), "JSON", err.Error(), expected)
	}
	d.Token() // {
	for key, err := d.Token(); key != "jobs"; key, err = d.Token() {
		if err == nil {
			err = d.Decode(new(json.RawMessage))
		}
		if err != nil {
			return fail(err)
		}
	}
	if list, err := d.Token(); list != json.Delim('[') {
		return fail(cmp.Or(err, fmt.Errorf("jobs: %v", list)))
	}
	for d.More() {
		var raw json.RawMessage
		if err := d.Decode(&raw); err != nil {
			return fail(err)
		}
		j := slurmRecord{}
		var fault error
		if err := json.Unmarshal(raw, &j); err != nil {
			fault = optgap.BadField("jobs", err.Error(), "a job as sacct --json writes it")
		} else {
			fault = s.line(j.row())
		}
		if err := s.record(name, lines.at(d.InputOffset()), fault); err != nil {
			return err
		}
	}
	return nil
}

// lineCounter knows in which line an offset of a text is that is read through it.
type lineCounter struct {
	r    io.Reader
	read int64
	ends []int64 // offsets of the ends of lines behind the last offset that was asked for
	line int     // ends of lines before it
}

// Read notes the ends of lines.
func (l *lineCounter) Read(p []byte) (int, error) {
	n, err := l.r.Read(p)
	for i, b := range p[:n] {
		if b == '\n' {
			l.ends = append(l.ends, l.read+int64(i))
		}
	}
	l.read += int64(n)
	return n, err
}

// at returns the line, from 1, of an offset. Offsets must not fall.
func (l *lineCounter) at(offset int64) int {
	passed := 0
	for passed < len(l.ends) && l.ends[passed] < offset {
		passed++
	}
	l.ends, l.line = l.ends[passed:], l.line+passed
	return l.line + 1
}
