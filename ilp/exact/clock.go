package exact

import "runtime/metrics"

// clock says how a solver measures time.
type clock struct {
	used  func() float64 // share of the time limit that is used
	every int            // work between two looks of a watch
}

// heapBytes returns the memory that Go holds for this process, without that of HiGHS.
func heapBytes() int64 {
	sample := []metrics.Sample{{Name: "/memory/classes/total:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64())
}
