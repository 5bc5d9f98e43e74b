package heuristics

import "github.com/optgap/optgap"

// FFIA is smallest area first, "first fit, increasing area" (Streit 2002,
// section 6): Smith's rule for response times without weights on a parallel
// machine.
var FFIA = register(Policy{"FFIA", func(j optgap.Job) int64 { return j.Area() }})
