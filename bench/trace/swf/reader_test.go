package swf_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/heuristics/must"
)

const good = "1 0 5 100 4 99.5 -1 8 200 -1 1 3 4 5 6 7 -1 -1"

var goodRecord = swf.Record{
	ID: 1, Submit: 0, Wait: 5, RunTime: 100, Allocated: 4, CPUTime: 99.5, Memory: -1, RequestedProcs: 8,
	RequestedTime: 200, RequestedMemory: -1, Status: 1, User: 3, Group: 4, Executable: 5, Queue: 6, Partition: 7,
	Preceding: -1, ThinkTime: -1,
}

// readAll returns the records and the errors of a text.
func readAll(r io.Reader) (header swf.Header, records []swf.Record, errs []error) {
	in := swf.NewReader(r, "t.swf")
	for rec, err := range in.Records() {
		if err != nil {
			errs = append(errs, err)
		} else {
			records = append(records, rec)
		}
	}
	return in.Header(), records, errs
}

// TestLayouts reads the same records from texts of different layout.
func TestLayouts(t *testing.T) {
	tabs := strings.ReplaceAll(good, " ", "\t")
	for name, c := range map[string]struct {
		text string
		want int
	}{
		"plain":                {good + "\n", 1},
		"no trailing newline":  {good, 1},
		"CRLF":                 {"; a\r\n" + good + "\r\n" + good + "\r\n", 2},
		"tabs":                 {tabs, 1},
		"padded":               {"   " + strings.ReplaceAll(good, " ", "    ") + " \t\n", 1},
		"blank lines":          {"\n \n" + good + "\n\n\t\n" + good + "\n\n", 2},
		"comments between":     {"; a\n" + good + "\n; b\n;\n" + good, 2},
		"byte order mark":      {"\ufeff; a\n" + good, 1},
		"whole as float":       {strings.Replace(good, " 8 ", " 8.0 ", 1), 1},
		"exponent":             {strings.Replace(good, " 200 ", " 2e2 ", 1), 1},
		"plus and zeros":       {strings.Replace(good, " 200 ", " +000000000000000000200.00 ", 1), 1},
		"longer than a buffer": {strings.Replace(good, " ", strings.Repeat(" ", 100_000), 1), 1},
		"empty":                {"", 0},
		"only comments":        {"; a\n; b", 0},
	} {
		_, records, errs := readAll(strings.NewReader(c.text))
		must.Hold(t, len(errs) == 0 && len(records) == c.want,
			name, len(records), "records, errors", errs, "want", c.want, "records")
		for _, rec := range records {
			must.Equal(t, rec, goodRecord, name)
		}
	}
}

// TestBadLines puts each bad line between two good ones: both are read, and the
// error tells the place, what was found and what was expected.
func TestBadLines(t *testing.T) {
	field := func(old, value string) string { return strings.Replace(good, old, value, 1) }
	for name, c := range map[string]struct {
		line            string
		field           swf.Field
		found, expected string
		cause           error
	}{
		"17 fields":      {strings.TrimSuffix(good, " -1"), 0, "17 fields", "18 fields", nil},
		"19 fields":      {good + " -1", 0, "19 fields", "18 fields", nil},
		"25 fields":      {good + strings.Repeat(" 1", 7), 0, "25 fields", "18 fields", nil},
		"1 field":        {"hello", 0, "1 field", "18 fields", nil},
		"text":           {"not a job line", 0, "4 fields", "18 fields", nil},
		"letter":         {field(" 8 ", " 8x "), swf.FieldRequestedProcs, `"8x"`, "a whole number", strconv.ErrSyntax},
		"fraction":       {field(" 8 ", " 8.5 "), swf.FieldRequestedProcs, `"8.5"`, "a whole number", strconv.ErrSyntax},
		"letter in time": {field(" 200 ", " 2OO "), swf.FieldRequestedTime, `"2OO"`, "a number", strconv.ErrSyntax},
		"two points":     {field(" 200 ", " 9.9.5 "), swf.FieldRequestedTime, `"9.9.5"`, "a number", strconv.ErrSyntax},
		"minus alone":    {field("1 ", "- "), swf.FieldID, `"-"`, "a whole number", strconv.ErrSyntax},
		"NaN":            {field(" 200 ", " NaN "), swf.FieldRequestedTime, `"NaN"`, "a number", strconv.ErrSyntax},
		"infinity":       {field(" 200 ", " +Inf "), swf.FieldRequestedTime, `"+Inf"`, "a number", strconv.ErrSyntax},
		"hexadecimal":    {field(" 200 ", " 0x1p4 "), swf.FieldRequestedTime, `"0x1p4"`, "a number", strconv.ErrSyntax},
		"above int64": {field(" 8 ", " 9223372036854775808 "), swf.FieldRequestedProcs, `"9223372036854775808"`,
			"a whole number of 64 bits", strconv.ErrRange},
		"above 2^53": {field(" 200 ", " 9007199254740993 "), swf.FieldRequestedTime, `"9007199254740993"`,
			"a number of at most 9007199254740992", strconv.ErrRange},
		"above float64": {field(" 200 ", " 1e999 "), swf.FieldRequestedTime, `"1e999"`,
			"a number of at most 9007199254740992", strconv.ErrRange},
		"long token": {field("1 ", strings.Repeat("z", 50)+" "), swf.FieldID, `"` + strings.Repeat("z", 40) + `"...`,
			"a whole number", strconv.ErrSyntax},
		"NUL": {field(" 8 ", " \x00 "), swf.FieldRequestedProcs, `"\x00"`, "a whole number", strconv.ErrSyntax},
	} {
		_, records, errs := readAll(strings.NewReader("; a\n" + good + "\n" + c.line + "\n" + good + "\n"))
		if len(records) != 2 || len(errs) != 1 {
			t.Errorf("%s: %d records and errors %v, want 2 and one", name, len(records), errs)
			continue
		}
		var e *swf.Error
		must.Hold(t, errors.As(errs[0], &e) && e.File == "t.swf" && e.Line == 3 &&
			e.Field == c.field && e.Found == c.found && e.Expected == c.expected,
			name, "error", errs[0])
		must.Hold(t, c.cause == nil || errors.Is(errs[0], c.cause),
			name, "cause", errors.Unwrap(errs[0]), "want", c.cause)
	}
}

