// Package multisite schedules jobs on several machines, the sites, each with a
// planning scheduler of its own (the multi-site scheduler of MuPSSiE, Streit 2002,
// section 5).
//
//	job     -> Probe on every site it fits -> the site where it would finish first
//	request -> reservation.Admit over all sites -> one site, or parts at a common time
//
// A replay drives a Grid like the scheduler of one machine.
//
// # Definitions
//
// The sites are space-shared machines without communication between them. A job
// runs on one site as a whole. Neither the job nor its data take time to get there.
// The processors of all sites are equally fast.
//
// A job that is submitted to the grid is planned on every site that is wide enough,
// as that site's scheduler would plan it: under its active policy, beside its
// running and waiting jobs and its reservations. The job is submitted to the site
// whose plan ends it first by the estimate (ties: the first site) and stays there.
// The decision of a self-tuning site follows the submission, so it does not
// influence the choice.
//
// A reservation on one site goes where it can start first (ties: the first site). A
// request with parts names several sites and a width for each. It is admitted at
// the earliest common start, or refused. The sites' policies have no influence on
// it.
//
// A grid of one site starts the same jobs as the scheduler of that machine.
//
// The package may change at any time.
package multisite
