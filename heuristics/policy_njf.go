package heuristics

import "github.com/optgap/optgap"

// NJF is narrowest job first.
var NJF = register(Policy{"NJF", func(j optgap.Job) int64 { return j.Width }})
