// Package transform changes traces job by job:
//
//	swf.Reader -> Read -> Trace -> Step.Apply, ... -> Trace -> Trace.Write -> SWF
//
// A [Trace] is a header and a stream of records. A [Step] turns one trace into another.
// [Apply] applies steps in any order. [Parse] reads a step from a text such as "shrink=0.8",
// and [Operations] lists the kinds of steps. A step changes the fields that it names and no
// others. Each step leaves a Note in the header, and corrects MaxProcs, MaxNodes, MaxJobs
// and MaxRecords where they change.
//
// # Memory
//
// Records pass through one by one. sort holds all of them. renumber and split-wide hold
// the numbers of all jobs, as later jobs may name them as preceding ones. Where the number
// of records changes and the header tells it, [Trace.Write] writes a temporary file first.
//
// The package may change at any time.
package transform
