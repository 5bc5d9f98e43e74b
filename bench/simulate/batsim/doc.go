// Package batsim asks schedulers that are other programs, in the JSON messages of Batsim, versions 3 and 4:
//
//	"NAME=COMMAND" -> Parse -> Command -> New -> Session, which decides as an online.Decider
//
// The first message is SIMULATION_BEGINS, the last one NOTIFY (no_more_static_job_to_submit) and
// SIMULATION_ENDS. Between them is one for each decision with events: JOB_COMPLETED of all jobs that end in
// a second and REQUESTED_CALL, or JOB_SUBMITTED of a job. The clock begins a second before the
// first submission. The profile of all jobs is "rigid", a delay that tells nothing of run times.
//
// A reply may hold EXECUTE_JOB, CALL_ME_LATER and NOTIFY, which is not read. Jobs start at its "now",
// rounded up to seconds. Where "alloc" is missing, a job has the lowest block of
// processors that is wide enough, or else pieces.
//
// WriteJobs writes the jobs of a finished replay as CSV under Batsim's names of columns, Records as records of SWF.
//
// The protocol: https://batsim.readthedocs.io, page "Protocol". Version 5 of Batsim speaks another one.
//
// The package may change at any time.
package batsim
