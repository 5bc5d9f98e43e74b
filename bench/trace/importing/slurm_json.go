package importing

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
)

// jsonColumns are columns of sacct --parsable2 by their places in a job as sacct --json tells it. Times of 0 are none.
var jsonColumns = [][2]string{
	{"JobID", "job_id"}, {"JobIDRaw", "job_id"}, {"Cluster", "cluster"}, {"User", "user"}, {"Group", "group"},
	{"Partition", "partition"}, {"QOS", "qos"}, {"State", "state.current"}, {"Submit", "time.submission"},
	{"Eligible", "time.eligible"}, {"Start", "time.start"}, {"End", "time.end"}, {"ElapsedRaw", "time.elapsed"},
	{"Suspended", "time.suspended"}, {"TimelimitRaw", "time.limit"}, {"AllocCPUS", "tres.allocated.cpu"},
	{"AllocNodes", "allocation_nodes"}, {"ReqCPUS", "tres.requested.cpu"}, {"ReqNodes", "tres.requested.node"},
}

// jsonRow returns a job of sacct --json as a line of sacct.
func jsonRow(job any) *row {
	r := &row{columns: columns{known: map[string]int{}}}
	for _, c := range jsonColumns {
		text := jsonText(job, c[1])
		switch c[0] {
		case "JobID":
			text = cmp.Or(jsonPart(job, "array.job_id", "_", "array.task_id"),
				jsonPart(job, "het.job_id", "+", "het.job_offset"), text)
		case "Submit", "Eligible", "Start", "End":
			text = unlessZero(text)
		case "ReqCPUS":
			text = cmp.Or(text, jsonText(job, "required.CPUs"))
		}
		r.names, r.values = append(r.names, c[0]), append(r.values, text)
	}
	return r
}

// jsonPart returns the id of a job that is a part of another one; "": it is none.
func jsonPart(job any, whole, sign, part string) string {
	id, number := unlessZero(jsonText(job, whole)), jsonText(job, part)
	if id == "" || number == "" {
		return ""
	}
	return id + sign + number
}

func unlessZero(text string) string {
	if text == "0" {
		return ""
	}
	return text
}

// jsonText returns the text at a place in a JSON value; "": there is none. Resources are lists by their types.
func jsonText(v any, place string) string {
	for name := range strings.SplitSeq(place, ".") {
		list, _ := v.([]any)
		if i := slices.IndexFunc(list, func(one any) bool { return jsonText(one, "type") == name }); i >= 0 {
			v, name = list[i], "count"
		}
		object, _ := v.(map[string]any)
		v = object[name]
	}
	return plain(v)
}

// plain returns a text or a number. Slurm writes a number as such, or as an object of three, and a state, or a list of
// which the first counts. It is "" where there is none, or where the number is infinite.
func plain(v any) string {
	switch of := v.(type) {
	case string, json.Number:
		return fmt.Sprint(of)
	case []any:
		if len(of) > 0 {
			return plain(of[0])
		}
	case map[string]any:
		if of["set"] == true && of["infinite"] != true {
			return plain(of["number"])
		}
	}
	return ""
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
	d.UseNumber()
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
		var job any
		if err := d.Decode(&job); err != nil {
			return fail(err)
		}
		fault := s.line(jsonRow(job))
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
