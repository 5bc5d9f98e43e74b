package maxplus

import "golang.org/x/sys/cpu"

func extend(out, without, with []float64, value float64) {
	if len(out) == 0 {
		return
	}
	if cpu.X86.HasAVX {
		extendAVX(&out[0], &without[0], &with[0], len(out), value)
	} else {
		plain(out, without, with, value)
	}
}

// extendAVX extends n numbers.
//
//go:noescape
func extendAVX(out, without, with *float64, n int, value float64)
