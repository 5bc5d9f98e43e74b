package heuristics

import "github.com/optgap/optgap"

// WSPT is weighted shortest processing time, Smith's rule, with the width as
// the weight, as in ARTwW: smallest estimate over width first. The key is that
// ratio in units of 2^-31: exact in its order for widths up to 46340 (two
// ratios of such widths differ by more) and estimates below 2^32 seconds.
var WSPT = register(Policy{"WSPT", func(j optgap.Job) int64 { return j.Estimate << 31 / j.Width }})