// TestOtherFields: what no replay needs may be missing at the end of all lines, be no number, or stand behind the 18
// fields. No job is lost by it, and the trace says it.
func TestOtherFields(t *testing.T) {
	odd := strings.Replace(good, " 99.5 ", " nan ", 1)
	for name, c := range map[string]struct {
		text, warning string
		jobs          int
	}{
		"five fields":  {"1 0 0 30 2\n2 10 0 20 3\n", "job lines have 5 of 18 fields: the others are unknown", 2},
		"four fields":  {"1 0 0 30\n", "found 4 fields, expected 18 fields, or at least the first 5", 0},
		"a torn line":  {"1 0 0 30 2 3\n2 10 0 20 3\n", "1 of 2 job lines skipped: 1 malformed line (line 3)", 1},
		"whole lines":  {"1 0 0 30 2\n" + strings.Replace(good, "1 ", "2 ", 1), "", 2},
		"19 fields":    {good + " x\n" + strings.Replace(good, "1 ", "2 ", 1) + "\n", "have 19 fields: those after", 2},
		"one too many": {good + "\n" + good + " x\n", "1 of 2 job lines skipped: 1 malformed line (line 3)", 1},
		"odd": {odd + "\n", `1 of 1 job lines have a value in a field that no replay reads which is no number, ` +
			`and so unknown; the first: t.swf:2: field 6 (average CPU time): found "nan", expected a number`, 1},
		"a text": {strings.Replace(good, " 1 3 4 ", " 1 alice 4 ", 1), `field 12 (user): found "alice"`, 1},
	} {
		trace, err := swf.Load(strings.NewReader("; MaxProcs: 512\n"+c.text), "t.swf", swf.Options{})
		found := fmt.Sprint(err)
		if err == nil {
			found = strings.Join(trace.Warnings(), "\n")
			must.Equal(t, len(trace.Jobs), c.jobs, name, trace.Jobs, "jobs")
		}
		must.Hold(t, strings.Contains(found, c.warning) && (err != nil) == (c.jobs == 0),
			name, "found", found, "expected", c.warning)
	}
}

// TestReadError cuts the input within a line: the whole lines are read, the cut
// one is neither a record nor a bad line, and the error ends the sequence.
func TestReadError(t *testing.T) {
	text := good + "\n" + good + "\n"
	cut := func(cause error) []error {
		t.Helper()
		r := io.MultiReader(strings.NewReader(text[:len(text)-5]), iotest.ErrReader(cause))
		_, records, errs := readAll(r)
		must.Need(t, len(records) == 1 && len(errs) == 1 && errors.Is(errs[0], cause),
			len(records), "records, errors", errs, "want 1 record and", cause)
		must.Hold(t, !errors.As(errs[0], new(*swf.Error)),
			"a read error", errs[0], "is given as a bad line")
		return errs
	}
	must.Equal(t, cut(io.ErrUnexpectedEOF)[0].Error(), "t.swf: after line 1: unexpected EOF")
	named := &fs.PathError{Op: "gunzip", Path: "t.swf.gz", Err: io.ErrUnexpectedEOF}
	must.Equal(t, cut(named)[0].Error(), "after line 1: gunzip t.swf.gz: unexpected EOF")
}

