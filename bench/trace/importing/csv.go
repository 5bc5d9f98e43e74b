package importing

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/goccy/go-yaml"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/trace/swf"
)

// A Map says where the fields of jobs stand in a log of separated values, a line for each job. Its YAML is
//
//	columns:
//	  submit: submit_time               # seconds, or ISO 8601
//	  start:  started:01/02/2006 15:04  # a layout as package time has them
//	  end:    finished
//	  width:  node_num*gpu_num          # a product of columns
//	  limit:  timelimit:minutes
//	header: [submit_time, started]      # only where the files have none: the names of their columns
type Map struct {
	Columns map[string]string `yaml:"columns"` // by field: column, or column*column, and :unit
	Header  []string          `yaml:"header"`
}

// ReadMap reads a Map. What it does not know is an error.
func ReadMap(r io.Reader) (m Map, err error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return m, err
	}
	if err := yaml.UnmarshalWithOptions(text, &m, yaml.Strict()); err != nil {
		return m, optgap.BadField("map", yaml.FormatError(err, false, false), "columns, and header where the log has none")
	}
	return m, nil
}

// Add adds columns in the form field=column[:unit].
func (m *Map) Add(columns ...string) error {
	for _, text := range columns {
		field, column, ok := strings.Cut(text, "=")
		if !ok || column == "" {
			return optgap.BadField("columns", quote(text), "FIELD=COLUMN, such as width=num_gpus or limit=timelimit:minutes")
		}
		if m.Columns == nil {
			m.Columns = map[string]string{}
		}
		m.Columns[field] = column
	}
	return nil
}

// kind is what a field of a job holds.
type kind int

const (
	moment kind = iota // seconds since 1970 or since the log's own second 0
	length             // seconds
	number             // of processors or nodes
	word
)

// mapped are the fields that a Map may name.
var mapped = map[string]kind{
	"submit": moment, "start": moment, "end": moment, "wait": length, "runtime": length, "limit": length,
	"width": number, "nodes": number,
	"id": word, "user": word, "group": word, "queue": word, "partition": word, "status": word,
}

// units are what a value of one unit is: of lengths and moments in seconds, of numbers in ones.
var units = map[kind]map[string]float64{
	moment: {"seconds": 1, "milliseconds": 1e-3},
	length: {"seconds": 1, "milliseconds": 1e-3, "minutes": 60, "hours": 3600},
	number: {"percent": 1e-2},
	word:   {},
}

// source is where a field stands.
type source struct {
	columns []string // whose numbers are multiplied; of other fields than numbers there is one
	unit    string   // one of units, or a layout of moments; "": as the text tells
}

// sources reads what a Map says of each field.
func (m Map) sources(count string) (map[string]source, error) {
	all := map[string]source{}
	for _, field := range slices.Sorted(maps.Keys(m.Columns)) {
		what, known := mapped[field]
		if !known {
			known := strings.Join(slices.Sorted(maps.Keys(mapped)), ", ")
			return nil, optgap.BadField("columns", quote(field), "fields of "+known)
		}
		text, unit, hasUnit := strings.Cut(m.Columns[field], ":")
		s := source{[]string{text}, unit}
		if what == number {
			s.columns = strings.Split(text, "*")
		}
		layout := what == moment && strings.Contains(unit, "2006")
		if _, ok := units[what][unit]; hasUnit && !ok && !layout {
			expected := strings.Join(slices.Sorted(maps.Keys(units[what])), " or ")
			if what == moment {
				expected += " or a layout, the moment 2006-01-02 15:04:05 as the log writes it"
			}
			expected = field + "=COLUMN with the unit " + cmp.Or(expected, "left out")
			return nil, optgap.BadField("columns", field+"="+m.Columns[field], expected)
		}
		all[field] = s
	}
	for _, choice := range [][]string{{"submit"}, {"start", "wait"}, {"end", "runtime"}, {count}} {
		given := slices.DeleteFunc(slices.Clone(choice), func(f string) bool { return all[f].columns == nil })
		if len(given) != 1 {
			return nil, optgap.BadField("columns", orNone(strings.Join(given, " and ")), "one of "+strings.Join(choice, " and "))
		}
	}
	return all, nil
}

// separated reads logs of separated values by a Map.
type separated struct {
	*Importer
	header  []string
	sources map[string]source
	width   string // the field that is counted
}

func newSeparated(o Options, im *Importer) log {
	s := &separated{Importer: im, header: o.Map.Header, width: countedField(o.Count)}
	s.sources, _ = o.Map.sources(s.width) // valid
	return s
}

// countedField is the field of a Map that has the width.
func countedField(count string) string {
	if count == Nodes {
		return "nodes"
	}
	return "width"
}

