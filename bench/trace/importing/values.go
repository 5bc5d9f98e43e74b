package importing

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/trace/swf"
)

// missing are the words that logs write for a value that is not there.
var missing = []string{
	"",
	"-",
	"NA",
	"N/A",
	"<NA>",
	"NaN",
	"NaT",
	`\N`,
	"nil",
	"None",
	"null",
	"Unknown",
}

// isMissing reports whether a log tells no value. The first day of the calendar stands for a time
// that is not there.
func isMissing(text string) bool {
	return among(missing, text) || strings.HasPrefix(text, "0001-01-01")
}

// among reports whether a text is one of the words, in upper or lower case.
func among(words []string, text string) bool {
	return slices.ContainsFunc(
		words,
		func(word string) bool { return strings.EqualFold(word, text) },
	)
}

// isMinusOne reports whether a text is the number by which logs say that there is no time.
func isMinusOne(text string) bool { return wholeNumber(text) == "-1" }

// wholeNumber returns 101 for 101.0, and any other text as it is.
func wholeNumber(text string) string {
	whole, fraction, _ := strings.Cut(text, ".")
	if strings.Trim(fraction, "0") != "" {
		return text
	}
	return whole
}

// unit is a unit of a field: a value is multiplied by times and divided by per. The zero value is
// one.
type unit struct{ times, per float64 }

// of returns a value without its unit. A product with a fraction such as 0.001 would not be exact.
func (u unit) of(value float64) float64 {
	if u == (unit{}) {
		return value
	}
	return value * u.times / u.per
}

// lengthUnits are the units of lengths of time, in seconds.
var lengthUnits = map[string]unit{
	"seconds": {1, 1}, "minutes": {60, 1}, "hours": {3600, 1},
	"milliseconds": {1, 1e3}, "ms": {1, 1e3}, "us": {1, 1e6}, "ns": {1, 1e9},
}

// spanDigits is the largest number of digits of a part of a length of time.
const spanDigits = 9

// readLength reads a length of time in seconds: a number of the unit, or parts with colons between
// them. Behind a dash the grammar is that of Slurm, days-hours[:minutes[:seconds]]. Otherwise two
// parts are hours:minutes where the unit is minutes or hours, and minutes:seconds where it is
// another one; more parts end with the seconds, and four of them begin with days. ok is false for
// any other text.
func readLength(text string, u unit) (seconds float64, ok bool) {
	n, err := field.ParseDecimal(text)
	if err == nil {
		seconds = u.of(n)
		return seconds, seconds >= 0 && seconds <= swf.MaxNumber
	}
	days, clock, dashed := strings.Cut(text, "-")
	if !dashed {
		days = "0"
		clock = text
	}
	parts := strings.Split(clock, ":")
	worth := []int64{24 * 3600, 3600, 60, 1}
	switch most := len(worth); {
	case len(parts) > most || dashed && len(parts) == most || !dashed && len(parts) == 1:
		return 0, false
	case dashed || len(parts) == 2 && u.of(1) >= 60:
		worth = worth[1:]
	default:
		worth = worth[most-len(parts):]
	}
	sum, ok := count(days, spanDigits)
	sum *= 24 * 3600
	for i, part := range parts {
		n, digits := count(part, spanDigits)
		ok = ok && digits
		sum += n * worth[i]
	}
	return float64(sum), ok
}

// noLimits are the words of logs for no time limit, or for one that the log does not tell, such as
// that of the partition. The numbers are INFINITE and NO_VAL of Slurm.
var noLimits = []string{
	"UNLIMITED", "Partition_Limit", "INVALID", "NOT_SET", "INFINITE", "INFINITY", "inf", "+inf",
	"4294967295", "4294967294", "18446744073709551615", "18446744073709551614",
}

// readLimit reads a time limit in seconds. swf.Unknown: there is none, as where it is 0 or
// negative. LSF writes the host by whose speed it counts behind it, as 60.0/host. ok is false where
// the text is no limit.
func readLimit(text string, u unit) (seconds float64, ok bool) {
	text, _, _ = strings.Cut(text, "/")
	n, err := field.ParseDecimal(text)
	if isMissing(text) || among(noLimits, wholeNumber(text)) || err == nil && n < 0 {
		return swf.Unknown, true
	}
	seconds, ok = readLength(text, u)
	if seconds == 0 {
		seconds = swf.Unknown
	}
	return seconds, ok
}

// limit is readLimit for a job, which no limit costs: one that cannot be read is none, and is told.
// ok is false for it if the reader is strict.
func (im *Importer) limit(text string, u unit) (seconds float64, ok bool) {
	seconds, ok = readLimit(text, u)
	if ok || im.options.Strict {
		return seconds, ok
	}
	im.limits.note(text)
	return swf.Unknown, true
}

