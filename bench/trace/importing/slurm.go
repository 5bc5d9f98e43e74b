package importing

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/trace/swf"
)

// slurm reads what sacct --parsable2 prints: a header with the names of the columns, and a line
// for each job and each step of a job. A job that was requeued has a line for each of its runs,
// as sacct --duplicates prints them. A task of an array has a line of its own once it starts.
type slurm struct {
	*Importer
	widths []string // columns with the width, the preferred one first
	asked  []string // columns with the width that a job asks for
	gpus   bool     // they have all that a job has, its GPUs among them
	needed [][]string

	cluster string // the only one whose jobs are read; "": there is only one

	hetero map[string]*heteroJob // by id and submission
	order  []*heteroJob
}

// errEmpty refuses a file without a line.
var errEmpty = optgap.BadField("file", "no line", "the header of sacct --parsable2")

// errJSON refuses what sacct --json and squeue --json print.
var errJSON = optgap.BadField(
	"line",
	"JSON, as sacct --json and squeue --json print it",
	"what this command prints: "+
		"sacct --allusers --duplicates --parsable2 "+
		"--format JobID,JobIDRaw,State,Submit,Start,End,ElapsedRaw,TimelimitRaw,AllocCPUS,AllocNodes",
)

func newSlurm(o Options, im *Importer) log {
	s := &slurm{Importer: im, cluster: o.Cluster, hetero: map[string]*heteroJob{}}
	s.widths = []string{"AllocCPUS", "NCPUS"}
	s.asked = []string{"ReqCPUS"}
	switch o.Count {
	case Nodes:
		s.widths = []string{"AllocNodes", "NNodes"}
		s.asked = []string{"ReqNodes"}
	case GPUs:
		s.widths = []string{"AllocTRES"}
		s.asked = []string{"ReqTRES"}
		s.gpus = true
	}
	s.needed = [][]string{
		{"JobID", "JobIDRaw"},
		{"State"},
		{"Submit"},
		{"Start"},
		{"ElapsedRaw", "Elapsed"},
		s.widths,
		{"TimelimitRaw", "Timelimit"},
	}
	if s.cluster != "" {
		s.needed = append(s.needed, []string{"Cluster"})
	}
	im.absolute = true
	return s
}

func (s *slurm) read(r io.Reader, name string) error {
	in := bufio.NewReader(r)
	if isJSON(in) {
		return at(name, 1, errJSON)
	}
	var head columns
	var values []string // of a line
	err := eachLine(in, name, func(line int, text string) error {
		if head.names == nil {
			var err error
			head, err = readColumns(text, s.needed)
			return at(name, line, err)
		}
		values = slices.AppendSeq(values[:0], strings.SplitSeq(text, "|"))
		if isHeader(values) {
			return wrong(
				name,
				line,
				"line",
				"the header a second time",
				"one header: give each output of sacct as a file",
			)
		}
		return s.record(name, line, s.line(&row{columns: head, values: values}))
	})
	if err == nil && head.names == nil {
		return fmt.Errorf("%s: %w", name, errEmpty)
	}
	return err
}

// isJSON reports whether a text begins as JSON does. All of it may be one line, too long to be read
// as such.
func isJSON(in *bufio.Reader) bool {
	start, _ := in.Peek(in.Size())
	start = bytes.TrimLeft(start, "\ufeff \t\r\n")
	return bytes.HasPrefix(start, []byte("{")) || bytes.HasPrefix(start, []byte("["))
}

// line reads a line of a job or a step.
func (s *slurm) line(r *row) error {
	if err := r.whole(); err != nil {
		return err
	}
	if s.ofOther(r.get("Cluster")) {
		s.skips[OtherCluster]++
		return nil
	}
	id := readSlurmID(r)
	switch {
	case r.fault != nil:
		return r.fault
	case id.step:
		s.skips[Step]++
		return nil
	}
	var j job
	reason, leftOut := s.unfinished(r)
	if leftOut {
		s.skips[reason]++
	} else {
		j = s.job(r)
	}
	j.id = id.text
	j.number = id.number
	switch sound := !leftOut && r.fault == nil; {
	case id.leader != "":
		s.join(id.leader, r.get("Submit"), j, sound)
	case sound:
		s.take(j)
	}
	return r.fault
}