// TestComments keeps those of the header verbatim, in order, and apart from the header
// where a job line precedes them.
func TestComments(t *testing.T) {
	in := swf.NewReader(strings.NewReader("; a \n\n  ;b:c\n"+good+"\n;\tlate\n"+good+"\n; last"), "t.swf")
	must.EqualSlices(t, in.Header(), (swf.Header{"; a ", "  ;b:c"}), "header")
	n := 0
	for range in.Records() {
		n++
		break // and go on below
	}
	for range in.Records() {
		n++
	}
	must.Equal(t, n, 2, "records in two loops")
}

func TestHeader(t *testing.T) {
	h := swf.Header{
		"; Version: 2.2", ";Computer:IBM SP2  ", ";  StartTime: Mon Sep 23 14:00:31 CEST 1996", "; MaxNodes: -1",
		"; maxprocs : 100", "; MaxProcs: 200", "; Note: one", ";;  Note: two: three", "; no colon",
	}
	check := func(key, want string) {
		t.Helper()
		must.Equal(t, h.Get(key), want, key)
	}
	check("Version", "2.2")
	check("computer", "IBM SP2")
	check("StartTime", "Mon Sep 23 14:00:31 CEST 1996")
	check("Max", "")
	check("no colon", "")
	must.EqualSlices(t, h.All("Note"), []string{"one", "two: three"}, "notes")
	if n, err := h.Processors(); n != 100 || err != nil { // the first line with the key
		t.Errorf("MaxProcs %d, %v, want 100", n, err)
	}
	if n, err := h[:4].Processors(); n != 0 || err != nil {
		t.Errorf("MaxNodes %d, %v, want unknown", n, err)
	}
	for _, good := range []string{"512", "512 (384, 128)", "512(384,128)", "512 ()", " 512 (1 of them a login node) "} {
		n, err := (swf.Header{"; MaxProcs: " + good}).Machine()
		must.Hold(t, n == 512 && err == nil, "MaxProcs", good, "got", n, err, "want 512")
	}
	for _, bad := range []string{
		"many", "0", "-5", "1e3", "99999999999999999999", "(384, 128)", "512 (384", "512 384", "512 (384) 128", "0 (384)",
	} {
		n, err := (swf.Header{"; MaxProcs: " + bad}).Processors()
		must.Hold(t, err != nil, "MaxProcs", bad, "got", n, "want an error")
	}
}

func TestNewHeader(t *testing.T) {
	got := swf.NewHeader(64, "seed 1", "two\r\nlines\n")
	want := swf.Header{"; Version: 2.2", "; MaxProcs: 64", "; Note: seed 1", "; Note: two", "; Note: lines"}
	must.EqualSlices(t, got, want)
	one, two := got.WithNotes("a"), got.WithNotes("b")
	must.Equal(t, one[5], "; Note: a", "headers derived from one share their lines", one[5], two[5])
	must.Equal(t, two[5], "; Note: b", "headers derived from one share their lines", one[5], two[5])
}

// TestWriteRefuses what a Reader would not read back equal.
func TestWriteRefuses(t *testing.T) {
	check := func(h swf.Header, damage func(*swf.Record)) {
		t.Helper()
		rec := goodRecord
		damage(&rec)
		err := swf.Write(&bytes.Buffer{}, h, slices.Values([]swf.Record{rec}))
		must.AboutField(t, err, "", "header", h, "record", rec)
	}
	nothing := func(*swf.Record) {}
	check(swf.Header{"no semicolon"}, nothing)
	check(swf.Header{""}, nothing)
	check(swf.Header{"; two\n; lines"}, nothing)
	check(swf.Header{"; return\r"}, nothing)
	check(swf.Header{";" + strings.Repeat("x", 1<<20)}, nothing)
	check(nil, func(r *swf.Record) { r.Submit = math.NaN() })
	check(nil, func(r *swf.Record) { r.RequestedTime = math.Inf(1) })
	check(nil, func(r *swf.Record) { r.ThinkTime = -2 * swf.MaxNumber })
}

func TestWriteFails(t *testing.T) {
	cause := errors.New("disk full")
	for _, n := range []int{1, 5000} {
		records := slices.Repeat([]swf.Record{goodRecord}, n)
		must.Is(t, swf.Write(failingWriter{cause}, nil, slices.Values(records)), cause, n, "records")
	}
}
