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
	Format        string `json:"format"`
	Trace         string `json:"trace"`
	SHA256        string `json:"sha256"`
	Machine       int64  `json:"machine"` // processors
	Jobs          int    `json:"jobs"`
	First         int    `json:"first,omitempty"`       // only so many usable jobs of the trace were read; 0: all
	KnownWaits    bool   `json:"known_waits,omitempty"` // jobs without a wait time were left out
	NoKill        bool   `json:"no_kill,omitempty"`     // no job was killed at its estimate
	ObjectiveName string `json:"objective_name"`        // artww, art or sld_60
}

// Offline is a bound on all schedules of a trace, and the best schedule found. The sums are of weight
// times response time.
type Offline struct {
	OfflineTrace
	Bound     int64 `json:"bound"`     // no schedule has a smaller sum
	Objective int64 `json:"objective"` // sum of the best schedule found
	// Unit is that of the weights of sld_60: the weight of a job is unit over its run time raised to 60 s, rounded
	// down; 0: weights are processors or 1.
	Unit           int64          `json:"unit,omitempty"`
	BoundValue     float64        `json:"bound_value"`     // no schedule has a smaller average
	ObjectiveValue float64        `json:"objective_value"` // average of the best schedule found
	Ratio          float64        `json:"ratio,omitempty"` // objective over bound; 0: the bound is 0
	Status         optgap.Status  `json:"status"`          // optimal or feasible
	EndedBy        optgap.EndedBy `json:"ended_by"`
	Seed           uint64         `json:"seed"`
	Rounds         int            `json:"rounds"` // of the search for better starts that were begun
	SolveSeconds   float64        `json:"solve_seconds,omitempty"`
	Prices         *OfflinePrices `json:"prices,omitempty"` // prove the bound
	Starts         []int64        `json:"starts,omitempty"` // by job in order of submission: second of the trace
}

// OfflinePrices are prices of a processor: price[b] / denominator for each second from times[b] to before times[b+1],
// in weight times seconds, and 0 at all others.
type OfflinePrices struct {
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