func (s *separated) read(r io.Reader, name string) error {
	in := bufio.NewReader(r)
	lines := csv.NewReader(in)
	lines.Comma, lines.FieldsPerRecord, lines.ReuseRecord = separator(in), -1, true
	head := columns{s.header, map[string]int{}}
	line := 1
	for first := true; ; first = false {
		values, err := lines.Read()
		var torn *csv.ParseError
		switch {
		case err == io.EOF && first:
			return fmt.Errorf("%s: %w", name, optgap.BadField("file", "no line", "a line of the names of columns"))
		case err == io.EOF:
			return nil
		case err != nil && !errors.As(err, &torn):
			return swf.ReadError(err, name, line)
		}
		if first {
			if len(head.names) == 0 {
				head.names, values = slices.Clone(values), nil
			}
			if err := s.checkHeader(head); err != nil {
				return at(name, 1, err)
			}
		}
		if values == nil && torn == nil {
			continue
		}
		fault := error(nil)
		if torn != nil {
			line, fault = torn.StartLine, optgap.BadField("line", torn.Err.Error(), "separated values as in RFC 4180")
		} else {
			line, _ = lines.FieldPos(0)
			fault = s.line(&row{columns: head, values: values})
		}
		if err := s.record(name, line, fault); err != nil {
			return err
		}
	}
}

// separator returns which of comma, semicolon, tab and bar the first line has most of. It skips a byte order mark.
func separator(in *bufio.Reader) rune {
	if mark, _ := in.Peek(3); string(mark) == "\ufeff" {
		in.Discard(3)
	}
	start, _ := in.Peek(in.Size())
	line, _, _ := bytes.Cut(start, []byte("\n"))
	return slices.MaxFunc([]rune(",;\t|"), func(a, b rune) int {
		return cmp.Compare(bytes.Count(line, []byte(string(a))), bytes.Count(line, []byte(string(b))))
	})
}

// checkHeader refuses a column that the Map names and that is not there, or is there twice.
func (s *separated) checkHeader(head columns) error {
	for _, field := range slices.Sorted(maps.Keys(s.sources)) {
		for _, name := range s.sources[field].columns {
			others := func(other string) bool { return !strings.EqualFold(other, name) }
			same := slices.DeleteFunc(slices.Clone(head.names), others)
			found := "columns " + strings.Join(head.names, ", ")
			if len(same) > 1 {
				found = "column " + quote(name) + " twice"
			}
			if len(same) != 1 {
				return optgap.BadField("header", found, "one column "+quote(name)+", for "+field)
			}
		}
	}
	return nil
}

// noValue is what logs write for a value that is not there.
var noValue = []string{"", "-", "NA", "N/A", "NaN", "None", "null", "Unknown"}

// text returns the value of a field; "": the Map or the line does not tell.
func (s *separated) text(r *row, field string) string {
	if len(s.sources[field].columns) == 0 {
		return ""
	}
	return valueOf(r, s.sources[field].columns[0])
}

// valueOf returns the value in a column; "": there is none.
func valueOf(r *row, column string) string {
	text := r.get(column)
	if slices.ContainsFunc(noValue, func(no string) bool { return strings.EqualFold(no, text) }) {
		return ""
	}
	return text
}

// line reads the line of a job.
func (s *separated) line(r *row) error {
	if n := len(r.values); n != len(r.names) {
		return optgap.BadField("line", fmt.Sprintf("%d fields", n), fmt.Sprintf("%d, as in the header", len(r.names)))
	}
	ended := s.text(r, "end") != "" || s.text(r, "runtime") != ""
	started := s.text(r, "start") != "" || s.text(r, "wait") != ""
	switch {
	case !ended && started:
		s.skips[StillRunning]++
		return nil
	case !ended:
		s.skips[StillWaiting]++
		return nil
	}
	j := job{
		run: run{
			id: cmp.Or(s.text(r, "id"), strconv.Itoa(len(s.runs))), number: swf.Unknown,
			runTime: swf.Unknown,
			limit:   s.length(r, "limit"), width: s.number(r, s.width), status: statusOf(s.text(r, "status")),
		},
		userName: s.text(r, "user"), groupName: s.text(r, "group"),
		queueName: s.text(r, "queue"), partitionName: s.text(r, "partition"),
	}
	if n, ok := count(j.id, numberDigits); ok && s.text(r, "id") != "" {
		j.number = n
	}
	if j.limit == 0 {
		j.limit = swf.Unknown
	}
	s.times(&j, r, started)
	if j.width < 1 {
		r.bad(NoWidth, s.sources[s.width].columns[0], "at least 1")
	}
	if r.fault == nil {
		s.add(j)
	}
	return r.fault
}