// stage is how far a job is that is in some state.
type stage int

const (
	ended     stage = iota + 1
	between         // in what its start or its end needs, as its times tell
	waiting         // for its start
	running         // also where sacct --truncate prints an end, or LSF an estimate
	elsewhere       // on another cluster
)

// outcome is what a state of a job means.
type outcome struct {
	stage  stage // 0: the state is unknown
	status int32 // as in SWF, of a job that has run
}

// outcomes are those of the states of Slurm, https://slurm.schedmd.com/job_state_codes.html, and of
// words of other logs, in upper case. RESIZING is the state of a part of a job, which ended when
// the job changed its size. A run after which the job is requeued has failed.
var outcomes = outcomesOf(map[outcome]string{
	{ended, swf.StatusCompleted}: "COMPLETED COMPLETE CD RESIZING PASS PASSED SUCCESS SUCCEEDED DONE TERMINATED " +
		"FINISHED OK TRUE",
	{ended, swf.StatusCancelled}: "CANCELLED CANCELED CA KILLED",
	{ended, swf.StatusFailed}: "BOOT_FAIL BF DEADLINE DL FAILED FAIL NODE_FAIL NF OUT_OF_MEMORY OOM PREEMPTED PR " +
		"TIMEOUT TO REQUEUED LAUNCH_FAILED RECONFIG_FAIL ERROR EXIT FALSE ABORTED CRASHED EVICTED",
	{between, swf.StatusFailed}: "REQUEUE_FED REQUEUE_HOLD RESV_DEL_HOLD SPECIAL_EXIT",
	{between, swf.Unknown}:      "COMPLETING CONFIGURING EXPEDITING POWER_UP_NODE SIGNALING STAGE_OUT STOPPED UPDATE_DB",
	{waiting, swf.Unknown}:      "PENDING PD PEND PSUSP QUEUED WAITING",
	{running, swf.Unknown}:      "RUNNING RUN SUSPENDED SSUSP USUSP",
	{elsewhere, swf.Unknown}:    "REVOKED",
})

// outcomesOf returns outcomes by their words.
func outcomesOf(words map[outcome]string) map[string]outcome {
	all := map[string]outcome{}
	for o, list := range words {
		for word := range strings.FieldsSeq(list) {
			all[word] = o
		}
	}
	return all
}

// slurmStates are the numbers that tables of Slurm have for states, JOB_PENDING and others of
// slurm.h.
var slurmStates = map[string]string{
	"0":      "PENDING",
	"1":      "RUNNING",
	"2":      "SUSPENDED",
	"3":      "COMPLETED",
	"4":      "CANCELLED",
	"5":      "FAILED",
	"6":      "TIMEOUT",
	"7":      "NODE_FAIL",
	"8":      "PREEMPTED",
	"9":      "BOOT_FAIL",
	"10":     "DEADLINE",
	"11":     "OUT_OF_MEMORY",
	"1024":   "REQUEUED",
	"8192":   "RESIZING",
	"524288": "REVOKED",
}

// stateWord returns a state in upper case, without what follows it, as in "CANCELLED by 1000".
func stateWord(state string) string {
	word, _, _ := strings.Cut(strings.ToUpper(state), " BY ")
	return strings.TrimSuffix(word, "+")
}

// outcomeOf returns what a state means. That of an unknown one is not known.
func outcomeOf(state string) outcome {
	o, known := outcomes[stateWord(state)]
	if !known {
		o.status = swf.Unknown
	}
	return o
}

// exitStatus returns the status in SWF by what the program of a job returned, such as 0, or 1:0
// with a signal. swf.Unknown: the text does not tell.
func exitStatus(text string) int32 {
	code, signal, _ := strings.Cut(wholeNumber(text), ":")
	_, err := strconv.Atoi(code)
	switch {
	case err != nil:
		return swf.Unknown
	case code == "0" && strings.Trim(signal, "0") == "":
		return swf.StatusCompleted
	}
	return swf.StatusFailed
}

// words counts lines by a value that is not understood.
type words map[string]int

func (w words) note(word string) { w[strings.Clone(word)]++ } // the word is a part of its line

// named returns how many lines have such a value, and the first values: "3 lines", `"A", "B"`.
func (w words) named() (lines, values string) {
	const most = 5
	var quoted []string
	total := 0
	for i, word := range slices.Sorted(maps.Keys(w)) {
		total += w[word]
		if i < most {
			quoted = append(quoted, quote(word))
		}
	}
	if len(w) > most {
		quoted = append(quoted, fmt.Sprintf("%d more", len(w)-most))
	}
	return format.Count(total, "line"), strings.Join(quoted, ", ")
}
