package record

import (
	"fmt"
	"io"
	"iter"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/field"
)

// OfflineFormat names the version of the JSON form of a bound on all schedules of a trace.
const OfflineFormat = "optgap-offline/1"

// OfflineTrace says which jobs of a trace are planned.
type OfflineTrace struct {
	Format     string `json:"format"`
	Trace      string `json:"trace"`
	SHA256     string `json:"sha256"` // of the trace
	Machine    int64  `json:"machine"`
	Jobs       int    `json:"jobs"`
	First      int    `json:"first,omitempty"`       // [jobs] only so many usable jobs of the trace were read
	KnownWaits bool   `json:"known_waits,omitempty"` // jobs without a wait time were left out
	NoKill     bool   `json:"no_kill,omitempty"`     // no job was killed at its estimate
	// older folders have `sld_60` for `sld`
	ObjectiveName string `json:"objective_name"`
}

// Average returns what is bounded. Older folders name the slowdown by the metric of a replay.
func (t OfflineTrace) Average() optgap.Average {
	for _, a := range optgap.Averages() {
		if t.ObjectiveName == a.Metric {
			return a
		}
	}
	return optgap.Objective(t.ObjectiveName).Average()
}

// Offline is a bound on all schedules of a trace, and the best schedule found. The sums are of weight
// times response time.
type Offline struct {
	OfflineTrace
	// sums of weight times response: no schedule is below the bound; the best found has the objective
	Bound     int64 `json:"bound"`
	Objective int64 `json:"objective"`
	// bound, where a search proves more than the prices
	SearchBound int64 `json:"search_bound,omitempty"`
	// under `sld` weights are unit / (run time raised to 60 s), rounded down
	Unit int64 `json:"unit,omitempty"`
	// [s, or a number] the averages
	BoundValue     float64        `json:"bound_value"`
	ObjectiveValue float64        `json:"objective_value"`
	Ratio          float64        `json:"ratio,omitempty"` // objective / bound; absent for a bound of 0
	Status         optgap.Status  `json:"status"`          // `optimal` or `feasible`
	EndedBy        optgap.EndedBy `json:"ended_by"`        // `finished`, `time_limit` or `interrupt`
	Seed           uint64         `json:"seed"`
	Rounds         int            `json:"rounds"` // begun, of the search
	SolveSeconds   float64        `json:"solve_seconds,omitempty"`
	Prices         *OfflinePrices `json:"prices,omitempty"` // prove the bound
	// [s] of the jobs by submission, as seconds of the trace
	Starts []int64 `json:"starts,omitempty"`
}

// OfflinePrices are prices of a processor: price[b] / denominator for each second from times[b] to before times[b+1],
// in weight times seconds, and 0 at all others.
type OfflinePrices struct {
	// price / denominator a second from one time [s] to the next; they prove the bound
	Denominator int64   `json:"denominator"`
	Times       []int64 `json:"times"`
	Price       []int64 `json:"price"`
}

// ReadOffline yields the results of a file of JSON lines like [ReadResults].
func ReadOffline(r io.Reader, file string) iter.Seq2[Offline, error] {
	return ReadLines(r, file, func(o *Offline) error { return o.check() })
}

// ReadOfflineTraces yields the traces of a file of JSON lines like [ReadResults].
func ReadOfflineTraces(r io.Reader, file string) iter.Seq2[OfflineTrace, error] {
	return ReadLines(r, file, (*OfflineTrace).check)
}

func (t *OfflineTrace) check() error { return field.CheckFormat(t.Format, OfflineFormat) }

func (o *Offline) check() error {
	if err := o.OfflineTrace.check(); err != nil {
		return err
	}
	if o.Prices == nil || len(o.Starts) != o.Jobs {
		found := fmt.Sprintf("prices: %v, %d starts of %d jobs", o.Prices != nil, len(o.Starts), o.Jobs)
		return optgap.BadField("prices and starts", found, "prices, and a start of each job")
	}
	return nil
}