// times sets the times of a job. One that ended without a start was cancelled while it waited.
func (s *separated) times(j *job, r *row, started bool) {
	submits, starts, ends := s.moment(r, "submit"), s.moment(r, "start"), s.moment(r, "end")
	if !started {
		starts, ends = ends, nil
		j.status = swf.StatusCancelled
	}
	if starts == nil {
		starts = submits
	}
	submit, start, end := settled(submits, starts, ends, -1)
	j.submit, j.wait = float64(submit), float64(start-submit)
	s.absolute = s.absolute || submit >= yearsOfSeconds
	if wait := s.length(r, "wait"); wait >= 0 {
		j.wait = wait
	}
	if !started {
		if j.wait < 0 {
			r.bad(EndsBeforeStart, s.sources["end"].columns[0], "not before the submission, "+quote(s.text(r, "submit")))
		}
		return
	}
	if j.runTime = s.length(r, "runtime"); j.runTime < 0 {
		j.runTime = float64(end) - j.submit - j.wait
	}
	if j.wait < 0 {
		r.bad(StartsBeforeSubmit, s.sources["start"].columns[0], "not before the submission, "+quote(s.text(r, "submit")))
	}
	if j.runTime < 0 {
		r.bad(EndsBeforeStart, s.sources["end"].columns[0], "not before the start")
	}
}

// yearsOfSeconds is from when on seconds are taken to be those since 1970: those of a log's own clock are fewer.
const yearsOfSeconds = 1e8

// isoLayouts are forms of ISO 8601. Fractions of seconds may follow the seconds.
var isoLayouts = append(offsetLayouts, clockLayout, clockLayout+"-07", "2006-01-02T15:04", "2006-01-02")

// moment reads a time, which the clock of the zone may have shown twice; nil: the line does not tell.
func (s *separated) moment(r *row, field string) (found []int64) {
	text, unit := s.text(r, field), s.sources[field].unit
	if text == "" {
		if field == "submit" {
			r.bad(Unreadable, s.sources[field].columns[0], "a time")
		}
		return nil
	}
	seconds, err := strconv.ParseFloat(text, 64)
	switch scale, named := units[moment][unit]; {
	case unit != "" && !named: // a layout
		found = shownBy(unit, text, s.zone)
	case err == nil && math.Abs(seconds) < 1e15:
		found = []int64{int64(math.Floor(seconds * cmp.Or(scale, 1)))}
	case unit == "":
		if len(text) > len("2006-01-02") && text[len("2006-01-02")] == ' ' {
			text = strings.Replace(text, " ", "T", 1)
		}
		for _, layout := range isoLayouts {
			if found = shownBy(layout, text, s.zone); found != nil {
				break
			}
		}
	}
	if len(found) == 0 {
		expected := cmp.Or(unit, "seconds or a time such as 2026-03-29 01:59:59")
		r.bad(Unreadable, s.sources[field].columns[0], expected+" that the clock showed in "+s.zone.String())
	}
	return found
}

// shownBy returns the seconds since 1970 that a text in a layout means; nil: it is none. Fractions of seconds are cut.
func shownBy(layout, text string, zone *time.Location) []int64 {
	t, err := time.Parse(layout, text)
	switch {
	case err != nil:
		return nil
	case strings.Contains(layout, "-07") || strings.Contains(layout, "Z07"):
		return []int64{t.Unix()}
	}
	return shownAt(t.Unix(), zone)
}

// length reads seconds; swf.Unknown: the line does not tell.
func (s *separated) length(r *row, field string) float64 {
	text, unit := s.text(r, field), s.sources[field].unit
	if text == "" {
		return swf.Unknown
	}
	n, err := strconv.ParseFloat(text, 64)
	if whole, ok := span(text); ok && strings.Contains(text, ":") {
		return float64(whole)
	}
	if err != nil || !(n >= 0 && n < 1e12) {
		r.bad(Unreadable, s.sources[field].columns[0], cmp.Or(unit, "seconds")+", or a time such as 1-02:03:04")
	}
	return math.Floor(n * cmp.Or(units[length][unit], 1))
}

// number reads a product of numbers, rounded up; 0: one of them is not there.
func (s *separated) number(r *row, field string) int64 {
	product := cmp.Or(units[number][s.sources[field].unit], 1)
	for _, column := range s.sources[field].columns {
		text := valueOf(r, column)
		n, err := strconv.ParseFloat(text, 64)
		if text != "" && (err != nil || !(n >= 0 && n < 1e9)) {
			r.bad(Unreadable, column, "a number of at least 0")
		}
		product *= n
	}
	return int64(math.Ceil(min(product, 1e12)))
}

// statusOf returns the status in SWF of a word. A job of an unknown word has failed; without a word it has completed.
func statusOf(text string) int32 {
	switch strings.ToUpper(text) {
	case "", "COMPLETED", "COMPLETE", "CD", "PASS", "SUCCESS", "SUCCEEDED", "DONE", "TERMINATED":
		return swf.StatusCompleted
	case "CANCELLED", "CANCELED", "CA", "KILLED":
		return swf.StatusCancelled
	}
	return swf.StatusFailed
}
