// Package recorded holds the scheduler that does what a log says:
//
//	jobs, their starts in the log -> New -> Scheduler -> the same starts
//
// The log is that of a real machine. Its scheduler knew priorities and reservations that a trace
// does not tell, parts of its machine were down at times, and it may have had more processors
// than the trace says. So the Scheduler checks nothing: more jobs may run at once than the
// machine has room for. A caller looks for such moments in the finished replay.
//
// At each submission after which at least two jobs wait, the Scheduler tells of a step, as
// planning schedulers do: who ran and who waited by the log. There is no active policy. Of jobs
// that start and jobs that are submitted in one second, those that start come first, as a log
// has no finer times.
//
// The package may change at any time.
package recorded
