// Package analysis says what the jobs of a trace are like:
//
//	swf.Record, swf.Record, ... -> Analyze -> Analysis -> Statistics: tables, CSV, JSON
//
// The statistics are those that Streit's trace analyzer prints ("A Self-Tuning Job
// Scheduler Family with Dynamic Policy Switching", 2002, section 4, Table 2 and Figure
// 1), the daily and weekly cycle of the submissions, the characteristics of job sizes
// of Aida ("Effect of Job Size Characteristics on Job Scheduling Performance", 2000,
// section 3), and users and their sessions.
//
// # As written
//
// All values are the fields of the job lines as they are written. Nothing takes the
// place of a value that is unknown, no job is killed, nothing is rounded, and no job
// is left out because it could not run. So a least run time of 0 and run times beyond
// the estimate show. A negative value is unknown: it counts nowhere. Each quantity says
// of how many jobs it is.
//
// The width is the requested processors (field 8) of all jobs. If no job of the trace
// has them, it is the allocated processors (field 5) of all jobs: see
// [Analysis.WidthFrom]. Lines of partial executions (status 2, 3 and 4) are no jobs.
//
// # Memory
//
// Quantiles are exact. They take memory for each distinct value. A trace need not be
// sorted, so that 24 bytes are kept of each job.
package analysis
