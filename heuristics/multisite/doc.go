// Package multisite is a grid scheduler over several machines, the sites, each
// with a planning scheduler of its own (the multi-site scheduler of MuPSSiE,
// Streit 2002, section 5).
//
//	job     -> Probe on every site it fits -> the site where it would finish first
//	request -> reservation.Admit over all sites -> one site, or parts at a common time
//	Grid    -> the replay of a single machine
//
// # Definitions
//
// The sites are space-shared machines with no communication between them: a job
// runs on one site as a whole, and neither it nor its data take time to get
// there. Processors of all sites are equally fast.
//
// A job that is submitted to the grid is planned on every site that is wide
// enough, as that site's scheduler would plan it: under its active policy,
// beside its running and waiting jobs and its reservations. The job is submitted
// to the site whose plan ends it first by the estimate (ties: the first site).
// There it stays. Where the site's scheduler is self-tuning, its decision follows
// the submission, so it has no part in the choice.
//
// A job may have a home, the site at which its user submits it. [Options.Stay]
// keeps such jobs there; otherwise home only wins ties.
//
// A reservation on one site goes where it can start first (ties: the first
// site). A request with parts names several sites and a width for each, and is
// admitted at the earliest common start, or refused. The sites' policies have no
// say in it.
//
// A Grid whose only site is a machine does exactly what the scheduler of that
// machine does.
package multisite