// take takes a job, unless it has none of what is counted.
func (s *slurm) take(j job) {
	if j.width == 0 {
		s.skips[NoGPU]++
		return
	}
	s.add(j)
}

// ofOther counts a line of a cluster. It reports whether the line is of another cluster than the
// one that is asked for. Ids of jobs are those of their cluster.
func (s *slurm) ofOther(cluster string) bool {
	if _, known := s.clusters[cluster]; !known {
		cluster = strings.Clone(cluster) // which is a part of its line
	}
	if cluster != "" {
		s.clusters[cluster]++
	}
	return s.cluster != "" && cluster != s.cluster
}

// heteroJob is a heterogeneous job, its components added up so far.
type heteroJob struct {
	job                        // without an id as long as there are none
	components map[string]bool // by id: whether they are added up, or left out
}

// join adds a component to its heterogeneous job, unless it is to be left out. All components start
// together. The job has the number of its first component, and holds all processors until the last
// component ends.
func (s *slurm) join(leader, submit string, component job, sound bool) {
	run := leader + " at " + submit
	h := s.hetero[run]
	if h == nil {
		h = &heteroJob{components: map[string]bool{}}
		s.hetero[run] = h
		s.order = append(s.order, h)
	}
	known := h.components[component.id]
	h.components[component.id] = known || sound
	switch {
	case !sound:
		return
	case known: // in a second file
		s.skips[Repeated]++
		return
	case h.id == "":
		h.job = component
		h.id = leader
		h.remark(joined, true)
		return
	}
	h.width += component.width
	h.wait = max(h.wait, component.wait)
	h.runTime = max(h.runTime, component.runTime)
	if unlimited := min(h.limit, component.limit) < 0; unlimited {
		h.limit = swf.Unknown
	} else {
		h.limit = max(h.limit, component.limit)
	}
	unlessFailed := component.status != swf.Unknown || h.status == swf.StatusCompleted
	if component.status != swf.StatusCompleted && unlessFailed {
		h.status = component.status
	}
	h.remarks |= component.remarks
}

// end hands on the heterogeneous jobs.
func (s *slurm) end() {
	for _, h := range s.order {
		partial := slices.Contains(slices.Collect(maps.Values(h.components)), false)
		switch {
		case !partial:
			s.take(h.job)
		case h.id != "":
			s.skips[Partial]++
		}
	}
}

// job reads the line of a job that has ended.
func (s *slurm) job(r *row) job {
	j := job{
		run: run{
			wait:    swf.Unknown,
			runTime: swf.Unknown,
			status:  outcomeOf(r.get("State")).status,
		},
		userName:      r.get("User"),
		queueName:     r.get("QOS"),
		partitionName: r.get("Partition"),
	}
	j.groupName, _ = r.any("Group", "GID", "Account")
	j.limit = s.limitOf(r)
	elapsed := slurmElapsed(r)
	counted := r.first(s.widths...)
	j.width = s.widthOf(r, counted)
	if s.neverStarted(r, elapsed) {
		s.waited(&j, r)
		if elapsed > 0 {
			r.bad(Unreadable, "Start", "a time, as the job ran")
		}
	} else {
		s.timed(&j, r, elapsed)
	}
	if j.width < 1 && !s.gpus {
		r.bad(NoWidth, counted, "at least 1")
	}
	return j
}

// timed sets the times of a job that ran for so many seconds.
func (s *slurm) timed(j *job, r *row, elapsed int64) {
	held := elapsed
	if paused, ok := readLength(r.get("Suspended"), unit{}); ok {
		held += int64(paused)
	}
	submit, start, end := settled(s.time(r, "Submit"), s.time(r, "Start"), s.endOf(r), held)
	j.submit = float64(submit)
	j.wait = float64(start - submit)
	j.runTime = float64(elapsed)
	if start < submit {
		r.bad(StartsBeforeSubmit, "Start", "not before Submit, "+quote(r.get("Submit")))
	}
	s.remarkOn(&j.run, r, end)
}

