// Package importing turns the logs of resource managers into traces:
//
//	files -> Importer.Read, ... -> Importer.Trace -> Trace.Write -> SWF
//
// [Formats] lists the logs that it reads. Each has a reader of its own in one file. A reader
// goes through a log line by line, and gives each run of a job to the [Importer]. What is no
// run of a job, or has ended no run yet, is counted by [Reason]. A line that the reader does
// not understand is an error that names file, line and field: nothing is guessed.
//
// The Importer holds all jobs, as a log need not be in order of submission. A million jobs take
// 430 MB. Users, groups, queues and partitions become numbers in the order in which the log
// first names them.
//
// # Sources
//
// The logs are those that the manuals of their programs define:
//
//   - Slurm: sacct(1), sections "Job Accounting Fields" and "Job State Codes",
//     https://slurm.schedmd.com/sacct.html
//   - TORQUE: Administrator Guide, "Accounting Records",
//     http://docs.adaptivecomputing.com/torque/4-1-4/Content/topics/9-accounting/accountingRecords.htm
//   - PBS Professional: Reference Guide, chapter "Accounting", for the E, S, D and A records
//   - Batsim: "Workload", https://batsim.readthedocs.io/en/latest/input-workload.html
//
// The written trace is in the Standard Workload Format, see package swf.
package importing
