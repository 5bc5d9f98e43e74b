// Package swf reads and writes job traces in the Standard Workload Format, version 2.2, and
// turns them into jobs for replays.
//
//	file -> Open -> Reader -> Record, Error -> Load -> Trace (jobs, counts of skipped lines)
//	jobs -> FromJob -> Record -> Write -> file
//
// A [Reader] knows the format only. It yields every job line as a [Record] of 18 fields, or as an
// [*Error] that names file, line and field. All lines may have fewer fields, at least five, or
// more: missing ones are unknown, and additional ones are not read. [Load] decides which records
// are jobs that can run, and counts the skipped lines by [Reason]. It repairs nothing.
//
// # A record becomes a job
//
// The width is the requested processors (field 8), else the allocated ones (field 5). The
// estimate is the requested time (field 9), else the run time (field 4). A negative value is
// unknown. A request of 0 counts as unknown too, as many traces write 0 there. A run time of
// 0 is a value.
//
// Fractions of seconds are rounded up. A job is then neither submitted nor ended nor killed
// earlier than the trace says. A job that ends within its estimate in the trace also does so
// after rounding. A job that runs past its estimate is kept, as a replay kills it at the
// estimate.
//
// Jobs are sorted by submission. Jobs with equal submission keep the order of the file.
//
// The format is defined at https://www.cs.huji.ac.il/labs/parallel/workload/swf.html.
package swf