// eligibleDelay is the longest time in seconds that Slurm may take to find a job eligible. It
// takes a second for tasks of arrays.
const eligibleDelay = 60

// remarkOn notes what is to be said of a job that ran. A negative end is unknown.
func (s *slurm) remarkOn(j *run, r *row, end int64) {
	start := j.submit + j.wait
	counted := start + j.runTime
	j.remark(resized, stateWord(r.get("State")) == "RESIZING")
	j.remark(suspended, end >= 0 && float64(end) > counted)
	j.remark(endsEarly, end >= 0 && float64(end) < counted)
	eligibles, _ := readMoment(r.get("Eligible"), "", s.zone)
	for _, eligible := range eligibles {
		at := float64(eligible)
		j.remark(notEligible, at > j.submit+eligibleDelay && at <= start)
	}
}

// waited sets what is known of a job that did not start: what it asked for, and when it was
// cancelled.
func (s *slurm) waited(j *job, r *row) {
	j.status = swf.StatusCancelled
	if name := r.first(s.asked...); name != "" && j.width == 0 {
		j.width = s.widthOf(r, name)
	}
	submits := s.time(r, "Submit")
	ends := s.endOf(r)
	if ends == nil {
		ends = submits
	}
	submit, end, _ := settled(submits, ends, nil, 0)
	j.submit = float64(submit)
	if s.happened(r, "End") {
		j.wait = max(float64(end-submit), 0)
	}
}

// slurmID is a job's identification in sacct(1): JobID[.step], ArrayJobID_ArrayTaskID or
// HetJobID+HetJobOffset.
type slurmID struct {
	text   string
	number int64  // JobIDRaw, or the id where it is a number; swf.Unknown: neither
	leader string // the heterogeneous job of which this is a component; "": of none
	step   bool
}

// readSlurmID reads JobID and JobIDRaw, as far as they are there.
func readSlurmID(r *row) slurmID {
	text, name := r.any("JobID", "JobIDRaw")
	id := slurmID{text: text, number: swf.Unknown, step: strings.Contains(text, ".")}
	leading := len(text) - len(strings.TrimLeft(text, "0123456789"))
	if leading == 0 || leading < len(text) && !strings.ContainsRune("_+.", rune(text[leading])) {
		r.bad(Unreadable, name, "a job such as 17, 17_3, 17+1 or 17.batch")
	}
	if before, _, ok := strings.Cut(text, "+"); ok && !id.step {
		id.leader = before
	}
	raw, rawName := r.any("JobIDRaw", "JobID")
	if n, ok := count(raw, numberDigits); ok {
		id.number = n
	} else if rawName == "JobIDRaw" && !id.step {
		r.bad(Unreadable, rawName, "a number")
	}
	return id
}

// neverStarted reports whether a job that ran for so many seconds did not run at all. Slurm 22.05
// then prints the second of the cancellation as the start, and the processors that the job asked
// for as allocated. It allocates no nodes.
func (s *slurm) neverStarted(r *row, elapsed int64) bool {
	if !s.happened(r, "Start") {
		return true
	}
	if r.has("AllocNodes") {
		return elapsed == 0 && r.get("AllocNodes") == "0"
	}
	return elapsed == 0 && stateWord(r.get("State")) == "CANCELLED"
}

// numberDigits is the largest number of digits of numbers of jobs and processors.
const numberDigits = 12

