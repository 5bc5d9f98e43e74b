package heuristics

import "github.com/optgap/optgap"

// WJF is widest job first.
var WJF = register(Policy{"WJF", func(j optgap.Job) int64 { return -j.Width }})
