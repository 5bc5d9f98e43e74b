package importing

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/trace/swf"
)

// batsim reads a workload of Batsim: a JSON object with jobs, their profiles, and the number of
// resources for which it is made. A workload has no starts, so that waits are unknown. A run time
// is known of jobs whose profile is a delay, or a sequence of such. Batsim computes all others from
// a platform.
type batsim struct{ *Importer }

func newBatsim(_ Options, im *Importer) log { return &batsim{im} }

// batsimJob is a job of a workload.
type batsimJob struct {
	ID       json.RawMessage `json:"id"`
	Submit   *float64        `json:"subtime"`
	Width    *int64          `json:"res"`
	Walltime json.RawMessage `json:"walltime"` // seconds; absent or negative: no limit
	Profile  string          `json:"profile"`

	number int64 // the id, if it is a number; swf.Unknown: it is none
}

// batsimProfile is a profile.
type batsimProfile struct {
	Type   string   `json:"type"`
	Delay  *float64 `json:"delay"`  // seconds
	Seq    []string `json:"seq"`    // profiles, one after the other
	Repeat int64    `json:"repeat"` // how often; absent: once
	Return int64    `json:"ret"`    // what the program returns; 0: it succeeds

	fault   error   // nil: none
	visited bool    // the run time is known, or being computed
	runTime float64 // seconds; swf.Unknown: only a platform tells it
}

// The names of a delay and of a sequence, in Batsim 5 and in earlier versions.
var (
	delays    = []string{"delay", "DelayProfile"}
	sequences = []string{"composed", "sequential_composition", "SequentialCompositionProfile"}
)

func (b *batsim) read(r io.Reader, name string) error {
	text, err := io.ReadAll(r)
	if err != nil {
		return swf.ReadError(err, name, bytes.Count(text, []byte("\n")))
	}
	f, line, err := parseBatsim(field.WholeNumbers(text), name)
	if err != nil {
		return err
	}
	if f.Machine != nil {
		b.machine = max(b.machine, *f.Machine)
	}
	d := json.NewDecoder(bytes.NewReader(f.Jobs))
	d.Token() // [
	for from := int64(0); d.More(); from = d.InputOffset() {
		j := batsimJob{number: swf.Unknown}
		fault := otherType(d.Decode(&j))
		line += lineOf(f.Jobs[from:], d.InputOffset()-from) - 1
		if fault == nil {
			fault = b.job(f, &j)
		}
		if err := b.record(name, line, fault); err != nil {
			return err
		}
	}
	return nil
}

// job hands on a job, or returns its fault.
func (b *batsim) job(f *batsimFile, j *batsimJob) error {
	if err := j.check(); err != nil {
		return err
	}
	runTime, err := f.runTime(j.Profile)
	switch {
	case err != nil:
		return err
	case runTime < 0:
		b.skips[NoRunTime]++
		return nil
	}
	limit, ok := b.limit(strings.Trim(string(j.Walltime), `"`), unit{})
	if !ok {
		return optgap.BadField("walltime", quote(string(j.Walltime)), "seconds")
	}
	status := int32(swf.StatusCompleted)
	if f.profiles[j.Profile].Return != 0 {
		status = swf.StatusFailed
	}
	b.add(job{run: run{
		id:      string(j.ID),
		number:  j.number,
		submit:  *j.Submit,
		wait:    swf.Unknown,
		runTime: runTime,
		limit:   limit,
		width:   *j.Width,
		status:  status,
	}})
	return nil
}

// check returns the fault of a job without what every job has, and sets its number.
func (j *batsimJob) check() error {
	id := string(j.ID)
	var text string
	if json.Unmarshal(j.ID, &text) == nil {
		id = text
	}
	if n, ok := count(id, numberDigits); ok {
		j.number = n
	}
	switch {
	case id == "":
		return optgap.BadField("id", "none", "one in each job")
	case j.Submit == nil || !(*j.Submit >= 0 && *j.Submit <= swf.MaxNumber):
		return optgap.BadField("subtime", found(j.Submit), "seconds, at least 0")
	case j.Width == nil:
		return optgap.BadField("res", "none", "the resources that the job asks for")
	case *j.Width < 1:
		return newFault(NoWidth, "res", fmt.Sprint(*j.Width), "at least 1")
	}
	return nil
}

