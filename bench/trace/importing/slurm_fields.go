package importing

import (
	"slices"
	"strings"

	"github.com/optgap/optgap/bench/trace/swf"
)

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

// neverStarted tells whether a job that ran for so many seconds did not run at all. Slurm 22.05
// then prints the second of the cancellation as the start, and the processors that the job asked
// for as allocated. It allocates no nodes.
func neverStarted(r *row, elapsed int64) bool {
	if slices.Contains(noTime, r.get("Start")) {
		return true
	}
	if r.has("AllocNodes") {
		return elapsed == 0 && r.get("AllocNodes") == "0"
	}
	return elapsed == 0 && stateWord(r.get("State")) == "CANCELLED"
}

// numberDigits is the largest number of digits of numbers of jobs and processors.
const numberDigits = 12

// noTime is what sacct prints for a time that does not exist.
var noTime = []string{"Unknown", "None", "N/A", ""}

// ends tells whether a line has the end of its job.
func (r *row) ends() bool { return !slices.Contains(noTime, r.get("End")) }

// slurmCount reads a number of processors or nodes. A blank one is 0.
func slurmCount(r *row, name string) int64 {
	n, ok := count(r.get(name), numberDigits)
	if !ok && r.get(name) != "" {
		r.bad(Unreadable, name, "a whole number")
	}
	return n
}

// slurmElapsed returns the seconds that a job ran, without those in which it was suspended.
func slurmElapsed(r *row) int64 {
	text, name := r.any("ElapsedRaw", "Elapsed")
	seconds, ok := span(text)
	if name == "ElapsedRaw" {
		seconds, ok = count(text, spanDigits)
	}
	if !ok {
		r.bad(Unreadable, name, "a time such as 1-02:03:04, or seconds in ElapsedRaw")
	}
	return seconds
}

// noLimits is what sacct prints for the limit of a job that has none of its own. The numbers are Slurm's INFINITE and
// NO_VAL.
var noLimits = []string{"UNLIMITED", "Partition_Limit", "INVALID", "NOT_SET", "", "4294967295", "4294967294"}

// slurmLimit returns the time limit in seconds; swf.Unknown: there is none, or it is that of the
// partition, which the log does not tell. TimelimitRaw is in minutes.
func slurmLimit(r *row) int64 {
	text, name := r.any("TimelimitRaw", "Timelimit")
	seconds, ok := span(text)
	if name == "TimelimitRaw" {
		seconds, ok = count(text, spanDigits)
		seconds *= 60
	}
	none := func(limit string) bool { return strings.EqualFold(limit, text) }
	switch {
	case slices.ContainsFunc(noLimits, none), ok && seconds == 0: // as sbatch --time=0
		return swf.Unknown
	case !ok:
		r.bad(Unreadable, name, "a time such as 2-00:00:00 (minutes in TimelimitRaw), UNLIMITED or Partition_Limit")
	}
	return seconds
}

// stage is how far a job is that is in some state.
type stage int

const (
	ended     stage = iota + 1
	between         // in what its start or its end needs, as its times tell
	waiting         // for its start
	running         // also where sacct --truncate prints an end
	elsewhere       // on another cluster
)

// stages are the states of Slurm, https://slurm.schedmd.com/job_state_codes.html. RESIZING is the state of a part of a
// job, which ended when the job changed its size.
var stages = map[string]stage{
	"BOOT_FAIL": ended, "CANCELLED": ended, "COMPLETED": ended, "DEADLINE": ended, "FAILED": ended, "NODE_FAIL": ended,
	"OUT_OF_MEMORY": ended, "PREEMPTED": ended, "TIMEOUT": ended, "REQUEUED": ended, "RESIZING": ended,
	"LAUNCH_FAILED": ended, "RECONFIG_FAIL": ended, "PENDING": waiting, "RUNNING": running, "SUSPENDED": running,
	"REVOKED": elsewhere, "COMPLETING": between, "CONFIGURING": between, "EXPEDITING": between, "POWER_UP_NODE": between,
	"REQUEUE_FED": between, "REQUEUE_HOLD": between, "RESV_DEL_HOLD": between, "SIGNALING": between,
	"SPECIAL_EXIT": between, "STAGE_OUT": between, "STOPPED": between, "UPDATE_DB": between,
}

// stateWord returns the state without what follows it, as in "CANCELLED by 1000".
func stateWord(state string) string {
	word, _, _ := strings.Cut(state, " ")
	return strings.ToUpper(strings.TrimSuffix(word, "+"))
}

// unfinished tells of the job of a line whether, and why, it is no job of the trace. A job has ended if it has an end.
func (s *slurm) unfinished(r *row) (Reason, bool) {
	state := stateWord(r.get("State"))
	now := stages[state]
	if now == 0 {
		s.states[strings.Clone(state)]++
	}
	started := !slices.Contains(noTime, r.get("Start"))
	noEnd := !r.ends() // also without a column End
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

// slurmStatus returns the status in SWF of a job that has run and ended. A run after which the
// job was requeued has failed. One after which it went on in another size has not.
func slurmStatus(state string) int32 {
	switch stateWord(state) {
	case "COMPLETED", "RESIZING":
		return swf.StatusCompleted
	case "CANCELLED":
		return swf.StatusCancelled
	}
	return swf.StatusFailed
}

// endOf reads when a job ended; nil: the log does not tell.
func (s *slurm) endOf(r *row) []int64 {
	if !r.ends() {
		return nil
	}
	return s.time(r, "End")
}

// time reads a time, which the clock of the zone may have shown twice.
func (s *slurm) time(r *row, name string) []int64 {
	found := instants(r.get(name), s.zone)
	if len(found) == 0 {
		r.bad(Unreadable, name,
			"seconds since 1970 or a time such as 2026-03-29T01:59:59 that the clock showed in "+s.zone.String())
	}
	return found
}
