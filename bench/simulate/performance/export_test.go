package performance

import "github.com/optgap/optgap/bench/simulate/replay"

// ReservedArea returns the processor-seconds that admitted reservations hold in
// the seconds [from, to).
func ReservedArea(o *replay.Outcome, from, to int64) int64 {
	return newHeld(o).area(from, to)
}
