package importing

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/trace/swf"
)

// batsim reads a workload of Batsim: a JSON object with jobs, their profiles, and the number of
// resources for which it is made. A workload has no starts, so that waits are unknown. A run time
// is known of jobs whose profile is a delay. Batsim computes all others from a platform.
type batsim struct{ *tally }

func newBatsim(_ Options, t *tally) log { return &batsim{t} }

func (b *batsim) end() {}

// batsimJob is a job of a workload.
type batsimJob struct {
	ID       json.RawMessage `json:"id"`
	Submit   *float64        `json:"subtime"`
	Width    *int64          `json:"res"`
	Walltime *float64        `json:"walltime"` // seconds; absent or negative: no limit
	Profile  string          `json:"profile"`
	number   int64
}

// batsimProfile is a profile. The types are those of Batsim 5 and of earlier versions.
type batsimProfile struct {
	Type  string   `json:"type"`
	Delay *float64 `json:"delay"` // seconds
}

func (b *batsim) read(r io.Reader, name string) error {
	lines := &lineCounter{from: r, line: 1}
	f := batsimFile{d: json.NewDecoder(lines), profiles: map[string]batsimProfile{}}
	err := f.read()
	if err != nil {
		return f.locate(err, name, lines)
	}
	if f.machine > 0 {
		b.machine = max(b.machine, f.machine)
	}
	for _, j := range f.jobs {
		p, ok := f.profiles[j.Profile]
		if !ok {
			return fmt.Errorf("%s: job %s: %w", name, j.ID, &optgap.FieldError{
				Field: "profile", Found: quote(j.Profile), Expected: "one of the workload's profiles",
			})
		}
		if p.Delay == nil || p.Type != "delay" && p.Type != "DelayProfile" {
			b.skips[NoRunTime]++
			continue
		}
		b.add(j.of(*p.Delay))
	}
	return nil
}

// of returns the job with a run time.
func (j *batsimJob) of(runTime float64) job {
	limit := float64(swf.Unknown)
	if j.Walltime != nil && *j.Walltime > 0 {
		limit = *j.Walltime
	}
	return job{run: run{
		id: string(j.ID), number: j.number, submit: *j.Submit, wait: swf.Unknown, runTime: runTime,
		limit: limit, width: *j.Width, status: swf.StatusCompleted,
	}}
}

// check refuses a job without what every job has, and sets its number.
func (j *batsimJob) check() error {
	id := string(j.ID)
	var text string
	if json.Unmarshal(j.ID, &text) == nil {
		id = text
	}
	j.number, _ = count(id, numberDigits)
	switch {
	case id == "":
		return &optgap.FieldError{Field: "id", Found: "none", Expected: "one in each job"}
	case j.Submit == nil || !(*j.Submit >= 0 && *j.Submit <= swf.MaxNumber):
		return &optgap.FieldError{Field: "subtime", Found: found(j.Submit), Expected: "seconds, at least 0"}
	case j.Width == nil:
		return &optgap.FieldError{Field: "res", Found: "none", Expected: "the resources that the job asks for"}
	case j.Walltime != nil && !(*j.Walltime <= swf.MaxNumber):
		return &optgap.FieldError{Field: "walltime", Found: found(j.Walltime), Expected: "seconds"}
	}
	return nil
}

// check refuses a delay out of its range.
func (p batsimProfile) check() error {
	if p.Delay != nil && !(*p.Delay >= 0 && *p.Delay <= swf.MaxNumber) {
		return &optgap.FieldError{Field: "delay", Found: found(p.Delay), Expected: "seconds, at least 0"}
	}
	return nil
}

// found writes a number that may be missing.
func found(v *float64) string {
	if v == nil {
		return "none"
	}
	return strconv.FormatFloat(*v, 'g', -1, 64)
}

// locate returns an error with the name of the file and, where the JSON is wrong, the line.
func (f *batsimFile) locate(err error, name string, lines *lineCounter) error {
	var (
		field  *optgap.FieldError
		syntax *json.SyntaxError
		value  *json.UnmarshalTypeError
	)
	offset := f.d.InputOffset()
	switch {
	case lines.failed != nil:
		return readError(lines.failed, name, lines.line)
	case errors.As(err, &syntax):
		return wrong(name, lines.at(offset+f.blanks()), "JSON", syntax.Error(), "a workload of Batsim")
	case errors.As(err, &value):
		return wrong(name, lines.at(offset), value.Field, value.Value, "a value of the type "+value.Type.String())
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return wrong(name, lines.at(offset), "JSON", "the end of the file", "a whole workload of Batsim")
	case errors.As(err, &field):
		return wrong(name, lines.at(offset), field.Field, field.Found, field.Expected)
	}
	return fmt.Errorf("%s: %w", name, err)
}
