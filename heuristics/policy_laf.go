package heuristics

import "github.com/optgap/optgap"

// LAF is largest area first.
var LAF = register(Policy{"LAF", func(j optgap.Job) int64 { return -j.Area() }})