// happened reports whether a line tells a start or an end. A text that is no time does.
func (s *slurm) happened(r *row, name string) bool {
	text := r.get(name)
	if isMissing(text) || isMinusOne(text) {
		return false
	}
	zero := strings.HasPrefix(text, "0") ||
		strings.HasPrefix(text, "19") // most texts are none, and need no reading
	if !zero {
		return true
	}
	at, _ := readMoment(text, "", s.zone)
	submits, _ := readMoment(r.get("Submit"), "", s.zone)
	return at == nil || submits == nil || !zeroTime(at[0], submits[0])
}

// limitOf returns the time limit in seconds; swf.Unknown: there is none, or the log does not tell
// it. TimelimitRaw is in minutes.
func (s *slurm) limitOf(r *row) float64 {
	text, name := r.any("TimelimitRaw", "Timelimit")
	u := lengthUnits["seconds"]
	if name == "TimelimitRaw" {
		u = lengthUnits["minutes"]
	}
	seconds, ok := s.limit(text, u)
	if !ok {
		r.bad(
			Unreadable,
			name,
			"a time such as 2-00:00:00 (minutes in TimelimitRaw), UNLIMITED or Partition_Limit",
		)
	}
	return seconds
}

// widthOf reads a number of processors, nodes or GPUs. A blank one is 0. A job with GPUs of several
// types may have a number for each, "cpu=16,gres/gpu:a100=4,gres/gpu:v100=2", that of all,
// "gres/gpu=6", or both.
func (s *slurm) widthOf(r *row, name string) (typed int64) {
	if !s.gpus {
		return slurmCount(r, name, r.get(name))
	}
	for part := range strings.SplitSeq(r.get(name), ",") {
		what, n, _ := strings.Cut(part, "=")
		if what == "gres/gpu" {
			return slurmCount(r, name, n)
		}
		if strings.HasPrefix(what, "gres/gpu:") {
			typed += slurmCount(r, name, n)
		}
	}
	return typed
}

// slurmCount reads a number in a column. A blank one is 0. Without --noconvert sacct writes 1024 as
// 1K.
func slurmCount(r *row, name, text string) int64 {
	whole := text
	unit := int64(1)
	if digits, ok := strings.CutSuffix(text, "K"); ok {
		text = digits
		unit = 1 << 10
	} else if digits, ok := strings.CutSuffix(text, "M"); ok {
		text = digits
		unit = 1 << 20
	}
	n, ok := count(text, numberDigits)
	if !ok && whole != "" {
		r.bad(Unreadable, name, "a whole number")
	}
	return n * unit
}

// slurmElapsed returns the seconds that a job ran, without those in which it was suspended.
func slurmElapsed(r *row) int64 {
	text, name := r.any("ElapsedRaw", "Elapsed")
	seconds, ok := readLength(text, unit{})
	if name == "ElapsedRaw" {
		_, ok = count(text, spanDigits)
	}
	if !ok {
		r.bad(Unreadable, name, "a time such as 1-02:03:04, or seconds in ElapsedRaw")
	}
	return int64(seconds)
}

// unfinished tells of the job of a line whether, and why, it is no job of the trace. A job has
// ended if it has an end.
func (s *slurm) unfinished(r *row) (Reason, bool) {
	state := stateWord(r.get("State"))
	now := outcomeOf(state).stage
	if now == 0 {
		s.states.note(state)
	}
	started := s.happened(r, "Start")
	noEnd := !s.happened(r, "End") // also without a column End
	switch {
	case now == elsewhere:
		return ElsewhereRun, true
	case now == waiting, now != running && now != ended && noEnd && !started:
		return StillWaiting, true
	case now == running, now != ended && noEnd, noEnd && started && r.has("End"):
		return StillRunning, true
	}
	return 0, false
}

// endOf reads when a job ended, or nil if the log does not tell.
func (s *slurm) endOf(r *row) []int64 {
	if !s.happened(r, "End") {
		return nil
	}
	return s.time(r, "End")
}

// time reads a time, which the clock of the zone may have shown twice.
func (s *slurm) time(r *row, name string) []int64 {
	found, expected := readMoment(r.get(name), "", s.zone)
	if found == nil {
		r.bad(Unreadable, name, expected)
	}
	return found
}
