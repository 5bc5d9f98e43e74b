// Package analysis describes the jobs of a trace by statistics:
//
//	swf.Record, swf.Record, ... -> Analyze -> Analysis -> Statistics: tables, CSV, JSON
//
// There are the statistics that Streit's trace analyzer prints ("A Self-Tuning Job Scheduler
// Family with Dynamic Policy Switching", 2002, section 4, Table 2 and Figure 1), the daily
// and weekly cycle of the submissions, the characteristics of job sizes of Aida ("Effect of
// Job Size Characteristics on Job Scheduling Performance", 2000, section 3), and users and
// their sessions.
//
// # As written
//
// All values are the fields of the job lines as written. No value stands in for an unknown
// one, no job is killed, nothing is rounded, and no job is left out because it could not
// run. A least run time of 0 shows, and so do run times beyond the estimate. A negative
// value is unknown and counts nowhere. Each quantity has the number of its jobs.
//
// The width is the requested processors (field 8) of all jobs. If no job of the trace has
// them, it is the allocated processors (field 5) of all jobs, see [Analysis.WidthFrom].
// Lines of partial executions (status 2, 3 and 4) are not jobs.
//
// # Memory
//
// Quantiles are exact and take memory for each distinct value. As a trace need not be
// sorted, 24 bytes of each job are kept.
//
// The package may change at any time.
package analysis
