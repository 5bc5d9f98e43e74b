// Package importing turns the logs of resource managers into traces:
//
//	files -> Importer.Read, ... -> Importer.Trace -> Trace.Write -> SWF
//
// [Formats] lists the logs that it reads. Each has a reader of its own in one file. A reader
// goes through a log line by line, and gives each run of a job to the [Importer]. What is no
// run of a job, or has ended no run yet, is counted by [Reason]. So is a record that the reader
// does not understand, or that contradicts itself: nothing is guessed. Under Options.Strict it is an
// error that names file, line and field.
//
// The Importer holds all jobs, as a log need not be in order of submission. A million jobs take
// 430 MB. Users, groups, queues and partitions become numbers in the order in which the log
// first names them.
//
// # Sources
//
// The logs are those that the manuals of their programs define:
//
//   - Slurm: sacct(1), section "Job Accounting Fields", https://slurm.schedmd.com/sacct.html, and its states,
//     https://slurm.schedmd.com/job_state_codes.html
//   - TORQUE: Administrator Guide, "Accounting Records",
//     http://docs.adaptivecomputing.com/torque/4-1-4/Content/topics/9-accounting/accountingRecords.htm
//   - PBS Professional: Reference Guide, chapter "Accounting"; OpenPBS: src/server/accounting.c
//   - Batsim: "Workload", https://batsim.readthedocs.io/en/latest/input-workload.html
//
// The written trace is in the Standard Workload Format, see package swf.
package importing