// runTime returns how many seconds a profile takes; swf.Unknown: only a platform tells it.
func (f *batsimFile) runTime(name string) (float64, error) {
	p, ok := f.profiles[name]
	if !ok {
		return 0, optgap.BadField("profile", quote(name), "one of the workload's profiles")
	}
	if !p.visited && p.fault == nil {
		p.visited = true
		p.fault = optgap.BadField("seq", quote(name)+" within itself", "other profiles")
		p.runTime, p.fault = f.sum(p)
	}
	return p.runTime, p.fault
}

// sum returns how many seconds a profile and those that it names take.
func (f *batsimFile) sum(p *batsimProfile) (float64, error) {
	total := 0.0
	unknown := false
	switch {
	case slices.Contains(delays, p.Type):
		if p.Delay == nil || !(*p.Delay >= 0 && *p.Delay <= swf.MaxNumber) {
			return 0, optgap.BadField("delay", found(p.Delay), "seconds, at least 0")
		}
		return *p.Delay, nil
	case !slices.Contains(sequences, p.Type):
		return swf.Unknown, nil
	case len(p.Seq) == 0 || p.Repeat < 1:
		return 0, optgap.BadField(
			"seq",
			fmt.Sprintf("%d profiles, %d times", len(p.Seq), p.Repeat),
			"at least one, once",
		)
	}
	for _, part := range p.Seq {
		t, err := f.runTime(part)
		if err != nil {
			return 0, err
		}
		total += t
		unknown = unknown || t < 0
	}
	total *= float64(p.Repeat)
	switch {
	case unknown:
		return swf.Unknown, nil
	case total > swf.MaxNumber:
		return 0, optgap.BadField("seq", found(&total)+" s", "a time within the range of SWF")
	}
	return total, nil
}

// found writes a number that may be missing.
func found(v *float64) string {
	if v == nil {
		return "none"
	}
	return strconv.FormatFloat(*v, 'g', -1, 64)
}

// batsimFile is a workload.
type batsimFile struct {
	Machine  *int64                     `json:"nb_res"`
	Jobs     json.RawMessage            `json:"jobs"`
	Profiles map[string]json.RawMessage `json:"profiles"`

	profiles map[string]*batsimProfile
}

// parseBatsim reads the text of a workload, and returns the line on which its jobs begin. Errors
// name the file and the line. What is wrong with a single profile is its fault.
func parseBatsim(text []byte, name string) (f *batsimFile, line int, err error) {
	f = &batsimFile{profiles: map[string]*batsimProfile{}}
	var syntax *json.SyntaxError
	switch err := json.Unmarshal(text, f); {
	case errors.As(err, &syntax):
		line = lineOf(text, syntax.Offset)
		return nil, 0, wrong(name, line, "JSON", syntax.Error(), "a workload of Batsim")
	case err != nil:
		return nil, 0, at(name, 1, otherType(err))
	case f.Machine != nil && *f.Machine < 1:
		return nil, 0, wrong(name, 1, "nb_res", fmt.Sprint(*f.Machine), "at least 1")
	}
	line = lineOf(text, int64(bytes.Index(text, f.Jobs)))
	if !bytes.HasPrefix(f.Jobs, []byte("[")) {
		return nil, 0, wrong(name, line, "jobs", orNone(string(f.Jobs)), "a list")
	}
	for name, raw := range f.Profiles {
		p := batsimProfile{Repeat: 1}
		p.fault = otherType(json.Unmarshal(raw, &p))
		f.profiles[name] = &p
	}
	return f, line, nil
}

// lineOf returns the line, from 1, of an offset in a text.
func lineOf(text []byte, offset int64) int { return 1 + bytes.Count(text[:offset], []byte("\n")) }

// kinds are words for the types of values.
var kinds = map[reflect.Kind]string{
	reflect.Int64:   "a whole number",
	reflect.Float64: "a number",
	reflect.String:  "a text",
	reflect.Slice:   "a list",
}

// otherType returns the error about a JSON value of another type than the expected one, or nil if
// there is none.
func otherType(err error) error {
	var value *json.UnmarshalTypeError
	if !errors.As(err, &value) {
		return err
	}
	return optgap.BadField(
		cmp.Or(value.Field, "JSON"),
		value.Value,
		cmp.Or(kinds[value.Type.Kind()], "an object"),
	)
}
