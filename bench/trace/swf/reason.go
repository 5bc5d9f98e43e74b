package swf

import (
	"fmt"
	"iter"
	"strings"
)

// A Reason is the reason why a job line was skipped. A line with several faults has the
// first of them in the order of the constants. First come lines that describe no job of
// their own, then missing values, then values out of range. So a job that never started does
// not count as a job of unknown width.
type Reason int

// The reasons in the order of the checks.
const (
	Malformed        Reason = iota // not 18 fields, or a field that is not a number
	PartialExecution               // status 2, 3 or 4: the summary line of the job counts
	NeverStarted                   // cancelled (status 5) without run time or processors
	NoID                           // job number negative
	NoSubmit                       // submit time negative
	NoWidth                        // neither requested nor allocated processors
	NoEstimate                     // neither requested time nor run time
	NoRunTime                      // run time negative
	ZeroEstimate                   // no requested time, and run time 0 in its stead
	WiderThanMachine               // more processors than the machine has
	OutOfRange                     // sums would leave the range of exact integers
	NoWait                         // wait time negative, where the starts are asked for
	DuplicateID                    // an earlier usable line has the same job number
	reasons          = iota
)

var reasonTexts = [reasons]string{
	"malformed line",
	"partial execution",
	"cancelled before start",
	"job number unknown",
	"submit time unknown",
	"width unknown or 0",
	"estimate unknown",
	"run time unknown",
	"estimate 0",
	"wider than the machine",
	"times or area out of range",
	"wait time unknown",
	"duplicate job number",
}

// Error returns the reason in words. A Reason can be the cause of an [Error]: errors.Is(err,
// swf.NoWidth).
func (r Reason) Error() string { return reasonTexts[r] }

// Skips counts the skipped lines by Reason.
type Skips [reasons]int

// Total returns the number of skipped lines.
func (s Skips) Total() int {
	total := 0
	for _, n := range s {
		total += n
	}
	return total
}

// All yields the reasons that occurred with their counts, in the order of the constants.
func (s Skips) All() iter.Seq2[Reason, int] {
	return func(yield func(Reason, int) bool) {
		for r, n := range s {
			if n > 0 && !yield(Reason(r), n) {
				return
			}
		}
	}
}

// ByReason returns the counts of the reasons that occurred by their texts.
func (s Skips) ByReason() map[string]int {
	counts := map[string]int{}
	for reason, n := range s.All() {
		counts[reason.Error()] = n
	}
	return counts
}

// String returns the counts in the order of the constants, such as "1 malformed line, 2
// estimate 0". It returns "none" if nothing was skipped.
func (s Skips) String() string {
	return s.text("")
}

// text returns the counts in words. place is the text about the places of malformed lines.
func (s Skips) text(place string) string {
	var parts []string
	for r, n := range s.All() {
		text := r.Error()
		if n > 1 && (r == Malformed || r == PartialExecution || r == DuplicateID) {
			text += "s"
		}
		if r == Malformed {
			text += place
		}
		parts = append(parts, fmt.Sprintf("%d %s", n, text))
	}
	if len(parts) == 0 {
		return "none"
	}
	return strings.Join(parts, ", ")
}
