package importing

import (
	"cmp"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/trace/swf"
)

// Trace is the trace of a log.
type Trace struct {
	Header  swf.Header
	Skipped Skips
	Busiest int64 // the most processors that were busy at once, by the log

	runs   []run
	fault  error // of the first record that was left out for one, nil if none was
	states words // that are unknown
	limits words // that cannot be read
}

// Jobs returns the number of jobs.
func (t *Trace) Jobs() int { return len(t.runs) }

// Records yields the job lines in order of submission. The first job is submitted in second 0.
func (t *Trace) Records() iter.Seq[swf.Record] {
	return func(yield func(swf.Record) bool) {
		for i := range t.runs {
			if !yield(t.runs[i].record()) {
				return
			}
		}
	}
}

// header tells what is known of the log. first is the second of the first submission.
func (im *Importer) header(first float64, notes []string) swf.Header {
	h := swf.Header{"; Version: 2.2"}
	line := func(key, value string) { h = append(h, "; "+key+": "+printable(value)) }
	if machine := cmp.Or(im.options.Machine, im.machine); machine > 0 {
		line("MaxProcs", strconv.FormatInt(machine, 10))
	}
	line("MaxJobs", strconv.Itoa(len(im.runs)))
	line("MaxRecords", strconv.Itoa(len(im.runs)))
	if im.absolute {
		line("UnixStartTime", format.Plain(first))
	}
	if im.options.TimeZone != "" {
		line("TimeZoneString", im.options.TimeZone)
	}
	if im.options.KeepNames {
		h = slices.Concat(
			h,
			im.queues.legend("; Queue: %d %s"),
			im.partitions.legend("; Partition: %d %s"),
			im.users.legend("; Note: user %d is %s"),
			im.groups.legend("; Note: group %d is %s"),
		)
	}
	for _, note := range append(notes, "left out: "+cmp.Or(im.skips.String(), "nothing")) {
		line("Note", note)
	}
	return h
}

// Write writes the trace.
func (t *Trace) Write(w io.Writer) error { return swf.Write(w, t.Header, t.Records()) }

// Warnings returns notes for users of the trace, a sentence each.
func (t *Trace) Warnings() []string {
	var all []string
	if t.Skipped.Total() > 0 {
		all = append(all, "left out of the log: "+withFault(t.Skipped.String(), t.fault))
	}
	if len(t.states) > 0 {
		lines, states := t.states.named()
		all = append(
			all,
			lines+" with an unknown state ("+states+"): the status of those with an end is -1",
		)
	}
	if len(t.limits) > 0 {
		lines, limits := t.limits.named()
		all = append(
			all,
			lines+" with a time limit that cannot be read ("+limits+"): it is taken as none",
		)
	}
	jobs := format.Count(t.Jobs(), "job")
	for what, text := range remarkTexts {
		if n := t.count(remark(what)); n > 0 {
			all = append(all, fmt.Sprintf("%s of %s %s", format.Integer(n), jobs, text))
		}
	}
	if t.Header.Get("MaxProcs") == "" {
		all = append(
			all,
			fmt.Sprintf(
				"the trace has no MaxProcs line, as the log does not tell the size of the machine: "+
					"give it here or later (--machine). At most %s were busy at once",
				format.Integer(t.Busiest),
			),
		)
	}
	return all
}

// count returns the number of jobs with the remark.
func (t *Trace) count(what remark) (n int64) {
	for i := range t.runs {
		n += int64(t.runs[i].remarks >> what & 1)
	}
	return n
}

// busiest returns the most processors that were busy at once. A job frees its processors before
// another of that second takes them.
func busiest(runs []run) int64 {
	type change struct {
		time  float64
		width int64
	}
	changes := make([]change, 0, 2*len(runs))
	for _, r := range runs {
		if r.runTime > 0 && r.wait >= 0 {
			start := r.submit + r.wait
			changes = append(changes, change{start, r.width}, change{start + r.runTime, -r.width})
		}
	}
	slices.SortFunc(changes, func(a, b change) int {
		return cmp.Or(cmp.Compare(a.time, b.time), cmp.Compare(a.width, b.width))
	})
	busy := int64(0)
	most := int64(0)
	for _, c := range changes {
		busy += c.width
		most = max(most, busy)
	}
	return most
}
