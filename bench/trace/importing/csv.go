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
	"strings"

	"github.com/goccy/go-yaml"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/trace/swf"
)

// A Map says where the fields of jobs stand in a log of separated values, a line for each job. Its
// YAML is
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
	const most = 1 << 20
	text, err := io.ReadAll(io.LimitReader(r, most+1))
	switch {
	case err != nil:
		return m, err
	case len(text) > most:
		return m, optgap.BadField(
			"map",
			fmt.Sprintf("more than %d bytes", most),
			"columns, a line each",
		)
	}
	if err := yaml.UnmarshalWithOptions(text, &m, yaml.Strict()); err != nil {
		return m, optgap.BadField(
			"map",
			yaml.FormatError(err, false, false),
			"columns, and header where the log has none",
		)
	}
	return m, nil
}

// Add adds columns in the form field=column[:unit], in the place of those that the Map has for
// these fields.
func (m *Map) Add(columns ...string) error {
	added := map[string]bool{}
	for _, text := range columns {
		field, column, ok := strings.Cut(text, "=")
		if !ok || column == "" {
			return optgap.BadField(
				"columns",
				quote(text),
				"FIELD=COLUMN, such as width=num_gpus or limit=timelimit:minutes",
			)
		}
		if added[field] {
			return optgap.BadField("columns", quote(field)+" twice", "each field once")
		}
		added[field] = true
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
	state              // of a job
	word
)

// mapped are the fields that a Map may name.
var mapped = map[string]kind{
	"submit":    moment,
	"start":     moment,
	"end":       moment,
	"wait":      length,
	"runtime":   length,
	"limit":     length,
	"width":     number,
	"nodes":     number,
	"id":        word,
	"user":      word,
	"group":     word,
	"queue":     word,
	"partition": word,
	"status":    state,
}

// units are those that the values of a field may have.
var units = map[kind][]string{
	moment: {"milliseconds", "ms", "ns", "seconds", "us"},
	length: slices.Sorted(maps.Keys(lengthUnits)),
	number: {"percent"},
	state:  {"exit", "slurm"},
}

// source is where a field stands.
type source struct {
	columns []string // whose numbers are multiplied; of other fields than numbers there is one
	unit    string   // one of units, or a layout of moments; "": none is given
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
		s := source{[]string{strings.TrimSpace(text)}, withZone(unit)}
		if what == number {
			s.columns = strings.Split(text, "*")
		}
		known = slices.Contains(units[what], unit) || what == moment && isLayout(unit)
		if hasUnit && !known {
			expected := strings.Join(units[what], " or ")
			if what == moment {
				expected += " or a layout, the moment 2006-01-02 15:04:05 as the log writes it"
			}
			expected = field + "=COLUMN with the unit " + cmp.Or(expected, "left out")
			return nil, optgap.BadField("columns", field+"="+m.Columns[field], expected)
		}
		all[field] = s
	}
	for _, choice := range [][]string{{"submit"}, {"start", "wait"}, {"end", "runtime"}, {count}} {
		given := lists.Where(choice, func(f string) bool { return all[f].columns != nil })
		if len(given) != 1 {
			return nil, optgap.BadField(
				"columns",
				orNone(strings.Join(given, " and ")),
				"one of "+strings.Join(choice, " and "),
			)
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
	in := bufio.NewReader(&boundedLines{r: r})
	lines := csv.NewReader(in)
	lines.Comma = separator(in)
	lines.FieldsPerRecord = -1
	lines.ReuseRecord = true
	head := newColumns(s.header)
	line := 1
	for first := true; ; first = false {
		values, err := lines.Read()
		var torn *csv.ParseError
		switch {
		case err == io.EOF && first:
			return fmt.Errorf(
				"%s: %w",
				name,
				optgap.BadField("file", "no line", "a line of the names of columns"),
			)
		case err == io.EOF:
			return nil
		case err != nil && !errors.As(err, &torn):
			return swf.ReadError(err, name, line)
		}
		if first {
			if len(head.names) == 0 {
				head = newColumns(values)
				values = nil
			}
			if err := s.checkHeader(head); err != nil {
				return at(name, 1, err)
			}
		}
		if values == nil && torn == nil {
			continue
		}
		var fault error
		more := 0
		if torn != nil {
			line = torn.StartLine
			fault = optgap.BadField("line", torn.Err.Error(), "separated values as in RFC 4180")
			more = torn.Line - torn.StartLine
		} else {
			line, _ = lines.FieldPos(0)
			fault = s.line(&row{columns: head, values: values})
			more = strings.Count(strings.Join(values, ""), "\n")
		}
		if fault != nil {
			s.skips[Unreadable] += more // a mark that is never closed has taken these lines for a value
		}
		if err := s.record(name, line, fault); err != nil {
			return err
		}
	}
}

// boundedLines reads lines of at most swf.MaxLine bytes: a longer one is an error, as /dev/zero has
// no other.
type boundedLines struct {
	r    io.Reader
	last int // bytes of the line that is not yet ended
}

func (b *boundedLines) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	end := bytes.LastIndexByte(p[:n], '\n')
	if end < 0 {
		end = -1 - b.last
	}
	b.last = n - end - 1
	if b.last > swf.MaxLine {
		return 0, optgap.BadField(
			"line",
			fmt.Sprintf("more than %d bytes", swf.MaxLine),
			"a shorter line",
		)
	}
	return n, err
}

// separator returns which of comma, semicolon, tab and bar the first line has most of. It skips a
// byte order mark.
func separator(in *bufio.Reader) rune {
	if mark, _ := in.Peek(3); string(mark) == "\ufeff" {
		in.Discard(3)
	}
	start, _ := in.Peek(in.Size())
	line, _, _ := bytes.Cut(start, []byte("\n"))
	return slices.MaxFunc([]rune(",;\t|"), func(a, b rune) int {
		return cmp.Compare(
			bytes.Count(line, []byte(string(a))),
			bytes.Count(line, []byte(string(b))),
		)
	})
}

// checkHeader refuses a column that the Map names and that is not there, or is there twice.
func (s *separated) checkHeader(head columns) error {
	for _, field := range slices.Sorted(maps.Keys(s.sources)) {
		for _, name := range s.sources[field].columns {
			is := func(other string) bool { return strings.EqualFold(other, name) }
			same := lists.Where(head.names, is)
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

// column returns the name of the column of a field that has one.
func (s *separated) column(field string) string { return s.sources[field].columns[0] }

// text returns the value of a field; "": the Map or the line does not tell.
func (s *separated) text(r *row, field string) string {
	if len(s.sources[field].columns) == 0 {
		return ""
	}
	return valueOf(r, s.column(field))
}

// valueOf returns the value in a column; "": there is none.
func valueOf(r *row, column string) string {
	text := r.get(column)
	if isMissing(text) {
		return ""
	}
	return text
}

// separatedTimes are the times of a job as its line tells them: nil or swf.Unknown where it does
// not.
type separatedTimes struct {
	submits, starts, ends []int64 // instants
	estimated             bool    // the end is an estimate
	wait, runTime         float64
}

// started reports whether the job has started.
func (t *separatedTimes) started() bool { return t.starts != nil || t.wait >= 0 || t.runTime > 0 }

// line reads the line of a job.
func (s *separated) line(r *row) error {
	if err := r.whole(); err != nil {
		return err
	}
	times := s.times(r)
	if r.fault != nil {
		return r.fault
	}
	said := s.outcome(r)
	reason, leftOut := times.unfinished(said.stage)
	if leftOut {
		s.skips[reason]++
		return nil
	}
	limit, ok := s.limit(s.text(r, "limit"), lengthUnits[s.sources["limit"].unit])
	if !ok {
		r.bad(Unreadable, s.column("limit"), lengthExpected)
	}
	j := job{
		run: run{
			id:     wholeNumber(s.text(r, "id")),
			number: swf.Unknown,
			limit:  limit,
			width:  s.number(r, s.width),
			status: said.status,
		},
		userName: s.text(r, "user"), groupName: s.text(r, "group"),
		queueName: s.text(r, "queue"), partitionName: s.text(r, "partition"),
	}
	if n, ok := count(j.id, numberDigits); ok {
		j.number = n
	}
	if j.id == "" {
		j.id = fmt.Sprintf("line %d", len(s.runs)) // no other job is the same one
	}
	s.setTimes(&j, r, times)
	if j.width < 1 {
		r.bad(NoWidth, s.column(s.width), "at least 1")
	}
	if r.fault != nil {
		return r.fault
	}
	if j.started() && said.stage == 0 {
		s.states.note(r.get(s.column("status")))
	}
	s.add(j)
	return nil
}

// times reads the times of a job.
func (s *separated) times(r *row) separatedTimes {
	t := separatedTimes{
		submits: s.moment(r, "submit"),
		starts:  s.moment(r, "start"),
		ends:    s.moment(r, "end"),
	}
	if t.submits == nil {
		r.bad(Unreadable, s.column("submit"), "a time")
		return t
	}
	for _, at := range []*[]int64{&t.starts, &t.ends} {
		if *at != nil && zeroTime((*at)[0], t.submits[0]) {
			*at = nil
		}
	}
	_, t.estimated = cutMark(s.text(r, "end"))
	t.wait, t.runTime = s.length(r, "wait"), s.length(r, "runtime")
	return t
}

// unfinished tells of a job in a stage whether, and why, it is no job of the trace.
func (t *separatedTimes) unfinished(now stage) (Reason, bool) {
	hasEnd := t.ends != nil || t.runTime >= 0
	switch {
	case now == elsewhere:
		return ElsewhereRun, true
	case now == waiting, !hasEnd && !t.started():
		return StillWaiting, true
	case now == running, !hasEnd, t.estimated && now != ended:
		return StillRunning, true
	}
	return 0, false
}

// outcome returns what the status of a job means. Without a column of it all jobs have completed.
func (s *separated) outcome(r *row) outcome {
	of, told := s.sources["status"]
	if !told {
		return outcome{ended, swf.StatusCompleted}
	}
	text := r.get(of.columns[0])
	word, isNumber := slurmStates[wholeNumber(text)]
	switch {
	case of.unit == "exit":
		status := exitStatus(text)
		if status == swf.Unknown {
			return outcome{0, status}
		}
		return outcome{between, status} // also of a job that runs
	case of.unit == "slurm" && isNumber:
		text = word
	}
	return outcomeOf(text)
}

// setTimes sets the times of a job. One that ended without a start was cancelled while it waited.
func (s *separated) setTimes(j *job, r *row, t separatedTimes) {
	starts := t.starts
	ends := t.ends
	if !t.started() {
		starts = ends
		ends = nil
		j.status = swf.StatusCancelled
	}
	untold := starts == nil && t.wait < 0
	if starts == nil {
		starts = t.submits
	}
	submit, start, end := settled(t.submits, starts, ends, -1)
	s.absolute = s.absolute || submit >= yearsOfSeconds
	j.submit = float64(submit)
	j.wait = float64(start - submit)
	j.runTime = t.runTime
	switch {
	case t.wait >= 0:
		j.wait = t.wait
	case untold:
		j.wait = swf.Unknown
	}
	const expected = "not before the submission, "
	switch {
	case t.started() && j.runTime < 0:
		j.runTime = float64(end) - j.submit - j.wait
	case !t.started():
		j.runTime = swf.Unknown
	}
	switch before := j.wait < 0 && !untold; {
	case before && t.started():
		r.bad(StartsBeforeSubmit, s.column("start"), expected+quote(s.text(r, "submit")))
	case before:
		r.bad(EndsBeforeStart, s.column("end"), expected+quote(s.text(r, "submit")))
	case t.started() && j.runTime < 0:
		r.bad(EndsBeforeStart, s.column("end"), "not before the start")
	}
}

// moment reads a time, which the clock of the zone may have shown twice; nil: the line does not
// tell.
func (s *separated) moment(r *row, field string) []int64 {
	text := s.text(r, field)
	unit := s.sources[field].unit
	if text == "" || isMinusOne(text) {
		return nil
	}
	if isLayout(unit) {
		text, _ = cutMark(text)
	}
	found, expected := readMoment(text, unit, s.zone)
	if found == nil {
		r.bad(Unreadable, s.column(field), expected)
	}
	if found != nil && found[0] < -lastSecond/10 { // the first day of the calendar, in a layout
		return nil
	}
	return found
}

// cutMark cuts the letter behind a time by which LSF says how it estimates the end of a job that
// has not ended. Behind the time of one that has ended X says that it ran for longer.
func cutMark(text string) (time string, marked bool) {
	for _, mark := range []string{" L", " E", " X"} {
		time, marked = strings.CutSuffix(text, mark)
		if marked {
			return time, true
		}
	}
	return text, false
}

// lengthExpected says what a length of time is.
const lengthExpected = "a number of seconds, or of the unit behind the colon, or a time such as 1-02:03:04"

// length reads whole seconds; swf.Unknown: the line does not tell.
func (s *separated) length(r *row, field string) float64 {
	text := s.text(r, field)
	if text == "" || isMinusOne(text) {
		return swf.Unknown
	}
	seconds, ok := readLength(text, lengthUnits[s.sources[field].unit])
	if !ok {
		r.bad(Unreadable, s.column(field), lengthExpected)
	}
	return math.Floor(seconds)
}

// mostWide is the largest width of a job.
const mostWide = 1_000_000_000

// number reads a product of numbers, rounded up; 0: one of them is not there.
func (s *separated) number(r *row, name string) int64 {
	product := 1.0
	for _, column := range s.sources[name].columns {
		text := valueOf(r, column)
		n, err := field.ParseDecimal(text)
		if text != "" && (err != nil || !(n >= 0)) {
			r.bad(Unreadable, column, "a number of at least 0")
		}
		product *= n
	}
	if s.sources[name].unit == "percent" {
		product /= 100
	}
	if product > mostWide {
		r.bad(Unreadable, s.column(name), "a width of at most "+format.Integer(mostWide))
	}
	return int64(math.Ceil(min(product, mostWide)))
}
