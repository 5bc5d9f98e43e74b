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
// # Fields
//
// Where the fields of SWF come from. The columns are those of Slurm 25.11. The records and attributes are
// those that OpenPBS 23 and TORQUE 6 write by their sources.
//
//   - Job number (1): JobIDRaw, or JobID where that is a number; PBS: the number of the id, but of tasks of arrays.
//   - Submission (2): Submit; PBS: ctime, else qtime, and after an R record its end.
//   - Wait (3): to Start, without a start to End; PBS: to start, else to end.
//   - Run time (4), without suspensions: ElapsedRaw, or Elapsed; PBS: from start to end.
//   - Processors (5, 8), those that the job held: AllocCPUS, or NCPUS, without a start ReqCPUS; PBS:
//     total_execution_slots of TORQUE, else the slots of exec_host (n1/0+n1/1, n1/0-5, n1/0*4), or the most
//     of Resource_List.ncpus, select, nodes, procs, size, and mppwidth times mppdepth, where that is more.
//   - The same with nodes counted: AllocNodes, or NNodes, without a start ReqNodes; PBS: unique_node_count of
//     TORQUE, else the hosts of exec_host, or Resource_List.mppnodect, else mppwidth by mppnppn, where that
//     is more; without a host nodes or nodect.
//   - Requested time (9), -1 for none: TimelimitRaw in minutes, or Timelimit, where 0, UNLIMITED,
//     Partition_Limit and 4294967295 are none; PBS: Resource_List.walltime.
//   - Status (11): 1 of State COMPLETED and RESIZING, 5 of CANCELLED and of what never started, else 0; PBS:
//     1 of Exit_status 0, 5 after a D or A record and without a start, else 0.
//   - User, group (12, 13): User; Group, else GID, else Account; PBS: user, group.
//   - Queue, partition (15, 16): QOS, Partition; PBS: queue.
//   - For notes and reasons: End, Eligible, Suspended, State; PBS: records S, T, z, r, c, D, A.
//
// All else is not read: names, accounts, memory, TRES, Planned, Restarts; PBS: records Q, C, M, L, a, e, s, u, of
// reservations and of provisioning, and what was used.
//
// # Special cases
//
//   - Slurm sets the submission of a later run of a requeued job to the requeueing.
//   - Slurm 22.05 prints the cancellation as the start of a job that never started.
//   - A name with a | in it tears its line of sacct.
//   - PBS: an E record tells all of a job. An R record ends a run, and the next is submitted then.
//   - PBS: suspended jobs free their processors from a z record to the r record.
//   - On a Cray exec_host may be the login host alone: a job is as wide as its request where that is more.
//     Counting nodes needs mppnppn or mppnodect there.
//   - PBS: a job that releases nodes (c records) keeps the width of its start.
//
// The written trace is in the Standard Workload Format, see package swf.
//
// The package may change at any time.
package importing
