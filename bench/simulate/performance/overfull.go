package performance

import "github.com/optgap/optgap/bench/simulate/replay"

// Overfull says when a replay uses more processors than the machine has. Only a replay of what a
// log says can do so. The zero value stands for never.
type Overfull struct {
	Moments int   `json:"moments"` // stretches of time in which the machine is overfull
	Seconds int64 `json:"seconds"` // length of all of them
	Busiest int64 `json:"busiest"` // processors in use, at most; 0: the machine is never overfull
}

// OverfullOf returns when an outcome uses more processors than the machine has. It takes
// O(n log n) time for n jobs.
func OverfullOf(o *replay.Outcome, machine int64) Overfull {
	var found Overfull
	var previous Level
	for l := range Levels(o) {
		if previous.Busy > machine {
			found.Seconds += l.Time - previous.Time
			found.Busiest = max(found.Busiest, previous.Busy)
		}
		if l.Busy > machine && previous.Busy <= machine {
			found.Moments++
		}
		previous = l
	}
	return found
}
